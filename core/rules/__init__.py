"""Rules of each game as data, and its reference scorer: slow, obvious, right.

A scorer returns a ``Breakdown``: the value of a position, with the reasons.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a score's reasoning: its name, the cards or dice, and any points.

    >>> str(Line("pair", "5H 5C", 2)), str(Line("stake", "", -2))
    ('pair: 5H 5C', 'stake')
    """

    name: str
    what: str
    points: int | None = None

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.name, self.what)))


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The score of a position, with its reasons.

    ``position`` is the text of the position in its standard form. ``value`` is the
    score, and ``verdict`` is the score in words. ``lines`` are the steps that lead to
    the score, such as each combination with its points.
    """

    position: str
    value: int
    verdict: str
    lines: tuple[Line, ...]


def total_points(lines: Iterable[Line]) -> int:
    """Return the sum of the points of the scoring lines; a line may have none."""
    return sum(line.points or 0 for line in lines)


def points_text(points: int) -> str:
    """Return a number of points in words.

    >>> points_text(1), points_text(21)
    ('1 point', '21 points')
    """
    return "1 point" if points == 1 else f"{points} points"
