"""Average cribs by the two cards thrown: sections of the game's page, and a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from trueodds.analysis.cribbage.equilibrium.shipped_results import AtEquilibrium
from trueodds.analysis.cribbage.published.tables import (
    MeanCribs,
    Means,
    Pair,
    PublishedTable,
    published_tables,
)
from trueodds.core.cards import RANKS
from trueodds.core.charts import HeatMap, shades
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import DEFAULT
from trueodds.reports.answers.cribbage.pair_tables import (
    CONVENTIONS,
    WHY,
    about_published,
    differences,
    side_by_side,
)
from trueodds.reports.html.book import BookPage
from trueodds.reports.html.page import Section

OWNERS = {"dealer": "the dealer's own crib", "pone": "the opponent's crib"}
WHOSE = {"dealer": "your crib", "pone": "their crib"}
CRIBS = {"dealer": "mine", "pone": "theirs"}
AVERAGES = {
    "thrown": "when thrown: over the deals from which a perfect player throws the pair",
    "held": "when held: over all deals that have the pair",
}


class Cell(NamedTuple):
    """A cell of a table: its text, and its shade from 0 to 1."""

    text: str
    shade: str


def sections(results: AtEquilibrium) -> Iterator[Section]:
    """Yield the published tables, then the averages for each role."""
    yield Section(
        "Published average cribs",
        "The tables that players learn have one average for each pair of ranks, and "
        f"rest on different assumptions. {WHY} {CONVENTIONS}",
        (),
        grids=(about_published(),),
    )
    for role, of_role in results.roles.items():
        means, title = of_role.cribs, f"Average crib of the {role}'s discards"
        yield Section(
            f"Average cribs of the {role}'s discards",
            f"Points in {OWNERS[role]} by the two cards thrown. In brackets: published "
            "average minus exact average when thrown.",
            (),
            maps=(
                _heat_map(f"{title}, when thrown", means.thrown),
                _heat_map(f"{title}, when held", means.held),
            ),
            grids=(
                differences(role, means),
                side_by_side(role, means),
            ),
        )


def build(odds: Odds, results: AtEquilibrium) -> BookPage:
    """Return the page, with the maps of both roles as data of its script."""
    maps = {
        CRIBS[role]: {name: _map(getattr(of_role.cribs, name)) for name in AVERAGES}
        for role, of_role in results.roles.items()
    }
    cribs = [of_role.cribs for of_role in results.roles.values()]
    return BookPage(
        name="cribbage-cribs",
        title="Average cribs",
        menu="Average cribs",
        answers="How many points does a crib make on average, by the two cards that "
        "you throw into it?",
        values={
            "ranks": RANKS,
            "first": maps["mine"]["thrown"],
            "averages": AVERAGES,
            "dashes": any(_never(means, by_suit=True) for means in cribs),
            "stars": any(_never(means, by_suit=False) for means in cribs),
            "published": [table.name for table in published_tables()],
            "about": about_published(),
            "differences": [
                (WHOSE[role], differences(role, of_role.cribs))
                for role, of_role in results.roles.items()
            ],
            "card": [
                (WHOSE[role], _triangle(of_role.cribs))
                for role, of_role in results.roles.items()
            ],
            "conventions": CONVENTIONS,
            "why": WHY,
            "preset": DEFAULT,
            "settings": {
                "averages": AVERAGES,
                "maps": maps,
                "published": _published(results),
            },
        },
        odds=odds,
        scripts=("widgets/cribbage_cribs.js",),
    )


def square(cell: Callable[[int, int], Fraction | None]) -> list[list[Cell | None]]:
    """Return 13 by 13 cells, the largest value darkest; None stands for no value."""
    ranks = range(len(RANKS))
    values = [[cell(row, column) for column in ranks] for row in ranks]
    return [
        [
            None
            if value is None or shade is None
            else Cell(f"{float(value):.2f}", f"{float(shade):.2f}")
            for value, shade in zip(*rows, strict=True)
        ]
        for rows in zip(values, shades(values), strict=True)
    ]


def _heat_map(caption: str, means: Means) -> HeatMap:
    """Return 169 means: one suit above the diagonal, two suits on and below it."""
    ranks = range(len(RANKS))
    return HeatMap(
        f"{caption}: of one suit above the diagonal, of two suits on and below it",
        RANKS,
        tuple(
            tuple(means.get(_pair(row, column)) for column in ranks) for row in ranks
        ),
    )


def _map(means: Means) -> list[list[Cell | None]]:
    """Return the means of 169 pairs as cells of the page."""
    return square(lambda row, column: means.get(_pair(row, column)))


def _pair(row: int, column: int) -> Pair:
    """Return the pair of a cell: suited above the diagonal, else of two suits."""
    return Pair(min(row, column), max(row, column), column > row)


def _never(means: MeanCribs, *, by_suit: bool) -> bool:
    """Return True if a pair is held but never thrown."""
    return any(
        pair not in means.thrown
        for pair in means.held
        if (pair.suited is not None) == by_suit
    )


def _published(results: AtEquilibrium) -> dict[str, dict[str, Any]]:
    """Return each published table by crib: its means, and how far they are too high."""
    ranks = range(len(RANKS))

    def cell(
        role: str, table: PublishedTable, row: int, column: int
    ) -> tuple[str, str]:
        pair = Pair(min(row, column), max(row, column))
        printed = table.means[role][pair]
        above = printed - results.roles[role].cribs.of(pair)
        return f"{float(printed):.2f}", f"{float(above):+.2f}"

    return {
        table.name: {
            CRIBS[role]: [
                [cell(role, table, row, column) for column in ranks] for row in ranks
            ]
            for role in results.roles
        }
        for table in published_tables()
    }


def _triangle(means: MeanCribs) -> list[list[str | None]]:
    """Return the 91 means by lower and higher rank; None below the diagonal."""

    def cell(low: int, high: int) -> str | None:
        pair = Pair(low, high)
        mark = "" if pair in means.thrown else "*"
        return f"{float(means.of(pair)):.2f}{mark}" if low <= high else None

    ranks = range(len(RANKS))
    return [[cell(low, high) for high in ranks] for low in ranks]
