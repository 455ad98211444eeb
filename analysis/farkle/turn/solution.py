"""The turn with the most expected points, for any set of dice.

A value is a ``Fraction`` if it is exact, and else an ``Enclosure`` between bounds. The
solution is exact if all dice are equal. It consists of proved bounds if dice differ or
an exact solution would take long. Both kinds of solution have the same contract:

- ``mean`` and ``farkle``: the expected points, and the probability of a farkle, of the
  whole turn;
- ``bank_at[n]``: the smallest stake on the points grid at which to bank with the dice n
  left (``DiceSet.multisets``), absent if the player never banks;
- ``may_bank_at[n]``: the smallest at which rolling is not proved to be better, which is
  lower where bounds do not decide a tie of the two;
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

MOST_WORK_FOR_TIES = 4 * MOST_WORK
"""The same, where bounds do not say if banking or rolling is better."""


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
    for_ties = False
    if not dice.mixed:
        stakes = max(ceiling(dice).stake, minimum // dice.unit)
        work = stakes * len(dice.tables.points)
        sure = not dice.tables.farkle.all()  # no bounds of dice that can never farkle
        few = work <= MOST_WORK if dice.rules.dice else stakes <= MOST_STEPS
        if few or sure:
            return Turn(dice, minimum)
        for_ties = work <= MOST_WORK_FOR_TIES
    # Compiled code, which takes longer to import than most exact turns to compute.
    from trueodds.analysis.farkle.turn.bounded import BoundedTurn

    turn = BoundedTurn(dice, minimum)
    if for_ties and turn.may_bank_at != turn.bank_at:
        return Turn(dice, minimum)
    return turn


def bank_from(turn: Solution, dice: int) -> Value:
    """Return the smallest stake at which banking is at least as good as rolling.

    ``turn`` is the solved turn, and ``dice`` a key of ``turn.bank_at``. The stake is in
    points. It has bounds if the turn has, and they do not decide a tie of the two.

    >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> bank_from(solve_turn(dice_set(FarkleRules.load("ece209"))), 3)
    Fraction(400, 1)
    """
    lower, upper = Fraction(turn.may_bank_at[dice]), Fraction(turn.bank_at[dice])
    return upper if lower == upper else Enclosure(lower, upper)


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
