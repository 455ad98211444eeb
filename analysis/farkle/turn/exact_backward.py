"""Backward induction over a turn in numpy, for any kind of number.

The stake is the points of the turn so far. The dice are given by a number: how many
they are, if all dice are equal, or else the index of their multiset in
``DiceSet.multisets``. Rolls of the same dice that offer the same keeps form a roll
class (``RollTables``). The module serves turns that are solved rarely, and so should
not wait for a compiler: in rationals (arrays of ``fmpq``), in integers that the caller
rounds, and in floats for many turns at a time.
``turn.induction`` is its compiled counterpart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array, RollTables

LOWER = 0
UPPER = 1


def exact_backward(  # noqa: PLR0913 - five of its arguments have defaults
    rolls: RollTables,
    bank: Array | None,
    farkle: Array,
    value: Array,
    top: int,
    *,
    first: int = 0,
    least: int = 0,
    mean: Callable[[Array, Array], Array] = np.true_divide,
    must_roll: int = 0,
    farkle_keeps: bool = False,
    choose: Callable[[Array, int], Array] | None = None,
) -> Array:
    """Fill in the values of the stakes below ``top``, and return those of rolling.

    Arrays may have leading axes, such as one for several turns, written as ``...``. All
    have the data type of ``value``; with ``fmpq`` the results are exact. A stake is the
    points of the turn so far, in the unit of ``rolls.points``. Values are of whatever
    the caller maximises, such as points or the probability to win.

    Args:
        rolls: The roll classes. Each keep raises the stake.
        bank: ``bank[..., stake]`` is the value of banking. None if no stake below
            ``top`` may be banked.
        farkle: ``farkle[..., n]`` is the value of a farkle with the dice n + 1, or with
            any dice if there is one column.
        value: ``value[..., stake, dice]`` is the value of a state. It is given for the
            stakes from ``top`` on, as far as a keep can reach, and for no dice at every
            stake. All others are filled in.
        top: The stakes from here on are given.
        first: The lowest stake to fill in.
        least: The lowest stake that may be banked.
        mean: A function that returns means, given weighted sums over all rolls and the
            numbers of rolls, both by dice. It may round.
        must_roll: The number that stands for the dice with which the player may not
            bank, as an index of ``rolls.total``. If 0, the player may bank with any
            dice.
        farkle_keeps: True if ``farkle`` is added to the value of the stake without
            dice, because a farkle keeps the points.
        choose: Returns the index of the keep of each roll class, ``[..., class]``,
            given the values after all keeps, ``[..., keep]``, and the stake. By default
            the keep with the highest value is chosen.

    Returns:
        ``roll[..., stake, dice]``, the value of rolling; 0 where it is not filled in.

    Example:
        A die scores 1 with one face and farkles with another, and is rolled again.

        >>> from flint import fmpq
        >>> columns = [0, 0, 1], [0, 1], [1], [1], [1], [1, 1], [1, 2]
        >>> one = RollTables(*map(np.array, columns))
        >>> bank = np.array([fmpq(0), fmpq(1), fmpq(5)])
        >>> value = np.repeat(bank[:, None], 2, axis=1)
        >>> exact_backward(one, bank, np.array([fmpq(0)]), value, 2)[:2, 1].tolist()
        [5/4, 5/2]
    """
    kind = value.dtype
    weight = rolls.weight.astype(kind)
    totals = rolls.total[1:].astype(kind)
    farkle_weight = rolls.farkle[1:].astype(kind)
    farkles = np.asarray(farkle, kind) * farkle_weight
    farkles = np.broadcast_to(farkles, (*value.shape[:-2], len(totals)))
    begins = rolls.first_class[1:]
    scoring = np.flatnonzero(np.diff(begins))  # some dice may only farkle
    roll = np.zeros_like(value)
    for stake in range(top - 1, first - 1, -1):
        # Shape [..., keep]: the values after all keeps of all classes at once.
        after = value[..., stake + rolls.points, rolls.left]
        if choose:
            best = np.take_along_axis(after, choose(after, stake), axis=-1)
        else:
            best = np.maximum.reduceat(after, rolls.first_keep[:-1], axis=-1)
        sums = farkles.copy()
        if farkle_keeps:
            sums += value[..., stake, :1] * farkle_weight
        # For dice without a class, ``reduceat`` would return a class of the next dice.
        sums[..., scoring] += np.add.reduceat(best * weight, begins[scoring], axis=-1)
        rolled = mean(sums, totals)
        roll[..., stake, 1:] = value[..., stake, 1:] = rolled
        if bank is not None and stake >= least:
            value[..., stake, 1:] = np.maximum(rolled, bank[..., stake, None])
            # The better choice was taken for these dice too, so it is taken back.
            if must_roll:
                value[..., stake, must_roll] = roll[..., stake, must_roll]
    return roll


def hot_dice(
    rolls: RollTables,
    dice: int,
    farkle: Array,
    kept: Any,
    mean: Callable[[Array, Array], Array] = np.true_divide,
) -> Array:
    """Return the value of hot dice that must be rolled, where only a farkle is bad.

    All dice are hot. The turn ends with the first keep that leaves dice. All such keeps
    have the value ``kept``, and no other end of the turn is better.

    Args:
        rolls: The roll classes.
        dice: How many dice there are in all, if they are equal, or else the index of
            the whole set in ``DiceSet.multisets``.
        farkle: The value of a farkle.
        kept: The value of the turn after a keep that leaves dice.
        mean: As in ``exact_backward``: a function of weighted sums and numbers of
            rolls.

    >>> columns = [0, 0, 2], [0, 1, 2], [1, 1], [0, 1], [1, 2], [1, 1], [1, 4]
    >>> rolls = RollTables(*map(np.array, columns))
    >>> float(hot_dice(rolls, 1, np.array(0.0), 6.0))  # 1 of 2 farkles
    3.0
    """
    farkles = int(rolls.farkle[dice])
    calm = calm_rolls(rolls, dice)
    # ``mean`` takes sums and totals of all dice, so the one sum is repeated,
    # and only the entry of these dice is used.
    totals = rolls.total[1:].copy()
    totals[dice - 1] = farkles + calm
    sums = np.asarray(farkles * farkle + calm * kept)
    value: Array = mean(
        np.repeat(sums[..., None], len(totals), axis=-1), totals.astype(sums.dtype)
    )[..., dice - 1]
    return value


def calm_rolls(rolls: RollTables, dice: int) -> int:
    """Return the number of rolls of all dice that allow a keep of only some of them.

    The other rolls are farkles, and rolls whose only keep takes all dice, such as
    2 2 3 3 4 4 where three pairs score. ``dice`` is how many dice there are in all, if
    they are equal, or else the index of the whole set in ``DiceSet.multisets``.
    """
    leaves = np.logical_or.reduceat(rolls.left != dice, rolls.first_keep[:-1])
    classes = slice(*rolls.first_class[dice : dice + 2])
    return int(rolls.weight[classes][leaves[classes]].sum())


def outward(rolls: RollTables) -> Callable[[Array, Array], Array]:
    """Return a function that divides integer sums by numbers of rolls, and rounds.

    The function serves as ``mean`` of ``exact_backward``. It takes sums with the axes
    ``[..., 2, dice]``, and the number of all rolls of each number of dice. On the axis
    of length 2, means with the index 0 are rounded down, so that they are lower bounds,
    and means with the index 1 are rounded up. ``rolls`` has the same numbers of rolls.
    """
    up = np.array([np.zeros_like(rolls.total), rolls.total - 1])[:, 1:]
    return lambda sums, totals: (sums + up) // totals


def first_best(rolls: RollTables, after: Array) -> Array:
    """Return the index of the best keep of each roll class; on ties the first.

    ``rolls`` are the roll classes, with their keeps. ``after[keep]`` is the value of
    the turn after each keep, with the keeps of all classes in a row.
    """
    begins = rolls.first_keep[:-1]
    best = np.maximum.reduceat(after, begins)
    # All places of best values; the first one from the beginning of a class is in it.
    places = np.flatnonzero(after == np.repeat(best, np.diff(rolls.first_keep)))
    first: Array = places[np.searchsorted(places, begins)]
    return first
