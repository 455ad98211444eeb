"""The ceiling: a stake from which banking is best, whatever dice are left.

Let n be the dice left. Let tail(n) be the points they are sure to bring before dice
that can farkle must be rolled (0 if the dice n can farkle). Banking after collecting
these points has the value stake + tail(n). Take the maximum, over n, of E(points and
tail gained by rolling n) / P(farkle | n) + (the value of a farkle). If the stake is at
least this maximum, then "stake + tail(n)" satisfies the optimality equation, so no
policy does better.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.dice.roll_classes import RollClass
from trueodds.core.errors import RulesError
from trueodds.core.models.decision import Action, DecisionProcess
from trueodds.core.rules.farkle.coverage import require_covered


class Ceiling(NamedTuple):
    """A stake, in units, from which banking is best, and the tail of each multiset."""

    stake: int
    tail: list[Fraction]


def ceiling(dice: DiceSet, farkle_value: Fraction = Fraction(0)) -> Ceiling:
    """Return a stake from which banking is best if all stakes may be banked.

    Args:
        dice: The set of dice, with its rules.
        farkle_value: The points that a farkle brings or, if negative, costs.

    Returns:
        The least stake for which the module's argument holds, and the tails in points.

    Raises:
        RulesError: If a turn need never end, so that its expectation is not finite.

    Example:
        >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> ceiling(dice_set(FarkleRules.load("ece209"))).stake  # in steps of 50
        214
    """
    tables = dice.tables
    tail = sure_points(dice)
    in_units = [sure / dice.unit if sure else 0 for sure in tail]
    gained = [
        points + in_units[left]
        for points, left in zip(
            tables.points.tolist(), tables.left.tolist(), strict=True
        )
    ]
    first_keep = tables.first_keep.tolist()
    weight = tables.weight.tolist()
    points = [
        sum(
            weight[c] * max(gained[first_keep[c] : first_keep[c + 1]])
            for c in range(tables.first_class[n], tables.first_class[n + 1])
        )
        for n in range(1, len(tables.total))
    ]
    gains = zip(points, tables.farkle[1:].tolist(), strict=True)
    return Ceiling(enough(gains, farkle_value / dice.unit), tail)


def enough(
    gains: Iterable[tuple[int | Fraction, int]], farkle_value: Fraction = Fraction(0)
) -> int:
    """Return the least whole stake for which the module's argument holds; at least 0.

    Args:
        gains: For each multiset the points and tail gained, added over all rolls, and
            the number of these rolls that farkle. Multisets that cannot farkle are
            ignored.
        farkle_value: The value of a farkle, in the unit of the stake.

    Example:
        >>> enough([(3, 2), (7, 3), (1, 0)])
        3
    """
    stakes = (Fraction(gain) / rolls + farkle_value for gain, rolls in gains if rolls)
    return -int(-max([Fraction(0), *stakes]) // 1)


def sure_points(dice: DiceSet) -> list[Fraction]:
    """Return the points that each multiset is sure to bring; 0 for no dice.

    Raises:
        RulesError: If a turn need never end.
    """
    require_end(dice)
    if dice.tables.farkle.all():
        return [Fraction(0)] * len(dice.multisets)
    require_covered("a turn in which some dice always score", dice.rules)
    rolls = dice.rolls

    def actions(state: int | RollClass) -> int | dict[Any, Action]:
        if not state:
            return 0
        if isinstance(state, int):
            rolled = rolls[state]
            return 0 if rolled.weight(()) else {"roll": Action(rolled)}
        return {
            keep: Action({keep.left or dice.again: 1}, reward=keep.points)
            for keep in state
        }

    solved = (DecisionProcess(n, actions).solve(maximise=True) for n in rolls)
    return [Fraction(0), *(solution.value for solution in solved)]


def require_end(dice: DiceSet) -> None:
    """Raise ``RulesError`` if a way to keep dice exists that can never farkle."""
    if dice.tables.farkle.all():
        return
    safe = {n for n, rolled in dice.rolls.items() if not rolled.weight(())}
    # Drop dice with a roll after which none of the safe dice can be left.
    again = dice.again
    while risky := {
        n
        for n in safe
        if any(all((k.left or again) not in safe for k in c) for c in dice.rolls[n])
    }:
        safe -= risky
    if safe:
        raise RulesError(
            "under these rules a turn need never end: some number of dice cannot "
            "farkle, and can be rolled again and again; with hot_dice = false every "
            "turn ends"
        )
