"""Wrong answers sorted by kind: by how far they are off, and by what scores there.

Within answers that are off by the same, what is common to all their positions names
the kind, such as nobs, or a flush; where nothing is, those with the most frequent
cause come first, and the rest is sorted in the same way.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from trueodds.core.breakdown import Breakdown
from trueodds.proofs.verify.verdict import Example

NOTHING = "nothing scores"

Causes = Callable[[Breakdown], tuple[str, ...]]


class Wrong(NamedTuple):
    """A wrong answer: to what, what the reference scorer says of it, and the answer."""

    position: str
    right: Breakdown
    got: int

    @property
    def size(self) -> tuple[int, int, str]:
        """Few reasons first, then short texts."""
        return len(self.right.lines), len(self.position), self.position

    def example(self) -> Example:
        """As a verdict has it."""
        why = [
            f"{line.name}: {line.what}"
            + ("" if line.points is None else f" = {line.points}")
            for line in self.right.lines
        ]
        return Example(self.position, self.right.value, self.got, tuple(why))


class Kind(NamedTuple):
    """Wrong answers of one kind: how far off, what scores, how many, the smallest."""

    off: str
    name: str
    number: int
    smallest: Wrong

    def record(self) -> dict[str, Any]:
        """The kind in values that JSON knows."""
        return {
            "off": self.off,
            "kind": self.name,
            "count": self.number,
            "smallest": self.smallest.position,
            "expected": self.smallest.right.value,
            "got": self.smallest.got,
        }


def names_of_lines(right: Breakdown) -> tuple[str, ...]:
    """The names of what scores, each once."""
    return tuple(dict.fromkeys(line.name for line in right.lines))


def kinds(wrong: Iterable[Wrong], causes: Causes = names_of_lines) -> list[Kind]:
    """The kinds of some wrong answers, the most frequent first."""
    by_difference: dict[str, list[Wrong]] = {}
    for one in wrong:
        off = f"{one.got - one.right.value:+d}"
        by_difference.setdefault(off, []).append(one)
    found = []
    for off, ones in by_difference.items():
        while ones:
            name, same, ones = _most_common(ones, causes)
            found.append(Kind(off, name, len(same), min(same, key=lambda w: w.size)))
    return sorted(found, key=lambda kind: (-kind.number, kind.off, kind.name))


def _most_common(
    wrong: Sequence[Wrong], causes: Causes
) -> tuple[str, list[Wrong], list[Wrong]]:
    """What most of these have in common, those that have it, and the others."""
    counted = Counter(name for one in wrong for name in causes(one.right))
    if not counted:
        return NOTHING, list(wrong), []
    most = max(counted.values())
    (first, *_) = [name for name, count in counted.items() if count == most]
    same = [one for one in wrong if first in causes(one.right)]
    others = [one for one in wrong if first not in causes(one.right)]
    common = [
        name
        for name in causes(same[0].right)
        if all(name in causes(one.right) for one in same)
    ]
    return ", ".join(common), same, others
