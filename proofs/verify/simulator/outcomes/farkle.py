"""Outcomes of Farkle: scores, rolls, turns, turns to the target, and faces."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from math import gcd, lcm

from trueodds.analysis.farkle.dice.dice_set import DiceSet, dice_set, scaled_rolls
from trueodds.analysis.farkle.dice.roll_classes import (
    most_points_of,
    points_grid,
)
from trueodds.analysis.farkle.quantities import best_scores
from trueodds.analysis.farkle.threshold.table import Thresholds
from trueodds.analysis.farkle.turn.distribution import Ends, outcomes
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.dice import Dice, counted_dice
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.core.rules.farkle.coverage import require_covered
from trueodds.core.rules.farkle.dice_kinds import dice_kinds
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeDistribution,
    cut_off,
    of_numbers,
    of_roll,
    until_rest,
)
from trueodds.proofs.verify.simulator.outcomes.kind import (
    OutcomeKind,
    dice,
    numbers,
)

MOST_TURNS = 400
"""Upper limit on the numbers of turns that are listed as outcomes."""


def outcome_distributions(rules: FarkleRules, rule: str) -> list[OutcomeKind]:  # noqa: C901 - a nested function for each kind of outcome
    """Return the kinds of outcome of Farkle that a simulator can print.

    ``rule`` makes no difference.
    """
    every = dice_kinds(rules)

    def require_some(dice: int) -> None:
        if not 1 <= dice <= every.size:
            raise PositionError(f"a roll has 1 to {every.size} dice, not {dice}")

    def points(dice: int, kind: str) -> OutcomeDistribution:
        require_some(dice)
        require_covered("the score of a roll", rules)
        # Of mixed dice, the number left does not say which of them are rolled.
        if every.mixed and dice < every.size:
            raise PositionError(
                f"{kind} does not say which of the dice {rules.dice} are rolled; give "
                "equal dice, or take the outcome score"
            )
        rolled = dice_set(rules)
        best = best_scores(rolled, rolled.whole if dice == every.size else dice)
        return of_numbers(kind, f"the best score of {counted_dice(dice)}", best)

    def roll(dice: int, kind: str) -> OutcomeDistribution:
        if every.mixed or every.jokers:
            raise PositionError("rolls are judged for equal dice without jokers")
        require_some(dice)
        return of_roll(kind, Dice(dice, every.kinds[0].weights))

    def die() -> OutcomeDistribution:
        if every.mixed:
            raise PositionError(
                f"the dice {rules.dice} are not all equal; give one kind of dice, such "
                f"as --set dice={every.kinds[0].name}*{every.size}"
            )
        faces = {every.face_text(face): n for face, n in every.shown(0).items()}
        return OutcomeDistribution("die", "the face of a die", Distribution(faces))

    def best() -> OutcomeDistribution:
        turn = Turn(_six_fair(rules), rules.minimum_to_bank)
        description = "the points of a turn played for the highest average"
        return _turn("turn.most_points", description, outcomes(turn).ends)

    def bank_at(stake: int) -> OutcomeDistribution:
        description = f"the points of a turn that keeps the most and banks at {stake}"
        ends = Thresholds(rules).ends(stake)
        return _turn(f"turn.bank_at.{stake}", description, ends)

    def bank_by_dice(*stakes: int) -> OutcomeDistribution:
        if len(stakes) != DICE:
            raise PositionError(
                f"turn.bank_by_dice takes {DICE} stakes, for 1 to {DICE} dice left; "
                f"{len(stakes)} were given"
            )
        text = ",".join(map(str, stakes))
        description = f"the points of a turn that banks at {text} by dice left"
        _six_fair(rules)
        ends = Thresholds(rules).ends_by_dice(stakes)
        return _turn(f"turn.bank_by_dice.{text}", description, ends)

    def turns(stake: int) -> OutcomeDistribution:
        # The sum over turns below needs turns that do not depend on the score.
        penalty = rules.penalty_every and rules.penalty_points
        if rules.minimum_to_open or penalty or rules.exact_target:
            raise PositionError(
                "under these rules a turn depends on the turns before it (opening "
                "minimum, penalty or exact target), so the number of turns is not "
                "exact here"
            )
        description = f"the turns to {rules.target} points when banking at {stake}"
        probabilities = until_rest(_turns(Thresholds(rules).ends(stake), rules))
        return cut_off(f"turns.bank_at.{stake}", description, probabilities)

    @cache
    def most_and_grid() -> tuple[int, int]:
        rolls = scaled_rolls(rules).rolls
        return most_points_of(rolls), points_grid(rolls)

    def roll_points(line: str) -> bool:
        return numbers(min(rules.nothing, 0), *most_and_grid())(line)

    def turn_points(line: str) -> bool:
        return numbers(step=most_and_grid()[1])(line)

    def face(line: str) -> bool:
        return line.strip() in map(every.face_text, every.shown(0))

    return [
        OutcomeKind(
            "score",
            "Print the best score of a roll of all dice, such as 1500.",
            roll_points,
            partial(points, every.size, "score"),
        ),
        OutcomeKind(
            "score.N",
            "Print the best score of a roll of N dice.",
            roll_points,
            lambda dice: points(dice, f"score.{dice}"),
        ),
        OutcomeKind(
            "roll",
            "Print the dice of a roll in any order, such as 666162 or 6 6 6 1 6 2.",
            dice([every.size], every.sides),
            partial(roll, every.size, "roll"),
        ),
        OutcomeKind(
            "roll.N",
            "Print the faces of N dice in any order, such as 155 for roll.3.",
            dice(range(2, every.size + 1), every.sides),
            lambda dice: roll(dice, f"roll.{dice}"),
        ),
        OutcomeKind(
            "turn.most_points",
            "Print the points of a turn for the highest average; on ties, bank.",
            turn_points,
            best,
        ),
        OutcomeKind(
            "turn.bank_at.N",
            "Print the points of a turn that keeps the most, and banks at N or more.",
            turn_points,
            bank_at,
        ),
        OutcomeKind(
            "turn.bank_by_dice.N,…",
            "Print the same with a stake for one die left, for two, …, for six.",
            turn_points,
            bank_by_dice,
        ),
        OutcomeKind(
            "turns.bank_at.N",
            "Print the number of turns to the target, banking at N or more.",
            numbers(1),
            turns,
        ),
        OutcomeKind("die", "Print the face of a die, such as 6.", face, die),
    ]


def _turn(kind: str, description: str, ends: Ends) -> OutcomeDistribution:
    """Return the distribution of a turn's points, with high points as one outcome."""
    points = {n: p for n, p in ends.points.items() if p}
    if ends.at_least_high:
        # An outcome of probability 0 marks where the high points begin.
        points[ends.high - 1] = points.get(ends.high - 1, Fraction(0))
    return cut_off(kind, description, points)


def _six_fair(rules: FarkleRules) -> DiceSet:
    """Return the dice of rules with six fair dice, or raise ``RulesError``."""
    if rules.dice:
        raise RulesError(
            f"this is computed for six fair dice only, not for {rules.dice_setting}"
        )
    return dice_set(rules)


def _turns(ends: Ends, rules: FarkleRules) -> Iterator[tuple[int, Fraction]]:
    """Yield the probability that the target is reached in exactly n turns.

    Turns are independent, so the score after n turns is a convolution, cut off at the
    target. A turn that banks from a threshold on ends below ``ends.high``.
    """
    assert not ends.at_least_high
    grid = gcd(*ends.points)
    goal = -(-rules.target // grid)
    # Integer weights over a common denominator, and steps of the grid for points.
    common = lcm(*(p.denominator for p in ends.points.values()))
    gain = Distribution.tally(
        (min(n // grid, goal), int(p * common)) for n, p in ends.points.items()
    )
    score = gain
    before = Fraction(0)
    for number in range(1, MOST_TURNS + 1):
        reached = score[goal]
        yield number, reached - before
        # All scores from the target on are one state, which is never left.
        score = (score + gain).map(lambda steps: min(steps, goal))
        before = reached
