"""Bounds for the value of knowing the starter and one's own discards in the play.

The solved game ignores both. In the larger game each player also knows his own six
cards and the starter. The certified strategies can be played there too, so their
exploitability in the larger game is the sum of what both players gain by a best
response that uses all they know. The opponent still plays the certified strategy.

Without the starter there are 962,988 classes of deals, and the best responses to all of
them are computed. With the starter there would be 46 times as many, so a larger bound
is proved. Let a be the weights of the opponent's hands that avoid the six cards, b the
weights of those that contain the starter, and v the points of the best response to a.
No play gains more than v against a. So against a - b no play gains more than v minus
the points of the worst play for each hand in b. Over all starters b adds up to 6 a, and
a - b to 40 a, since the opponent has 6 of the other 46 cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from trueodds.analysis.cribbage.play.results.shipped import Play
from trueodds.analysis.cribbage.play.solving.clairvoyant import clairvoyant_points
from trueodds.analysis.cribbage.play.solving.deal_responses import (
    deal_responses,
    mean_most,
)
from trueodds.analysis.cribbage.play.solving.kept_hands import KEPT
from trueodds.analysis.cribbage.play.solving.known_cards import SIX
from trueodds.analysis.cribbage.play.solving.parts import scale_of
from trueodds.analysis.cribbage.play.solving.saved_solution import (
    hands_of,
    strategy_file,
    strategy_of,
    values_of,
)
from trueodds.analysis.cribbage.play.solving.solver import NET
from trueodds.analysis.cribbage.play.tree.public_tree import Game
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import OPPONENT
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE
from trueodds.core.storage.progress import Progress, silent

PLAYER = {"pone": PONE, "dealer": DEALER}


@dataclass(frozen=True)
class KnowledgeBounds:
    """Proved upper bounds of the gain of a role from knowing more, in points a deal.

    ``six_cards`` is for a player who knows his discards, ``starter`` for one who knows
    the starter too, and ``everything`` for one who sees the opponent's hand.
    """

    role: str
    six_cards: Fraction
    starter: Fraction
    everything: Fraction


def knowledge_bounds(
    role: str, folder: Path, rules: CribbageRules, progress: Progress = silent
) -> KnowledgeBounds:
    """Return proved bounds for the gain of best responses that know more.

    Args:
        role: ``dealer`` or ``pone``.
        folder: A solution of the play for kept hands, certified.
        rules: The rules.
        progress: Called with the steps done.

    Raises:
        RulesError: If the folder has no certified solution for kept hands.
    """
    player, play = PLAYER[role], _play_of_kept_hands(folder)
    weights = hands_of(folder, rules, KEPT, progress)
    strategy_file(folder, rules.play, weights)
    game = Game(rules=rules.play)
    parts = strategy_of(folder, game)

    def clairvoyant(payoffs: tuple[int, int]) -> Fraction:
        points = clairvoyant_points(game, player, parts, payoffs)
        by_dealer = points if player == DEALER else points.T
        return Fraction(weights.weighted_sum(by_dealer), scale_of(game) * weights.total)

    played = play.means[role].lower - play.means[OPPONENT[role]].upper
    own, opponent = (
        strategy("equilibrium", each, rules) for each in (role, OPPONENT[role])
    )
    values = deal_responses(
        game, player, parts, opponent.table, own.weights > 0, progress
    )
    most, best = mean_most(values, own), clairvoyant(NET[player])
    worst = -clairvoyant(NET[1 - player])
    misled = Fraction(SIX, 52 - 2 * SIX) * (most.upper - worst)
    return KnowledgeBounds(
        role,
        most.upper - played,
        min(most.upper + misled, best) - played,
        best - played,
    )


def _play_of_kept_hands(folder: Path) -> Play:
    play = values_of(folder)
    if play.name != KEPT:
        raise RulesError(
            f"{folder} has the play of {play.name} hands; this needs that of {KEPT} "
            "hands"
        )
    return play
