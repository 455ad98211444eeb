"""Mean cribs by what is thrown, as others have published them: package data.

They rest on different assumptions, which ``published.toml`` names, and differ from one
another by about a tenth of a point: bands to land in, not values to equal.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import NamedTuple, TypeAlias


class Pair(NamedTuple):
    """Two cards thrown: their ranks, the lower first, and whether of one suit.

    ``suited`` is None where suits are not told apart.
    """

    low: int
    high: int
    suited: bool | None = None


Means: TypeAlias = dict[Pair, Fraction]


@dataclass(frozen=True, slots=True)
class MeanCribs:
    """The mean crib of each pair over the deals that throw it, and that hold it.

    Both of the 91 pairs of ranks and of the 169 told apart by suits.
    """

    thrown: Means
    held: Means


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """One author's table: where it is from, how it was made, and its 91 means a role.

    The values are what is printed, exactly.
    """

    name: str
    source: str
    about: str
    dealer: Means
    pone: Means

    def of(self, role: str) -> Means:
        """The means for the dealer's or the pone's discards."""
        return self.dealer if role == "dealer" else self.pone


def published_tables() -> tuple[PublishedTable, ...]:
    """All published tables there are here.

    >>> hessel = published_tables()[0]
    >>> hessel.name, len(hessel.dealer), hessel.dealer[Pair(4, 4)]
    ('Hessel', 91, Fraction(179, 20))
    """
    text = files(__package__).joinpath("published.toml").read_text(encoding="utf-8")
    return tuple(
        PublishedTable(
            name=table["name"],
            source=table["source"],
            about=table["about"],
            dealer=_triangle(table["dealer"]),
            pone=_triangle(table["pone"]),
        )
        for table in tomllib.loads(text)["table"]
    )


def _triangle(text: str) -> Means:
    return {
        Pair(low, low + place): Fraction(value)
        for low, line in enumerate(text.splitlines())
        for place, value in enumerate(line.split())
    }
