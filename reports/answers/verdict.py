"""Verdicts on users' programs as answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from trueodds.proofs.verify.scorer.verdict import ScorerDetails
from trueodds.proofs.verify.simulator.details import (
    OutcomeCount,
    SimulatorDetails,
    short,
)
from trueodds.proofs.verify.transcript import TranscriptDetails
from trueodds.proofs.verify.verdict import Details, Example, Subject, Verdict, Word
from trueodds.reports.kinds import POINTS, Column, Grid, decimals
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden, record_of
from trueodds.reports.text.records import version

MOST_CLASSES = 20
"""The most failure classes that are printed."""

MOST_OUTCOMES = 12
"""The most outcomes that are printed."""

FURTHEST = 6
"""The outcomes printed of more: those furthest from their expected counts."""

SMALLEST = Fraction(1, 100)
"""Smaller expected counts are not printed in full."""

SHOWN = 20
"""The most right lines of a transcript that are printed before a wrong line."""

OPEN = ("alpha", "outcomes", "others", "readings")
"""The details in the JSON of outcomes whose kind has to be named."""

Judged = TypeVar("Judged", bound="Judgement[Any]")


@dataclass(frozen=True, kw_only=True, repr=False)
class Judgement(Answer, Generic[Details]):
    """A verdict on a user's program, with the evidence.

    ``verdict`` is a word such as "agrees" or "refuted", and ``summary`` the verdict as
    a sentence. ``headline`` is the summary with the game, its rules and the question.
    ``subject`` is the kind of program: "scorer", "simulator" or "transcript" (a
    recorded game). ``question`` is the scoring rule or the kind of outcome. ``counts``
    has the numbers of inputs and of faults. ``example`` is an input, or evidence, that
    shows a fault, and ``example_title`` the words before it. ``notes`` are the limits
    of the verdict. ``details`` has the results for this kind of program, and ``before``
    is a text that is printed before the verdict.
    """

    schema = "trueodds.verdict/1"
    marked = True
    example_title: ClassVar[str]

    verdict: Word
    subject: Subject
    game: str
    rules_digest: str
    rules: str
    question: str
    version: str
    summary: str
    counts: Mapping[str, int]
    example: Example | None
    notes: tuple[str, ...]
    details: Details
    headline: Hidden[str]
    exit_code: Hidden[int]
    before: Hidden[str] = ""

    @classmethod
    def of(
        cls: type[Judged],
        verdict: Verdict[Any],
        exit_code: int | None = None,
        before: str = "",
    ) -> Judged:
        """Return a verdict as an answer.

        ``exit_code`` replaces the exit code of the verdict, unless it is None.
        ``before`` is a text that is printed before the verdict.
        """
        same = {f.name: getattr(verdict, f.name) for f in fields(verdict)}
        # ``headline`` has the scope in its words.
        del same["word"], same["scope"]
        return cls(
            verdict=verdict.word,
            version=version(),
            headline=verdict.headline,
            exit_code=verdict.exit_code if exit_code is None else exit_code,
            before=before,
            **same,
        )

    def shown(self) -> Iterable[Part]:
        """Return the sentences and tables between the verdict and the example."""
        return self.printed_tables()

    def table(self) -> Iterable[Part]:
        """Return the verdict, the parts of ``shown``, the example and the notes."""
        return self._parts(self.shown())

    def _parts(self, shown: Iterable[Part]) -> Iterator[Part]:
        yield from filter(None, [self.before])
        yield f"{self.verdict.upper()}: {self.headline}"
        yield from shown
        if self.example:
            got = self.example.got
            lines = [
                f"{self.example_title}: {self.example.where}",
                f"  right  {self.example.expected}",
                f"  yours  {'nothing' if got is None else got}",
                *(f"  {step}" for step in self.example.why),
            ]
            yield "\n".join(lines)
        if self.notes:
            yield "\n".join(f"note: {note}" for note in self.notes)


def _first(
    columns: Sequence[Column], rows: Sequence[object], most: int, more: str
) -> Iterable[Part]:
    """Yield the first rows as a table, and how many more there are."""
    if rows:
        yield Grid(columns, rows[:most]).table()
    if len(rows) > most:
        yield more.format(len(rows) - most)


KINDS = (
    Column("count", "answers"),
    Column("off", "difference"),
    Column("kind", "scoring item"),
    Column("smallest", "example"),
    Column("expected", "right"),
    Column("got", "yours"),
    Column("why", "because", derived=lambda failure: "; ".join(failure.why)),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class ScorerVerdict(Judgement[ScorerDetails]):
    """A verdict on a scorer, with the failure classes.

    A failure class is the wrong answers with the same difference from the right answer
    and the same scoring item.
    """

    example_title = "smallest example"

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the failure classes of the scorer."""
        return {"kinds": Grid(KINDS, self.details.kinds)}

    def shown(self) -> Iterable[Part]:
        """Return a table of the largest failure classes, and the number of others."""
        more = "and {} more failure classes"
        return _first(KINDS, self.details.kinds, MOST_CLASSES, more)


