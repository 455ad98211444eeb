"""The fifteen discards of a deal of six cards to the dealer or pone, ranked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING
from fractions import Fraction
from math import ceil
from operator import attrgetter
from typing import Any, Literal, NamedTuple, overload

from trueodds.analysis.cribbage.discard.ranking import (
    EQUILIBRIUM,
    EXPLOITABILITY,
    Discard,
    Discards,
)
from trueodds.analysis.cribbage.play.results.shipped import NET_ERROR, shipped_results
from trueodds.analysis.cribbage.strategy_file import ROLES
from trueodds.core.cards import Card, format_cards
from trueodds.core.exact.digits import decimal_text, fraction_text
from trueodds.reports.answers import words_of
from trueodds.reports.answers.cribbage.discard_details import (
    CRIBS,
    PARTS,
    cuts_of,
    distribution_record,
    distributions_of,
)
from trueodds.reports.answers.cribbage.win import win_record
from trueodds.reports.games.cribbage import GAME
from trueodds.reports.kinds import (
    POINTS,
    TEXT,
    Column,
    Grid,
    decimals,
    percent,
)
from trueodds.reports.output import Answer, Part
from trueodds.reports.text.numbers import all_digits

WORDS = words_of("cribbage/words.toml", "discard")
WITHIN = f"within {float(NET_ERROR):.0e}".replace("e-0", "e-")
"""The error bound of points in the play, and of totals that include them."""
GIVEN_DEAL = "play, these six"


class Shown(NamedTuple):
    """The discards of a deal and a role that are shown: all, or the selected one.

    ``ranked`` has all fifteen discards, and ``discards`` those that are shown. ``deal``
    is the number of the deal, from 1.
    """

    ranked: Discards
    discards: Sequence[Discard]
    deal: int


class RankedDiscard(NamedTuple):
    """A discard, and the ranking of all discards of a deal that it belongs to."""

    ranked: Discards
    discard: Discard


@dataclass(frozen=True, kw_only=True, repr=False)
class RankedDiscards(Answer):
    """The discards of a deal for a role, the best first, as a sequence.

    ``shown`` has a part for each deal and role. If ``all`` is true, tables for several
    deals or roles show all discards and not only the best ones. If ``exact`` is true,
    tables have fractions. ``cuts`` is true if the user asked what each starter adds. If
    the user asked for this, or for distributions of points, JSON has it for all
    discards, and tables for the first discard. ``labels`` is the index of the pandas
    series that several deals come from, or None.
    """

    schema = "trueodds.discard/1"
    marked = True

    # A part for each deal and each role, in the order of the input, the dealer first.
    shown: tuple[Shown, ...]
    all: bool
    cuts: bool
    exact: bool
    labels: Any

    @property
    def rankings(self) -> list[Discards]:
        """The rankings of all fifteen discards: one for each deal and role."""
        return [part.ranked for part in self.shown]

    @property
    def best(self) -> Discard:
        """The best discard, of the first ranking if there are several."""
        return self.rankings[0].best

    def of(self, thrown: str | Iterable[Card]) -> Discard:
        """Return the discard of the two cards ``thrown``, from the first ranking.

        The cards are a text such as "5H JC", or two cards. The first ranking is that of
        the first deal, for its first role.
        """
        return self.rankings[0].of(thrown)

    def __iter__(self) -> Iterator[Discard]:
        return (row.discard for row in self._rows_of(None))

    def __len__(self) -> int:
        return len(self._rows_of(None))

    @overload
    def __getitem__(self, key: Literal["dealer", "pone"]) -> RankedDiscards: ...
    @overload
    def __getitem__(self, key: int) -> Discard: ...
    @overload
    def __getitem__(self, key: slice) -> Sequence[Discard]: ...
    @overload
    def __getitem__(self, key: str) -> Any: ...
    def __getitem__(self, key: str | int | slice) -> Any:
        if not isinstance(key, str):
            return [*self][key]
        if key not in ROLES:
            return super().__getitem__(key)
        # The key is a role here, and a key of the JSON otherwise.
        of_role = (part for part in self.shown if part.ranked.role == key)
        return RankedDiscards(**vars(self) | {"shown": tuple(of_role)})

    def record(self) -> Mapping[str, Any]:
        """Return the keys and values of the JSON.

        The record names the opponent's strategy unless it is the default.
        """
        # More rankings are those of the other role: several deals have a record of
        # their own.
        ranked, *more = self.rankings
        entries = {
            each.role: [
                _entry(RankedDiscard(each, throw), cuts=self.cuts) for throw in discards
            ]
            for each, discards, _ in self.shown
        }
        plays = {each.role: _play(each) for each in self.rankings if each.best.play}
        mine, theirs = ranked.score or (None, None)
        named = None if ranked.opponent == EQUILIBRIUM else ranked.opponent
        record: dict[str, Any] = {
            "hand": [str(card) for card in ranked.hand],
            "score": mine,
            "opponent_score": theirs,
            "play_by": ranked.played or None,
        }
        record |= (
            {"opponent": named, "roles": entries, "play": plays or None}
            if more
            else {
                "role": ranked.role,
                "opponent": named,
                "play": plays.get(ranked.role),
                "discards": entries[ranked.role],
            }
        )
        return {key: value for key, value in record.items() if value is not None}

    def tables(self) -> Mapping[str, Grid]:
        """Return the table "discards", and details of the first discard, by name.

        Details are tables of distributions and of starters, if the user asked for them.
        """
        # For programs, the range of the hand is two columns, and the total is there
        # without the play too.
        columns = [ROLE, *columns_of(self.best), OWN_MAX, TOTAL]
        return {
            "discards": Grid(columns, self._rows_of(None)),
            **{name: grid for name, _, grid in self._details()},
        }

    def table(self) -> Iterator[Part]:
        """Yield the advice, a table of discards, notes, and details if requested.

        The first note says how the opponent is assumed to throw.
        """
        both = len(self.rankings) > 1
        yield _advice(self.rankings)
        columns = columns_of(self.best, exact=self.exact)
        # Both roles on one screen: three discards of each.
        rows = self._rows_of(3 if both and not self.all else None)
        yield Grid([*[CRIB] * both, *columns], rows).table()
        yield _assumption(self.rankings[0], self.exact)
        yield from _play_notes(self.rankings, exact=self.exact)
        yield from _score_notes(self.rankings)
        for _, title, grid in self._details():
            yield from filter(None, [title])
            yield grid.table()

    def _rows_of(self, top: int | None) -> list[RankedDiscard]:
        return [
            RankedDiscard(ranked, discard)
            for ranked, discards, _ in self.shown
            for discard in discards[:top]
        ]

    def _details(self) -> Iterator[tuple[str, str, Grid]]:
        """Yield what was requested for the first discard: a name, a text, a table."""
        # With --throw, the first discard is the one that the user named.
        firsts = {ranked.role: first for ranked, (first, *_), _ in self.shown}
        for role, first in firsts.items():
            if first.distributions:
                text, grid = distributions_of(role, first, first.distributions)
                yield f"distribution_{role}", text, grid
        # What a starter adds depends on the kept hand alone, so two roles that keep the
        # same cards share a table.
        kept = {first.keep: role for role, first in firsts.items() if self.cuts}
        for role in kept.values():
            yield f"cuts_{role}", "", cuts_of(firsts[role])


class DiscardsOfRoles(RankedDiscards):
    """The discards of a deal for both roles, the dealer first."""

    schema = "trueodds.discard-roles/1"


class DiscardsOfDeals(RankedDiscards):
    """The discards of several deals, in the order of the input."""

    schema = "trueodds.discard-deals/1"

    def record(self) -> Mapping[str, Any]:
        """Return the discards with their deals and roles."""
        return {
            "discards": [
                {"hand": HAND.value(row), "role": row.ranked.role}
                | _entry(row, cuts=self.cuts)
                for row in self._rows_of(None)
            ]
        }

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the discards of all deals, by the name "discards".

        If the deals come from a pandas series, each row has the label that its deal has
        in the series.
        """
        grid = super().tables()["discards"]
        index = None
        if self.labels is not None:
            # A deal has several rows, so its label is repeated.
            places = [part.deal - 1 for part in self.shown for _ in part.discards]
            index = self.labels.take(places)
        columns = [HAND, *grid.columns]
        return {"discards": replace(grid, columns=columns, index=index)}

    def table(self) -> Iterator[Part]:
        """Yield a table of discards, and a note on how the opponent throws.

        The table has the best discard of each deal, or the selected discard, or all.
        """
        columns = [HAND, CRIB, *columns_of(self.best, exact=self.exact)]
        yield Grid(columns, self._rows_of(None if self.all else 1)).table()
        yield _assumption(self.rankings[0], self.exact)


