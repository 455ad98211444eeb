"""The last turn of a final round: the value of passing a leader.

A player who is behind the leader rolls on, because banking then loses. So only two
things matter: the number of units missing to be level with the leader, and the dice to
roll. Dice are given by the number of their multiset, and rolls that offer the same
keeps form a roll class (``RollTables``). The missing units only fall, so values follow
by backward induction.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array, RollTables
from trueodds.analysis.farkle.turn.exact_backward import exact_backward, hot_dice


def last_turn(
    rolls: RollTables,
    most: int,
    tie: Array,
    won: Any,
    mean: Callable[[Array, Array], Array] = np.true_divide,
    must_roll: int = 0,
) -> Array:
    """Return the values of rolling in a last turn: ``[..., missing, dice]``.

    The index ``missing`` is how many units the player is behind the leader. The index
    ``dice`` is how many dice are rolled, if all dice are equal. Otherwise it is the
    index of the dice rolled in ``DiceSet.multisets``.

    Args:
        rolls: The roll classes, with points in units.
        most: The most units missing for which values are computed.
        tie: The value of stopping level with the leader. Its axes are the leading axes
            ``...`` of the result.
        won: The value of passing the leader.
        mean: A function that returns means, given weighted sums over all rolls and the
            numbers of rolls, both by dice. It may round.
        must_roll: The dice that must be rolled when they are hot, or 0.

    Returns:
        The values for 0 to ``most`` units missing, in the kind of number of ``won``.

    Example:
        >>> from flint import fmpq
        >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> tables = dice_set(FarkleRules.load("blog")).tables
        >>> last_turn(tables, 0, np.array(fmpq(1, 2)), fmpq(1))[0, 1]  # a 1 or a 5
        1/3
    """
    # Stakes are shifted so that the stake ``most`` is level with the leader.
    bank = np.full((*tie.shape, most + 1 + int(rolls.points.max())), won)
    # Behind the leader banking loses: a zero of the type
    # of ``won``, such as a rational.
    bank[..., :most], bank[..., most] = 0 * won, tie
    value = np.repeat(bank[..., None], len(rolls.total), axis=-1)
    farkle = np.asarray(0 * tie)
    if must_roll:
        hot = hot_dice(rolls, must_roll, farkle, won + farkle, mean)
        value[..., most + 1 :, must_roll] = hot[..., None]
    roll = exact_backward(
        rolls,
        bank,
        farkle[..., None],
        value,
        most + 1,
        mean=mean,
        must_roll=must_roll,
    )
    return roll[..., most::-1, :]
