"""Value of knowing the starter and one's own discards in the play, by sampling.

The solved game ignores both. In the larger game each player also knows his own six
cards and the starter. The certified strategies can be played there too, so their
exploitability in the larger game is the sum of what both players gain by a best
response that uses all they know. A *context* is a deal of six cards, a discard by the
equilibrium, and a starter. Given a context, the opponent's hand has an exact
distribution and the gain is computed for all of its hands; only the contexts are
sampled.

The opponent still plays the certified strategy, which uses neither.

Proved bounds need all deals. Without the starter there are 962,988 classes of deals,
and the best responses to all of them are computed. With it there would be 46 times as
many, so a larger bound is proved. Let a be the weights of the opponent's hands that
avoid the six cards, b those that contain the starter, and v the points of the best
response to a. No play gains on v against a, so against a - b it gains at most what it
saves on b: v minus the points of the worst play for each hand in b. Over all starters b
adds up to 6 a, and a - b to 40 a, since the opponent has 6 of the other 46 cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.play.clairvoyant import clairvoyant_points, scale_of
from trueodds.analysis.cribbage.play.deal_responses import (
    HandResponses,
    deal_responses,
    mean_most,
)
from trueodds.analysis.cribbage.play.kept_hands import (
    KEPT,
    SIX,
    compiled_rows,
    kept_ranks,
)
from trueodds.analysis.cribbage.play.known_cards import keeps_without
from trueodds.analysis.cribbage.play.policy_points import weighted_sum
from trueodds.analysis.cribbage.play.saved_solution import (
    hands_of,
    net_points,
    strategy_file,
    strategy_of,
    values_of,
)
from trueodds.analysis.cribbage.play.shipped import Play
from trueodds.analysis.cribbage.play.solver import NET
from trueodds.analysis.cribbage.play.tree import Game
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import OPPONENT, StrategyTable
from trueodds.analysis.cribbage.suit_classes import classify
from trueodds.core.errors import RulesError
from trueodds.core.exact.estimate import Estimate
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE
from trueodds.core.storage.progress import Progress, silent

PLAYER = {"pone": PONE, "dealer": DEALER}


@dataclass(frozen=True)
class Context:
    """Cards that a player knows: the number of his hand by ranks, and seven cards."""

    hand: int
    known: tuple[int, ...]


@dataclass(frozen=True)
class KnowledgeGain:
    """Gain of a role from knowing its discards and the starter, in points a deal.

    ``mean`` is over deals, and ``most`` the largest gain of a sampled context.
    """

    role: str
    mean: Estimate
    most: float


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


def knowledge_gain(
    role: str,
    folder: Path,
    rules: CribbageRules,
    contexts: int,
    seed: int = 1,
    progress: Progress = silent,
) -> KnowledgeGain:
    """Return the mean gain of best responses that use the starter and the discards.

    Args:
        role: ``dealer`` or ``pone``.
        folder: A solution of the play for kept hands, certified.
        rules: The rules.
        contexts: Number of contexts to sample, at least 2.
        seed: Seed of the sample.
        progress: Called with the steps done.

    Raises:
        RulesError: If the folder has no certified solution for kept hands.
    """
    player = PLAYER[role]
    _play_of_kept_hands(folder)
    net = net_points(folder, role)
    game = Game(rules=rules.play)
    parts = strategy_of(folder, game)
    own = strategy("equilibrium", role, rules).table
    opponent = strategy("equilibrium", OPPONENT[role], rules).table
    sample = sample_contexts(own, contexts, seed)
    weights = keeps_without(opponent, [context.known for context in sample], progress)
    rows = weights / weights.sum(axis=1, keepdims=True)
    shipped = np.array([net[c.hand] @ row for c, row in zip(sample, rows, strict=True)])
    hands = [context.hand for context in sample]
    gains = best_responses(game, player, parts, hands, rows) - shipped
    error = float(gains.std(ddof=1)) / sqrt(contexts)
    mean = Estimate(float(gains.mean()), error, contexts, seed)
    return KnowledgeGain(role, mean, float(gains.max()))


def sample_contexts(own: StrategyTable, number: int, seed: int) -> list[Context]:
    """Return random deals with a discard by a strategy, and a starter.

    Of equal classes of suits any discard with the same ranks is the same.
    """
    random = Random(seed)
    kept = kept_ranks()
    entries, choices, chosen, weights = compiled_rows(own)
    contexts = []
    for _ in range(number):
        known = random.sample(range(52), SIX + 1)
        index, _ = classify(known[:SIX])
        row = entries[index]
        count = choices[row]
        (choice,) = random.choices(
            range(count), [int(weight) for weight in weights[row, :count]]
        )
        hand = int(kept[index, chosen[row, choice]])
        contexts.append(Context(hand, tuple(known)))
    return contexts


def best_responses(
    game: Game, player: int, parts: Array, hands: list[int], rows: Array
) -> Array:
    """Return the most net points of a player's hands against a strategy, float64.

    Args:
        game: The play.
        player: Pone or dealer.
        parts: The opponent's strategy in parts, by slot.
        hands: The number of the player's hand, for each row.
        rows: Distributions of the opponent's hand, float64 (rows, hands).
    """
    responses, values = HandResponses(game, player, parts), np.zeros(len(hands))
    for hand in set(hands):
        places = np.flatnonzero(np.array(hands) == hand)
        values[places] = responses.most(hand, np.ascontiguousarray(rows[places].T))
    return values


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
        return Fraction(
            weighted_sum(by_dealer, weights), scale_of(game) * weights.total
        )

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
