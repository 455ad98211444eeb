"""Mean net points of the play with the hands that six cards leave to the opponent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.game.play_distribution import (
    PEGS,
    Players,
    PlayPath,
    PlayPoints,
    new_path,
    new_play,
    play_out,
)
from trueodds.analysis.cribbage.game.players import players_of
from trueodds.analysis.cribbage.game.whole_deals import (
    EQUILIBRIUM,
    chosen,
)
from trueodds.analysis.cribbage.play.solving.opponent_keeps import keeps_given_deal
from trueodds.analysis.cribbage.play.tree.engine import rank_counts
from trueodds.analysis.cribbage.play.tree.public_tree import HAND
from trueodds.analysis.cribbage.strategy_file import OPPONENT, strategy_tables
from trueodds.core.cards import RANKS
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import CribbageRules


def net_given_deal(
    deal: Sequence[int],
    hands: Sequence[int],
    role: str,
    play: str | Path,
    rules: CribbageRules,
) -> tuple[list[float], str]:
    """Return our points minus the opponent's in the play, for each hand that we keep.

    The opponent discards by the shipped equilibrium.

    Args:
        deal: The numbers of our six cards: 4 times the rank, plus the suit.
        hands: The hands that we may keep: the numbers of their four ranks, as in
            ``HANDS``.
        role: Our role: "dealer" or "pone".
        play: How both play: a policy, a folder with a solved play, or "shipped" for the
            strategy that ships.
        rules: The rules.

    Returns:
        The means over all hands of the opponent as floats, in the order of ``hands``,
        and how both play, in words.
    """
    by = chosen(rules, play=str(play))
    weights = keeps_given_deal(
        strategy_tables(EQUILIBRIUM, rules)[OPPONENT[role]], deal
    )
    counts = rank_counts(len(RANKS), HAND)[HAND]
    points = np.arange(PEGS)
    # By pone's points and the dealer's: the net points of the dealer.
    net = points - points[:, None]
    fixed = counts, weights, players_of(by, rules), new_path(), new_play()
    deals = role == "dealer"
    means = [
        _net(counts[hand], deals, *fixed, net if deals else -net) for hand in hands
    ]
    return means, by.words[1]


@compiled
def _net(
    own: Array,
    deals: bool,
    hands: Array,
    weights: Array,
    players: Players,
    path: PlayPath,
    play: PlayPoints,
    net: Array,
) -> float:
    """Return the mean of ``net``, by pone's and the dealer's points."""
    total = 0.0
    for number in np.flatnonzero(weights):
        if deals:
            play_out(hands[number], own, players, path, play)
        else:
            play_out(own, hands[number], players, path, play)
        total += weights[number] * (play.final * net).sum()
    return float(total / weights.sum())
