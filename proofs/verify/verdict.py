"""Verdicts on users' programs, with the evidence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

Details = TypeVar("Details")

Word = Literal[
    "agrees", "refuted", "within", "consistent", "undecided", "not judged", "failed"
]
Subject = Literal["scorer", "simulator", "transcript"]

# Only a good verdict lets a build pass: a program that could not be judged fails it, by
# another code than a refuted one.
EXIT_CODES: dict[Word, int] = {
    "agrees": 0,
    "within": 0,
    "consistent": 0,
    "refuted": 1,
    "failed": 2,
    "not judged": 2,
    "undecided": 3,
}


@dataclass(frozen=True, slots=True)
class Example:
    """The smallest input that shows a fault: its place, and the right and given answer.

    ``where`` is a position, an outcome or a line of a transcript; ``why`` has the steps
    that lead to ``expected``.
    """

    where: str
    expected: int | str
    got: int | str | None
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict(Generic[Details]):
    """A verdict on a program, the same record for every kind of program.

    Attributes:
        word: "agrees" (no difference anywhere), "refuted" (a certain difference, or one
            at the requested error rate), "within" (a simulator's probabilities are
            within the tolerance), "consistent" (a simulator's outcomes are not
            refuted, and every probability is near the right one), "undecided" (more
            outcomes are needed), "not judged" (a verdict needs a name, such as that of
            the rules) or "failed" (the program could not be judged).
        subject: The kind of program.
        game: The game.
        rules_digest: The fingerprint of the rules.
        question: The scoring rule, or the kind of outcome.
        summary: The verdict in a sentence.
        counts: The numbers of inputs and of faults.
        example: The smallest input that shows a fault.
        notes: The limits of the verdict.
        details: Further results for this kind of program.
        rules: The name of the rules.
        scope: The question in words, for people.
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
    details: Details = field(kw_only=True)
    rules: str = ""
    scope: str = ""

    @property
    def exit_code(self) -> int:
        """The exit code: 1 refuted, 2 failed or not judged, 3 undecided, else 0."""
        return EXIT_CODES[self.word]

    @property
    def headline(self) -> str:
        """The summary, with the game, its rules and the question.

        >>> Verdict(
        ...     "agrees", "scorer", "farkle", "sha256:…", "roll", "all 6 are right", {},
        ...     rules="box rules", details=None,
        ... ).headline
        'all 6 are right (farkle, box rules, roll)'
        """
        if not self.rules:
            return self.summary
        question = self.scope or self.question
        return f"{self.summary} ({self.game}, {self.rules}, {question})"
