"""What rolling dice again is worth, and which dice to roll: a table for players.

The rounds do not depend on each other, so the best play of a game is the best play of
each round. With fair dice a roll matters only by how many dice are on the target and
how many of the others are alike, and so the table has few lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from trueodds.analysis.bunco.rolls import Choice, best_choices, mean_points, round_laws
from trueodds.core.dice import Roll
from trueodds.core.quantity import Quantity
from trueodds.core.rules.bunco import BuncoRules, award

METHOD = "decision process"
TARGET = 1


class Look(NamedTuple):
    """How many dice are on the target, and how many others are alike, most first."""

    matching: int
    alike: tuple[int, ...]

    @classmethod
    def of(cls, roll: Roll) -> "Look":
        """The look of a roll, for the target ``TARGET``."""
        return cls(roll[0], tuple(sorted(filter(None, roll[1:]), reverse=True)))

    @property
    def id(self) -> str:
        """Such as ``1.2`` or ``0.1_1_1``."""
        return f"{self.matching}.{'_'.join(map(str, self.alike)) or 'none'}"

    @property
    def text(self) -> str:
        """For people."""
        others = " + ".join(f"{n} alike" if n > 1 else "1" for n in self.alike)
        on = f"{self.matching} on the target"
        return f"{on}, others {others}" if others else on


@dataclass(frozen=True)
class Line:
    """A line of the table: rolls that look alike, and what to do with them."""

    weight: int
    roll: Roll
    choice: Choice

    @property
    def dice(self) -> int:
        """How many dice to roll again."""
        return sum(self.roll) - sum(self.choice.kept)

    @property
    def text(self) -> str:
        """Which dice to roll again."""
        thrown = [
            f"{less} on the target" if face == 0 else _others(less, have)
            for face, (have, kept) in enumerate(
                zip(self.roll, self.choice.kept, strict=True)
            )
            if (less := have - kept)
        ]
        return f"roll again {' and '.join(thrown)}" if thrown else "keep all"


def _others(less: int, have: int) -> str:
    return f"{less} of {have} alike" if have > 1 else "a single one"


def table(rules: BuncoRules) -> dict[Look, Line]:
    """The best choice for every look of a roll of fair dice.

    >>> lines = table(BuncoRules.load("d20"))
    >>> lines[Look(2, (1,))].text, lines[Look(0, (3,))].text
    ('roll again a single one', 'keep all')
    """
    best = best_choices(TARGET, rules)
    found: dict[Look, Line] = {}
    for roll, weight in rules.cup.rolls():
        look = Look.of(roll)
        if look in found:
            line = found[look]
            found[look] = Line(line.weight + weight, line.roll, line.choice)
        else:
            found[look] = Line(weight, roll, best(roll))
    return dict(sorted(found.items()))


def quantities(rules: BuncoRules) -> Iterator[Quantity]:
    """What rolling again is worth, and the table where the dice are fair."""
    gains = [
        mean_points(law) - _mean_without(rules.target(number), rules)
        for number, law in enumerate(round_laws(rules), start=1)
    ]
    game = sum(gains, Fraction(0))
    yield _points("reroll.game.gain", "Points a game gains by rolling again", game)
    yield _points(
        "reroll.roll.gain", "Points a round gains by rolling again", game / rules.rounds
    )
    if not rules.fair:
        return
    for look, line in table(rules).items():
        prefix = f"reroll.{look.id}"
        yield Quantity.probability(
            f"{prefix}.chance", f"A roll with {look.text}", line.weight, rules.cup.total
        )
        yield Quantity(
            id=f"{prefix}.dice",
            label=f"With {look.text}: {line.text}",
            value=Fraction(line.dice),
            unit="dice",
            method=METHOD,
        )
        mean = mean_points(line.choice.law)
        yield _points(
            f"{prefix}.mean", f"Mean points with {look.text}, so played", mean
        )
        kept = award(line.roll, TARGET, rules).points
        yield _points(
            f"{prefix}.gain", f"Points that gains with {look.text}", mean - kept
        )


def _mean_without(target: int, rules: BuncoRules) -> Fraction:
    """The mean points of a round without rolling again."""
    points = sum(
        weight * award(roll, target, rules).points for roll, weight in rules.cup.rolls()
    )
    return Fraction(points, rules.cup.total)


def _points(id: str, label: str, value: Fraction) -> Quantity:
    return Quantity(id=id, label=label, value=value, unit="points", method=METHOD)
