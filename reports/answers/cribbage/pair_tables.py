"""Mean cribs (points of the crib) by the pair of cards thrown, exact and published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, starmap
from typing import Annotated

from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM
from trueodds.analysis.cribbage.published.tables import (
    MeanCribs,
    Pair,
    PublishedTable,
    published_tables,
)
from trueodds.core.cards import RANKS
from trueodds.core.exact.digits import fraction_text
from trueodds.reports.answers import words_of
from trueodds.reports.games.cribbage import GAME
from trueodds.reports.kinds import Column, Grid, decimals
from trueodds.reports.output import Answer, Part, Table
from trueodds.reports.records import Hidden

NOTES = words_of("cribbage/words.toml", "pairs")
"""The conventions of the averages, and why published averages differ from them."""

SUITS = {None: "", True: " suited", False: " unsuited"}


SIGNED = decimals(2, "+")


@dataclass(frozen=True, slots=True)
class PairMeans:
    """The two mean cribs of a pair of cards, for a role.

    ``thrown`` is the mean over the deals from which the pair is thrown, or None if it
    is never thrown. ``held`` is the mean over all deals that contain the pair.

    >>> kings = PairMeans("dealer", Pair(12, 12), None, Fraction(9, 2))
    >>> float(kings.above(Fraction(5)))
    0.5
    """

    role: str
    pair: Annotated[Pair, pair_name]
    thrown: Fraction | None
    held: Fraction

    def above(self, published: Fraction) -> Fraction:
        """Return how far a published mean is above the exact mean.

        The exact mean is ``thrown``, or ``held`` for a pair that is never thrown.
        """
        return published - (self.held if self.thrown is None else self.thrown)


def _means(digits: int) -> tuple[Column, ...]:
    """Return the columns of the pair and of both means, with a number of digits."""
    text = decimals(digits)
    return (
        Column("role"),
        Column("pair", "Thrown", derived=lambda row: pair_name(row.pair)),
        Column(
            "thrown",
            "when thrown",
            # A mean of 0 is no missing mean.
            shown=lambda row: text(row.thrown) if row.thrown is not None else "never",
        ),
        _exact("thrown"),
        Column("held", "when held", text),
        _exact("held"),
    )


def _published(table: PublishedTable) -> tuple[Column, Column]:
    """Return the columns of a published mean and of its difference from the exact."""
    name = table.name.lower().replace(" ", "_")

    def printed(row: PairMeans) -> Fraction:
        return table.means[row.role][row.pair]

    def text(row: PairMeans) -> str:
        mean = printed(row)
        return f"{decimals(2)(mean)} ({SIGNED(row.above(mean))})"

    return (
        Column(name, table.name, derived=printed, shown=text),
        # People read the difference in brackets beside the mean.
        Column(f"{name}_difference", None, derived=lambda row: row.above(printed(row))),
    )


def _with_published() -> tuple[Column, ...]:
    """Return the columns of the exact and of the published means of 91 pairs."""
    return (*_means(3), *chain(*map(_published, published_tables())))


def _exact(key: str) -> Column:
    """Return the column of the fraction that a mean is."""

    def text(row: PairMeans) -> str | None:
        mean = getattr(row, key)
        return None if mean is None else fraction_text(mean)

    return Column(f"{key}_exact", None, derived=text)


@dataclass(frozen=True, kw_only=True, repr=False)
class PairTables(Answer):
    """The mean cribs of 91 or 169 pairs, if both players use the same strategy.

    Two ranks make 91 different pairs. If ``by_suit`` is true, there are 169 pairs,
    because two ranks of one suit and of two suits are different pairs. ``opponent`` is
    the strategy: its name, or its file. ``pairs`` has the exact means of each pair and
    role. ``roles`` has those of all pairs by role, "dealer" or "pone". For the shipped
    equilibrium, people see the 91 means beside published means.
    """

    schema = "trueodds.pairs/1"

    opponent: str
    pairs: tuple[PairMeans, ...]
    by_suit: Hidden[bool]
    roles: Hidden[Mapping[str, MeanCribs]]

    @classmethod
    def of(
        cls, roles: Mapping[str, MeanCribs], *, by_suit: bool, opponent: str
    ) -> PairTables:
        """Return the mean cribs of each role as an answer.

        With ``by_suit`` there are 169 pairs, of one suit or of two suits, and otherwise
        91 pairs of ranks. ``opponent`` is the strategy that both players use: its name,
        or its file.
        """
        pairs = [
            each
            for role, means in roles.items()
            for each in _pairs(role, means, by_suit=by_suit)
        ]
        return cls(opponent=opponent, pairs=tuple(pairs), by_suit=by_suit, roles=roles)

    def tables(self) -> Mapping[str, Grid]:
        """Return the tables "pairs" and, for 91 pairs, "published", by name.

        "pairs" has the mean cribs, for 91 pairs beside published means. "published" has
        the distances of the published means from the exact means.
        """
        if self.by_suit:
            return {"pairs": Grid(_means(3), self.pairs)}
        # Published tables have pairs of ranks only, so the 169 pairs are compared with
        # none.
        far = [*chain.from_iterable(starmap(distances, self.roles.items()))]
        return {
            "pairs": Grid(_with_published(), self.pairs),
            "published": Grid(DISTANCES, far, repeats=True),
        }

    def table(self) -> Iterator[Part]:
        """Yield the mean cribs of each role, and perhaps the published means."""
        published = self.opponent == EQUILIBRIUM
        strategy = "the shipped equilibrium" if published else self.opponent
        yield (
            f"Average points of the crib by the two cards thrown "
            f"({GAME.default} rules), exact; both players throw by {strategy}."
        )
        # Published means are for good play; beside another strategy they would mislead.
        compared = published and not self.by_suit
        for role, means in self.roles.items():
            yield f"Average crib of the {role}'s discards"
            if compared:
                yield replace(side_by_side(role, means), title="")
                yield replace(differences(role, means), title="")
            else:
                rows = _pairs(role, means, by_suit=self.by_suit)
                yield Grid(_means(6), rows).table()
        if compared:
            notes = about_published()
            yield "\n".join(f"{name}: {how}" for name, how, _ in notes.rows)
            yield f"{NOTES['why']}\n{NOTES['conventions']}"


def about_published() -> Table:
    """Return the authors of the published tables, and how the tables were made."""
    return Table(
        ("Published by", "how", "source"),
        [(table.name, table.about, table.source) for table in published_tables()],
        "The published tables",
        of_numbers=False,
    )


def side_by_side(role: str, means: MeanCribs) -> Table:
    """Return a table of the exact and the published mean cribs of 91 pairs of ranks.

    ``means`` are the exact ones of a role, "dealer" or "pone". A pair has two exact
    means: "when thrown", over the deals from which it is thrown, and "when held", over
    all deals that contain it. A difference is a published mean minus the mean when
    thrown, or minus the mean when held if the pair is never thrown.
    """
    title = (
        f"Average crib of the {role}'s 91 pairs of ranks, exact and published (in "
        "brackets: published minus exact)"
    )
    return Grid(_with_published(), _pairs(role, means, by_suit=False), title).table()


@dataclass(frozen=True, slots=True)
class Distance:
    """The distance of the mean cribs in a published table from the exact mean cribs.

    The exact mean of a pair is over the deals from which the role throws the pair, and
    pairs that are never thrown do not count. A difference is the published mean minus
    the exact mean. ``average`` is the mean difference over all pairs, and
    ``average_error`` the mean of its absolute value. ``largest`` is the difference with
    the largest absolute value, that of ``pair``. ``published_by`` is the name of the
    published table.
    """

    role: str
    published_by: str
    average: Fraction
    average_error: Fraction
    largest: Fraction
    pair: Annotated[Pair, pair_name]


DISTANCES = (
    Column("role"),
    Column("published_by", "Published by"),
    Column("average", "average difference", SIGNED),
    Column("average_error", "average error", decimals(3)),
    Column(
        "largest",
        "largest difference",
        shown=lambda row: f"{SIGNED(row.largest)} for {pair_name(row.pair)}",
    ),
    Column("pair", derived=lambda row: pair_name(row.pair)),
)


def distances(role: str, means: MeanCribs) -> Iterator[Distance]:
    """Yield how far each published table is from the exact means of a role.

    ``means`` are the exact ones of this role, "dealer" or "pone".
    """
    for table in published_tables():
        above = {
            pair: mean - means.thrown[pair]
            for pair, mean in table.means[role].items()
            # A pair that perfect players never throw has no mean to compare with.
            if pair in means.thrown
        }
        # The sign of the largest difference is kept: it says whether the table is too
        # high.
        far = max(above, key=lambda pair: abs(above[pair]))
        average, error = (
            sum(differences, Fraction()) / len(above)
            for differences in (above.values(), map(abs, above.values()))
        )
        yield Distance(role, table.name, average, error, above[far], far)


def differences(role: str, means: MeanCribs) -> Table:
    """Return a table of the distances of published means from the exact means.

    It has a row for each published table, with the values of a ``Distance``. ``means``
    are the exact means of a role, "dealer" or "pone".
    """
    title = f"Published averages of the {role}'s discards, compared with the exact ones"
    return Grid(DISTANCES, [*distances(role, means)], title).table()


def pair_name(pair: Pair) -> str:
    """Return the ranks of a pair as text, and the word "suited" if its suits matter.

    >>> pair_name(Pair(4, 9)), pair_name(Pair(0, 1, True))
    ('5-10', 'A-2 suited')
    """
    return f"{RANKS[pair.low]}-{RANKS[pair.high]}{SUITS[pair.suited]}"


def _pairs(role: str, means: MeanCribs, *, by_suit: bool) -> list[PairMeans]:
    return [
        PairMeans(role, pair, means.thrown.get(pair), held)
        for pair, held in means.held.items()
        if (pair.suited is not None) == by_suit
    ]
