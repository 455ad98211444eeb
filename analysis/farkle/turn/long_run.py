"""The long-run average turn where farkles in a row cost points.

State at the start of a turn: how many farkles came just before. Each turn is played for
its points plus what its end leads to, so the only thing that changes between states is
what a farkle is worth. Howard's policy iteration finds the best average: it ends
when playing best for what farkles are worth leaves what they are worth as it was.
"""

from fractions import Fraction
from itertools import accumulate
from operator import mul

from trueodds.analysis.farkle.roll_classes import Rolls
from trueodds.analysis.farkle.turn.optimal import Turn, best_turn
from trueodds.core.rules.farkle import FarkleRules


def best_average(rolls: Rolls, rules: FarkleRules) -> Fraction:
    """The most points a turn that can be averaged in the long run; exact.

    Every ``rules.penalty_every`` farkles in a row cost ``rules.penalty_points``, and
    nothing below the minimum to bank is banked.

    Busche's Zilch (2010):

    >>> from trueodds.analysis.farkle.roll_classes import roll_classes
    >>> rules = FarkleRules.load("zilch")
    >>> round(float(best_average(roll_classes(rules), rules)), 3)
    620.855
    """
    best: dict[Fraction, Turn] = {}
    worths = [Fraction(0)] * rules.penalty_every
    while True:
        for worth in worths:
            if worth not in best:
                best[worth] = best_turn(
                    rolls, rules, minimum=rules.minimum_to_bank, farkle_worth=worth
                )
        turns = [best[worth] for worth in worths]
        average = _average(turns, rules.penalty_points)
        improved = _farkle_worths(turns, average, rules.penalty_points)
        if improved == worths:
            return average
        worths = improved


def _average(turns: list[Turn], penalty: int) -> Fraction:
    """Points over turns in a cycle that begins after a bank or a penalty.

    The turn after k farkles is reached with the product of the first k chances.
    """
    farkles = [turn.farkle for turn in turns]
    reached = list(accumulate(farkles, mul, initial=Fraction(1)))
    points = sum(
        (chance * turn.mean for chance, turn in zip(reached, turns, strict=False)),
        -penalty * reached[-1],
    )
    return points / sum(reached[:-1])


def _farkle_worths(
    turns: list[Turn], average: Fraction, penalty: int
) -> list[Fraction]:
    """What a farkle is worth after 0, 1, … farkles, compared with banking nothing.

    The bias h(k) of having k farkles, with h(0) = 0, satisfies h(k) + average = mean(k)
    + farkle(k) * worth(k), where worth(k) = h(k + 1), and -penalty for the last k.
    """
    worths = [Fraction(-penalty)]
    for turn in reversed(turns[1:]):
        worths.append(turn.mean + turn.farkle * worths[-1] - average)
    return worths[::-1]
