"""Backward and forward induction over a turn: the compiled kernels.

A turn is at a stake, with some dice about to be rolled. The stake is the points of the
turn so far, in units that divide all points. The dice are given by a number: how many
they are, if all dice are equal, or else the index of their multiset in
``DiceSet.multisets``. Rolls of the same dice that offer the same keeps form a roll
class (``RollTables``). The stake only grows, so values follow backward, from the
highest stake down, and probabilities forward, from the lowest stake up. Compiled
solvers of a turn share these kernels. Only ``best_dice`` and the match kernel, which
works on many turns at a time (``match.optimal.turn_kernel``), have their own.

One rule breaks ties: the player banks if that is at least as good, and else takes the
first of the best keeps, which is the one with the most points.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array, RollTables
from trueodds.core.kernels.compiled import compiled, inlined
from trueodds.core.models import lower_bounds

ALWAYS = 0
NEVER = 2**60
"""Stakes that are always reached, and never."""

plus = inlined(lower_bounds.plus)


class Numbers(NamedTuple):
    """Weights of roll classes and of farkles, to compute the mean value after a roll.

    ``weight`` is by roll class, and ``farkle`` and ``rounding`` are by the dice rolled.
    If the weights are probabilities, weighted sums of values are means. If they are
    numbers of rolls, the sum for the dice n becomes a mean by ``(sum + rounding[n]) //
    divisor[n]``, where ``divisor[n]`` is the number of all rolls: this is how integers
    are rounded.
    """

    weight: Array
    farkle: Array
    rounding: Array

    @classmethod
    def floats(cls, tables: RollTables) -> Numbers:
        """Return the probability of each roll class and of a farkle, as floats.

        ``tables`` are the roll classes of the dice.
        """
        none = np.zeros(len(tables.total))
        weight = tables.weight / tables.total[tables.dice]
        return cls(weight, tables.farkle / tables.total, none)

    @classmethod
    def integers(cls, tables: RollTables, *, up: bool) -> Numbers:
        """Return the numbers of ordered rolls as weights, for means of integers.

        A mean is a weighted sum of integers divided by ``tables.total``, the number of
        all ordered rolls. It is rounded up if ``up`` is true, and down otherwise.
        """
        rounding = tables.total - 1 if up else np.zeros_like(tables.total)
        return cls(tables.weight, tables.farkle, rounding)


class Boundary(NamedTuple):
    """The values of the ends of a turn, and the stakes that may or must be banked.

    ``bank[stake]`` is the value of banking. With the dice n to roll the player may bank
    from the stake ``may[n]`` on and must bank from ``must[n]`` on. Without dice the
    turn is over: its value is ``bank[stake]``, and below the stake ``may[0]`` it is
    ``lost``. The value of a farkle is ``farkle``.
    """

    bank: Array
    may: Array
    must: Array
    farkle: float
    lost: float


class StakePolicy(NamedTuple):
    """The decisions of a player in a turn, by stake.

    ``keep[stake, class]`` is the keep of a roll class at this stake before the roll, as
    an index of ``RollTables.points``. ``banks[stake, dice]`` is true where the player
    banks the stake instead of rolling these dice.
    """

    keep: Array
    banks: Array

    @classmethod
    def blank(cls, stakes: int, tables: RollTables) -> StakePolicy:
        """Return a policy to be filled in, with zeros, for the stakes below ``stakes``.

        ``tables`` are the roll classes of the dice.
        """
        keep = np.zeros((stakes, len(tables.weight)), np.int64)
        return cls(keep, np.zeros((stakes, len(tables.total)), np.bool_))


def at_any_stake(dice: int = 7) -> tuple[Array, Array]:
    """Return the stakes from which a player may and must bank: 0, and no stake at all.

    The arrays are ``may`` and ``must`` of ``Boundary``, for turns in which any stake
    may be banked and none must be. They have an entry for each number of dice, from 0
    to ``dice - 1``.
    """
    return np.full(dice, ALWAYS), np.full(dice, NEVER)


@compiled(plain=True)
def backward(  # noqa: C901, PLR0912, PLR0913 - the kernel of all compiled turns, where calls would cost time
    tables: RollTables,
    numbers: Numbers,
    divisor: Array | None,
    boundary: Boundary,
    low: int,
    top: int,
    policy: StakePolicy,
    optimise: bool,
    alike: float,
    value: Array,
) -> None:
    """Fill in the value of a turn, ``value[stake, dice]``, by backward induction.

    Args:
        tables: The roll classes of the dice.
        numbers: The weights of the classes.
        divisor: None if the weights are probabilities. If they are numbers of rolls,
            the number of all rolls by the dice rolled, and means are integers.
        boundary: The values of the ends of the turn.
        low: The lowest stake that is filled in.
        top: From this stake on the player always banks.
        policy: The decisions of the player. If ``optimise``, they are filled in, for as
            many stakes as the policy has. Otherwise they are followed.
        optimise: True if the turn is played for the highest value.
        alike: A keep replaces an earlier keep only if its value is higher by more.
        value: The result, of the shape (stakes, dice).
    """
    keep, banks = policy
    # value[stake, dice left]. From the top on the stake is banked.
    for stake in range(top, top + tables.points.max()):
        value[stake, :] = boundary.bank[stake]
        if optimise and stake < len(banks):
            banks[stake, :] = True
    for stake in range(top - 1, low - 1, -1):
        # Without dice left the turn is over: banked, or too little to bank.
        bank = boundary.bank[stake]
        over = stake >= boundary.may[0]
        value[stake, 0] = bank if over else boundary.lost
        record = optimise and stake < len(banks)
        if record:
            banks[stake, 0] = over
        for dice in range(1, len(tables.total)):
            # The mean of a roll: its farkles, then each class with one of its keeps.
            mean = numbers.farkle[dice] * boundary.farkle
            for c in range(tables.first_class[dice], tables.first_class[dice + 1]):
                if optimise:
                    best = tables.first_keep[c]
                    most = value[stake + tables.points[best], tables.left[best]]
                    for other in range(best + 1, tables.first_keep[c + 1]):
                        after = value[stake + tables.points[other], tables.left[other]]
                        if after > most + alike:
                            best = other
                            most = after
                    if record:
                        keep[stake, c] = best
                else:
                    best = keep[stake, c]
                    most = value[stake + tables.points[best], tables.left[best]]
                mean += numbers.weight[c] * most
            # Integers are a weighted sum up to here, and are rounded to a mean.
            if divisor is not None:
                mean = (mean + numbers.rounding[dice]) // divisor[dice]
            # Bank where that is at least as good, or where the policy says so.
            if optimise:
                banked = stake >= boundary.must[dice] or (
                    stake >= boundary.may[dice] and bank >= mean
                )
                if record:
                    banks[stake, dice] = banked
            else:
                banked = stake >= boundary.may[dice] and banks[stake, dice]
            value[stake, dice] = bank if banked else mean


class Flow(NamedTuple):
    """Lower bounds of the probabilities that turns reach stakes and end there.

    A turn reaches a stake with some dice with the probability ``at[stake, dice]``, and
    banks it with ``banked[stake]``. ``farkle[stake]`` is the probability of a farkle at
    any lower stake. ``lost[stake]`` is the probability that the turn ends at a lower
    stake, without dice and with too little to bank. ``past[stake, n]`` is the
    probability that a keep leads from below ``stake`` to exactly ``stake + n``, for as
    many stakes as ``past`` has rows.
    """

    at: Array
    banked: Array
    farkle: Array
    lost: Array
    past: Array


@compiled(plain=True)
def forward(
    tables: RollTables,
    weight: Array,
    farkle: Array,
    policy: StakePolicy,
    start: int,
    top: int,
    flow: Flow,
) -> None:
    """Follow a policy from the stake ``start``, and fill in the flow of turns.

    Args:
        tables: The roll classes of the dice.
        weight: The probability of each roll class.
        farkle: The probability of a farkle, by the dice rolled.
        policy: The decisions of the player.
        start: The stake at which the turns begin, with all dice to roll.
        top: Turns are followed while their stake is below this stake.
        flow: The result. Its arrays come filled with zeros.
    """
    keep, banks = policy
    at, banked, farkles, losses, past = flow
    dice_in_all = len(tables.total)
    at[start, dice_in_all - 1] = 1.0
    farkled = lost = 0.0
    for stake in range(start, top):
        farkles[stake], losses[stake] = farkled, lost
        # So far, ``at`` has only what lower stakes have sent to this stake and beyond.
        if stake < len(past):
            for over in range(past.shape[1]):
                for dice in range(dice_in_all):
                    reached = at[stake + over, dice]
                    past[stake, over] = plus(past[stake, over], 1.0, reached)
        # Each state is banked, is over, or sends its probability on to the keeps.
        for dice in range(dice_in_all):
            reached = at[stake, dice]
            if reached == 0.0:
                continue
            if banks[stake, dice]:
                banked[stake] = plus(banked[stake], 1.0, reached)
            elif dice == 0:
                lost = plus(lost, 1.0, reached)
            else:
                farkled = plus(farkled, farkle[dice], reached)
                for c in range(tables.first_class[dice], tables.first_class[dice + 1]):
                    kept = keep[stake, c]
                    then = stake + tables.points[kept]
                    left = tables.left[kept]
                    at[then, left] = plus(at[then, left], weight[c], reached)
    farkles[top], losses[top] = farkled, lost


def lower_bound_weights(tables: RollTables) -> tuple[Array, Array]:
    """Return lower bounds of the probability of each roll class and of each farkle.

    ``tables`` are the roll classes of the dice. The first array is by roll class, and
    the second is by the dice rolled.
    """
    weight, farkle, _ = Numbers.floats(tables)
    return weight * lower_bounds.LESS, farkle * lower_bounds.LESS


def follow(
    tables: RollTables,
    weights: tuple[Array, Array],
    policy: StakePolicy,
    top: int,
    *,
    start: int = 0,
    past: tuple[int, int] = (0, 0),
) -> Flow:
    """Return the probabilities that turns under a policy reach stakes and end there.

    Args:
        tables: The roll classes of the dice.
        weights: The probabilities of each roll class and of a farkle, as
            ``lower_bound_weights`` returns them.
        policy: The decisions of the player.
        top: Turns are followed while their stake is below this stake.
        start: The stake at which the turns begin, with all dice to roll.
        past: The number of rows and columns of the array ``past`` of the result. Its
            entry ``[s, n]`` is the probability that a keep leads from a stake below s
            to the stake s + n.
    """
    at = np.zeros((top + int(tables.points.max()), len(tables.total)))
    banked, farkled, lost = np.zeros((3, top + 1))
    flow = Flow(at, banked, farkled, lost, np.zeros(past))
    forward(tables, *weights, policy, start, top, flow)
    return flow
