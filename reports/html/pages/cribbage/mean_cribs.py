"""Exact mean cribs beside published ones, as tables and heat maps."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from trueodds.analysis.cribbage.equilibrium.shipped import AtEquilibrium
from trueodds.analysis.cribbage.published.tables import (
    MeanCribs,
    Means,
    Pair,
    published_tables,
)
from trueodds.analysis.cribbage.suit_classes import PAIRS
from trueodds.core.cards import RANKS
from trueodds.reports.html.page import Grid, HeatMap, Section

WHOSE = {"dealer": "the dealer's own crib", "pone": "the opponent's crib"}
SUITS = {None: "", True: " suited", False: " unsuited"}

CONVENTIONS = (
    "The average when thrown is over the deals from which the pair is thrown: hands "
    "whose other four cards are better kept. The average when held is over all deals "
    "that hold the pair: given the discard, all hands are equally likely."
)
WHY = (
    "The exact averages are at the shipped equilibrium. Both players look at the suits "
    "of all six cards; flushes, nobs and every missing card count. Published averages "
    "differ because they assume other players (people, or players who look at ranks "
    "only), ignore flushes, come from a sample of cribs, or are rounded to one decimal."
)


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
        means = of_role.cribs
        yield Section(
            f"Average cribs of the {role}'s discards",
            f"Points in {WHOSE[role]} by the two cards thrown. In brackets: published "
            "average minus exact average when thrown.",
            (),
            maps=(
                heat_map(
                    f"Average crib of the {role}'s discards, when thrown", means.thrown
                ),
                heat_map(
                    f"Average crib of the {role}'s discards, when held", means.held
                ),
            ),
            grids=(
                differences(role, means),
                side_by_side(role, means),
            ),
        )


def about_published() -> Grid:
    """Return the authors of the published tables, and how they were made."""
    return Grid(
        "The published tables",
        ("Published by", "how", "source"),
        tuple((t.name, t.about, t.source) for t in published_tables()),
        of_numbers=False,
    )


def heat_map(caption: str, means: Means) -> HeatMap:
    """Return 169 means: one suit above the diagonal, two suits on and below it."""
    return HeatMap(
        f"{caption}: of one suit above the diagonal, of two suits on and below it",
        RANKS,
        tuple(
            tuple(
                means.get(Pair(min(row, column), max(row, column), column > row))
                for column in range(13)
            )
            for row in range(13)
        ),
    )


def side_by_side(role: str, means: MeanCribs) -> Grid:
    """Return both exact means and the published means of the 91 pairs of ranks.

    The differences are to the mean when thrown, or to the mean when held for a pair
    that is never thrown.
    """
    return Grid(
        f"Average crib of the {role}'s 91 pairs of ranks, exact and published",
        (
            "Thrown",
            "when thrown",
            "when held",
            *(table.name for table in published_tables()),
        ),
        tuple(_row(role, means, Pair(*ranks)) for ranks in PAIRS),
    )


def differences(role: str, means: MeanCribs) -> Grid:
    """Return each table's mean and largest difference from the exact means."""
    rows = []
    for table in published_tables():
        above = {
            pair: mean - means.thrown[pair]
            for pair, mean in table.means[role].items()
            if pair in means.thrown
        }
        far = max(above, key=lambda pair: abs(above[pair]))
        rows.append(
            (
                table.name,
                _signed(sum(above.values(), Fraction(0)) / len(above)),
                f"{float(sum(map(abs, above.values()), Fraction(0)) / len(above)):.3f}",
                f"{_signed(above[far])} for {pair_name(far)}",
            )
        )
    return Grid(
        f"Published averages of the {role}'s discards, compared with the exact ones",
        ("Published by", "average difference", "average error", "largest difference"),
        tuple(rows),
    )


def pair_name(pair: Pair) -> str:
    """Return the ranks of a pair as text, with its suits where they matter.

    >>> pair_name(Pair(4, 9)), pair_name(Pair(0, 1, True))
    ('5-10', 'A-2 suited')
    """
    return f"{RANKS[pair.low]}-{RANKS[pair.high]}{SUITS[pair.suited]}"


def _row(role: str, means: MeanCribs, pair: Pair) -> tuple[str, ...]:
    thrown, held = means.thrown.get(pair), means.held[pair]
    printed = [table.means[role][pair] for table in published_tables()]
    return (
        pair_name(pair),
        "never" if thrown is None else f"{float(thrown):.3f}",
        f"{float(held):.3f}",
        *(f"{float(mean):.2f} ({_signed(mean - means.of(pair))})" for mean in printed),
    )


def _signed(value: Fraction) -> str:
    return f"{float(round(value, 2)):+.2f}"
