"""Mean cribs of each pair thrown, as rows of a file or as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM
from trueodds.analysis.cribbage.published.tables import (
    MeanCribs,
    Means,
    Pair,
    published_tables,
)
from trueodds.core.exact.printing import fraction_text
from trueodds.core.rules.cribbage import DEFAULT
from trueodds.reports.html.pages.cribbage.mean_cribs import (
    CONVENTIONS,
    WHY,
    about_published,
    differences,
    pair_name,
    side_by_side,
)

Row: TypeAlias = dict[str, str | float | None]


Table: TypeAlias = Callable[[Sequence[str], Sequence[Sequence[str]]], str]
"""``table_text`` or ``markdown_text``: from a header and rows to text."""


def rows(roles: Mapping[str, MeanCribs], *, by_suit: bool) -> list[Row]:
    """Return a row for each role and pair, 91 or 169 ``by_suit``, with both means.

    The 91 pairs also have the published means and their differences to the exact mean
    when thrown, or when held for a pair that is never thrown.
    """
    return [
        _row(role, pair, means)
        for role, means in roles.items()
        for pair in _pairs(means, by_suit=by_suit)
    ]


def text(
    roles: Mapping[str, MeanCribs],
    table: Table,
    *,
    by_suit: bool,
    opponent: str,
) -> str:
    """Return the mean cribs of the 91 or 169 pairs as a table to read.

    Both players use the strategy. The 91 means of the shipped equilibrium stand
    beside published means.
    """
    published = opponent == EQUILIBRIUM
    strategy = "the shipped equilibrium" if published else opponent
    parts = [
        f"Average points of the crib by the two cards thrown ({DEFAULT} rules), exact; "
        f"both players throw by {strategy}.",
        "",
    ]
    for role, means in roles.items():
        parts += [f"Average crib of the {role}'s discards", ""]
        if by_suit or not published:
            pairs = [
                [
                    pair_name(pair),
                    _decimal(pair, means.thrown),
                    _decimal(pair, means.held),
                ]
                for pair in _pairs(means, by_suit=by_suit)
            ]
            parts.append(table(["Thrown", "when thrown", "when held"], pairs))
            continue
        for grid in (side_by_side(role, means), differences(role, means)):
            parts.append(table(grid.header, grid.rows))
    if published and not by_suit:
        notes = about_published()
        parts += [f"{name}: {how}" for name, how, _ in notes.rows]
        parts += ["", WHY, CONVENTIONS, ""]
    return "\n".join(parts)


def _pairs(means: MeanCribs, *, by_suit: bool) -> Iterator[Pair]:
    return (pair for pair in means.held if (pair.suited is not None) == by_suit)


def _row(role: str, pair: Pair, means: MeanCribs) -> Row:
    thrown, held = means.thrown.get(pair), means.held[pair]
    row: Row = {
        "role": role,
        "pair": pair_name(pair),
        "thrown": None if thrown is None else float(thrown),
        "thrown_exact": None if thrown is None else fraction_text(thrown),
        "held": float(held),
        "held_exact": fraction_text(held),
    }
    if pair.suited is None:
        for table in published_tables():
            printed = table.means[role][pair]
            name = table.name.lower().replace(" ", "_")
            row[name] = float(printed)
            row[f"{name}_difference"] = float(printed - means.of(pair))
    return row


def _decimal(pair: Pair, means: Means) -> str:
    return f"{float(means[pair]):.6f}" if pair in means else "never"
