"""Published percentages of the dice of the data file, and what they leave open.

A percentage that is rounded to one decimal stands for an interval of probabilities.
The weights of a die are an inference: whole numbers whose probabilities are in these
intervals.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import NamedTuple

Interval = tuple[Fraction, Fraction]

ROUNDED = Fraction(1, 20)
"""The most by which a percentage that is rounded to one decimal is off."""


class PublishedDie(NamedTuple):
    """The percentages of a die as printed, how far they may be off, and the source.

    A seventh percentage is that of a joker.
    """

    percent: tuple[Fraction, ...]
    within: Fraction
    source: str

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """The lowest and highest probability of each face that is printed this way.

        >>> die = published_dice()["weighted"]
        >>> [str(bound) for bound in die.intervals[0]]
        ['1333/2000', '267/400']
        """
        return tuple(
            (
                max(Fraction(0), (percent - self.within) / 100),
                min(Fraction(1), (percent + self.within) / 100),
            )
            for percent in self.percent
        )


@cache
def published_dice() -> dict[str, PublishedDie]:
    """Return the published percentages of all dice of the data file, by name."""
    text = (files(__package__) / "dice.toml").read_text(encoding="utf-8")
    dice = tomllib.loads(text, parse_float=Fraction)
    return {
        name: PublishedDie(
            tuple(map(Fraction, (*die["percent"], *die.get("joker_percent", ())))),
            die.get("within", ROUNDED),
            die["source"],
        )
        for name, die in dice.items()
    }
