"""The fifteen throws of a deal, by the probability to win the game from a score.

All hands of the opponent and all starters are counted (``opponent_shows``), for each
hand of ranks that the opponent keeps. Then follows the play of these ranks
(``play_distribution``).
Whoever reaches the target first wins, in the order of scoring: his heels, the play,
pone's show, the dealer's show with the crib. Otherwise the opponent deals next, and the
probability to win is that of the next score.

The counts are integers. All that follows are sums of products of numbers that are not
negative, in floats. A sum is nested: over 576 lines of the play at most, 60 and 30
points of the shows, 64 * 64 results of the play, 114 hands with and without his heels,
and 16 shares. These are fewer than 2**13 additions, and a product has at most 32
factors. So a result is off by a factor of at most 1 ± ``ERROR``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from trueodds.analysis.cribbage.deals import Array, keeps
from trueodds.analysis.cribbage.game.game_bounds import ArrayBounds
from trueodds.analysis.cribbage.game.opponent_shows import Shows
from trueodds.analysis.cribbage.game.play_distribution import (
    Players,
    PlayPath,
    PlayPoints,
    new_play,
    new_room,
    play_out,
)
from trueodds.analysis.cribbage.play.results.shipped import HANDS, hand_numbers
from trueodds.analysis.cribbage.play.tree.engine import rank_counts
from trueodds.analysis.cribbage.play.tree.public_tree import HAND
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.cards import RANKS
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.parallel import Threads
from trueodds.core.storage.progress import Progress, silent

ERROR = Fraction(2**13 + 32, 2**52)
"""The largest relative error of a computed probability."""
THREADS = 2
SHARES = 16


def wins_of_throws(
    deal: Sequence[int],
    needs: tuple[int, int],
    players: Players,
    opponent: Strategy,
    wins: ArrayBounds,
    rules: CribbageRules,
    *,
    deals: bool,
    progress: Progress = silent,
) -> list[Enclosure]:
    """Return bounds of the probability to win with each of ``DISCARDS``.

    Args:
        deal: Six ascending card numbers.
        needs: The points that you and the opponent need.
        players: How both play.
        opponent: How the opponent throws.
        wins: The dealer's win probabilities before a deal (``game_bounds``).
        rules: The rules.
        deals: True if you deal.
        progress: Is called as the opponent's hands are counted.

    Returns:
        The enclosures, in the order of ``DISCARDS``.
    """
    shows = Shows(deal, opponent, rules, deals)
    hands = rank_counts(len(RANKS), HAND)[HAND]
    numbers = [hand_numbers()[tuple(deal[at] >> 2 for at in c)] for c in keeps()]
    kept = hands[numbers]
    heels = rules.play.heels_points
    mine, theirs = needs
    pone, dealer = (theirs, mine) if deals else (mine, theirs)
    # The opponent of the next dealer is the dealer now.
    after = np.stack([1 - wins.upper.T, 1 - wins.lower.T])

    def share(number: int) -> tuple[int, Array]:
        """Return sums over every sixteenth hand of ranks that the opponent keeps."""
        total = 0
        sums = np.zeros((2, len(DISCARDS)))
        distributions = shows.distributions()
        room = new_room()
        play = new_play()
        for hand in range(number, len(HANDS), SHARES):
            shows.count(hand, *distributions)
            distribution = distributions[-1]
            # Each of our throws has all hands of the opponent.
            weights = distribution[0].sum(axis=(1, 2))
            if weights.any():
                own = kept, hands[hand], deals, distribution, weights
                _add_wins(*own, players, room, play, pone, dealer, heels, after, sums)
            total += int(weights.sum())
        return total, sums

    total = 0
    sums = np.zeros((2, len(DISCARDS)))
    with Threads(THREADS) as threads:
        for done, part in enumerate(threads.map(share, range(SHARES)), 1):
            total = total + part[0]
            sums = sums + part[1]
            progress("hands of the opponent", done, SHARES)
    chances = []
    for low, high in (sums / total).T.tolist():
        dealer_wins = Enclosure(
            Fraction(low) * (1 - ERROR), min(Fraction(high) * (1 + ERROR), Fraction(1))
        )
        pone_wins = Enclosure(1 - dealer_wins.upper, 1 - dealer_wins.lower)
        chances.append(dealer_wins if deals else pone_wins)
    return chances


@compiled
def _add_wins(  # noqa: PLR0913 - a kernel gets its arrays and scratch from the caller
    kept: Array,
    other: Array,
    deals: bool,
    distribution: Array,
    weights: Array,
    players: Players,
    room: PlayPath,
    play: PlayPoints,
    pone: int,
    dealer: int,
    heels: int,
    after: Array,
    sums: Array,
) -> None:
    """Add bounds of the weights of deals that the dealer wins, by our throw.

    ``distribution`` has the weights of both shows when the opponent keeps the ranks
    ``other``, by our throw and whether the starter is a jack, and ``weights`` their
    sums. The players need ``pone`` and ``dealer`` points.
    """
    for t in range(len(distribution)):
        if deals:
            play_out(other, kept[t], players, room, play)
        else:
            play_out(kept[t], other, players, room, play)
        for jack in range(2):
            need = dealer - heels * jack
            won = 0.0
            if need <= 0:
                won = 1.0
            elif need < play.dealer.shape[1]:
                for y in range(min(pone, len(play.dealer))):
                    won += play.dealer[y, need]
            # A sum by itself for each pair of hands, so that it has few roundings.
            low = 0.0
            high = 0.0
            for y in range(min(pone, len(play.final))):
                for x in range(min(need, play.final.shape[1])):
                    chance = play.final[y, x]
                    if chance:
                        shows = distribution[t, jack]
                        others = pone - y
                        own = need - x
                        low += chance * _shown(shows, others, own, after[0])
                        high += chance * _shown(shows, others, own, after[1])
            sums[0, t] += won * weights[jack] + low
            sums[1, t] += won * weights[jack] + high


@compiled
def _shown(shows: Array, pone: int, dealer: int, after: Array) -> float:
    """Return the weight of the shows after which the dealer wins.

    ``after`` has his probabilities to win by the points that pone and he need.
    """
    wins = 0.0
    for y in range(min(pone, len(shows))):
        row = 0.0
        for x in range(shows.shape[1]):
            if shows[y, x]:
                row += shows[y, x] * (after[pone - y, dealer - x] if x < dealer else 1)
        wins += row
    return wins
