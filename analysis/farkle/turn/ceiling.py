"""The ceiling: a stake from which banking is best, whatever dice are left.

Let n be the dice left. Let tail(n) be the points they are sure to bring before dice
that can farkle must be rolled (0 if the dice n can farkle). Banking after collecting
these points has the value stake + tail(n). Take the maximum, over n, of E(points and
tail gained by rolling n) / P(farkle | n) + (the value of a farkle). If the stake is at
least this maximum, then "stake + tail(n)" satisfies the optimality equation, so no
policy does better.

If a farkle keeps the points, rolling risks none of the points that may be banked. So
from the least stake that may be banked on, the best turn has the value stake + tail(n)
too. Here tail(n) is the most expected points that rolling on brings. This tail follows
from the dice alone: a decision process with one state for each multiset and each roll
class.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.dice.roll_classes import RollClass
from trueodds.core.errors import RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.chain import MarkovChain
from trueodds.core.models.decision import Action, DecisionProcess
from trueodds.core.models.process import Outcomes
from trueodds.core.rules.farkle.coverage import require_covered


class Ceiling(NamedTuple):
    """A stake from which all values are known, and the tail of each multiset of dice.

    ``stake`` is in units of ``DiceSet.unit`` points. From this stake on, banking is
    best, or a farkle keeps the points. ``tail[n]`` is the points that the multiset
    number n is sure to bring before dice that can farkle must be rolled. ``farkle[n]``
    is the probability that this tail ends with a farkle. If some dice cannot farkle, or
    a farkle keeps the points, both lists have a last entry for the state after a
    farkle: no points, and probability 1.
    """

    stake: int
    tail: list[Fraction]
    farkle: list[Fraction]


def ceiling(dice: DiceSet, farkle_value: Fraction = Fraction(0)) -> Ceiling:
    """Return a stake from which the value of every state follows without induction.

    From this stake on, banking is best, or a farkle keeps the points. It is assumed
    that all stakes may be banked.

    Args:
        dice: The set of dice, with its rules.
        farkle_value: The points that a farkle brings or, if negative, costs.

    Returns:
        The least stake, in units of ``dice.unit`` points, at which rolling any dice
        loses on average at least as much as it gains; 1 if a farkle keeps the points.
        Dice that cannot farkle lose nothing, and do not count for this. Also, for each
        multiset of dice, the points that it brings from there on, and the probability
        that the turn then ends with a farkle.

    Raises:
        RulesError: If a turn need never end, so that its expectation is not finite.

    Example:
        >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> ceiling(dice_set(FarkleRules.load("ece209"))).stake  # in steps of 50
        214
    """
    tables = dice.tables
    tail, farkle = tails(dice)
    in_units = [sure / dice.unit if sure else 0 for sure in tail]
    gained: list[Fraction | int] = [
        points + in_units[left]
        for points, left in zip(
            tables.points.tolist(), tables.left.tolist(), strict=True
        )
    ]
    first_keep = tables.first_keep.tolist()
    weight = tables.weight.tolist()

    def most(c: int) -> Fraction | int:
        return max(gained[first_keep[c] : first_keep[c + 1]])

    # Sums over all rolls of the best keep; a farkle gains nothing.
    points = []
    for n in range(1, len(tables.total)):
        classes = range(tables.first_class[n], tables.first_class[n + 1])
        points.append(sum(weight[c] * most(c) for c in classes))
    gains = zip(points, tables.farkle[1:].tolist(), strict=True)
    stake = enough(gains, farkle_value / dice.unit)
    return Ceiling(1 if dice.rules.farkle_keeps_points else stake, tail, farkle)


def enough(
    gains: Iterable[tuple[int | Fraction, int]], farkle_value: Fraction = Fraction(0)
) -> int:
    """Return the least whole stake from which banking is best; at least 0.

    Args:
        gains: A pair for each multiset of dice: the points gained, added over all
            rolls, and the number of rolls that farkle. The points include those that
            the dice left are sure to bring. Multisets that cannot farkle are ignored.
        farkle_value: The value of a farkle, in the unit of the stake.

    Example:
        >>> enough([(3, 2), (7, 3), (1, 0)])
        3
    """
    stakes = (Fraction(gain) / rolls + farkle_value for gain, rolls in gains if rolls)
    return -int(-max([Fraction(0), *stakes]) // 1)


def tails(dice: DiceSet) -> tuple[list[Fraction], list[Fraction]]:
    """Return the tail of each multiset in points, and how likely it ends in a farkle.

    The tail is the points that the dice are sure to bring before dice that can farkle
    must be rolled. If a farkle keeps the points, it is the most expected points of
    rolling on. Both lists have an entry for each of ``DiceSet.multisets``. The first
    is for no dice, whose tail is 0. If some dice cannot farkle, or a farkle keeps the
    points, one more entry is for the state after a farkle: the tail 0, and the
    probability 1.

    Raises:
        RulesError: If a turn need never end.
    """
    require_end(dice)
    keeps = dice.rules.farkle_keeps_points
    if not keeps and dice.tables.farkle.all():
        none = [Fraction(0)] * len(dice.multisets)
        return none, none
    require_covered(
        "a turn in which a farkle keeps the points"
        if keeps
        else "a turn in which some dice always score",
        dice.rules,
    )
    rolls: Mapping[Any, Distribution[RollClass]] = dice.rolls

    def moves(state: Any) -> dict[Any, Action]:
        if state is None:  # leads to all dice
            return {n: Action({n: 1}) for n in rolls}
        if state in rolls:
            # A tail ends where the dice can farkle. If a farkle keeps the points, it
            # ends only where every roll farkles.
            risks = rolls[state].weight(()) >= (rolls[state].total if keeps else 1)
            return {} if risks else {"roll": Action(rolls[state])}
        return {
            keep: Action({keep.left or dice.again: 1}, reward=keep.points)
            for keep in state or ()
        }

    start: Any = None
    best = DecisionProcess(start, lambda state: moves(state) or 0).solve(maximise=True)

    def step(state: Any) -> Outcomes[Any] | None:
        return moves(state)[best.policy[state]].outcomes if moves(state) else None

    farkles = [MarkovChain(n, step).absorption().get((), 0) for n in rolls]
    points = [best.values[n] for n in rolls]
    return [Fraction(0), *points, Fraction(0)], [Fraction(n) for n in (0, *farkles, 1)]


def require_end(dice: DiceSet) -> None:
    """Raise ``RulesError`` if a turn can go on without end and never farkle.

    This is so for dice that never farkle, if each of their rolls has a keep that leaves
    such dice again.
    """
    if dice.tables.farkle.all():
        return
    safe = {n for n, rolled in dice.rolls.items() if not rolled.weight(())}

    def leaves_safe_dice(keeps: RollClass) -> bool:
        return any((keep.left or dice.again) in safe for keep in keeps)

    # Drop dice with a roll after which none of the safe dice can be left.
    while risky := {n for n in safe if not all(map(leaves_safe_dice, dice.rolls[n]))}:
        safe -= risky
    if safe:
        raise RulesError(
            "under these rules a turn need never end: some number of dice cannot "
            "farkle, and can be rolled again and again; with hot_dice = false every "
            "turn ends"
        )
