"""Average cribs by the two cards thrown: sections of the game's page, and a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TypeVar

from trueodds.analysis.cribbage.equilibrium.shipped_results import AtEquilibrium
from trueodds.analysis.cribbage.published.tables import (
    MeanCribs,
    Means,
    Pair,
    published_tables,
)
from trueodds.core.cards import RANKS
from trueodds.core.charts import shades
from trueodds.core.odds import Odds
from trueodds.reports.answers.cribbage.pair_tables import (
    NOTES,
    about_published,
    differences,
    side_by_side,
)
from trueodds.reports.games.cribbage import GAME
from trueodds.reports.html.book import BookPage, page_of
from trueodds.reports.html.page import MapCell, RankMap, Section
from trueodds.reports.kinds import decimals

OWNERS = {"dealer": "the dealer's own crib", "pone": "the opponent's crib"}
WHOSE = {"dealer": "your crib", "pone": "their crib"}
CRIBS = {"dealer": "mine", "pone": "theirs"}
AVERAGES = {
    "thrown": "when thrown: over the deals from which a perfect player throws the pair",
    "held": "when held: over all deals that have the pair",
}


T = TypeVar("T")


def sections(results: AtEquilibrium) -> Iterator[Section]:
    """Yield sections on average cribs: on the published tables, then on each role.

    ``results`` has the average cribs at the shipped equilibrium.
    """
    yield Section(
        "Published average cribs",
        "The tables that players learn have one average for each pair of ranks, and "
        f"rest on different assumptions. {NOTES['why']} {NOTES['conventions']}",
        (),
        grids=(about_published(),),
    )
    for role, of_role in results.roles.items():
        means = of_role.cribs
        title = f"Average crib of the {role}'s discards"
        yield Section(
            f"Average cribs of the {role}'s discards",
            f"Points in {OWNERS[role]} by the two cards thrown.",
            (),
            # The map when thrown has holes: some pairs are never thrown. When held has
            # none.
            maps=(
                _map(f"{title}, when thrown", means.thrown),
                _map(f"{title}, when held", means.held),
            ),
            grids=(
                differences(role, means),
                side_by_side(role, means),
            ),
        )


def build(odds: Odds, results: AtEquilibrium) -> BookPage:
    """Return the page on average cribs by two cards, with maps for both roles.

    ``results`` has the average cribs at the shipped equilibrium.
    """
    cribs = {role: of_role.cribs for role, of_role in results.roles.items()}
    maps = {
        CRIBS[role]: {
            name: square(partial(_mean, getattr(means, name))) for name in AVERAGES
        }
        for role, means in cribs.items()
    }
    return replace(
        page_of("cribbage-cribs"),
        values={
            "ranks": RANKS,
            "first": maps["mine"]["thrown"],
            "averages": AVERAGES,
            # The page explains dashes and stars only if its tables have any.
            "dashes": any(_never(means, by_suit=True) for means in cribs.values()),
            "stars": any(_never(means, by_suit=False) for means in cribs.values()),
            "published": [table.name for table in published_tables()],
            "about": about_published(),
            "differences": [
                (WHOSE[role], differences(role, means)) for role, means in cribs.items()
            ],
            "card": [
                (WHOSE[role], by_ranks(partial(_on_card, means)))
                for role, means in cribs.items()
            ],
            **NOTES,
            "preset": GAME.default,
            "settings": {
                "averages": AVERAGES,
                "maps": maps,
                # Published tables have no suits, so a script may show them beside the
                # same ranks only.
                "published": {
                    table.name: {
                        CRIBS[role]: by_ranks(partial(_published, means, cribs[role]))
                        for role, means in table.means.items()
                    }
                    for table in published_tables()
                },
            },
        },
        odds=odds,
    )


def by_ranks(cell: Callable[[int, int], T]) -> list[list[T]]:
    """Return 13 rows of 13 values of a function of two ranks.

    ``cell(row, column)`` gets two ranks, each 0 (ace) to 12 (king).
    """
    ranks = range(len(RANKS))
    return [[cell(row, column) for column in ranks] for row in ranks]


def square(cell: Callable[[int, int], Fraction | None]) -> list[list[MapCell | None]]:
    """Return 13 rows of 13 cells of a map, shaded by value.

    ``cell(row, column)`` gets two ranks, each 0 (ace) to 12 (king), and returns the
    value of their cell. A cell without a value is None.
    """
    values = by_ranks(cell)
    # Each map has a scale of its own, from its least to its largest mean.
    shaded = shades(values)

    def shown(row: int, column: int) -> MapCell | None:
        value = values[row][column]
        shade = shaded[row][column]
        if value is None or shade is None:
            return None
        return MapCell(*map(decimals(2), (value, shade)))

    return by_ranks(shown)


def _map(caption: str, means: Means) -> RankMap:
    """Return a map of 169 means: pairs of one suit are above the diagonal."""
    return RankMap(
        f"{caption}: of one suit above the diagonal, of two suits on and below it",
        RANKS,
        square(partial(_mean, means)),
    )


def _mean(means: Means, row: int, column: int) -> Fraction | None:
    """Return the mean of a cell, for one suit above the diagonal, else two suits."""
    # A pair of equal ranks is on the diagonal, and never of one suit.
    return means.get(Pair(min(row, column), max(row, column), column > row))


def _never(means: MeanCribs, *, by_suit: bool) -> bool:
    """Return True if any of the 91 (``by_suit``: 169) pairs is never thrown."""
    return any(
        pair not in means.thrown
        for pair in means.held
        if (pair.suited is not None) == by_suit
    )


def _published(
    printed: Means, exact: MeanCribs, row: int, column: int
) -> tuple[str, str]:
    """Return a published mean, and its difference from the exact mean."""
    pair = Pair(min(row, column), max(row, column))
    # The difference is rounded once, and not taken from two rounded numbers.
    above = printed[pair] - exact.of(pair)
    return decimals(2)(printed[pair]), decimals(2, "+")(above)


def _on_card(means: MeanCribs, low: int, high: int) -> str | None:
    """Return the mean of two ranks, with a star if never thrown; None if low > high."""
    if low > high:
        return None
    pair = Pair(low, high)
    mark = "" if pair in means.thrown else "*"
    return decimals(2)(means.of(pair)) + mark
