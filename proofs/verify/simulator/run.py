"""The judgement of a simulator's outcomes, from any source.

The verdict is "refuted" when the e-value reaches 1/alpha or an impossible outcome
comes, and "within" when every probability is shown to be within the tolerance. The
verdict is the first of these that becomes true. If the outcomes end before either, it
is "consistent" when they show that every probability is within a useful distance
(``EProcess.useful``) of the exact one. It is "undecided" when they do not, or when a
tolerance was asked for.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core import rulebook
from trueodds.core.errors import TrueoddsError, listed
from trueodds.core.exact.digits import counted
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.core.storage.files import read_text
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.verify.coup_lines import NO_COLUMNS, unread
from trueodds.proofs.verify.simulator.e_process import EProcess
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeDistribution,
    OutcomeError,
    UnknownKindError,
    default_of,
    kinds_of,
    outcome_distribution,
)
from trueodds.proofs.verify.simulator.outcomes.kind import is_bare
from trueodds.proofs.verify.simulator.parse import (
    FIRST,
    Impossible,
    Lines,
    first_lines,
    relined,
)
from trueodds.proofs.verify.simulator.readings import (
    SECONDS,
    Readings,
    limited,
    readings_of,
)
from trueodds.proofs.verify.simulator.sources import (
    SimulatorError,
    TimeLimitError,
    line_of,
)
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
class JudgedOutcomes:
    """Judged outcomes: their exact distribution, the counts and the evidence.

    Attributes:
        known: The kind of outcome, with its exact distribution.
        process: The counts and the evidence.
        impossible: The first impossible outcome, or None.
        notes: Notes for the verdict, such as that the run was stopped.
        others: The same lines, judged by further kinds of outcome.
        readings: The lines, judged by each kind that they can be, this kind included.
            It is empty unless the lines are bare numbers and no kind was named.
        skipped: The names of kinds that were not tried: their distribution does not
            exist under these rules, or was not found in time.
        hint: A text that says what else the numbers look like.
        presets: If the result is refuted, the names of other preset rules under which
            its counts would not be.
    """

    known: OutcomeDistribution
    process: EProcess
    impossible: Impossible | None = None
    notes: tuple[str, ...] = ()
    others: tuple[JudgedOutcomes, ...] = ()
    readings: tuple[JudgedOutcomes, ...] = ()
    skipped: tuple[str, ...] = ()
    hint: str = ""
    presets: tuple[str, ...] = ()

    @property
    def left(self) -> list[JudgedOutcomes]:
        """The results for the kinds that bare numbers can still be: none is refuted.

        They are those of ``readings``.
        """
        return [reading for reading in self.readings if reading.word != "refuted"]

    @property
    def open(self) -> bool:
        """True if a user has to name the kind of outcome of bare numbers.

        The numbers then fit several kinds, or none. It is False if the lines are not
        bare numbers, or if a user named their kind.
        """
        return bool(self.readings) and len(self.left) != 1

    @property
    def example(self) -> str:
        """The last possible outcome of the kind, as an example for a message."""
        return self.known.outcomes[-1]

    @property
    def word(self) -> Word:
        """The verdict in a word, such as "refuted", "within" or "undecided".

        While a user has to name the kind of outcome, it is "undecided" or "not judged".
        """
        # A kind that was not named comes first: no evidence refutes what may be another
        # kind.
        if self.open:
            return "undecided" if self.left else "not judged"
        if self.impossible or self.process.refuted:
            # An impossible outcome is certain, however the counts are read.
            unclear = self.process.unclear and not self.impossible
            return "not judged" if unclear else "refuted"
        if self.process.within:
            return "within"
        # A user who asked for a tolerance gets no weaker verdict in its place.
        asked = self.process.tolerance is not None
        distance = None if asked else self.process.distance
        useful = distance is not None and distance <= self.process.useful
        return "consistent" if useful else "undecided"


class _Test:
    """The lines so far, judged by one kind of outcome.

    ``rolls`` is the kind of the rolls whose dice are the outcomes, if they are.
    """

    def __init__(
        self,
        known: OutcomeDistribution,
        alpha: Fraction,
        tolerance: Fraction | None,
        rolls: OutcomeDistribution | None = None,
    ) -> None:
        self.known = known
        # The dice of a roll have no order, so they count together.
        ordered = rolls is None
        self.process = known.process(
            known.probabilities, alpha, tolerance, ordered=ordered
        )
        self.lines = (known.parser or Lines)(known)
        self.size = len(rolls.outcomes[0]) if rolls else 1
        self.faces = _faces(rolls, known) if rolls else None
        self.fault: Impossible | OutcomeError | None = None

    @property
    def over(self) -> bool:
        """True if more lines would not change the result."""
        return self.fault is not None or self.process.decided

    @property
    def against(self) -> bool:
        """True if the lines are refuted, or are of another format."""
        return self.fault is not None or self.process.refuted

    def read(self, block: bytes, room: int | None) -> Array:
        """Judge at most ``room`` lines that end in a block; return their outcomes."""
        codes, fault = self.lines.read(block)
        if room is not None and len(codes) >= room:
            codes = codes[:room]
            # The faulty line is behind the limit, so it was not asked about.
            fault = None
        self.fault = fault
        self.process.see(codes)
        return codes

    def see(self, rolls: Array) -> None:
        """Judge the dice of rolls."""
        assert self.faces is not None
        self.process.see(self.faces[rolls].ravel(), self.size)

    def needed(self, tolerance: Fraction) -> int:
        """Estimate the number of lines that show a tolerance."""
        return -(-self.process.outcomes_needed(tolerance) // self.size)

    def judged(self) -> JudgedOutcomes:
        """Return the result, after all lines."""
        self.process.finish()
        impossible = self.fault if isinstance(self.fault, Impossible) else None
        return JudgedOutcomes(self.known, self.process, impossible)


class _Run:
    """Lines that are judged by all their readings."""

    def __init__(
        self, readings: Readings, alpha: Fraction, tolerance: Fraction | None
    ) -> None:
        self.readings = readings
        self.taken = 0
        kinds = readings.kinds
        # No bare number is refuted unless its kind is named, so each kind has all of
        # ``alpha`` there.
        share = alpha if readings.bare else alpha / len(kinds)
        self.tests = [
            _Test(kind, share, tolerance, kinds[0] if kind.split else None)
            for kind in kinds
        ]

    @property
    def over(self) -> bool:
        """True if there is a verdict."""
        refuted = any(test.against for test in self.tests)
        # Each kind has its part of ``alpha``, so one refutation is enough. A bare
        # number refutes only the kinds that it may not be.
        if refuted and not self.readings.bare:
            return True
        return all(test.over for test in self.tests)

    def read(self, block: bytes, limit: int | None) -> None:
        """Judge the lines that end in a block, up to ``limit`` lines in all."""
        room = None if limit is None else limit - self.taken
        taken = 0
        codes: Array = np.zeros(0, np.int64)
        for test in self.tests:
            # The faces of the rolls that the test before has just read.
            if test.known.split:
                test.see(codes)
            # A reading that is refuted is out. The others go on with the same lines.
            elif not (self.readings.bare and test.over):
                codes = test.read(block, room)
                taken = max(taken, len(codes))
        self.taken += taken

    def judged(self, notes: list[str], fault: TrueoddsError | None) -> JudgedOutcomes:
        """Return the result; raise ``fault``, or that of a line, if there is none."""
        results = [test.judged() for test in self.tests]
        bare = self.readings.bare
        open_results = [
            result
            for test, result in zip(self.tests, results, strict=True)
            if not isinstance(test.fault, OutcomeError)
        ]
        left = [result for result in open_results if result.word != "refuted"]
        errors = [
            test.fault for test in self.tests if isinstance(test.fault, OutcomeError)
        ]
        decided = any(result.process.decided for result in results)
        # A program may fail after the outcomes that decide the verdict. Before them
        # there is none.
        if fault and not (self.over if bare else decided):
            raise fault
        if errors and not (left if bare else decided):
            raise errors[0]
        # Silence is no evidence for a simulator.
        if not self.taken and not notes and not self.over:
            raise SimulatorError(
                "there are no outcomes; a simulator prints one per line, and a scorer "
                "of positions is judged by: trueodds verify scorer"
            )
        if bare:
            return _of_readings(open_results, self.readings, notes)
        # One refuted kind refutes the program.
        first = min(results, key=lambda r: (r.word != "refuted", not r.known.split))
        rest = tuple(result for result in results if result is not first)
        return replace(first, notes=tuple(notes), others=rest)


def _of_readings(
    results: Sequence[JudgedOutcomes], readings: Readings, notes: Sequence[str] = ()
) -> JudgedOutcomes:
    """Return one result for bare numbers: the first reading that is not refuted."""
    # ``min`` returns the first of equals, so kinds keep their order.
    main = min(results, key=lambda result: result.word == "refuted")
    return replace(
        main,
        notes=tuple(notes),
        readings=tuple(results),
        skipped=readings.skipped,
        hint=readings.hint,
    )


def judge_stream(
    blocks: Iterable[bytes],
    readings: OutcomeDistribution | Readings,
    alpha: Fraction = ALPHA,
    tolerance: Fraction | None = None,
    *,
    limit: int | None = None,
    progress: Progress = silent,
) -> JudgedOutcomes:
    r"""Judge outcomes, one per line, until there is a verdict or the outcomes end.

    Ctrl-C and a limit of time end the outcomes, too. If some kind is refuted, its
    result is returned. Otherwise it is the result for the faces of dice, if they are
    judged, and else for the first kind. For bare numbers, which can be of several
    kinds, it is the result for the first kind that is not refuted.

    Args:
        blocks: Consecutive bytes of the lines.
        readings: The kind, or all kinds by which the lines are judged.
        alpha: Upper limit on the probability that a right simulator is ever refuted.
            Kinds that can be refuted have equal parts of it.
        tolerance: If it is given, the verdict can be "within": every probability is
            shown to be this close to the exact one.
        limit: The most lines that are judged, or None.
        progress: Is called with the number of lines that were judged.

    Raises:
        OutcomeError: For a line that is not an outcome, unless the outcomes before it
            are enough for a verdict. The same holds for errors of reading the blocks.

    >>> from trueodds.core import games, rulebook
    >>> from trueodds.proofs.verify.simulator.outcomes import outcome_distribution
    >>> bunco = games.find("bunco")
    >>> roll = outcome_distribution(bunco, rulebook.load(bunco))
    >>> judge_stream([b"0\n1\n0\n25\n"], roll).impossible
    Impossible(line=4, outcome='25')
    """
    if isinstance(readings, OutcomeDistribution):
        readings = Readings((readings,))
    run = _Run(readings, alpha, tolerance)
    goal = limit
    if tolerance is not None:
        # The goal of the progress bar. The run ends by the verdict and not by this
        # estimate.
        needed = max(test.needed(tolerance) for test in run.tests)
        goal = min(limit or needed, needed)
    notes: list[str] = []
    fault: TrueoddsError | None = None
    try:
        for block in blocks:
            run.read(block, limit)
            progress("outcomes", run.taken, max(goal or 0, run.taken))
            if run.over or run.taken == limit:
                break
        else:
            # The stream has ended. A line that is cut off could be another outcome.
            notes += [UNFINISHED] * bool(run.tests[0].lines.unfinished)
    except KeyboardInterrupt:
        notes.append(STOPPED)
    except TimeLimitError as error:
        notes.append(str(error))
    except SimulatorError as error:
        fault = error
    return run.judged(notes, fault)


def _faces(rolls: OutcomeDistribution, die: OutcomeDistribution) -> Array:
    """Return the numbers of the faces in each roll."""
    return np.array([[die.numbers[face] for face in roll] for roll in rolls.outcomes])


def judge_lines(
    blocks: Iterable[bytes],
    game: Game,
    rules: Rules,
    kind: str | None = None,
    rule: str | None = None,
    columns: Sequence[str] = (),
    **settings: Any,
) -> JudgedOutcomes:
    """Judge outcomes by the named kind, or by all kinds that their first lines can be.

    ``blocks`` are consecutive bytes of the lines. ``kind`` is the name of the kind; the
    only kind of a game needs no name. ``rule`` is the name of a scoring rule.
    ``columns`` are the names of the columns, if the lines are a table of coups of
    baccarat. ``settings`` are ``alpha``, ``tolerance``, ``limit`` and ``progress`` of
    ``judge_stream``.
    """
    kinds = kinds_of(game, rules, rule)
    if len(kinds) == 1:
        kind = kind or next(iter(kinds))
    known = outcome_distribution(game, rules, kind, rule) if kind else None
    lines, blocks = first_lines(blocks)
    named = kinds.get(kind or default_of(game, kinds))
    notes: list[str] = []
    if named and named.lines:
        notes = unread(lines, columns)
        reader = partial(named.lines, columns=columns)
        head = "".join(f"{line}\n" for line in lines).encode()
        # Tables and hands on several lines are joined. Other lines keep the fast path.
        if lines != first_lines(relined([head], reader))[0]:
            lines, blocks = first_lines(relined(blocks, reader))
    elif columns:
        raise SimulatorError(NO_COLUMNS)
    chosen = _readings(lines, known, game, rules, rule)
    judged = _with_presets(judge_stream(blocks, chosen, **settings), game, rule)
    if not (kind or judged.readings):
        names = " and ".join(known.kind for known in chosen.kinds)
        notes.append(
            f"judged by {names}, as the first lines show; for other kinds see: "
            f"trueodds verify simulator {game.name} --help"
        )
    return replace(judged, notes=(*judged.notes, *notes))


def _with_presets(
    judged: JudgedOutcomes, game: Game, rule: str | None
) -> JudgedOutcomes:
    """Add to a refuted result the presets that do not refute its counts.

    Coups are left out, as their cards are judged by more than counts.
    """
    known = judged.known
    counts = Counter(dict(zip(known.outcomes, judged.process.counts, strict=True)))
    # Other rules must allow this outcome too.
    if judged.impossible:
        counts[judged.impossible.outcome] = 1
    fitting: list[str] = []

    def search() -> None:
        for name in rulebook.preset_names(game):
            rules = rulebook.load(game, name)
            with suppress(TrueoddsError):
                other = outcome_distribution(game, rules, known.kind, rule)
                process = EProcess(
                    other.probabilities, judged.process.alpha, ordered=False
                )
                process.counts += [counts[outcome] for outcome in other.outcomes]
                process.finish()
                # An outcome that these rules do not know would be left out of their
                # counts.
                every = process.total == counts.total()
                differs = other.distribution != known.distribution
                if every and differs and not process.refuted:
                    fitting.append(name)

    if judged.word == "refuted" and not (known.packed or known.parser):
        # A hint must not cost more time than the verdict.
        limited(search, SECONDS)
    return replace(judged, presets=tuple(fitting))


def _readings(
    lines: Sequence[str],
    known: OutcomeDistribution | None,
    game: Game,
    rules: Rules,
    rule: str | None,
) -> Readings:
    """Return the named kind ``known``, or the kinds that the first lines can be.

    Raises ``UnknownKindError`` if no line is possible by the named kind, and all have
    one reading as another kind.
    """
    if known is None:
        kinds = readings_of(lines, game, rules, rule)
        if not kinds.kinds:
            raise UnknownKindError(
                f"{lines[0][:40]!r} may be {listed(kinds.skipped)}, whose "
                "distribution takes too long or does not exist for these rules; name "
                "the kind by --outcome"
            )
        return kinds
    # If no line fits the kind that was named, its name is more likely wrong than the
    # program.
    if lines and not any(map(known.possible, lines)):
        with suppress(UnknownKindError):
            other = readings_of(lines, game, rules, rule)
            if not (other.bare and is_bare(lines[0])) and known.kind not in [
                each.kind for each in other.kinds
            ]:
                first = other.kinds[0]
                raise OutcomeError(
                    f"{lines[0][:40]!r} is not {known.description}, but "
                    f"{first.description} (--outcome {first.kind})"
                )
    return Readings((known,))


def judge_counts(
    counts: Any,
    game: Game,
    rules: Rules,
    kind: str | None = None,
    rule: str | None = None,
    *,
    alpha: Fraction = ALPHA,
    tolerance: Fraction | None = None,
) -> JudgedOutcomes:
    """Judge the number of times that each outcome came, from a mapping or a CSV file.

    ``counts`` maps outcomes to numbers, or is the path of a file with an outcome and a
    number in each row. The header of a file is skipped. ``kind`` is the name of the
    kind of outcome; if it is None, the outcomes show their kind. ``rule`` is the name
    of a scoring rule. A right simulator is refuted with a probability of at most
    ``alpha``. With a ``tolerance``, the verdict can be "within": every probability is
    shown to be this close to the exact one.

    Raises ``SimulatorError`` for a file that cannot be read as outcomes and counts, and
    ``OutcomeError`` for an outcome that is not of the kind.
    """
    known = outcome_distribution(game, rules, kind, rule) if kind else None
    if known and known.parser:
        # Such a kind is judged by the order of its cards.
        raise SimulatorError(f"counts have no order; print {known.description}")
    where = counts if isinstance(counts, str | Path) else "counts"
    rows = [*_rows(counts)]
    # A row without digits in its count is a header, and shows no kind.
    words = [word for _, word, count in rows if any(map(str.isdigit, count))][:FIRST]
    chosen = _readings(words, known, game, rules, rule)
    kinds = chosen.kinds if chosen.bare else chosen.kinds[:1]
    results = [_counted(where, rows, each, alpha, tolerance) for each in kinds]
    if chosen.bare:
        return _of_readings(results, chosen)
    return _with_presets(results[0], game, rule)


def _counted(
    where: str | Path,
    rows: Sequence[tuple[int, str, str]],
    known: OutcomeDistribution,
    alpha: Fraction,
    tolerance: Fraction | None,
) -> JudgedOutcomes:
    """Judge counts by one kind of outcome."""
    counts: Counter[str] = Counter()
    impossible = None
    for line, outcome, count in rows:
        try:
            name = known.read(outcome)
        except OutcomeError as error:
            if line == 1 and not any(map(str.isdigit, count)):
                continue
            raise SimulatorError(f"{where}, line {line}: {error}") from None
        times = _whole(count, f"{where}, line {line}")
        counts[name] += times
        # An outcome that is listed with a count of 0 did not come.
        if times and impossible is None and name not in known.distribution:
            impossible = Impossible(line, name)
    if counts.total() > MOST:
        raise SimulatorError(f"{where}: the sum of all counts is above 10**15")
    process = EProcess(known.probabilities, alpha, tolerance, ordered=False)
    process.counts += [counts[outcome] for outcome in known.outcomes]
    process.finish()
    return JudgedOutcomes(known, process, impossible)


def _rows(counts: Any) -> Iterable[tuple[int, str, str]]:
    if hasattr(counts, "items"):
        for place, (outcome, count) in enumerate(counts.items(), start=1):
            yield place, line_of(outcome), line_of(count)
        return
    try:
        lines = StringIO(read_text(counts, SimulatorError), newline="")
        for line, row in enumerate(csv.reader(lines), start=1):
            if not any(field.strip() for field in row):
                continue
            if len(row) != 2:
                raise SimulatorError(
                    f"{counts}, line {line}: {counted(len(row), 'fields')}; expected "
                    "an outcome and a count, such as 21,5"
                )
            yield line, row[0], row[1]
    except csv.Error as error:
        raise SimulatorError(f"{counts} is not a CSV file: {error}") from None


def _whole(text: str, where: str) -> int:
    word = text.strip()
    # ``isdigit`` alone also takes superscripts, which ``int`` refuses.
    if word.isascii() and word.isdigit() and len(word) < 18 and int(word) <= MOST:
        return int(word)
    raise SimulatorError(
        f"{where}: {text[:40]!r} is not a count; expected a whole number up to 10**15"
    )
