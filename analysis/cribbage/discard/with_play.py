"""Discards ranked with the play: own hand, crib and the mean points of the play.

The play's value of a keep is that of its four ranks at the certified equilibrium of the
play, from a shipped table. There the player does not know which hands his own six cards
leave to the opponent. A solution folder of ``play certify`` also gives the mean over
exactly these hands; both players then still play the same strategies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from trueodds.analysis.cribbage.play.results.shipped import play_results
from trueodds.analysis.cribbage.strategy_file import (
    OPPONENT,
    content_of,
    show_digest,
    unpack,
)
from trueodds.core.cards import Card
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import CribbageRules

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.discard.ranking import Discard


@dataclass(frozen=True, slots=True)
class KeptPlay:
    """Mean points of a keep in the play: the player's own and the opponent's.

    Each is within ``shipped.ERROR``. ``given_deal`` are the net points against the
    hands that the six cards leave to the opponent, in floating point, if requested.
    """

    own: Fraction
    opponent: Fraction
    given_deal: float | None = None

    @property
    def net(self) -> Fraction:
        """The player's points minus the opponent's, within ``NET_ERROR``."""
        return self.own - self.opponent


def with_play(
    discards: Sequence[Discard],
    deal: Sequence[Card],
    role: str,
    rules: CribbageRules,
    folder: Path | None = None,
) -> list[Discard]:
    """Return the discards with the play of their keeps, best total first.

    ``folder`` is a solution that ``play certify`` has written. Raises ``RulesError`` if
    the play is not solved for these rules, or the folder cannot be used.
    """
    play = play_results(rules)
    if play is None:
        raise RulesError("the play is solved for the usual rules of six-card cribbage")
    given_deal: dict[tuple[int, ...], float] = {}
    if folder is not None:
        given_deal = _given_deal(discards, deal, role, rules, folder)
    added = []
    for discard in discards:
        ranks = tuple(card.rank for card in discard.keep)
        points = play.of(role, ranks)
        kept = KeptPlay(points.own, points.opponent, given_deal.get(ranks))
        added.append(replace(discard, play=kept))
    added.sort(
        key=lambda discard: (-discard.total_with_play, -discard.own, discard.discard)
    )
    return added


def _given_deal(
    discards: Sequence[Discard],
    deal: Sequence[Card],
    role: str,
    rules: CribbageRules,
    folder: Path,
) -> dict[tuple[int, ...], float]:
    """Return the net points of each keep against the hands that the deal leaves."""
    from trueodds.analysis.cribbage.play.results.shipped import HANDS
    from trueodds.analysis.cribbage.play.solving.known_cards import keeps_given_deal
    from trueodds.analysis.cribbage.play.solving.saved_solution import net_points

    net = net_points(folder, role)
    content, name = content_of("equilibrium")
    throws = unpack(content, show_digest(rules), name)[OPPONENT[role]]
    weights = keeps_given_deal(throws, [card.number for card in deal])
    number: dict[tuple[int, ...], int] = {
        hand: place for place, hand in enumerate(HANDS)
    }
    values = {}
    for discard in discards:
        ranks = tuple(card.rank for card in discard.keep)
        row = net[number[tuple(sorted(ranks))]]
        values[ranks] = float(weights @ row / weights.sum())
    return values
