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
from itertools import chain
from math import log
from typing import Any, NamedTuple, TypeAlias

from trueodds.core.rules import Breakdown
from trueodds.proofs.verify.verdict import Example

NOTHING = "nothing scores"
ANYTHING = "no feature in common"
TELLING = 1.25
"""A feature can name a class if wrong answers have it this many times as often."""

BY_CHANCE = 0.01
"""A feature of all members is named if its probability by chance is below this."""

DIFFERENCES = 3
"""Number of differences that the text of a class lists."""

Causes: TypeAlias = Callable[[Breakdown], tuple[str, ...]]


class Wrong(NamedTuple):
    """A wrong answer: the position, the reference scorer's breakdown, the answer."""

    position: str
    right: Breakdown
    got: int

    @property
    def size(self) -> tuple[int, int, str]:
        """The sort key: number of scoring items, length of the text, and text."""
        return len(self.right.lines), len(self.position), self.position

    def example(self) -> Example:
        """Return the wrong answer as the example of a verdict."""
        why = (
            f"{line.name}: {line.what}"
            + ("" if line.points is None else f" = {line.points}")
            for line in self.right.lines
        )
        return Example(self.position, self.right.value, self.got, tuple(why))


@dataclass(frozen=True, slots=True)
class FailureClass:
    """Wrong answers of one class: its name, and its members."""

    name: str
    members: Sequence[Wrong]

    @property
    def off(self) -> str:
        """The differences from the right answers as text, the most frequent first."""
        counted = Counter(wrong.got - wrong.right.value for wrong in self.members)
        often = sorted(counted, key=lambda value: (-counted[value], value))
        texts = [f"{value:+d}" for value in often[:DIFFERENCES]]
        return ", ".join(texts) + (", …" if len(often) > DIFFERENCES else "")

    def record(self) -> dict[str, Any]:
        """Return the class as values for JSON."""
        smallest = min(self.members, key=lambda wrong: wrong.size).example()
        return {
            "off": self.off,
            "kind": self.name,
            "count": len(self.members),
            "smallest": smallest.where,
            "expected": smallest.expected,
            "got": smallest.got,
            "why": list(smallest.why),
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
    usual = [set(causes(breakdown)) for breakdown in right]
    counts = Counter(chain.from_iterable(usual))

    def share(name: str) -> float:
        """Return the share of right answers with this feature.

        One half is added to their number, so that the share is not 0.
        """
        return (counts[name] + 0.5) / (len(usual) + 1)

    classes: dict[str, list[Wrong]] = {}
    while features:
        name, members, features = _most_telling(features, share)
        classes.setdefault(name, []).extend(answer for answer, _ in members)
    grouped = [FailureClass(name, members) for name, members in classes.items()]
    return sorted(grouped, key=lambda group: (-len(group.members), group.name))


Features: TypeAlias = list[tuple[Wrong, frozenset[str]]]


def _most_telling(
    features: Features, share: Callable[[str], float]
) -> tuple[str, Features, Features]:
    """Return the class of the feature that best separates wrong from right answers.

    The result is its name, its members, and the wrong answers of other classes.
    """
    counted = Counter(name for _, names in features for name in names)
    shares = {name: count / len(features) for name, count in counted.items()}
    telling = {
        name: wrong * log(wrong / share(name))
        for name, wrong in shares.items()
        if wrong / share(name) > TELLING
    }
    if not telling:
        nothing = all(not answer.right.lines for answer, _ in features)
        return (NOTHING if nothing else ANYTHING), features, []
    first = max(telling, key=lambda name: (telling[name], name))
    members = [pair for pair in features if first in pair[1]]
    common = frozenset.intersection(*(names for _, names in members))
    rare = [
        name
        for name in sorted(common, key=lambda name: (share(name), name))
        if 1 / share(name) > TELLING and share(name) ** len(members) < BY_CHANCE
    ]
    # A name that is part of another name adds nothing.
    distinct = [name for name in rare if sum(name in other for other in rare) == 1]
    rest = [pair for pair in features if first not in pair[1]]
    return ", ".join(distinct or [first]), members, rest
