"""Proved bounds of the mean of an optimal turn with a set of six dice, fast.

The method is that of ``turn.bounded``: backward induction in floats over the stake and
the multiset of dice left. What does not depend on the weights is computed once for each
pattern of equal dice (``roll_groups``).

Two things shorten the induction. Values are stored only for as many stakes as a single
keep can span. And where possible, banking is proved best without using the classes. Let
g be the most by which the value of any state at a higher stake exceeds its stake. The
value of a state grows by at most one point a point of the stake, so g bounds this gain
at all higher stakes. Rolling a multiset that farkles with probability f and scores c
points on average, if the most are kept, has a value of at most (1 - f) (stake + g) + c.

A computed mean over the classes is off by a factor of at most 1 ± e, where
e = (classes + 3) * 2**-53. With all weights multiplied by 1 - 2e every computed value
is a lower bound, and with 1 + 2e an upper bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.best_dice.roll_groups import Groups, RollGroups, weigh
from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.analysis.farkle.turn.ceiling import enough
from trueodds.core.errors import DiceError, RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.farkle import DICE
from trueodds.core.rules.farkle.loaded_dice import SIDES, Die, dice_text

MOST_STAKES = 20_000_000
"""The most stakes of an induction, which takes about a minute."""

SURE = 1 + 1e-9
"""A margin that covers the rounding of a few operations on positive floats."""

Weights = tuple[int, ...]


def pattern_of(dice: Sequence[Weights]) -> tuple[tuple[int, ...], list[Weights]]:
    """Return how many equal dice there are of each kind, and the kinds in that order.

    The most frequent kind is first. A kind is the weights of a die.

    >>> pattern_of([(1, 2), (1, 1), (1, 2)])
    ((2, 1), [(1, 2), (1, 1)])
    """
    counts = Counter(dice)
    kinds = sorted(counts, key=lambda kind: (-counts[kind], kind))
    return tuple(counts[kind] for kind in kinds), kinds


def die_of(weights: Weights) -> Die:
    """Return the die with these weights of its faces; a seventh is for the joker.

    >>> dice_text([die_of((1, 1, 1, 1, 1, 3, 0)), die_of((2,) * 6)])
    '1:1:1:1:1:3, fair'
    """
    return Die("", tuple(weights[:SIDES]), *weights[SIDES:])


def number_of_sets(counts: Sequence[int], size: int = DICE) -> int:
    """Return how many different sets of ``size`` dice an inventory allows.

    ``counts`` has the number of dice of each kind.

    >>> number_of_sets([1] * 12), number_of_sets([6] * 45)
    (924, 15890700)
    """
    # ways[n] is the number of sets of n dice of the kinds so far.
    ways = [1] + [0] * size
    for count in counts:
        ways = [sum(ways[max(n - count, 0) : n + 1]) for n in range(size + 1)]
    return ways[size]


def owned_counts(inventory: Mapping[Weights, int]) -> dict[Weights, int]:
    """Return how many dice of each kind a set of six can have, at most six.

    The keys are the weights of the faces in lowest terms. ``inventory`` has the number
    of dice by the weights of their faces.

    Raises ``DiceError`` if there are fewer dice than a set needs.
    """
    counts: dict[Weights, int] = {}
    for die, count in inventory.items():
        lowest = tuple(weight // gcd(*die) for weight in die)
        counts[lowest] = min(counts.get(lowest, 0) + count, DICE)
    counts = {die: count for die, count in counts.items() if count}
    if sum(counts.values()) < DICE:
        raise DiceError(
            f"the inventory has {sum(inventory.values())} dice, and a set needs "
            f"{DICE}; add the ordinary dice you have, such as fair*{DICE}"
        )
    return counts


class _Ready(NamedTuple):
    """The tables of a set of dice that the backward induction needs.

    ``probability`` is by class. ``farkle``, the probability of a farkle, and ``gain``,
    the mean best score of a roll in units, are by group and rounded in favour of
    rolling. All six dice are known, so each state has one group. From the stake ``top``
    on, in units, the induction banks.
    """

    groups: Groups
    probability: Array
    farkle: Array
    gain: Array
    top: int


class SetTurns:
    """Means of optimal turns with sets of six dice under the same rules.

    ``groups`` has the rolls under these rules.
    """

    def __init__(self, groups: RollGroups) -> None:
        self._groups = groups

    def mean(self, dice: Sequence[Weights]) -> Enclosure:
        """Return proved bounds of the mean points of an optimal turn with six dice.

        ``dice`` has the weights of the faces of each die.

        Raises:
            RulesError: If the dice can never farkle, or farkle too rarely.

        Example:
            >>> from trueodds.core.rules.farkle import FarkleRules
            >>> turns = SetTurns(RollGroups(FarkleRules.load("ece209")))
            >>> turns.mean([(1, 1, 1, 1, 1, 1)] * 6).texts(12)
            ('470.185531742', '470.185531743')
        """
        ready = self._ready(dice)
        return Enclosure(self._bound(ready, -1), self._bound(ready, 1))

    def upper(self, dice: Sequence[Weights]) -> Fraction:
        """Return a proved upper bound of the mean points of an optimal turn.

        ``dice`` has the weights of the faces of each of six dice.
        """
        return self._bound(self._ready(dice), 1)

    def require_farkles(self, dice: Sequence[Weights]) -> None:
        """Raise ``RulesError`` if some of the dice never farkle, or too rarely.

        They farkle too rarely if more than 20 million stakes (points of the turn so
        far) have to be considered. ``dice`` has the weights of the faces of each of six
        dice.
        """
        self._ready(dice)

    def _ready(self, dice: Sequence[Weights]) -> _Ready:
        pattern, kinds = pattern_of(dice)
        groups = self._groups.of_pattern(pattern)
        weighed = weigh(groups, kinds)
        farkles = weighed.farkle
        totals = weighed.total
        names = dice_text(map(die_of, dice)) or f"fair*{DICE}"
        if not farkles.all():
            raise RulesError(
                f"some dice of {names} can never farkle, so a turn need never end; "
                "leave out the dice that always score"
            )
        top = enough(zip(weighed.points.tolist(), farkles.tolist(), strict=True))
        if top > MOST_STAKES:
            raise RulesError(
                f"{names} farkle so rarely that stakes up to "
                f"{top * self._groups.unit:,} have to be considered; choose dice that "
                "farkle more often"
            )
        totals_of_class = np.repeat(totals, np.diff(groups.first_class))
        return _Ready(
            groups,
            weighed.weight / totals_of_class,
            farkles / totals / SURE,
            weighed.mean * SURE,
            top,
        )

    def _bound(self, ready: _Ready, sign: int) -> Fraction:
        groups = ready.groups
        # 2e of the proof above, for the group with the most classes.
        rounding = (int(np.diff(groups.first_class).max()) + 3) * 2.0**-52
        least = -(-self._groups.rules.minimum_to_bank // self._groups.unit)
        # A power of two above the highest score, so that no keep reaches past the rows.
        window = 1 << (self._groups.most_points + 1).bit_length()
        value = np.zeros((window, len(groups.kinds)))
        bound = induct(
            groups.first_class,
            groups.first_keep,
            groups.points,
            groups.left,
            ready.probability * (1 + sign * rounding),
            ready.farkle,
            ready.gain,
            least,
            max(ready.top, least),
            value,
        )
        return Fraction(bound) * self._groups.unit


@compiled
def induct(  # noqa: PLR0913 - a kernel gets its arrays and scratch from the caller
    first_class: Array,
    first_keep: Array,
    points: Array,
    left: Array,
    probability: Array,
    farkle: Array,
    gain: Array,
    least: int,
    top: int,
    value: Array,
) -> float:
    """Return the mean points of a whole turn in units, by backward induction.

    All six dice are known. So each state (a multiset of dice left to roll, numbered
    from 0 for no dice) has one group of rolls, and group g is that of state g + 1.
    Stakes are in units.

    Args:
        first_class: As in ``Groups``: group g has the classes from ``first_class[g]``
            on.
        first_keep: Class c has the keeps from ``first_keep[c]`` on.
        points: The units that each keep scores.
        left: The state after each keep.
        probability: The probability of each class.
        farkle: Lower bounds of the probability of a farkle, by group.
        gain: Upper bounds of the mean score of a roll in units, by group.
        least: The least stake that may be banked.
        top: A stake from which banking is best.
        value: Scratch for the values of the last stakes, by state. The row of a stake
            is the stake modulo the number of rows, a power of two.
    """
    window, states = value.shape
    mask = window - 1
    for stake in range(top, top + window - 1):
        value[stake & mask, :] = stake
    # The most by which a value exceeds its stake, at the higher stakes: g above.
    ahead = 0.0
    for stake in range(top - 1, -1, -1):
        row = value[stake & mask]
        row[0] = stake if stake >= least else 0.0
        most = 0.0
        for n in range(1, states):
            if stake >= least:
                # An upper bound of the value of rolling, without its classes.
                rolling = (1.0 - farkle[n - 1]) * (stake + ahead) + gain[n - 1]
                if stake >= rolling * (1.0 + 1e-9):
                    row[n] = stake
                    continue
            mean = 0.0
            for c in range(first_class[n - 1], first_class[n]):
                best = 0.0
                for k in range(first_keep[c], first_keep[c + 1]):
                    after = value[(stake + points[k]) & mask, left[k]]
                    best = max(best, after)
                mean += probability[c] * best
            row[n] = max(mean, float(stake)) if stake >= least else mean
            # States that were banked above have the value of the stake, and add 0.
            most = max(most, row[n] - stake)
        ahead = max(ahead, most)
    first_roll: float = value[0, states - 1]
    return first_roll
