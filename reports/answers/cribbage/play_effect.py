"""The effect of the play on discards, and the value of knowing more cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING
from fractions import Fraction
from operator import itemgetter
from typing import Annotated, Any

from trueodds.analysis.cribbage.play.results.all_discards import (
    ChangedDeal,
    PlayEffect,
    TableLoss,
)
from trueodds.analysis.cribbage.play.solving.knowledge import KnowledgeBounds
from trueodds.core.cards import format_cards
from trueodds.core.exact.digits import decimal_text
from trueodds.reports.answers.cribbage.play import WORDS
from trueodds.reports.kinds import Column, Grid, decimals
from trueodds.reports.output import Answer, Part


def _cards(key: str, heading: str) -> Column:
    """Return a column of cards of a role's example."""
    return Column(key, heading, derived=lambda row: format_cards(getattr(row[1], key)))


ROLE = Column("role", "role")
EXAMPLE = (
    Column("role", None, derived=itemgetter(0)),
    _cards("deal", "deal"),
    _cards("without_play", "without the play"),
    _cards("with_play", "with the play"),
    Column("cost", "costs", decimals(3), lambda row: row[1].cost),
)


def _effects(effects: Sequence[PlayEffect]) -> dict[str, Any]:
    return {effect.role: _effect_record(effect) for effect in effects}


def _losses(losses: Sequence[TableLoss]) -> dict[str, Any]:
    return {
        loss.given_deal.role: {
            **_effect_record(loss.given_deal),
            "table_mean_loss": loss.mean,
            "table_most_loss": loss.most,
            "largest_difference": loss.largest_difference,
        }
        for loss in losses
    }


def _effect_record(effect: PlayEffect) -> dict[str, Any]:
    return {
        "deals": str(effect.deals),
        "changed": str(effect.changed),
        "undecided": str(effect.undecided),
        "mean_cost": effect.mean_cost,
        "examples": [
            {
                "deal": [str(card) for card in example.deal],
                "without_play": [str(card) for card in example.without_play],
                "with_play": [str(card) for card in example.with_play],
                "cost": example.cost,
            }
            for example in effect.examples
        ],
    }


@dataclass(frozen=True, kw_only=True, repr=False)
class PlayEffects(Answer):
    """The effect of the play on the best discards in cribbage.

    The play has an effect on a deal if its points make another discard the best. A
    table has the mean points of the play for each kept hand, whatever two cards were
    thrown. ``roles`` has the effect for each role, by the points of the table.
    ``given_deal`` has what a player of each role loses if he discards by the table. To
    measure this loss, the points of the play are computed again for the hands that his
    six cards leave to the opponent. The table is for strategies after ``iterations``
    iterations of the solver. ``model`` says in words what a player knows in the play.
    """

    schema = "trueodds.play-discards/1"

    model: str
    iterations: int
    roles: Annotated[Sequence[PlayEffect], _effects]
    given_deal: Annotated[Sequence[TableLoss], _losses]

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the deals in which it costs most to ignore the play."""
        examples = [pair for effect in self.roles for pair in _examples(effect)]
        return {"examples": Grid(EXAMPLE, examples)}

    def table(self) -> Iterator[Part]:
        """Yield sentences on the effect and on the losses, and the costliest deals.

        For each role there is a table of the deals in which it costs most to ignore the
        play.
        """
        for effect in self.roles:
            share = effect.changed / effect.deals
            # The mean over all deals, divided by the share of deals in which the play
            # matters.
            where_changed = effect.mean_cost / share
            yield WORDS["effect"].format(
                effect=effect, percent=100 * share, where_changed=where_changed
            )
            if effect.undecided:
                yield f"In {effect.undecided:,} more deals the bounds do not decide it."
            yield Grid(EXAMPLE, _examples(effect)).table()
        for loss in self.given_deal:
            exact = loss.given_deal
            percent = 100 * exact.changed / exact.deals
            yield WORDS["given_deal"].format(loss=loss, exact=exact, percent=percent)
        yield WORDS["adapted"]
        yield WORDS["model"].format(play=self)


def _examples(effect: PlayEffect) -> list[tuple[str, ChangedDeal]]:
    return [(effect.role, example) for example in effect.examples]


def _rounded_up(points: Fraction) -> str:
    return decimal_text(points, 6, ROUND_CEILING)


KNOWN = (
    Column(
        "six_cards",
        "own six cards",
        _rounded_up,
    ),
    Column(
        "starter",
        "and the starter",
        _rounded_up,
    ),
    Column(
        "everything",
        "and the opponent's hand",
        _rounded_up,
    ),
)
"""The cards that a player knows, from least to most."""


def _bounds(bounds: Sequence[KnowledgeBounds]) -> dict[str, Any]:
    # The texts are rounded up, so each is a proved bound by itself.
    return {b.role: {known.key: known.text(b) for known in KNOWN} for b in bounds}


@dataclass(frozen=True, kw_only=True, repr=False)
class Knowledge(Answer):
    """Proved upper bounds of the gains from knowing more cards in cribbage's play.

    The gains are points a deal. ``roles`` has three bounds for a player of each role.
    For the first, he knows his own six cards, so also the two that he threw. For the
    second, he knows the starter too. For the third, he sees the opponent's hand as
    well.
    """

    schema = "trueodds.play-knowledge-bounds/1"

    roles: Annotated[Sequence[KnowledgeBounds], _bounds]

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of upper bounds of the gains, for each role."""
        return {"gains": Grid([ROLE, *KNOWN], self.roles)}

    def table(self) -> Iterable[Part]:
        """Return a table of upper bounds of the gains, and a text that explains it."""
        return [*self.printed_tables(), WORDS["knowledge"]]
