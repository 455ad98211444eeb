"""Proved bounds for a strategy of the play, from the best responses to it.

The average strategy is rounded to a strategy *in parts*: its weights are integers out
of ``parts.PARTS``, so it is exact. Best responses to it are computed in float64 from
numbers that are never negative: points are counted from the least possible payoff.
Sums, products and maxima of such numbers keep a relative error of at most ``ROUNDINGS``
times half a unit in the last place, so their results are proved bounds.

Some hands are never kept, so their average is arbitrary. They get a best response to
the opponent's strategy, under a conditional distribution of the opponent's hand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from trueodds.analysis.cribbage.play.solving.leaves import payoffs, raised
from trueodds.analysis.cribbage.play.solving.passes import AVERAGES, RECORD, Choices
from trueodds.analysis.cribbage.play.solving.solver import NET, NO_UPDATE, Passes
from trueodds.analysis.cribbage.play.tree.engine import Array
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage_play import DEALER, PONE
from trueodds.core.storage.progress import Progress, silent

ROUNDINGS = 1000
"""Upper limit on the number of roundings between any leaf and the value.

A leaf needs 3 products and sums of up to 455 terms, and a probability needs 5
roundings. Each of up to 24 levels adds up at most 14 products. Probabilities of play
are exact: each is an integer number of parts, and a player decides at most three times.
"""
RELATIVE_ERROR = Fraction(ROUNDINGS, 2**53 - ROUNDINGS)
UNKEPT_SCALE = 1e-20
"""Factor that scales the weights of hands that are never kept to about the size of
probabilities."""
POINTS = (1, 0), (0, 1)
"""Weights of pone's and the dealer's points that count only one player's points."""


@dataclass(frozen=True)
class PlayCertificate:
    """Proved bounds for a pair of strategies of the play, and the points of each hand.

    ``value`` encloses the value of the game: the dealer's points minus pone's.
    ``means`` enclose the mean points of pone and of the dealer when both play the
    strategies. The float64 arrays ``probability`` to ``most`` have two rows, for pone
    and for the dealer, and a column for each hand of the player. ``probability`` is the
    probability of the hand. The other arrays are means given the hand: the player's
    ``own`` points and the ``opponent``'s when both play the strategies, and the
    ``most`` net points that any play can get against the opponent's strategy. ``parts``
    are both strategies: the integer weight of each choice, with a best response for
    hands of probability 0.
    """

    value: Enclosure
    means: tuple[Enclosure, Enclosure]
    probability: Array
    own: Array
    opponent: Array
    most: Array
    parts: Array

    @property
    def exploitability(self) -> Fraction:
        """An upper bound of what both players together gain by best responses.

        It is the width of ``value``, in points a deal.
        """
        return self.value.width


def certify(
    game: RanksOfPlay,
    hands: Array,
    parts: Array,
    unkept: tuple[Array, Array] | None = None,
    progress: Progress = silent,
) -> PlayCertificate:
    """Compute best responses to both strategies of the play, with proved bounds.

    Args:
        game: The ranks, hands and rules, with the public tree.
        hands: The probability of each pair of hands, by the dealer's and pone's hand:
            float64, each with at most 5 roundings.
        parts: The strategies of both players as integers: the weight of each choice.
            The weights of all choices that a player has at a moment add up to
            ``parts.PARTS``.
        unkept: The weights of pairs of hands that replace ``hands`` for a player's
            hands of probability 0: an array for pone's hands, and one for the dealer's.
            The axes are those of ``hands``. If None, nothing is replaced.
        progress: Is called after each of the six passes.
    """
    weights = parts.astype(np.float32)
    probability = np.stack([hands.sum(axis=0), hands.sum(axis=1)])
    done = 0
    means = []
    bounds = []
    tables = np.full((3, 2, hands.shape[0]), np.nan)
    for player in (PONE, DEALER):
        kept = probability[player] > 0
        # A hand of probability 0 has the value 0 whatever it plays. Small weights of
        # its own give it a best response; ``values[kept]`` keeps them out of the
        # bounds.
        filled = hands
        if unkept is not None:
            by_player = kept[:, None] if player == DEALER else kept[None, :]
            filled = np.where(by_player, hands, unkept[player] * UNKEPT_SCALE)
        passes = Passes(game, filled, np.float64)
        choices = Choices(weights, weights, NO_UPDATE, ~kept)
        marginal = filled.sum(axis=0 if player == PONE else 1)
        # RECORD comes first: it writes these best responses to ``weights``, which the
        # averages then play.
        runs = (
            (RECORD, NET[player]),
            (AVERAGES, POINTS[player]),
            (AVERAGES, POINTS[1 - player]),
        )
        for row, (purpose, points) in enumerate(runs):
            paid, least = raised(payoffs(game, player, points))
            values = passes.run(player, purpose, choices, paid)
            with np.errstate(invalid="ignore", divide="ignore"):
                tables[row, player] = values / marginal + least
            if row == 0:
                bounds.append(_enclosed(values[kept], least))
            elif row == 1:
                means.append(_enclosed(values[kept], least))
            done += 1
            progress("best responses and means", done, 6)
    most, own, opponent = tables
    return PlayCertificate(
        Enclosure(-bounds[PONE].upper, bounds[DEALER].upper),
        (means[PONE], means[DEALER]),
        *(probability, own, opponent, most, weights.astype(np.uint16)),
    )


def _enclosed(values: Array, least: int) -> Enclosure:
    """Enclose a sum of values that were computed as differences from ``least``."""
    total = Fraction(math.fsum(values.tolist()))
    error = total * RELATIVE_ERROR
    return Enclosure(total - error + least, total + error + least)
