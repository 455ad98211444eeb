"""The turn with the most expected points, for any set of dice.

A value is a ``Fraction`` if it is exact, and else an ``Enclosure`` between bounds. The
solution is exact if all dice are equal. It consists of proved bounds if dice differ or
an exact solution would take long. Both kinds of solution have the same contract:

- ``mean`` and ``farkle``: the expected points, and the probability of a farkle, of the
  whole turn;
- ``bank_at[n]``: the smallest stake on the points grid at which to bank with the dice n
  left (``DiceSet.multisets``), absent if the player never banks;
- ``roll_value(stake, n)``: the expected points of rolling the dice n now.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, overload

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.turn.ceiling import ceiling
from trueodds.analysis.farkle.turn.optimal import MOST_STEPS, Turn
from trueodds.core.exact.enclosure import Enclosure

if TYPE_CHECKING:
    from trueodds.analysis.farkle.turn.bounded import BoundedTurn

Solution: TypeAlias = "Turn | BoundedTurn"
Value: TypeAlias = "Fraction | Enclosure"

MOST_WORK = 300_000
"""The most pairs of a stake and a keep for which other dice than six fair ones are
computed exactly: they take two seconds."""


def solve_turn(dice: DiceSet, minimum: int = 0) -> Solution:
    """Return the turn with these dice that has the most expected points.

    Args:
        dice: The set of dice, with its rules.
        minimum: The least points that may be banked.

    Returns:
        An exact turn, or proved bounds.

    Raises:
        RulesError: If a turn need never end, or if there are too many stakes.

    Example:
        >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> five = dice_set(FarkleRules.load("ece209", number_of_dice=5))
        >>> round(float(solve_turn(five).mean), 6)
        293.600946
    """
    if not dice.mixed:
        stakes = max(ceiling(dice).stake, minimum // dice.unit)
        keeps = len(dice.tables.points)
        sure = not dice.tables.farkle.all()  # no bounds of dice that can never farkle
        few = stakes * keeps <= MOST_WORK if dice.rules.dice else stakes <= MOST_STEPS
        if few or sure:
            return Turn(dice, minimum)
    # Compiled code, which takes longer to import than most exact turns to compute.
    from trueodds.analysis.farkle.turn.bounded import BoundedTurn

    return BoundedTurn(dice, minimum)


def bounds(value: Value) -> tuple[Fraction, Fraction]:
    """Return the lower and the upper bound of a value, which are equal if exact."""
    if isinstance(value, Enclosure):
        return value.lower, value.upper
    return value, value


@overload
def less(better: Enclosure, other: Enclosure) -> Enclosure: ...
@overload
def less(better: Value, other: Value) -> Value: ...
def less(better: Value, other: Value) -> Value:
    """Return ``better`` minus ``other``, the smaller of two values.

    The difference of exact values is exact. Otherwise it has bounds, and a bound below
    0 is replaced by 0.
    """
    if isinstance(better, Fraction) and isinstance(other, Fraction):
        return better - other
    (low, high), (lower, upper) = bounds(better), bounds(other)
    return Enclosure(max(low - upper, Fraction(0)), max(high - lower, Fraction(0)))


@overload
def gain(first: Enclosure, second: Enclosure) -> Enclosure: ...
@overload
def gain(first: Value, second: Value) -> Value: ...
def gain(first: Value, second: Value) -> Value:
    """Return the larger of ``first`` and ``second`` minus the smaller, at least 0.

    If the values are enclosures, the bounds hold whichever value is larger.

    >>> wide = Enclosure(Fraction(1, 2), Fraction(9, 10))
    >>> gain(wide, Enclosure(Fraction(3, 5), Fraction(3, 5))).texts(1)
    ('0', '0.3')
    """
    # The midpoints only guess which value is better. ``less`` cuts its bounds at 0, and
    # so they hold if the guess is wrong too.
    if sum(bounds(first)) > sum(bounds(second)):
        return less(first, second)
    return less(second, first)
