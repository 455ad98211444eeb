"""Upper bounds of the mean turn of many sets of dice at once, by relaxation.

A family is all sets that contain some known dice and take their other dice from a pool.
A state is what is left to roll: some of the known dice, and a number of unknown dice. A
group holds the rolls of one state in which the unknown dice show given counts of faces.
The rolls of a group that allow the same keeps form a class. In the relaxed turn the
player chooses anew, before every roll, which dice of the pool the unknown dice are. The
unknown dice are rolled one after another. Before each of them, the player sees the
faces so far, and chooses the next die from the pool. The choices follow the order of
the pool, and use no die more often than the pool has it. A player who makes the same
choices every time plays the turn of a set of the family. So the value of the relaxed
turn is at least that of the turn with any set of the family, at every stake and with
any dice left.

A coarse grid of stakes is enough for an upper bound. With one set of dice, each policy
gives a line: the mean of what the policy adds, plus the stake times the probability of
banking. The value at a stake is the highest of these lines. So the value is convex and
grows with the stake, with a slope of at most 1. Because it is convex, linear
interpolation gives upper bounds between the points of the grid. Because it grows, an
upper bound at a point is also an upper bound at the point below.

The grid is solved from the highest stake down. If a keep scores less than the gap to
the next point, the interpolation uses the bound at the point itself. The equations of
the point are then implicit. Numbers are upper bounds if the equations, applied to them,
raise none of them. The iteration tries lower and lower numbers, and keeps those that
pass this test. The least stake that may be banked is relaxed too: here any stake may be
banked.

All operations are on positive floats. The factor ``rounding_up`` covers the rounding of
the equations, and ``SURE`` covers all other rounding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.best_dice.roll_groups import (
    RollGroups,
    count_rolls,
    weigh,
)
from trueodds.analysis.farkle.best_dice.set_turn import SURE, Weights, pattern_of
from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.farkle import DICE

EVERY_STAKE = 24
"""Up to this stake, in units, each is a point of the grid."""

FINE = 1.08
COARSE = 1.3
"""The ratio of neighbouring stakes further on: for single sets, and for families."""

HIGHEST = 10**12
"""Stakes from which a family counts as unbounded, in units."""


class FlatFamily(NamedTuple):
    """A family of sets of dice as flat arrays: states, groups, classes and keeps.

    A family is all sets of six dice with some known dice. The other dice are unknown,
    and are from a pool. A state is what is left to roll. A group is the rolls of a
    state in which the unknown dice show given counts of faces. A class is the rolls of
    a group that allow the same keeps. All of these are numbered.

    State s has ``unknown[s]`` unknown dice and the groups from ``first_group[s]`` on.
    Group g has the classes from ``first_class[g]`` on, and class c has the keeps from
    ``first_keep[c]`` on. In its group class c has the probability ``probability[c]``,
    given the counts of the unknown dice. Keep k scores ``scores[keep_score[k]]`` units
    and leads to the state ``left[k]``. Rolls of the unknown dice are numbered: rolls of
    n dice begin at ``first_roll[n]``, and ``more[r, f]`` is roll r with one more die,
    which shows f. ``pool[die, face]`` is the probability of a face of a die of the
    pool. ``again[die]`` is true if this die may be chosen more than once.
    """

    first_group: Array
    unknown: Array
    first_class: Array
    probability: Array
    first_keep: Array
    keep_score: Array
    left: Array
    scores: Array
    first_roll: Array
    more: Array
    pool: Array
    again: Array


def rounding_up(classes: int) -> float:
    """Return a factor that makes upper bounds safe against rounding in ``equations``.

    ``classes`` is the most classes of a group. A mean over the classes of a group is
    off by a factor of at most 1 + e, where e = (classes + 3) * 2**-53. The
    interpolation and the faces of at most six unknown dice add less than 60 * 2**-53.
    Twice as much is covered.

    >>> rounding_up(462) == 1 + 1e-12, rounding_up(50_000) > 1 + 1e-11
    (True, True)
    """
    return 1 + max(1e-12, (classes + 64) * 2.0**-52)


class RelaxedTurns:
    """Upper bounds of the mean turn of all sets of six dice that share some dice.

    ``groups`` has the rolls under the rules that the sets share.
    """

    def __init__(self, groups: RollGroups) -> None:
        self._groups = groups
        faces = groups.faces
        sizes = [count_rolls(n, faces) for n in range(DICE + 1)]
        self._first_roll = np.array([0, *accumulate(map(len, sizes))])
        number = {roll: r for r, roll in enumerate(r for rs in sizes for r in rs)}
        self._more = np.zeros((len(number), faces), np.int64)
        for roll, r in number.items():
            for face in range(faces):
                # A roll of six dice has no longer roll, and its entry is not used.
                longer = (*roll[:face], roll[face] + 1, *roll[face + 1 :])
                self._more[r, face] = number.get(longer, 0)

    def upper(self, known: Sequence[Weights], pool: Mapping[Weights, int]) -> float:
        """Return an upper bound of the mean turn of every set with these known dice.

        The bound is a float, in points. It is that of a relaxed turn, in which the
        player chooses the other dice from the pool anew for each roll. It is infinite
        if such a turn may never end. With six known dice it is nearly the mean turn of
        that set.

        Args:
            known: The known dice; each is the weights of its faces.
            pool: The number of dice of each kind from which the other dice of a set
                are. A kind is the weights of the faces of a die.

        Example:
            >>> from trueodds.core.rules.farkle import FarkleRules
            >>> relaxed = RelaxedTurns(RollGroups(FarkleRules.load("ece209")))
            >>> fair = (1, 1, 1, 1, 1, 1)
            >>> round(relaxed.upper([fair] * 6, {}), 2)
            470.19
        """
        pattern, kinds = pattern_of(known)
        groups = self._groups.of_pattern(pattern)
        weighed = weigh(groups, kinds)
        totals = np.repeat(weighed.total, np.diff(groups.first_class))
        scores, keep_score = np.unique(groups.points, return_inverse=True)
        places = DICE - len(known)
        # A die that can fill all places is listed once, and may be chosen again.
        copies = {die: 1 if n >= places else n for die, n in pool.items()}
        shares = [
            [weight / sum(die) for weight in die]
            for die, times in copies.items()
            for _ in range(times)
        ]
        again = [
            pool[die] >= places for die, times in copies.items() for _ in range(times)
        ]
        family = FlatFamily(
            groups.first_group,
            groups.unknown,
            groups.first_class,
            weighed.weight / totals,
            groups.first_keep,
            keep_score.ravel(),
            groups.left,
            scores,
            self._first_roll,
            self._more,
            np.array(shares, float).reshape(-1, self._groups.faces),
            np.array(again, np.bool_),
        )
        states = len(groups.unknown)
        scoring = 1.0 - weighed.farkle / weighed.total
        work = np.zeros((int(self._first_roll[-1]), len(shares) + 1))
        farkle = np.zeros(states)
        gain = np.zeros(states)
        mean = weighed.mean
        for state in range(1, states):
            # The highest probability of a score leaves the least one of a farkle.
            scores_at_most = fold(family, state, scoring, work) * SURE
            farkle[state] = 1.0 - scores_at_most
            gain[state] = fold(family, state, mean, work) * SURE
        if farkle[1:].min() <= 1e-7:
            return float("inf")
        top = float((gain[1:] / farkle[1:]).max()) + 1
        if top > HIGHEST:
            return float("inf")
        ratio = FINE if len(known) == DICE else COARSE
        # The bounds hold on any grid. A coarser grid only makes them wider.
        grid = [*range(EVERY_STAKE + 1)]
        while grid[-1] < top:
            grid.append(max(grid[-1] + 1, int(grid[-1] * ratio)))
        up = rounding_up(int(np.diff(groups.first_class).max()))
        bound: float = relax(family, np.array(grid), farkle, gain, up)
        return bound * self._groups.unit * SURE


@compiled
def fold(family: FlatFamily, state: int, means: Array, work: Array) -> float:
    """Return the highest possible mean value of a roll, given means of its groups.

    A group is the rolls in which the unknown dice show given counts of faces. The
    player rolls the unknown dice one after another, and chooses each from the pool when
    the faces of the dice before it are known.

    Args:
        family: The sets that share the known dice, as flat arrays.
        state: The number of the state. The dice left in this state are rolled.
        means: The mean value of the rolls of each group, by the number of the group.
        work: Scratch of the shape (rolls of the unknown dice, dice of the pool + 1).
            ``work[r, i]`` becomes the highest possible mean when the unknown dice
            rolled so far show roll r, and the other unknown dice are chosen from the
            dice i, i + 1, … of the pool.
    """
    pool = family.pool
    again = family.again
    dice = family.unknown[state]
    size = len(pool)
    low = family.first_roll[dice]
    for g in range(family.first_group[state], family.first_group[state + 1]):
        # All unknown dice are rolled, so no die is chosen any more.
        work[low + g - family.first_group[state], :] = means[g]
    for left in range(dice - 1, -1, -1):
        for r in range(family.first_roll[left], family.first_roll[left + 1]):
            work[r, size] = 0.0
            for die in range(size - 1, -1, -1):
                # A die that the pool has once is not chosen a second time.
                after = die if again[die] else die + 1
                mean = 0.0
                for face in range(pool.shape[1]):
                    mean += pool[die, face] * work[family.more[r, face], after]
                work[r, die] = max(mean, work[r, die + 1])
    highest: float = work[0, 0]
    return highest


@compiled
def equations(
    family: FlatFamily,
    grid: Array,
    bounds: Array,
    at: int,
    rolls: Array,
    result: Array,
    up: float,
    spaces: tuple[Array, Array, Array],
) -> bool:
    """Compute bounds of the relaxed turn at one stake from bounds at higher stakes.

    In a relaxed turn, the player chooses the unknown dice from the pool anew for each
    roll.

    Args:
        family: The sets that share the known dice, as flat arrays.
        grid: The stakes for which there are bounds, in units, ascending. Between two of
            these stakes the bounds are interpolated.
        bounds: Upper bounds of the mean points of the turn: ``bounds[i, state]`` at the
            stake ``grid[i]``, in units.
        at: The index in ``grid`` of the stake to compute.
        rolls: True for the states in which rolling may be better than banking.
        result: Is filled with the new bounds at this stake, by state.
        up: The factor that ``rounding_up`` returns.
        spaces: Three arrays for intermediate results, which are overwritten: the values
            after each score, by score and state; the means, by group; and ``work`` of
            ``fold``.

    Returns:
        True if the new bounds depend on the old bounds at the same stake.
    """
    after, means, work = spaces
    stake = grid[at]
    top = len(grid) - 1
    itself = False
    place = at
    for p in range(len(family.scores)):
        then = stake + family.scores[p]
        # Scores ascend, so that the place in the grid only moves up.
        while place < top and grid[place + 1] <= then:
            place += 1
        itself = itself or place == at
        after[p, 0] = then
        share = 0.0
        if place < top:
            share = (then - grid[place]) / (grid[place + 1] - grid[place])
        for state in range(1, after.shape[1]):
            if place < top:
                low = bounds[place, state]
                after[p, state] = low + share * (bounds[place + 1, state] - low)
            else:
                after[p, state] = then
    for state in range(1, after.shape[1]):
        result[state] = stake
        if rolls[state]:
            for g in range(family.first_group[state], family.first_group[state + 1]):
                mean = 0.0
                for c in range(family.first_class[g], family.first_class[g + 1]):
                    best = 0.0
                    for k in range(family.first_keep[c], family.first_keep[c + 1]):
                        best = max(best, after[family.keep_score[k], family.left[k]])
                    mean += family.probability[c] * best
                means[g] = mean
            mean = fold(family, state, means, work) * up
            result[state] = max(mean, float(stake))
    return itself


@compiled
def relax(
    family: FlatFamily, grid: Array, farkle: Array, gain: Array, up: float
) -> float:
    """Return an upper bound of the mean points of a whole relaxed turn, in units.

    In a relaxed turn, the player chooses the unknown dice from the pool anew for each
    roll. A state is the dice left to roll.

    Args:
        family: The sets that share the known dice, as flat arrays.
        grid: The stakes at which bounds are computed, in units, ascending. At the last
            stake banking is best.
        farkle: Lower bounds of the probability of a farkle, by state.
        gain: Upper bounds of the mean score of a roll in units, by state.
        up: The factor that ``rounding_up`` returns.
    """
    top = len(grid) - 1
    states = len(farkle)
    bounds = np.zeros((len(grid), states))
    bounds[top, :] = grid[top]
    spaces = (
        np.zeros((len(family.scores), states)),
        np.zeros(len(family.first_class) - 1),
        np.zeros((len(family.more), len(family.pool) + 1)),
    )
    made = np.zeros(states)
    before = np.zeros(states)
    rolls = np.zeros(states, np.bool_)
    ahead = 0.0
    for at in range(top - 1, -1, -1):
        stake = grid[at]
        now = bounds[at]
        now[0] = stake
        # The values between this point and the next are at most those of the next.
        most = max(stake + ahead, bounds[at + 1, 1:].max())
        for state in range(1, states):
            rolling = (1.0 - farkle[state]) * most + gain[state]
            rolls[state] = stake < rolling * (1.0 + 1e-9)
            now[state] = bounds[at + 1, state]
            before[state] = now[state]
        # ``reach`` is how far the next guess goes beyond the last improvement.
        reach = 0.0
        for _ in range(40):
            itself = equations(family, grid, bounds, at, rolls, made, up, spaces)
            passed = True
            fall = 0.0
            for state in range(1, states):
                passed = passed and made[state] <= now[state]
                fall = max(fall, now[state] - made[state])
            if not passed:
                # The guess went too far: take the last bounds, and a smaller step.
                for state in range(1, states):
                    now[state] = before[state]
                reach *= 0.25
                continue
            for state in range(1, states):
                before[state] = made[state]
            if not itself or fall <= 1e-4 * (made[states - 1] - stake) + 1e-9 * stake:
                break
            for state in range(1, states):
                lower = made[state] - reach * (now[state] - made[state])
                now[state] = max(lower, float(stake))
            reach = 3.0 * reach + 1.0
        for state in range(1, states):
            # Values grow with the stake, so a bound at the next point holds here too.
            now[state] = min(before[state], bounds[at + 1, state])
            ahead = max(ahead, now[state] - stake)
    first_roll: float = bounds[0, states - 1]
    return first_roll
