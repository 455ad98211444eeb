"""The judgement of a simulator's outcomes, from any source.

The verdict is "refuted" when the e-value reaches 1/alpha or an impossible outcome
comes, and "within" when every probability is shown to be within the tolerance. The
verdict is the first of these that becomes true. If the outcomes end before either, it
is "consistent" when they show a distance that is of use, and "undecided" otherwise or
when a tolerance was asked for.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.errors import TrueoddsError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.storage.files import read_text
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.verify.simulator.e_process import EProcess
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeDistribution,
    OutcomeError,
    closest,
    recognised,
)
from trueodds.proofs.verify.simulator.parse import (
    FIRST,
    Impossible,
    Lines,
    first_lines,
)
from trueodds.proofs.verify.simulator.sources import SimulatorError
from trueodds.proofs.verify.verdict import Word

Array: TypeAlias = NDArray[Any]

ALPHA = Fraction(1, 1000)
LIMIT = 1_000_000
LIMIT_WITHIN = 10_000_000
"""Default limits on the outcomes of an endless simulator."""

MOST = 10**15
"""Upper limit on a count, and on the sum of all counts."""

UNFINISHED = "the last line has no line feed, so it may be cut off and was not counted"
STOPPED = "the run was stopped; this is the verdict on the outcomes until then"


@dataclass(frozen=True, slots=True)
class Judged:
    """Judged outcomes: their exact distribution, the counts and the evidence.

    ``others`` are the same lines, judged by further kinds of outcome.
    """

    known: OutcomeDistribution
    process: EProcess
    impossible: Impossible | None = None
    notes: tuple[str, ...] = ()
    others: tuple[Judged, ...] = ()

    @property
    def word(self) -> Word:
        """The verdict."""
        if self.impossible or self.process.refuted:
            return "refuted"
        if self.process.within:
            return "within"
        asked = self.process.tolerance is not None
        distance = None if asked else self.process.distance
        useful = distance is not None and distance <= self.process.useful
        return "consistent" if useful else "undecided"


def judge_stream(  # noqa: C901, PLR0912 - a branch for each way in which a stream ends
    blocks: Iterable[bytes],
    known: OutcomeDistribution,
    alpha: Fraction = ALPHA,
    tolerance: Fraction | None = None,
    *,
    others: Sequence[OutcomeDistribution] = (),
    limit: int | None = None,
    progress: Progress = silent,
) -> Judged:
    r"""Judge outcomes, one per line, until there is a verdict or they end.

    The same lines are judged by the kinds ``others``, too; each kind has an equal part
    of ``alpha``. The result is that of a refuted kind, or else of faces or ``known``.
    At most ``limit`` lines are judged. Ctrl-C ends the outcomes, too. Raises
    ``OutcomeError`` for a line that is not an outcome, and any error of reading the
    blocks, unless the outcomes before it are enough for a verdict.

    >>> from trueodds.core import games, rulebook
    >>> from trueodds.proofs.verify.simulator.outcomes import outcome_distribution
    >>> bunco = games.find("bunco")
    >>> roll = outcome_distribution(bunco, rulebook.load(bunco))
    >>> judge_stream([b"0\n1\n0\n25\n"], roll).impossible
    Impossible(line=4, outcome='25')
    """
    kinds = (known, *others)
    share = alpha / len(kinds)
    processes = [
        EProcess(kind.probabilities, share, tolerance, ordered=not kind.split)
        for kind in kinds
    ]
    parsers = [Lines(kind) for kind in kinds if not kind.split]
    sizes = [len(known.outcomes[0]) if kind.split else 1 for kind in kinds]
    goal = limit
    if tolerance is not None:
        needs = (process.outcomes_needed(tolerance) for process in processes)
        needed = max(-(-n // size) for n, size in zip(needs, sizes, strict=True))
        goal = min(limit or needed, needed)
    notes = []
    fault: Impossible | TrueoddsError | None = None
    taken = place = 0
    codes: Array = np.zeros(0, np.int64)
    try:
        for block in blocks:
            room = None if limit is None else limit - taken
            for place, kind in enumerate(kinds):
                if kind.split:
                    # The dice of a roll have no order, so they count together.
                    codes = _faces(known, kind)[codes].ravel()
                else:
                    codes, fault = parsers[place].read(block)
                    if room is not None and len(codes) >= room:
                        codes = codes[:room]
                        fault = None
                if not place:
                    taken += len(codes)
                processes[place].see(codes, sizes[place])
                if fault or processes[place].refuted:
                    break
            progress("outcomes", taken, max(goal or 0, taken))
            decided = all(process.decided for process in processes)
            if fault or decided or processes[place].refuted or taken == limit:
                break
        else:
            notes += [UNFINISHED] * bool(parsers[0].unfinished)
    except KeyboardInterrupt:
        notes.append(STOPPED)
    except SimulatorError as error:
        fault = error
    for process in processes:
        process.finish()
    if isinstance(fault, TrueoddsError) and not any(p.decided for p in processes):
        raise fault
    if not taken and not fault and not notes:
        raise SimulatorError(
            "there are no outcomes; a simulator prints one per line, and a scorer of "
            "positions is judged by: trueodds verify scorer"
        )
    judged = [Judged(*pair) for pair in zip(kinds, processes, strict=True)]
    if isinstance(fault, Impossible):
        judged[place] = replace(judged[place], impossible=fault)
    first = min(judged, key=lambda r: (r.word != "refuted", not r.known.split))
    rest = tuple(result for result in judged if result is not first)
    return replace(first, notes=tuple(notes), others=rest)


def _faces(rolls: OutcomeDistribution, die: OutcomeDistribution) -> Array:
    """Return the numbers of the faces in each roll."""
    return np.array([[die.numbers[face] for face in roll] for roll in rolls.outcomes])


def judge_lines(
    blocks: Iterable[bytes],
    known: OutcomeDistribution,
    game: Game,
    rules: Rules,
    rule: str | None = None,
    *,
    named: bool,
    **settings: Any,
) -> Judged:
    """Judge outcomes by all kinds that their first lines fit (``recognised``).

    ``settings`` are those of ``judge_stream``.
    """
    lines, blocks = first_lines(blocks)
    kinds = recognised(lines, known, game, rules, rule, named=named)
    judged = judge_stream(blocks, kinds[0], others=kinds[1:], **settings)
    if named:
        return judged
    process = judged.process
    outcomes = judged.known.outcomes
    counts = dict(zip(outcomes, process.counts.tolist(), strict=True))
    if process.total < len(lines):
        counts = Counter(lines)
    elif judged.impossible:
        counts[judged.impossible.outcome] = 1
    _require_kind(judged, counts, game, rules, rule)
    names = " and ".join(kind.kind for kind in kinds)
    note = (
        f"judged by {names}, as the first lines show; for other kinds see: trueodds "
        f"verify simulator {game.name} --help"
    )
    return replace(judged, notes=(*judged.notes, note))


def _require_kind(judged: Judged, counts: Mapping[str, int], *asked: Any) -> None:
    """Raise ``OutcomeError`` if refuted numbers look like another kind of a game."""
    known = judged.known
    numbers = re.fullmatch(r"(-?\d+\+?\s)+", "\n".join((*counts, "")))
    if judged.word == "refuted" and numbers and not judged.others:
        seems = closest(counts, known, *asked)
        if seems is not known:
            raise OutcomeError(
                f"judged as {known.description}, but these numbers look like "
                f"{seems.description}; name their kind: --outcome {seems.kind}, or "
                f"--outcome {known.kind}"
            )


def judge_counts(
    file: Path,
    known: OutcomeDistribution,
    game: Game,
    rules: Rules,
    rule: str | None = None,
    *,
    named: bool,
    alpha: Fraction = ALPHA,
    tolerance: Fraction | None = None,
) -> Judged:
    """Judge a CSV file of outcomes and their counts; a header is skipped.

    Raises ``SimulatorError`` for a file that cannot be read as outcomes and counts, and
    ``OutcomeError`` as ``judge_lines`` does.
    """
    rows = [*_rows(file)]
    words = [word for _, word, count in rows if any(map(str.isdigit, count))][:FIRST]
    known = recognised(words, known, game, rules, rule, named=named)[0]
    counts: Counter[str] = Counter()
    impossible = None
    for line, outcome, count in rows:
        try:
            name = known.read(outcome)
        except OutcomeError as error:
            if line == 1 and not any(map(str.isdigit, count)):
                continue
            raise SimulatorError(f"{file}, line {line}: {error}") from None
        times = _whole(count, f"{file}, line {line}")
        counts[name] += times
        if times and impossible is None and name not in known.distribution:
            impossible = Impossible(line, name)
    if counts.total() > MOST:
        raise SimulatorError(f"{file}: the sum of all counts is above 10**15")
    process = EProcess(known.probabilities, alpha, tolerance, ordered=False)
    process.counts += [counts[outcome] for outcome in known.outcomes]
    process.finish()
    judged = Judged(known, process, impossible)
    if not named:
        _require_kind(judged, counts, game, rules, rule)
    return judged


def _rows(file: Path) -> Iterable[tuple[int, str, str]]:
    try:
        lines = StringIO(read_text(file, SimulatorError), newline="")
        for line, row in enumerate(csv.reader(lines), start=1):
            if not any(field.strip() for field in row):
                continue
            if len(row) != 2:
                raise SimulatorError(
                    f"{file}, line {line}: {len(row)} fields; expected an outcome "
                    "and a count, such as 21,5"
                )
            yield line, row[0], row[1]
    except csv.Error as error:
        raise SimulatorError(f"{file} is not a CSV file: {error}") from None


def _whole(text: str, where: str) -> int:
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) < 18 and int(word) <= MOST:
        return int(word)
    raise SimulatorError(
        f"{where}: {text[:40]!r} is not a count; expected a whole number up to 10**15"
    )
