"""Failure classes: wrong answers grouped by the feature that tells them apart.

A feature is a name that the breakdown of a position yields, such as nobs. The feature
that best separates wrong answers from right ones names a class: the one with the
largest term w·log(w / r) of the Kullback-Leibler divergence, where w and r are the
shares of wrong and of right answers that have the feature. All wrong answers with that
feature belong to the class, and the others are grouped in the same way.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, NamedTuple

from trueodds.core.rules import Breakdown
from trueodds.proofs.verify.verdict import Example

NOTHING = "nothing scores"
ANYTHING = "no feature in common"
TELLING = 1.25
"""A feature names a class if it is this many times more frequent in wrong answers."""

BY_CHANCE = 0.01
"""A feature of all members is named unless this probability explains it."""

DIFFERENCES = 3
"""Number of differences that the text of a class lists."""

Causes = Callable[[Breakdown], tuple[str, ...]]


class Wrong(NamedTuple):
    """A wrong answer: the position, the reference scorer's breakdown, the answer."""

    position: str
    right: Breakdown
    got: int

    @property
    def size(self) -> tuple[int, int, str]:
        """The key by which few reasons come first, then short texts."""
        return len(self.right.lines), len(self.position), self.position

    @property
    def difference(self) -> int:
        """The answer minus the right answer."""
        return self.got - self.right.value

    def why(self) -> tuple[str, ...]:
        """Return the breakdown as lines of text."""
        return tuple(
            f"{line.name}: {line.what}"
            + ("" if line.points is None else f" = {line.points}")
            for line in self.right.lines
        )

    def example(self) -> Example:
        """Return the wrong answer as the example of a verdict."""
        return Example(self.position, self.right.value, self.got, self.why())


@dataclass(frozen=True, slots=True)
class FailureClass:
    """Wrong answers of one class: its name, and its members."""

    name: str
    members: Sequence[Wrong]

    @property
    def smallest(self) -> Wrong:
        """The wrong answer with the smallest position."""
        return min(self.members, key=lambda wrong: wrong.size)

    @property
    def off(self) -> str:
        """The differences, the most frequent first."""
        counted = Counter(wrong.difference for wrong in self.members)
        often = sorted(counted, key=lambda value: (-counted[value], value))
        texts = [f"{value:+d}" for value in often[:DIFFERENCES]]
        return ", ".join(texts) + (", …" if len(often) > DIFFERENCES else "")

    def record(self) -> dict[str, Any]:
        """Return the class as values for JSON."""
        smallest = self.smallest
        return {
            "off": self.off,
            "kind": self.name,
            "count": len(self.members),
            "smallest": smallest.position,
            "expected": smallest.right.value,
            "got": smallest.got,
            "why": list(smallest.why()),
        }


def names_of_lines(right: Breakdown) -> tuple[str, ...]:
    """Return the different names of the scoring items."""
    return tuple(dict.fromkeys(line.name for line in right.lines if line.points != 0))


def failure_classes(
    wrong: Iterable[Wrong],
    right: Iterable[Breakdown] = (),
    causes: Causes = names_of_lines,
) -> list[FailureClass]:
    """Group wrong answers into classes, the largest first.

    ``right`` are the breakdowns of some positions with right answers.
    """
    features = [(answer, frozenset(causes(answer.right))) for answer in wrong]
    usual: Counter[str] = Counter()
    number = 0
    for breakdown in right:
        usual.update(set(causes(breakdown)))
        number += 1
    # One half is added so that no share is 0.
    shares = {name: (count + 0.5) / (number + 1) for name, count in usual.items()}
    classes: dict[str, list[Wrong]] = {}
    while features:
        name, members = _most_telling(features, shares, 0.5 / (number + 1))
        classes.setdefault(name, []).extend(answer for answer, _ in members)
        kept = {id(answer) for answer, _ in members}
        features = [pair for pair in features if id(pair[0]) not in kept]
    grouped = [FailureClass(name, members) for name, members in classes.items()]
    return sorted(grouped, key=lambda group: (-len(group.members), group.name))


Features = Sequence[tuple[Wrong, frozenset[str]]]


def _most_telling(
    features: Features, shares: dict[str, float], rarest: float
) -> tuple[str, Features]:
    """Return the class that explains the most wrong answers: its name and members."""
    counted = Counter(name for _, names in features for name in names)

    def lift(name: str, count: int) -> float:
        return count / len(features) / shares.get(name, rarest)

    telling = {
        name: count / len(features) * log(lift(name, count))
        for name, count in counted.items()
        if lift(name, count) > TELLING
    }
    if not telling:
        nothing = all(not answer.right.lines for answer, _ in features)
        return (NOTHING if nothing else ANYTHING), features
    first = max(telling, key=lambda name: (telling[name], name))
    members = [pair for pair in features if first in pair[1]]
    common = frozenset.intersection(*(names for _, names in members))
    named = sorted(
        (
            name
            for name in common
            if 1 / shares.get(name, rarest) > TELLING
            and shares.get(name, rarest) ** len(members) < BY_CHANCE
        ),
        key=lambda name: (shares.get(name, rarest), name),
    )
    # A name that is part of another name adds nothing.
    distinct = [
        name
        for name in named
        if not any(name in other for other in named if other != name)
    ]
    return ", ".join(distinct or [first]), members
