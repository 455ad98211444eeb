"""The probability to win from a score in the play, by the points that are still scored.

The player knows his six cards and the starter. So each hand of ranks that the opponent
keeps has a weight and a distribution of the shows (``opponent_shows``). Pone's hand
counts first, then the dealer's hand with the crib. A table gives the probability to win
from the scores after this deal.

The opponent's strategy may keep no hand that fits the cards played. Then all hands that
fit them are possible, with any throw, and all of these cards are equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.game.game_bounds import ArrayBounds
from trueodds.analysis.cribbage.game.opponent_shows import MOST, Shows
from trueodds.analysis.cribbage.play.results.response import PEGS, Worth
from trueodds.analysis.cribbage.play.results.shipped import HANDS
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.rules.cribbage import CribbageRules


class Known(NamedTuple):
    """The numbers of the cards that a player knows in the play.

    A number is 4 times the rank, plus the suit. ``kept`` and ``threw`` are the player's
    own cards. ``seen`` are the cards that the opponent has played.
    """

    kept: Sequence[int]
    threw: Sequence[int]
    starter: int
    seen: Sequence[int]
    """Cards that the opponent has played."""


def worth_at_score(
    known: Known,
    needs: tuple[int, int],
    opponent: Strategy,
    wins: ArrayBounds,
    rules: CribbageRules,
    *,
    deals: bool,
    hands: Sequence[int],
) -> tuple[Array, Worth, bool]:
    """Return the weights of the opponent's hands, and the player's probability to win.

    A hand of the opponent has four ranks, and is identified by its number.

    Args:
        known: The cards that the player knows.
        needs: The points that pone needs now to win the game, and those that the dealer
            needs.
        opponent: How the opponent discards.
        wins: The dealer's win probabilities before a deal, by the points that pone and
            the dealer need (``win_bounds``).
        rules: The rules.
        deals: True if the player is the dealer.
        hands: The numbers of the opponent's hands that fit the cards played.

    Returns:
        The weight of each of the 1,820 hands, the probability to win by hand and by the
        points that both score from now on, and True if the opponent's strategy keeps
        any of ``hands``.
    """
    deal = sorted([*known.kept, *known.threw])
    throw = DISCARDS.index(tuple(sorted(map(deal.index, known.threw))))
    shows = Shows(deal, opponent, rules, deals, known.starter, known.seen, [throw])
    distributions = shows.distributions()
    weights = np.zeros((len(HANDS), 2 * MOST * MOST))

    def weigh() -> None:
        for hand in hands:
            shows.count(hand, *distributions)
            weights[hand] = distributions[-1][0].sum(axis=0).ravel()

    weigh()
    is_kept = bool(weights.any())
    if not is_kept:
        shows.allow_all(hands)
        weigh()
    keeps = weights.sum(axis=1)
    # The player's probability to win, by what pone and the dealer need after the deal.
    later = 1 - wins.upper.T if deals else wins.lower.T.copy()
    # A player who needs 0 points has won. Pone counts first, so pone's 0 is written
    # last.
    later[:, 0], later[0] = deals, not deals
    shown = np.flatnonzero(weights.any(axis=0))
    # Below these points of pone and of the dealer, the play has not ended the game.
    below = [min(need, PEGS) for need in needs]
    left = [
        np.maximum(need - points[:, None] - np.arange(most), 0)
        for need, points, most in zip(
            needs, np.divmod(shown, 2 * MOST), below, strict=True
        )
    ]
    # The probability to win after each result of the shows, by the points of the play.
    after = later[left[0][:, :, None], left[1][:, None]].reshape(len(shown), -1)
    kept = np.flatnonzero(keeps)
    won = weights[np.ix_(kept, shown)] / keeps[kept, None] @ after
    table = np.zeros((len(HANDS), *(min(need + 1, PEGS) for need in needs)))
    table[kept, : below[0], : below[1]] = won.reshape(-1, *below)
    # Points that win in the play leave nothing to the shows.
    table[:, :, needs[1] :] = deals
    table[:, needs[0] :] = not deals
    width = float((wins.upper - wins.lower).max())
    return keeps, Worth(np.array(needs), table, width), is_kept
