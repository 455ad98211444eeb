"""Players of a deal by a strategy or a policy, for compiled code."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from trueodds.analysis.cribbage.game.play_distribution import (
    Players,
    by_parts,
    by_policy,
)
from trueodds.analysis.cribbage.game.whole_deals import SHIPPED_PLAY, Chosen
from trueodds.analysis.cribbage.play.results.policy import policies
from trueodds.analysis.cribbage.play.solving.saved_solution import strategy_of
from trueodds.analysis.cribbage.play.solving.shipped_strategy import shipped_strategy
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.rules.cribbage import CribbageRules


def players_of(by: Chosen, rules: CribbageRules) -> Players:
    """Return how both players play, as ``Players`` for compiled code.

    ``by`` names how both players discard and play (``whole_deals.chosen``). Only its
    play is used.
    """
    if policy := policies().get(by.play):
        return by_policy(policy, rules.play)
    if by.play == SHIPPED_PLAY:
        return _shipped(rules)
    game = RanksOfPlay(rules=rules.play)
    return by_parts(game, strategy_of(Path(by.play), game))


@lru_cache(1)
def _shipped(rules: CribbageRules) -> Players:
    return by_parts(RanksOfPlay(rules=rules.play), shipped_strategy().cached_parts())