def _play(ranked: Discards) -> dict[str, Any]:
    """Return the model of the play, and how much it changes the best discard."""
    results = shipped_results("kept")
    other = ranked.best_without_play
    return {
        "model": results.model,
        "hands": results.name,
        "iterations": results.iterations,
        "value": results.value.record(9),
        "error": float(NET_ERROR),
        "best_without_play": [str(card) for card in other.discard],
        "gain": float(ranked.best.total_with_play - other.total_with_play),
    }


def cost_text(points: Fraction) -> str:
    """Return a cost in points as words with two decimals, such as "costs 0.12".

    A cost of 0 is "best", and a smaller cost than 0.005 is "under 0.01".
    """
    # A difference that rounds to 0.00 is still a cost, and not a second best discard.
    if points == 0:
        return "best"
    return f"costs {POINTS(points)}" if points >= Fraction(1, 200) else "under 0.01"


HAND = Column("hand", "deal", derived=lambda row: format_cards(row.ranked.hand))
ROLE = Column("role", "", derived=attrgetter("ranked.role"))
CRIB = Column("", "", shown=lambda row: f"{CRIBS[row.ranked.role]} crib")
RANGE = Column(
    "own_min",
    "range",
    derived=attrgetter("discard.own_min"),
    shown=lambda row: f"{row.discard.own_min} to {row.discard.own_max}",
)
OWN_MAX = Column("own_max", "", derived=attrgetter("discard.own_max"))
TOTAL = Column("total", "total", derived=attrgetter("discard.total"))
COSTS = Column(
    "costs",
    "",
    cost_text,
    lambda row: row.ranked.best.total_with_play - row.discard.total_with_play,
)


