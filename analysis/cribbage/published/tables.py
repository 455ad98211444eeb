"""Published mean cribs of other authors, by the two cards thrown: package data.

The tables rest on different assumptions, which ``published.toml`` names, and differ
from each other by about a tenth of a point. So exact means should be near them, not
equal to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

from trueodds.core.exact.exact_toml import toml_file


class Pair(NamedTuple):
    """Two cards thrown: their ranks, the lower first, and True for two of one suit.

    ``suited`` is None where suits do not matter.
    """

    low: int
    high: int
    suited: bool | None = None


Means: TypeAlias = dict[Pair, Fraction]


@dataclass(frozen=True, slots=True)
class MeanCribs:
    """Mean crib by the two cards thrown, over the deals that throw or hold them.

    ``thrown`` is over the deals that throw the two cards, and ``held`` over all deals
    that hold them. ``held`` has the 91 pairs of ranks and the 169 pairs with suits.
    ``thrown`` lacks pairs that are never thrown.
    """

    thrown: Means
    held: Means

    def of(self, pair: Pair) -> Fraction:
        """Return the mean crib of a pair over the deals that throw it.

        For a pair that is never thrown, it is the mean over the deals that hold the
        pair.
        """
        return self.thrown.get(pair, self.held[pair])


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """The mean cribs that one author published, by the ranks of the two cards thrown.

    ``name`` is the author. ``source`` says where the means are printed, and ``about``
    how the author found them. ``means`` has a mean for each of the 91 pairs of ranks,
    by "dealer" and "pone". The values are exactly the printed ones.
    """

    name: str
    source: str
    about: str
    means: dict[str, Means]


@cache
def published_tables() -> tuple[PublishedTable, ...]:
    """Return all published tables that this package has.

    >>> hessel = published_tables()[0]
    >>> hessel.name, len(hessel.means["pone"]), hessel.means["dealer"][Pair(4, 4)]
    ('Hessel', 91, Fraction(179, 20))
    """
    return tuple(
        PublishedTable(
            name=table["name"],
            source=table["source"],
            about=table["about"],
            means={role: _triangle(table[role]) for role in ("dealer", "pone")},
        )
        for table in toml_file(__package__, "published.toml")["table"]
    )


def _triangle(text: str) -> Means:
    return {
        Pair(low, low + place): Fraction(value)
        for low, line in enumerate(text.splitlines())
        for place, value in enumerate(line.split())
    }
