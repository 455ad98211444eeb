"""Alone against the target: proved bounds hold what small targets are exactly."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from strategies.farkle import rules

from trueodds.analysis.farkle.match.state_space import state_space
from trueodds.analysis.farkle.solitaire import (
    expected_turns,
    most_points_policies,
    quantities,
)
from trueodds.core.dice import Dice
from trueodds.core.errors import RulesError
from trueodds.core.models.decision import Action, DecisionProcess
from trueodds.core.rules.farkle import FarkleRules, Scorer


def exact_turns(record: FarkleRules) -> Fraction:
    """Return the fewest expected turns as a decision process over explicit rolls.

    A state is the score, the farkles in a row, the stake and the dice; a roll, as the
    fifth element, waits for a keep.
    """
    throws = record.in_first_throw, record
    first, later = (cache(Scorer(rules).options) for rules in throws)
    every, lowest = record.penalty_every, record.lowest_score

    def farkled(score: int, farkles: int) -> tuple[Any, ...]:
        if every and farkles + 1 == every:
            return (max(score - record.penalty_points, lowest), 0, 0, 6)
        return (score, farkles + 1 if every else 0, 0, 6)

    def actions(state: tuple[Any, ...]) -> int | dict[Any, Action]:
        score, farkles, stake, dice, *roll = state
        options = later if stake else first
        if score >= record.target:
            return 0
        if roll:
            return {
                option.kept: Action(
                    {
                        (
                            score,
                            farkles,
                            stake + option.points,
                            dice - sum(option.kept) or 6,
                        ): 1
                    }
                )
                for option in options(roll[0])
            }
        outcomes: dict[Any, Fraction] = {}
        for rolled, weight in Dice.fair(dice, sides=6).rolls():
            after = (
                (score, farkles, stake, dice, rolled)
                if options(rolled)
                else farkled(score, farkles)
            )
            outcomes[after] = outcomes.get(after, 0) + Fraction(weight, 6**dice)
        choices = {"roll": Action(outcomes, reward=0 if stake else 1)}
        least = (
            record.minimum_to_bank
            if score
            else max(record.minimum_to_bank, record.minimum_to_open)
        )
        if stake and stake >= least:
            choices["bank"] = Action({(score + stake, 0, 0, 6): 1})
        if score + stake > record.target and record.exact_target:
            return {"over": Action({(score, 0, 0, 6): 1})}
        if stake and score + stake >= max(record.target, score + least):
            del choices["roll"]
        return choices

    return DecisionProcess((0, 0, 0, 6), actions).solve(maximise=False).value


SIMPLE = {"singles": {"1": 100, "5": 50}, "of_a_kind": {}, "straight": 0}


@pytest.mark.parametrize(
    "changes",
    [
        {"target": 50},
        SIMPLE | {"target": 200},
        {"target": 150, "exact_target": True},
        {"target": 150, "first_throw": "singles.5, straight"},
        SIMPLE | {"target": 200, "minimum_to_open": 100},
        SIMPLE | {"target": 150, "penalty_every": 2, "penalty_points": 50},
        SIMPLE
        | {
            "target": 100,
            "penalty_every": 2,
            "penalty_points": 100,
            "lowest_score": -100,
        },
    ],
)
def test_bounds_hold_the_exact_value(changes: dict[str, object]) -> None:
    record = rules(**changes)
    bounds = expected_turns(state_space(record))
    assert exact_turns(record) in bounds
    assert bounds.width < Fraction(1, 10**9)


def test_one_turn_is_enough_for_50_points() -> None:
    """Any roll that is no farkle will do."""
    mean, most = quantities(rules(target=50))
    assert Fraction(162, 157) in mean.bounds
    assert Fraction(162, 157) in most.bounds


def test_most_points_take_longer() -> None:
    mean, most = quantities(rules(target=2000))
    assert mean.bounds.upper < most.bounds.lower
    assert mean.bounds.width < Fraction(1, 10**8)


def test_a_penalty_that_hardly_ever_comes_changes_no_turn_for_the_most_points() -> None:
    """Its points only make the unit of scores smaller, here 10 instead of 50."""
    plain, penalty = (
        state_space(
            rules(number_of_dice=5, target=200, penalty_every=9, penalty_points=points)
        )
        for points in (0, 10)
    )
    assert (plain.unit, penalty.unit) == (50, 10)
    means = [
        float(expected_turns(space, most_points_policies(space)).midpoint)
        for space in (plain, penalty)
    ]
    assert means[0] == pytest.approx(means[1], abs=1e-5)


def test_target_that_cannot_be_reached() -> None:
    faces = {str(face): 50 for face in range(1, 6)}
    record = rules(
        singles=faces, of_a_kind={}, straight=0, hot_dice=False, minimum_to_bank=350
    )
    with pytest.raises(RulesError, match="take more than 1000000 turns"):
        list(quantities(record))
