"""The long-run average turn where farkles in a row cost points.

The state at the start of a turn is the number of farkles just before it. Each turn is
played for its points plus the value of its end, so the states differ only in the value
of a farkle. Howard's policy iteration finds the best average: it ends when playing best
for the values of farkles leaves these values unchanged.
"""

from fractions import Fraction
from itertools import accumulate
from operator import mul

from trueodds.analysis.farkle.dice.dice_set import DiceSet
from trueodds.analysis.farkle.turn.optimal import Turn


def best_average(dice: DiceSet) -> Fraction:
    """Return the highest long-run average of the points of a turn; exact.

    ``dice`` are the dice, with their rules. Every ``rules.penalty_every`` farkles in a
    row cost ``rules.penalty_points``, and nothing below the minimum to bank is banked.

    Busche's Zilch (2010):

    >>> from trueodds.analysis.farkle.dice.dice_set import dice_set
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> round(float(best_average(dice_set(FarkleRules.load("zilch")))), 3)
    620.855
    """
    rules = dice.rules
    best: dict[Fraction, Turn] = {}
    values = [Fraction(0)] * rules.penalty_every
    while True:
        # States differ only in the value of a farkle, so equal values share a turn.
        for value in values:
            if value not in best:
                best[value] = Turn(dice, rules.minimum_to_bank, value)
        turns = [best[value] for value in values]
        average = _average(turns, rules.penalty)
        improved = _farkle_values(turns, average, rules.penalty)
        # The values are exact, so that equality is the end of policy iteration.
        if improved == values:
            return average
        values = improved


def _average(turns: list[Turn], penalty: int) -> Fraction:
    """Return the average points a turn, over a cycle between banks or penalties.

    The cycle reaches the turn after k farkles with a probability that is the product of
    the first k farkle probabilities.
    """
    farkles = [turn.farkle for turn in turns]
    reached = list(accumulate(farkles, mul, initial=Fraction(1)))
    means = zip(reached, turns, strict=False)
    # The last entry is the probability that every turn of the cycle farkles.
    points = sum((p * turn.mean for p, turn in means), -penalty * reached[-1])
    return points / sum(reached[:-1])


def _farkle_values(
    turns: list[Turn], average: Fraction, penalty: int
) -> list[Fraction]:
    """Return the value of one more farkle after 0, 1, … farkles in a row.

    Values are relative to the state without farkles.

    The bias h(k) of having k farkles, with h(0) = 0, satisfies h(k) + average = mean(k)
    + farkle(k) * value(k), where value(k) = h(k + 1), and -penalty for the last k.
    """
    values = [Fraction(-penalty)]
    for turn in reversed(turns[1:]):
        values.append(turn.mean + turn.farkle * values[-1] - average)
    return values[::-1]