def _expected(number: Fraction) -> str:
    return POINTS(number) if number >= SMALLEST else "< 0.01"


def _deviation(row: OutcomeCount) -> str:
    """Return the deviation of a count in words.

    >>> _deviation(OutcomeCount("6", Fraction(1, 2), Fraction(1, 2), Fraction(50), 60))
    '2.0 too many'
    """
    direction = "too many" if row.deviation > 0 else "too few"
    if row.deviation:
        return f"{decimals(1)(abs(row.deviation))} {direction}"
    return "0"


def _surprise(row: OutcomeCount) -> Fraction:
    # The term of the outcome in Pearson's chi-squared. The lower limit keeps an outcome
    # that is expected almost never from dividing by about 0.
    return (row.count - row.expected) ** 2 / max(row.expected, SMALLEST)


OUTCOMES = (
    Column("outcome", "outcome"),
    Column("probability", "probability", short),
    Column("expected", "expected", _expected),
    Column("count", "observed", POINTS),
    Column("deviation", "deviation", shown=_deviation),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class SimulatorVerdict(Judgement[SimulatorDetails]):
    """A verdict on a simulator, with the outcomes and their counts."""

    example_title = "the evidence"

    def record(self) -> Mapping[str, Any]:
        """Return the keys and values of the JSON.

        If the kind of outcome is not known, the program is not judged. Then ``details``
        leaves out the keys that would have no value.
        """
        record = record_of(self)
        # Without a kind there is no evidence, and keys without a value would look like
        # a verdict.
        if self.details.log10_e is None:
            keys = OPEN if self.details.readings else ()
            record["details"] = {key: record["details"][key] for key in keys}
        return record

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the outcomes, with deviations in standard deviations."""
        return {"outcomes": Grid(OUTCOMES, self.details.outcomes)}

    def shown(self) -> Iterable[Part]:
        """Return the outcomes; if there are many, those that deviate most."""
        rows = self.details.outcomes
        if not (rows and self.counts["outcomes"]):
            return []
        if len(rows) <= MOST_OUTCOMES:
            return self.printed_tables()
        more = "and {} outcomes that deviate less (--format json)"
        furthest = sorted(rows, key=_surprise, reverse=True)
        return _first(OUTCOMES, furthest, FURTHEST, more)


class RecordedLine(NamedTuple):
    """A line of a recording: its number, verdict and text, and the right text."""

    line: int
    verdict: str
    text: str
    right: str


LINES = tuple(Column(name, name) for name in RecordedLine._fields)


@dataclass(frozen=True, kw_only=True, repr=False)
class TranscriptVerdict(Judgement[TranscriptDetails]):
    """A verdict on a recorded game, with its lines up to the first wrong one."""

    example_title = "first wrong line"

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the recording's right lines, and then the wrong line."""
        rows = [
            RecordedLine(line, "right", text, text)
            for line, text in self.details.checked
        ]
        if wrong := self.example:
            line = int(wrong.where.removeprefix("line "))
            rows.append(
                RecordedLine(line, "wrong", str(wrong.got or ""), str(wrong.expected))
            )
        return {"lines": Grid(LINES, rows)}

    def shown(self) -> Iterable[Part]:
        """Return a text with the last right lines of the recording, and their numbers.

        There is no text if no line is right.
        """
        checked = self.details.checked[-SHOWN:]
        right = "\n".join(f"{line:5}  right  {text}" for line, text in checked)
        return filter(None, [right])

    def markdown(self) -> Iterable[Part]:
        """Return the verdict, and a table of the lines up to the first wrong one."""
        return self._parts(self.printed_tables())