def columns_of(best: Discard, *, exact: bool = False) -> Iterator[Column]:
    """Yield the columns of a table of discards.

    A row of the table is a ``RankedDiscard``. The probability to win and the points of
    the play have columns if the ``best`` discard has these values. Points are fractions
    if ``exact`` is true, except points of the play and totals that include them.
    """
    kind = fraction_text if exact else POINTS
    within = f", {WITHIN}" * exact
    yield Column(
        "discard", "throw", derived=lambda row: format_cards(row.discard.discard)
    )
    yield Column("keep", "keep", derived=lambda row: format_cards(row.discard.keep))
    if best.win:
        win = all_digits if exact else percent
        yield Column("win", "you win", win, attrgetter("discard.win"))
    yield Column("own", "hand", kind, attrgetter("discard.own"))
    yield RANGE
    yield Column("crib", "crib", kind, attrgetter("discard.crib"))
    if best.play:
        net = attrgetter("discard.play.net")
        yield Column("play_net", f"play{within}", decimals(2, "+"), net)
        if best.play.given_deal is not None:
            net = attrgetter("discard.play.given_deal")
            yield Column("given_deal", GIVEN_DEAL, decimals(3, "+"), net)
        total = attrgetter("discard.total_with_play")
        yield Column("total_with_play", f"total{within}", POINTS, total)
    else:
        yield replace(TOTAL, kind=kind)
    if best.win:
        yield Column("costs_of_100", "costs, games of 100", TEXT, _lost, _games)
    else:
        yield COSTS


def _lost(row: Any) -> Fraction:
    """Return the games of a hundred that a discard loses on the best one."""
    return Fraction(100 * (row.ranked.best.win.midpoint - row.discard.win.midpoint))


def _games(row: Any) -> str:
    # Bounds that overlap do not prove that the best discard wins more.
    if row.discard.win.meets(row.ranked.best.win):
        return "best"
    return cost_text(_lost(row)).removeprefix("costs ")


