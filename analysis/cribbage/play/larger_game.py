"""Value of knowing the starter and one's own discards in the play, by sampling.

The solved game ignores both. In the larger game each player also knows his own six
cards and the starter. The certified strategies can be played there too, so their
exploitability in the larger game is the sum of what both players gain by a best
response that uses all they know. A *context* is a deal of six cards, a discard by the
equilibrium, and a starter. Given a context, the opponent's hand has an exact
distribution and the gain is computed for all of its hands; only the contexts are
sampled.

The opponent still plays the certified strategy, which uses neither. Rows of the joint
distribution are independent of each other, so that a single pass has the best responses
of all contexts whose hands differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.play.kept_hands import (
    KEPT,
    SIX,
    compiled_rows,
    kept_ranks,
)
from trueodds.analysis.cribbage.play.known_cards import keeps_without
from trueodds.analysis.cribbage.play.leaves import payoffs
from trueodds.analysis.cribbage.play.passes import RESPONSE, Choices
from trueodds.analysis.cribbage.play.saved_solution import (
    pairs_of,
    strategy_of,
    values_of,
)
from trueodds.analysis.cribbage.play.solver import NET, NO_UPDATE, Passes
from trueodds.analysis.cribbage.play.tree import Game
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import OPPONENT, StrategyTable
from trueodds.analysis.cribbage.suit_classes import classify
from trueodds.core.errors import RulesError
from trueodds.core.estimate import Estimate
from trueodds.core.progress import Progress, silent
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import DEALER, PONE

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
    name = values_of(folder).name
    if name != KEPT:
        raise RulesError(
            f"{folder} has the play of {name} hands; this needs that of {KEPT} hands"
        )
    pairs = pairs_of(folder)
    game = Game(rules=rules.play)
    parts = strategy_of(folder, game).astype(np.float32)
    own = strategy("equilibrium", role, rules).table
    opponent = strategy("equilibrium", OPPONENT[role], rules).table
    sample = sample_contexts(own, contexts, seed)
    weights = keeps_without(opponent, [context.known for context in sample], progress)
    rows = weights / weights.sum(axis=1, keepdims=True)
    net = pairs[player] - pairs[1 - player]
    by_hand = net if player == DEALER else net.T
    shipped = np.array(
        [by_hand[c.hand] @ row for c, row in zip(sample, rows, strict=True)]
    )
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
        parts: The opponent's strategy in parts, by slot: float32.
        hands: The number of the player's hand, for each row.
        rows: Distributions of the opponent's hand, float64 (rows, hands).
    """
    choices = Choices(parts, parts, NO_UPDATE, np.zeros(0, np.bool_))
    paid = payoffs(game, player, NET[player])
    values = np.zeros(len(hands))
    left = list(range(len(hands)))
    while left:
        taken = {hands[place]: place for place in reversed(left)}
        joint = np.zeros((len(game.hands), len(game.hands)))
        for hand, place in taken.items():
            joint[hand] = rows[place]
        passes = Passes(game, joint if player == DEALER else joint.T, np.float64)
        most = passes.run(player, RESPONSE, choices, paid)
        for hand, place in taken.items():
            values[place] = most[hand]
        left = [place for place in left if place not in taken.values()]
    return values
