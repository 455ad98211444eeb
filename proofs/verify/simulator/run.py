"""A simulator's outcomes from wherever they come, to a verdict.

Refuted when the e-value reaches 1/alpha, or an outcome came that cannot; within when
every chance is shown to be within the tolerance of its exact value; undecided when the
outcomes end before either. The first of these that holds is the verdict.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from trueodds.core.errors import TrueoddsError
from trueodds.core.progress import Progress, silent
from trueodds.proofs.verify.simulator.judge import MOST_OUTCOMES, Judge
from trueodds.proofs.verify.simulator.outcomes import OutcomeError, OutcomeLaw
from trueodds.proofs.verify.simulator.parse import Impossible, Lines
from trueodds.proofs.verify.simulator.sources import SimulatorError
from trueodds.proofs.verify.verdict import Word

ALPHA = Fraction(1, 1000)
LIMIT = 10_000_000
"""Outcomes of an endless simulator that are judged, unless more are asked for."""

ONLY_COUNTS = (
    "counts have no order, so dependence between outcomes was not tested: outcomes "
    "one a line allow that"
)
TOO_MANY = (
    f"with more than {MOST_OUTCOMES} possible outcomes pairs are not counted, so "
    "dependence was not tested"
)
UNFINISHED = "the last line has no line feed, so it may be cut off and was not counted"
STOPPED = "the run was stopped; this is the verdict on the outcomes until then"


@dataclass(frozen=True, slots=True)
class Judged:
    """Outcomes that were judged: their law, what was counted, and what came of it."""

    law: OutcomeLaw
    judge: Judge
    impossible: Impossible | None = None
    notes: tuple[str, ...] = ()

    @property
    def word(self) -> Word:
        """The verdict."""
        if self.impossible or self.judge.refuted:
            return "refuted"
        return "within" if self.judge.within else "undecided"


def judge_stream(
    blocks: Iterable[bytes],
    law: OutcomeLaw,
    *,
    alpha: Fraction = ALPHA,
    tolerance: Fraction | None = None,
    limit: int | None = None,
    progress: Progress = silent,
) -> Judged:
    r"""Judge outcomes, a line each, until there is a verdict or they end.

    ``limit`` is how many are judged at most. Ctrl-C ends them too. Raises
    ``OutcomeError`` for a line that is no outcome, and what the blocks raise, unless
    there is a verdict without more.

    >>> from trueodds.core import games, rulebook
    >>> from trueodds.proofs.verify.simulator.outcomes import outcome_law
    >>> bunco = games.find("bunco")
    >>> law = outcome_law(bunco, rulebook.load(bunco))
    >>> judge_stream([b"0\n1\n0\n25\n"], law).impossible
    Impossible(line=4, outcome='25')
    """
    judge = Judge(law.chances, alpha, tolerance)
    lines = Lines(law)
    notes = [] if judge.pairs is not None else [TOO_MANY]
    fault: Impossible | TrueoddsError | None = None
    given = 0
    try:
        for block in blocks:
            codes, fault = lines.read(block)
            if limit is not None and given + len(codes) >= limit:
                codes, fault = codes[: limit - given], None
            given += len(codes)
            judge.see(codes)
            progress("outcomes", judge.total, limit or judge.total)
            if judge.decided or fault or given == limit:
                break
        else:
            notes += [UNFINISHED] * bool(lines.unfinished)
    except KeyboardInterrupt:
        notes.append(STOPPED)
    except SimulatorError as error:
        fault = error
    judge.finish()
    if isinstance(fault, Impossible):
        return Judged(law, judge, fault, tuple(notes))
    if fault and not judge.decided:
        raise fault
    return Judged(law, judge, None, tuple(notes))


def judge_counts(
    file: Path,
    law: OutcomeLaw,
    *,
    alpha: Fraction = ALPHA,
    tolerance: Fraction | None = None,
) -> Judged:
    """Judge a CSV file of outcomes and how often each came; a header is passed over.

    Raises ``SimulatorError`` for a file that is none.
    """
    counts = [0] * len(law.outcomes)
    numbers = {outcome: number for number, outcome in enumerate(law.outcomes)}
    impossible = None
    for line, outcome, count in _rows(file):
        try:
            name = law.read(outcome)
        except OutcomeError as error:
            if line == 1 and not any(map(str.isdigit, count)):
                continue
            raise SimulatorError(f"{file}, line {line}: {error}") from None
        times = _whole(count, f"{file}, line {line}")
        if name in numbers:
            counts[numbers[name]] += times
        elif times and impossible is None:
            impossible = Impossible(line, name)
    if sum(counts) > MOST:
        raise SimulatorError(f"{file}: all counts together are more than 10**15")
    judge = Judge(law.chances, alpha, tolerance, pairs=False)
    judge.take_counts(np.array(counts, np.int64))
    judge.finish()
    return Judged(law, judge, impossible, (ONLY_COUNTS,))


def _rows(file: Path) -> Iterable[tuple[int, str, str]]:
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            for line, row in enumerate(csv.reader(stream), start=1):
                if not any(field.strip() for field in row):
                    continue
                if len(row) != 2:
                    raise SimulatorError(
                        f"{file}, line {line}: an outcome and a count are right, "
                        "such as 21,5"
                    )
                yield line, row[0], row[1]
    except OSError as error:
        raise SimulatorError(f"cannot read {file}: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise SimulatorError(f"{file} is no CSV file: {error}") from None


MOST = 10**15
"""The largest count, and the largest sum of all counts."""


def _whole(text: str, where: str) -> int:
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) < 18 and int(word) <= MOST:
        return int(word)
    raise SimulatorError(
        f"{where}: {text[:40]!r} is no count; a whole number up to 10**15 is right"
    )