def _play_notes(rankings: Sequence[Discards], *, exact: bool) -> Iterator[str]:
    """Yield sentences on how the play changes the best discards, and on its columns."""
    if rankings[0].best.play is None:
        return
    results = shipped_results("kept")
    differences = []
    for ranked in rankings:
        other = ranked.best_without_play
        crib = CRIBS[ranked.role]
        gain = float(ranked.best.total_with_play - other.total_with_play)
        if other is ranked.best:
            yield f"The play does not change the best throw into {crib} crib."
        else:
            yield (
                f"Without the play, {format_cards(other.discard)} would be the best "
                f"throw into {crib} crib; with it, that costs {gain:.3f}."
            )
        differences += [
            abs(discard.play.given_deal - float(discard.play.net))
            for discard in ranked
            if discard.play and discard.play.given_deal is not None
        ]
    # A bound is rounded up, or the printed one would not be proved.
    gap = decimal_text(results.value.width, 2, ROUND_CEILING)
    proved = ceil(results.value.width * 10_000) / 10_000
    words = WORDS["play_exact" if exact else "play"]
    yield words.format(gap=gap, proved=proved, results=results)
    if differences:
        yield WORDS["given_deal"].format(
            column=GIVEN_DEAL, played=rankings[0].played, most=max(differences)
        )


def _score_notes(rankings: Sequence[Discards]) -> Iterator[str]:
    """Yield sentences on throws at a score: those by points, and the play."""
    for ranked in rankings:
        other = ranked.best_without_play
        if other.win and ranked.best.win and not other.win.meets(ranked.best.win):
            yield (
                f"By points you would throw {format_cards(other.discard)} into "
                f"{CRIBS[ranked.role]} crib, which wins {percent(other.win)}."
            )
    if rankings[0].score:
        yield "--play-from changes the play of this deal. All digits are proved."


def _assumption(ranked: Discards, exact: bool) -> str:
    within = " for points" if ranked.score else ""
    within += f", within {float(EXPLOITABILITY):.1e} points a deal" if exact else ""
    return (
        f"Assumes an opponent who throws perfectly{within} (--opponent changes that)."
        if ranked.opponent == EQUILIBRIUM
        else f"The opponent throws by {ranked.opponent}."
    )


def _advice(rankings: Sequence[Discards]) -> str:
    """Return the sentence that says what to throw."""
    ranked = rankings[0]
    thrown = [format_cards(r.best.discard) for r in rankings]
    if ranked.score:
        throws = (
            f"{format_cards(each.best.discard)} into {CRIBS[each.role]} crib and win "
            f"{percent(each.best.win)}"
            for each in rankings
            if each.best.win
        )
        return (
            f"Throw {'; throw '.join(throws)} of games from {ranked.score[0]} to "
            f"{ranked.score[1]}, if both play this deal by {ranked.played} and later "
            f"deals by the shipped strategies ({GAME.default} rules)."
        )
    if len(rankings) == 1:
        sign = "+" if ranked.role == "dealer" else "-"
        play = " + play" if ranked.best.play else ""
        return (
            f"Throw {thrown[0]} into {CRIBS[ranked.role]} crib ({ranked.role}, "
            f"{GAME.default} rules): hand {sign} crib{play} is "
            f"{POINTS(ranked.best.total_with_play)} points on average."
        )
    mine, theirs = thrown
    if mine == theirs:
        return f"Throw {mine}, into your crib or the opponent's ({GAME.default} rules)."
    return (
        f"Throw {mine} into your crib, {theirs} into the opponent's "
        f"({GAME.default} rules)."
    )


def _entry(row: RankedDiscard, *, cuts: bool) -> dict[str, Any]:
    discard = row.discard
    # The last column has the costs: in points, or in games if the score counts.
    *_, costs = columns_of(discard)
    entry: dict[str, Any] = {
        "discard": [str(card) for card in discard.discard],
        "keep": [str(card) for card in discard.keep],
        "own": _ratio(discard.own),
        "crib": _ratio(discard.crib),
        "total": _ratio(discard.total),
        "total_decimal": float(discard.total),
        "own_min": discard.own_min,
        "own_max": discard.own_max,
        costs.key: float(costs.value(row)),
    }
    if discard.play:
        entry["play"] = {
            "own": float(discard.play.own),
            "opponent": float(discard.play.opponent),
            "net": float(discard.play.net),
            "given_deal": discard.play.given_deal,
            "total": float(discard.total_with_play),
        }
    if discard.win:
        entry["win"] = win_record(discard.win)
    if discard.distributions:
        entry["distribution"] = {
            part: distribution_record(getattr(discard.distributions, part))
            for part in PARTS
        }
    if cuts:
        starters = {str(card): gain for card, gain in discard.cuts().items()}
        entry["cuts"] = {"before": discard.before_cut(), "starters": starters}
    return entry


def _ratio(value: Fraction) -> str:
    """Return ``p/q``, with the denominator even if it is 1."""
    return f"{value.numerator}/{value.denominator}"
