"""What is said of somebody's program in the end: one word, and what it rests on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

SCHEMA = "trueodds.verdict/1"

Word = Literal["agrees", "refuted", "within", "undecided", "failed"]
Subject = Literal["scorer", "simulator", "transcript"]

EXIT_CODES: dict[Word, int] = {
    "agrees": 0,
    "within": 0,
    "refuted": 1,
    "failed": 2,
    "undecided": 3,
}


@dataclass(frozen=True, slots=True)
class Example:
    """The smallest input that shows a fault: where, what is right, what came instead.

    ``where`` is a position, an outcome or a line of a transcript; ``why`` the steps by
    which ours gets to ``expected``.
    """

    where: str
    expected: int | str
    got: int | str | None
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict on a program, the same record for every kind of program.

    ``word`` is "agrees" (no difference in anything that was looked at), "refuted" (a
    difference for certain, or at the error rate asked for), "within" (a simulator's
    probabilities are within the tolerance), "undecided" (more outcomes are needed) or
    "failed" (the program could not be judged). ``question`` says what was looked at
    (the scoring rule, or the kind of outcome), ``summary`` is the verdict in a
    sentence, ``counts`` how much was looked at and found, ``notes`` what the verdict
    does not show, and ``details`` what one subject has and the others have not, in
    values that JSON knows.
    """

    word: Word
    subject: Subject
    game: str
    rules_digest: str
    question: str
    summary: str
    counts: Mapping[str, int]
    example: Example | None = None
    notes: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def exit_code(self) -> int:
        """0 agrees or within, 1 refuted, 2 failed, 3 undecided."""
        return EXIT_CODES[self.word]

    def record(self) -> dict[str, Any]:
        """The verdict as the shipped JSON Schema ``verdict-1.json`` describes it.

        >>> verdict = Verdict(
        ...     "refuted", "scorer", "bunco", "sha256:…", "roll", "1 of 1296 is wrong",
        ...     {"positions": 1296, "wrong": 1}, Example("1 | 1 1 1", 21, 25),
        ... )
        >>> verdict.record()["example"]
        {'where': '1 | 1 1 1', 'expected': 21, 'got': 25, 'why': []}
        """
        import trueodds

        example = self.example and {
            "where": self.example.where,
            "expected": self.example.expected,
            "got": self.example.got,
            "why": list(self.example.why),
        }
        return {
            "schema": SCHEMA,
            "verdict": self.word,
            "subject": self.subject,
            "game": self.game,
            "rules_digest": self.rules_digest,
            "question": self.question,
            "version": trueodds.__version__,
            "summary": self.summary,
            "counts": dict(self.counts),
            "example": example,
            "notes": list(self.notes),
            "details": dict(self.details),
        }
