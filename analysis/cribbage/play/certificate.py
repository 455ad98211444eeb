"""A strategy of the play in whole parts, and what its best responses prove.

The average strategy is rounded to ``PARTS`` parts for each information set, so that it
is an exact strategy of its own. Best responses to it are computed in float64 from
numbers that are never negative: points are counted from the least there can be. Sums,
products and maxima of such numbers keep a relative error of at most ``ROUNDINGS`` times
half a unit in the last place, so their results are proved bounds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.play.engine import Array
from trueodds.analysis.cribbage.play.passes import AVERAGES, RESPONSE, Choices, Leaves
from trueodds.analysis.cribbage.play.solver import NET, Passes
from trueodds.analysis.cribbage.play.tree import Game, Multisets, Tree
from trueodds.core.enclosure import Enclosure
from trueodds.core.progress import Progress, silent
from trueodds.core.rules.cribbage_play import DEALER, PONE

PARTS = 4096
ROUNDINGS = 1000
"""More than the roundings on any way from a leaf to the value.

A leaf has 2 products and sums of up to 455 terms, a probability 5 roundings, and each
of up to 24 levels sums up to 14 products. Probabilities of play are exact: each is a
number of parts, and a player decides at most three times.
"""
RELATIVE_ERROR = Fraction(ROUNDINGS, 2**53 - ROUNDINGS)


@dataclass(frozen=True)
class Certificate:
    """Proof by a pair of strategies, and the earnings of each hand with them.

    ``value`` encloses the value of the game: the dealer's points minus pone's.
    ``means`` enclose the mean points of pone and dealer when both play the strategies.
    The arrays have a row for pone and the dealer and a column for each hand, as
    conditional means in float64: the player's ``own`` points, the ``opponent``'s, and
    the ``most`` net points that any play can get against the opponent's strategy. Hands
    of probability zero have the probability of a hand and NaN.
    """

    value: Enclosure
    means: tuple[Enclosure, Enclosure]
    probability: Array
    own: Array
    opponent: Array
    most: Array

    @property
    def exploitability(self) -> Fraction:
        """The most that both players together could gain."""
        return self.value.width


def in_parts(game: Game, totals: Array) -> Array:
    """Return the average strategy in whole parts, by slot: uint16."""
    parts = np.zeros(game.slots, np.uint16)
    _round(game.tree, game.multisets, totals, parts)
    return parts


def certify(
    game: Game, hands: Array, parts: Array, progress: Progress = silent
) -> Certificate:
    """Compute both best responses to a strategy in parts, with proved bounds.

    ``hands`` is the joint distribution, float64, each probability within 5 roundings.
    """
    passes = Passes(game, hands, np.float64)
    weights = parts.astype(np.float32)
    choices = Choices(weights, weights, np.zeros(3, np.float32))
    done = 0

    def run(player: int, purpose: int, points: tuple[int, int]) -> tuple[Array, int]:
        """Return the values by hand, with points counted from the least possible."""
        nonlocal done
        leaves = passes.leaves(points)
        least = int(leaves.endings.min()) + int(leaves.before.min())
        raised = Leaves(
            leaves.blocks, leaves.hands, leaves.endings, leaves.before - least
        )
        values = passes.run(player, purpose, choices, raised)
        done += 1
        progress("best responses and means", done, 6)
        return values, least

    responses = [run(player, RESPONSE, NET[player]) for player in (PONE, DEALER)]
    pone, dealer = (_enclosed(*response) for response in responses)
    of_pone = [run(player, AVERAGES, (1, 0)) for player in (PONE, DEALER)]
    of_dealer = [run(player, AVERAGES, (0, 1)) for player in (PONE, DEALER)]
    probability = np.stack([hands.sum(axis=0), hands.sum(axis=1)])
    with np.errstate(invalid="ignore", divide="ignore"):
        points = [
            [(values / probability[player] + least) for values, least in [row[player]]]
            for row in (of_pone, of_dealer)
            for player in (PONE, DEALER)
        ]
        most = [
            values / probability[player] + least
            for player, (values, least) in enumerate(responses)
        ]
    pone_by_pone, pone_by_dealer, dealer_by_pone, dealer_by_dealer = (
        column[0] for column in points
    )
    return Certificate(
        Enclosure(-pone.upper, dealer.upper),
        (_enclosed(*of_pone[PONE]), _enclosed(*of_dealer[DEALER])),
        probability,
        np.stack([pone_by_pone, dealer_by_dealer]),
        np.stack([dealer_by_pone, pone_by_dealer]),
        np.stack(most),
    )


def _enclosed(values: Array, least: int) -> Enclosure:
    """Enclose a sum of values that were computed above ``least``."""
    total = Fraction(math.fsum(values.tolist()))
    error = total * RELATIVE_ERROR
    return Enclosure(total - error + least, total + error + least)


@njit(cache=True, nogil=True)
def _round(tree: Tree, sets: Multisets, totals: Array, parts: Array) -> None:
    """Round the choices of every information set; the largest takes the rest."""
    large = sets.sizes[len(sets.sizes) - 1]
    norm, best = np.zeros(large), np.zeros(large)
    left, place = np.zeros(large, np.int64), np.zeros(large, np.int64)
    for node in range(len(tree.player)):
        held, legal = tree.cards[node, tree.player[node]], tree.legal[node]
        small, choices = sets.sizes[held - 1], sets.choices[held, legal]
        norm[:] = 0
        for r in range(legal):
            for m in range(small):
                total = totals[tree.slot[node] + r * small + m]
                norm[sets.plus[held - 1, r, m]] += total
        best[:] = -1
        left[:] = PARTS
        for r in range(legal):
            for m in range(small):
                at = tree.slot[node] + r * small + m
                whole = sets.plus[held - 1, r, m]
                if norm[whole] > 0:
                    share = totals[at] / norm[whole]
                else:
                    share = 1 / choices[whole]
                parts[at] = int(share * PARTS)
                left[whole] -= parts[at]
                if share > best[whole]:
                    best[whole] = share
                    place[whole] = at
        for m in range(sets.sizes[held]):
            if choices[m]:
                parts[place[m]] += left[m]
