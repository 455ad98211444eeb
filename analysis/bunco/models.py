"""Explicit models of Bunco: a turn, a race, a game of one roll a round."""

from __future__ import annotations

from collections.abc import Mapping

from trueodds.analysis.bunco.rolls import mean_points, roll_distribution
from trueodds.analysis.bunco.turn import Throw, Turn
from trueodds.core.errors import RulesError
from trueodds.core.models.decision import Action
from trueodds.core.models.model import Labels, Model, Question, Recipe, State
from trueodds.core.rules.bunco import BuncoRules

ROLLING = 0
OVER = 1
NO_WINNER = 0
FIRST = 1
SECOND = 2


def turn(rules: BuncoRules) -> Model:
    """Build the turn of the first round's target, up to the points that end a round."""
    throws = _turn(rules)
    goal = rules.round_points

    def step(state: State) -> Labels | Action:
        points, status = state
        if status == OVER:
            return ("goal",) if points == goal else ()
        after = throws.throws.map(
            lambda throw: _after_throw(points + throw.points, throw.goes_on, goal)
        )
        return Action(after, reward=1)

    return Model.explore(
        f"A turn of Bunco, until {goal} points are reached or it ends",
        (0, ROLLING),
        step,
        variables=("points", "over"),
        reward="rolls",
        questions=(Question("goal"), Question()),
    )


def race(rules: BuncoRules) -> Model:
    """Build the race at the head table for the first round's target."""
    throws = _turn(rules)
    goal = rules.round_points
    if not throws.scores:
        raise RulesError("no roll scores under these rules, so no side wins the race")

    def after(state: State, throw: Throw) -> State:
        mover, first, second, _ = state
        own = min((first if mover == FIRST else second) + throw.points, goal)
        if own == goal:
            return 0, 0, 0, mover
        first, second = (own, second) if mover == FIRST else (first, own)
        mover = mover if throw.goes_on else FIRST + SECOND - mover
        return mover, first, second, NO_WINNER

    def step(state: State) -> Labels | Action:
        winner = state[3]
        if winner != NO_WINNER:
            return ("first_wins" if winner == FIRST else "second_wins",)
        return Action(throws.throws.map(lambda throw: after(state, throw)), reward=1)

    return Model.explore(
        f"Bunco's race to {goal} points",
        (FIRST, 0, 0, NO_WINNER),
        step,
        variables=("mover", "first", "second", "winner"),
        reward="rolls",
        questions=(Question("first_wins"), Question()),
    )


def game(rules: BuncoRules) -> Model:
    """Build a game of one roll a round, with the total after each round."""

    def step(state: State) -> Labels | Action:
        number, points = state
        if number == rules.rounds:
            return (f"total_{points}",)
        roll = rolls[rules.target(number + 1)]
        after = roll.map(lambda award: (number + 1, points + award.points))
        return Action(after, reward=mean_points(roll))

    targets = {rules.target(number) for number in rules.round_numbers}
    rolls = {target: roll_distribution(target, rules) for target in targets}
    return Model.explore(
        f"A game of Bunco, one roll in each of {rules.rounds} rounds",
        (0, 0),
        step,
        variables=("round", "points"),
        reward="points",
        questions=(Question(),),
    )


MODELS: Mapping[str, Recipe] = {
    "turn": Recipe("a turn, until it ends or has the points of a round", turn),
    "race": Recipe("the race of two sides at the head table", race),
    "game": Recipe("a game of one roll a round, with its totals", game),
}


def _turn(rules: BuncoRules) -> Turn:
    if rules.rerolls:
        raise RulesError("turns and races have no dice rolled again; set rerolls to 0")
    return Turn.of(roll_distribution(rules.target(1), rules), rules)


def _after_throw(points: int, goes_on: bool, goal: int) -> State:
    reached = min(points, goal)
    return reached, ROLLING if goes_on and reached < goal else OVER
