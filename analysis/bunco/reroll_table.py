"""The gain from rolling dice again, and a table of the dice to roll again.

The rounds are independent, so the best play of a game is the best play of each round.
With fair dice only two things about a roll matter: the number of dice on the target,
and the numbers of equal dice among the rest. These two are the *look* of a roll. So the
table has few lines, one for each look. A roll is the number of dice that show each
face.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

import msgspec

from trueodds.analysis.bunco.rolls import (
    Reroll,
    best_rerolls,
    mean_points,
    round_distributions,
)
from trueodds.core.dice import Roll
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.bunco import BuncoRules, award

METHOD = "decision process"
TARGET = 1


class Look(NamedTuple):
    """The number of dice on the target, and the numbers of equal dice among the rest.

    ``matching`` counts the dice on the target. ``alike`` has the size of each group of
    equal other dice, the largest first.
    """

    matching: int
    alike: tuple[int, ...]

    @classmethod
    def of(cls, roll: Roll) -> "Look":
        """Count the dice of a roll that show 1, the target, and equal other dice.

        ``roll`` is the number of dice that show each face.
        """
        return cls(roll[0], tuple(sorted(filter(None, roll[1:]), reverse=True)))

    @property
    def id(self) -> str:
        """The number of dice on the target and the groups of other dice, for an id.

        Examples are ``1.2`` for one die on the target and two equal other dice,
        ``0.1_1_1`` for three different other dice, and ``3.none`` for three dice on the
        target.
        """
        return f"{self.matching}.{'_'.join(map(str, self.alike)) or 'none'}"

    @property
    def text(self) -> str:
        """The look in words: dice on the target, and groups of equal other dice."""
        others = " + ".join(f"{n} alike" if n > 1 else "1" for n in self.alike)
        on = f"{self.matching} on the target"
        return f"{on}, others {others}" if others else on


@dataclass(frozen=True)
class RerollLine:
    """A line of the re-roll table: rolls that look alike, and their best re-roll.

    Rolls look alike if they have the same number of dice on the target, and groups of
    the same sizes of other dice that are equal. ``weight`` is the number of these
    rolls, ``roll`` is any of them, and ``best`` is its best re-roll.
    """

    weight: int
    roll: Roll
    best: Reroll

    @property
    def dice(self) -> int:
        """The number of dice to roll again."""
        return sum(self.roll) - sum(self.best.kept)

    @property
    def text(self) -> str:
        """The dice to roll again, in words."""
        thrown = [
            f"{less} on the target" if face == 0 else _others(less, have)
            for face, (have, kept) in enumerate(
                zip(self.roll, self.best.kept, strict=True)
            )
            if (less := have - kept)
        ]
        return f"roll again {' and '.join(thrown)}" if thrown else "keep all"


def _others(less: int, have: int) -> str:
    return f"{less} of {have} alike" if have > 1 else "a single one"


def table(rules: BuncoRules) -> dict[Look, RerollLine]:
    """Return the best re-roll of fair dice by the look of the roll.

    A look is the number of dice that show the target, and how many of the other dice
    are equal.

    >>> lines = table(BuncoRules.load("d20"))
    >>> lines[Look(2, (1,))].text, lines[Look(0, (3,))].text
    ('roll again a single one', 'keep all')
    """
    best = best_rerolls(TARGET, rules)
    lines: dict[Look, RerollLine] = {}
    for roll, weight in rules.cup.rolls():
        look = Look.of(roll)
        # Rolls with one look differ only in the names of
        # faces, so the first stands for all.
        line = lines.get(look) or RerollLine(0, roll, best(roll))
        lines[look] = replace(line, weight=line.weight + weight)
    return dict(sorted(lines.items()))


def quantities(rules: BuncoRules) -> Iterator[Quantity]:
    """Yield the mean points gained by rolling again and, for fair dice, the table.

    The table has the quantities ``reroll.LOOK.*`` for each look of a roll. A look is
    the number of dice that show the target, and how many of the other dice are equal.
    """
    with_rerolls, without = (
        sum(map(mean_points, round_distributions(played)), Fraction(0))
        for played in (rules, msgspec.structs.replace(rules, rerolls=0))
    )
    game = with_rerolls - without
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
        action = f"With {look.text}: {line.text}"
        yield Quantity(f"{prefix}.dice", action, Fraction(line.dice), "dice", METHOD)
        mean = mean_points(line.best.awards)
        yield _points(
            f"{prefix}.mean", f"Mean points with {look.text}, played best", mean
        )
        kept = award(line.roll, TARGET, rules).points
        yield _points(
            f"{prefix}.gain", f"Mean points gained with {look.text}", mean - kept
        )


def _points(id: str, label: str, value: Fraction) -> Quantity:
    return Quantity(id, label, value, "points", METHOD)
