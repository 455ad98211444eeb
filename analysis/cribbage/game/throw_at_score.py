"""The fifteen throws of a deal, by the probability to win the game from a score.

All hands of the opponent and all starters are counted (``opponent_shows``), for each
hand of ranks that the opponent keeps. Then follows the play of these ranks
(``play_distribution``). Whoever reaches the target first wins, in the order of scoring:
his heels, the play, pone's show, the dealer's show with the crib. If no player reaches
it, pone deals next, and the probability to win is that of the next score.

The counts are integers. All that follows are sums of products of numbers that are not
negative, in floats. A sum is nested: over 576 lines of the play at most, for each of
the 57 hands in a share, over 32 shares, and over the points of both players. These are
fewer than 2**15 + 2**10 additions, and a product has at most 32 factors. Each of them
rounds by 2**-53 at most. So a result is off by a factor of at most 1 ± ``ERROR``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from trueodds.analysis.cribbage.deals import Array, keeps
from trueodds.analysis.cribbage.game.game_bounds import ArrayBounds
from trueodds.analysis.cribbage.game.opponent_shows import MOST, Shows
from trueodds.analysis.cribbage.game.play_distribution import (
    PEGS,
    Players,
    PlayPath,
    PlayPoints,
    new_path,
    new_play,
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
from trueodds.core.rules.cribbage_play import DEALER, PONE
from trueodds.core.storage.parallel import Threads
from trueodds.core.storage.progress import Progress, silent

ERROR = Fraction(2**15 + 2**11, 2**53)
"""The largest relative error of a computed probability."""
THREADS = 2
SHARES = 32


class DealSetting(NamedTuple):
    """The strategies of both players in a deal, and the points that both need.

    ``kept`` has the number of cards of each rank that each of our discards keeps: (15,
    13). ``deals`` is True if we deal. ``pone`` and ``dealer`` are the points that pone
    and the dealer need to win the game, and ``heels`` the points of a jack as the
    starter.
    """

    kept: Array
    deals: bool
    players: Players
    pone: int
    dealer: int
    heels: int


class DealWeights(NamedTuple):
    """The weights of deals, for each of our fifteen discards that are compared.

    A weight is the number of deals times the probability of the play. ``won`` has the
    weight of the deals in which the dealer wins before the shows: (15,). ``after`` has
    the weights of the deals that no player wins before the shows. Its axes are the
    discard, and the points of pone and of the dealer after the shows: (15, ``PEGS +
    MOST``, ``PEGS + 2 * MOST + heels``). ``PEGS`` is more than the points of a player
    in the play, and ``MOST`` more than the points of a show.
    """

    won: Array
    after: Array


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
    """Return bounds of your probability to win the game with each of the 15 discards.

    Args:
        deal: The numbers of your six cards, ascending: 4 times the rank, plus the suit.
        needs: The points that you need to win, and those that the opponent needs.
        players: How both play.
        opponent: How the opponent discards.
        wins: The dealer's win probabilities before a deal, by the points that pone and
            the dealer need (``win_bounds``).
        rules: The rules.
        deals: True if you deal.
        progress: Is called as the opponent's hands are counted.

    Returns:
        The bounds, in the order of ``DISCARDS``.
    """
    shows = Shows(deal, opponent, rules, deals)
    hands = rank_counts(len(RANKS), HAND)[HAND]
    numbers = [hand_numbers()[tuple(deal[at] >> 2 for at in c)] for c in keeps()]
    mine, theirs = needs
    pone, dealer = (theirs, mine) if deals else (mine, theirs)
    heels = rules.play.heels_points
    setting = DealSetting(hands[numbers], deals, players, pone, dealer, heels)
    most = PEGS + MOST, PEGS + 2 * MOST + heels

    def share(number: int) -> tuple[float, Array, Array]:
        """Return sums over every 32nd hand of ranks that the opponent keeps.

        The hands are ``number``, ``number`` + 32, … The first result is the weight of
        all deals with these hands. All throws have the same weight. The other results
        are the two arrays of ``DealWeights``.
        """
        total = 0.0
        sums = DealWeights(np.zeros(len(DISCARDS)), np.zeros((len(DISCARDS), *most)))
        distributions = shows.distributions()
        path = new_path()
        play = new_play()
        for hand in range(number, len(HANDS), SHARES):
            shows.count(hand, *distributions)
            # Each of our throws has all hands of the opponent.
            if weight := distributions[-1][0].sum():
                _add_hand(hands[hand], distributions[-1], setting, path, play, sums)
            total += weight
        return total, *sums

    parts = []
    with Threads(THREADS) as threads:
        for part in threads.map(share, range(SHARES)):
            parts.append(part)
            progress("hands of the opponent", len(parts), SHARES)
    total, won, after = map(sum, zip(*parts, strict=True))
    # What pone and the dealer need after the deal. The opponent of the next dealer is
    # the dealer now.
    needs = pone, dealer
    left = [np.maximum(needs[at] - np.arange(most[at]), 0) for at in (PONE, DEALER)]
    bounds = []
    # Pone deals next, so the dealer of now wins with 1 - V. At 0 the game is over. Pone
    # counts first, so pone's 0 is written last.
    for later in (1 - wins.upper.T, 1 - wins.lower.T):
        later[:, 0], later[0] = 1, 0
        bounds.append(won + (after * later[np.ix_(*left)]).sum(axis=2).sum(axis=1))
    chances = []
    for low, high in (np.stack(bounds, 1) / total).tolist():
        dealer_wins = Enclosure(
            Fraction(low) * (1 - ERROR), min(Fraction(high) * (1 + ERROR), Fraction(1))
        )
        pone_wins = Enclosure(1 - dealer_wins.upper, 1 - dealer_wins.lower)
        chances.append(dealer_wins if deals else pone_wins)
    return chances


@compiled
def _add_hand(
    other: Array,
    distribution: Array,
    setting: DealSetting,
    path: PlayPath,
    play: PlayPoints,
    sums: DealWeights,
) -> None:
    """Add the deals in which the opponent keeps the ranks ``other`` to ``sums``.

    ``distribution`` has the weights of both shows, by our throw and whether the starter
    is a jack.
    """
    for t in range(len(distribution)):
        if setting.deals:
            play_out(other, setting.kept[t], setting.players, path, play)
        else:
            play_out(setting.kept[t], other, setting.players, path, play)
        for jack in range(2):
            heels = setting.heels * jack
            need = setting.dealer - heels
            # Heels count before the play, and can end the game.
            won = 1.0 * (need <= 0)
            # Only while pone has less than he needs.
            for y in range(min(setting.pone, play.most[0] + 1)):
                if 0 < need <= play.most[0]:
                    won += play.dealer[y, need]
                for x in range(min(need, play.most[0] + 1)):
                    if play.final[y, x]:
                        after = sums.after[t, y:]
                        _add(play.final[y, x], distribution[t, jack], after, x + heels)
            shown = 0.0
            for shows in distribution[t, jack]:
                for weight in shows:
                    shown += weight
            sums.won[t] += won * shown


@compiled
def _add(chance: float, shows: Array, after: Array, begin: int) -> None:
    """Add the weights of both shows, times a probability, to those after the deal.

    ``after`` begins with pone's points after the play, and ``begin`` are the dealer's.
    """
    for y in range(len(shows)):
        row = after[y, begin:]
        for x in range(shows.shape[1]):
            row[x] += chance * shows[y, x]
