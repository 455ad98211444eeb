"""The mean turn with dice whose probabilities are published with few digits.

The probability of each face of each die lies in an interval. Before every roll, nature
may choose the probabilities of all dice anew, one die after the other, within their
intervals. If it chooses for the player, the value of the turn is an upper bound for all
dice with such probabilities; if it chooses against the player, who still plays for the
most points, it is a lower bound. Both follow by backward induction from state to state:
with fixed probabilities, the value of a state is the highest mean of the values after
it, and nature only raises or only lowers that mean (robust dynamic programming,
Nilim and El Ghaoui 2005).

The best probabilities of one die are a linear program with bounds and one sum: begin
with the lower bounds, and give the rest of the sum to the best faces first. The factors
``UP`` and ``DOWN`` cover the rounding of floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from trueodds.analysis.farkle.best_dice.roll_groups import Groups, RollGroups
from trueodds.analysis.farkle.best_dice.set_turn import Weights, pattern_of
from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.farkle import DICE
from trueodds.core.rules.farkle.loaded_dice import Interval

MOST_STAKES = 20_000
"""The most stakes of an induction, which takes about half a minute."""

UP = 1 + 1e-12
DOWN = 1 - 1e-12

Intervals = tuple[Interval, ...]


def rounded_mean(
    groups: RollGroups, dice: Sequence[tuple[Weights, Intervals]]
) -> Enclosure:
    """Return bounds of the mean of an optimal turn for all dice in given intervals.

    Args:
        groups: The roll classes under the rules.
        dice: Six dice, each with its weights and an interval for the probability of
            each face. Dice with equal weights have equal intervals.

    Returns:
        A lower and an upper bound that hold for all probabilities in the intervals.

    Raises:
        RulesError: If too many stakes have to be considered.

    Example:
        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> fair = (1,) * 6, ((Fraction(1, 6), Fraction(1, 6)),) * 6
        >>> groups = RollGroups(FarkleRules.load("ece209"))
        >>> rounded_mean(groups, [fair] * 6).texts(9)
        ('470.185531', '470.185532')
    """
    pattern, kinds = pattern_of([weights for weights, _ in dice])
    table = groups.of_pattern(pattern)
    by_kind = dict(dice)
    low, high = (
        np.array([[float(interval[end]) for interval in by_kind[k]] for k in kinds])
        for end in (0, 1)
    )
    # Outward, so that the intervals of floats contain the exact ones.
    low = low * DOWN
    high = high * UP
    bounds = []
    for sign in (-1, 1):
        bound = _bound(groups, table, low, high, sign)
        bounds.append(Fraction(bound) * groups.unit)
    return Enclosure(*bounds)


def _bound(
    groups: RollGroups, table: Groups, low: Array, high: Array, sign: int
) -> float:
    first_roll = np.cumsum([0, *map(len, table.class_of)])
    class_of = np.concatenate(table.class_of)
    first_die = np.cumsum([0, *map(len, table.kinds)])
    kinds = np.concatenate(table.kinds)
    states = len(table.unknown)
    farkle = np.zeros(states)
    gain = np.zeros(states)
    work = np.zeros(groups.faces**DICE)
    for n in range(1, states):
        classes = class_of[first_roll[n - 1] : first_roll[n]]
        die_kinds = kinds[first_die[n] : first_die[n + 1]]
        most = table.points[table.first_keep[table.first_class[n - 1] : -1]]
        # The highest probability of a score leaves the least one of a farkle.
        work[: len(classes)] = classes >= 0
        farkle[n] = 1.0 - extreme(work, len(classes), die_kinds, low, high, 1) * UP
        # The highest mean of what a roll scores, if the most points are kept.
        work[: len(classes)] = np.where(classes >= 0, most[np.maximum(classes, 0)], 0)
        gain[n] = extreme(work, len(classes), die_kinds, low, high, 1) * UP
    least = -(-groups.rules.minimum_to_bank // groups.unit)
    top = float("inf")
    if farkle[1:].min() > 1e-9:
        top = max(float((gain[1:] / farkle[1:]).max()) + 1, least)
    if top > MOST_STAKES:
        raise RulesError(
            "the best six dice farkle too rarely to bound their average for all "
            "rounded percentages; leave out --rounding"
        )
    window = 1 << (groups.most_points + 1).bit_length()
    return float(
        robust(
            (first_roll, class_of, first_die, kinds),
            (table.first_class, table.first_keep, table.points, table.left),
            (low, high),
            (farkle, gain),
            (least, int(top) + 1, sign),
            np.zeros((window, states)),
        )
    )


@compiled
def extreme(
    work: Array, rolls: int, kinds: Array, low: Array, high: Array, sign: int
) -> float:
    """Return the highest or the lowest mean of a value over rolls of some dice.

    The face probabilities of each die may be any between ``low`` and ``high``.

    Args:
        work: The value of each roll, in the order in which the face of the last die
            changes first. It is overwritten.
        rolls: The number of rolls, which are the first entries of ``work``.
        kinds: The kind of each die, as an index of ``low`` and ``high``.
        low: The least probability of each face, by kind and face.
        high: The greatest probability of each face, by kind and face.
        sign: 1 for the highest mean, -1 for the lowest.
    """
    faces = low.shape[1]
    order = np.zeros(faces, np.int64)
    for die in range(len(kinds) - 1, -1, -1):
        kind = kinds[die]
        # The part of the die's probability that the lower bounds leave open.
        spare = 1.0
        for face in range(faces):
            spare -= low[kind, face]
        # The means over the last die's faces take the place of its rolls, in front.
        rolls //= faces
        for roll in range(rolls):
            mean = 0.0
            for face in range(faces):
                value = work[roll * faces + face]
                mean += low[kind, face] * value
                # Sort the faces by insertion: those that nature prefers come first.
                place = face
                while place > 0 and sign * work[roll * faces + order[place - 1]] < (
                    sign * value
                ):
                    order[place] = order[place - 1]
                    place -= 1
                order[place] = face
            # Give the open part to the preferred faces, each up to its upper bound.
            left = spare
            for place in range(faces):
                face = order[place]
                more = min(left, high[kind, face] - low[kind, face])
                mean += more * work[roll * faces + face]
                left -= more
            work[roll] = mean
    first: float = work[0]
    return first


@compiled
def robust(
    rolled: tuple[Array, Array, Array, Array],
    kept: tuple[Array, Array, Array, Array],
    intervals: tuple[Array, Array],
    limits: tuple[Array, Array],
    stakes: tuple[int, int, int],
    value: Array,
) -> float:
    """Return the mean points of a whole turn in units, by induction against nature.

    Before every roll, nature chooses the probabilities of the faces of each die, within
    their intervals. It chooses always for the player, or always against the player. So
    the result is an upper or a lower bound for all dice in the intervals.

    A state is a multiset of dice left to roll, numbered from 0 for no dice
    (``Groups``). Stakes are in units.

    Args:
        rolled: Four arrays: the index of the first roll of each state but 0; the class
            of each roll; the index of the first die of each state; and the kind of each
            die.
        kept: ``first_class``, ``first_keep``, ``points`` and ``left`` of ``Groups``.
        intervals: The least and the greatest probabilities, by kind and face.
        limits: Lower bounds of the probability of a farkle, and upper bounds of the
            mean score of a roll in units, by state.
        stakes: The least stake that may be banked, a stake from which banking is best,
            and the sign: 1 if nature is for the player, else -1.
        value: Scratch for the values of the last stakes, by state. The row of a stake
            is the stake modulo the number of rows, a power of two.
    """
    first_roll, class_of, first_die, kinds = rolled
    first_class, first_keep, points, left = kept
    low, high = intervals
    farkle, gain = limits
    least, top, sign = stakes
    window, states = value.shape
    mask = window - 1
    best = np.zeros(len(first_keep))
    work = np.zeros(low.shape[1] ** 6)
    margin = 1.0 + sign * 1e-12
    for stake in range(top, top + window - 1):
        value[stake & mask, :] = stake
    ahead = 0.0
    for stake in range(top - 1, -1, -1):
        row = value[stake & mask]
        row[0] = stake if stake >= least else 0.0
        for n in range(1, states):
            # An upper bound of the value of rolling, as in ``set_turn``.
            rolling = (1.0 - farkle[n]) * (stake + ahead) + gain[n]
            row[n] = stake
            if stake >= least and stake >= rolling * (1.0 + 1e-9):
                continue
            begin = first_class[n - 1]
            for c in range(begin, first_class[n]):
                best[c] = 0.0
                for k in range(first_keep[c], first_keep[c + 1]):
                    after = value[(stake + points[k]) & mask, left[k]]
                    best[c] = max(best[c], after)
            size = first_roll[n] - first_roll[n - 1]
            for roll in range(size):
                c = class_of[first_roll[n - 1] + roll]
                work[roll] = best[begin + c] if c >= 0 else 0.0
            dice = kinds[first_die[n] : first_die[n + 1]]
            mean = extreme(work, size, dice, low, high, sign) * margin
            row[n] = max(mean, float(stake)) if stake >= least else mean
        for n in range(1, states):
            ahead = max(ahead, row[n] - stake)
    first: float = value[0, states - 1]
    return first
