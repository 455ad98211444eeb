"""Mean cribs of each pair thrown, exact and published: rows of a file, or text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM
from trueodds.analysis.cribbage.published.tables import (
    MeanCribs,
    Means,
    Pair,
    published_tables,
)
from trueodds.analysis.cribbage.suit_classes import PAIRS
from trueodds.core.cards import RANKS
from trueodds.core.exact.digits import fraction_text
from trueodds.core.rules.cribbage import DEFAULT
from trueodds.reports.answers import words_of
from trueodds.reports.output import Table

NOTES = words_of("cribbage/words.toml", "pairs")
"""The conventions of the averages, and why published averages differ from them."""

SUITS = {None: "", True: " suited", False: " unsuited"}

Row: TypeAlias = dict[str, str | float | None]
Printer: TypeAlias = Callable[[Sequence[str], Sequence[Sequence[str]]], str]
"""A function from a header and rows to text, such as ``markdown_text``."""


def rows(roles: Mapping[str, MeanCribs], *, by_suit: bool) -> list[Row]:
    """Return a row for each role and pair: 91 pairs, or 169 if ``by_suit`` is true.

    A row has both exact means. For the 91 pairs it also has the published means and
    their differences from the exact mean. The exact mean here is the mean when
    thrown, or, for a pair that is never thrown, the mean when held.
    """
    return [
        _row(role, pair, means)
        for role, means in roles.items()
        for pair in _pairs(means, by_suit=by_suit)
    ]


def text(
    roles: Mapping[str, MeanCribs],
    printer: Printer,
    *,
    by_suit: bool,
    opponent: str,
) -> str:
    """Return the mean cribs of the 91 or 169 pairs as a table to read.

    Both players use the same strategy. The 91 means of the shipped equilibrium are
    shown beside published means.
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
            parts.append(printer(["Thrown", "when thrown", "when held"], pairs))
            continue
        for table in (side_by_side(role, means), differences(role, means)):
            parts.append(printer(table.header, table.rows))
    if published and not by_suit:
        notes = about_published()
        parts += [f"{name}: {how}" for name, how, _ in notes.rows]
        parts += ["", NOTES["why"], NOTES["conventions"], ""]
    return "\n".join(parts)


def about_published() -> Table:
    """Return the authors of the published tables, and how the tables were made."""
    return Table(
        ("Published by", "how", "source"),
        [(table.name, table.about, table.source) for table in published_tables()],
        "The published tables",
        of_numbers=False,
    )


def side_by_side(role: str, means: MeanCribs) -> Table:
    """Return both exact means and the published means of the 91 pairs of ranks.

    Each difference is to the mean when thrown, or, for a pair that is never thrown, to
    the mean when held.
    """
    names = (table.name for table in published_tables())
    return Table(
        ("Thrown", "when thrown", "when held", *names),
        [_cells(role, means, Pair(*ranks)) for ranks in PAIRS],
        f"Average crib of the {role}'s 91 pairs of ranks, exact and published (in "
        "brackets: published minus exact)",
    )


def differences(role: str, means: MeanCribs) -> Table:
    """Return the mean and the largest difference of each published table."""
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
    return Table(
        ("Published by", "average difference", "average error", "largest difference"),
        rows,
        f"Published averages of the {role}'s discards, compared with the exact ones",
    )


def pair_name(pair: Pair) -> str:
    """Return the ranks of a pair as text, and the word "suited" if its suits matter.

    >>> pair_name(Pair(4, 9)), pair_name(Pair(0, 1, True))
    ('5-10', 'A-2 suited')
    """
    return f"{RANKS[pair.low]}-{RANKS[pair.high]}{SUITS[pair.suited]}"


def _pairs(means: MeanCribs, *, by_suit: bool) -> Iterator[Pair]:
    return (pair for pair in means.held if (pair.suited is not None) == by_suit)


def _row(role: str, pair: Pair, means: MeanCribs) -> Row:
    thrown = means.thrown.get(pair)
    held = means.held[pair]
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


def _cells(role: str, means: MeanCribs, pair: Pair) -> tuple[str, ...]:
    thrown = means.thrown.get(pair)
    held = means.held[pair]
    printed = [table.means[role][pair] for table in published_tables()]
    return (
        pair_name(pair),
        "never" if thrown is None else f"{float(thrown):.3f}",
        f"{float(held):.3f}",
        *(f"{float(mean):.2f} ({_signed(mean - means.of(pair))})" for mean in printed),
    )


def _signed(value: Fraction) -> str:
    return f"{float(round(value, 2)):+.2f}"
