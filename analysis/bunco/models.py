"""Bunco's chains written out: a turn, a race, a game of one roll a round."""

from __future__ import annotations

from collections.abc import Mapping

from trueodds.analysis.bunco.rolls import mean_points, roll_law
from trueodds.analysis.bunco.turn import Turn
from trueodds.core.decision import Action
from trueodds.core.distribution import Distribution
from trueodds.core.errors import RulesError
from trueodds.core.model import Labels, Model, Question, Recipe, State
from trueodds.core.rules.bunco import BuncoRules

ROLLING, OVER = 0, 1
NOBODY, FIRST, SECOND = 0, 1, 2


def turn(rules: BuncoRules) -> Model:
    """A turn of the first round's target, up to the points that end a round."""
    throws = _turn(rules)
    goal = rules.round_points

    def step(state: State) -> Labels | Action:
        points, status = state
        if status == OVER:
            return ("goal",) if points == goal else ()
        law = Distribution.tally(
            (_after_throw(points + throw.points, throw.goes_on, goal), weight)
            for throw, weight in throws.throws.items()
        )
        return Action(law, reward=1)

    return Model.explore(
        f"A turn of Bunco, until {goal} points are reached or it ends",
        (0, ROLLING),
        step,
        variables=("points", "over"),
        reward="rolls",
        questions=(Question("goal"), Question()),
    )


def race(rules: BuncoRules) -> Model:
    """The race at the head table for the first round's target."""
    throws, goal = _turn(rules), rules.round_points
    if not throws.scores:
        raise RulesError("nothing scores under these rules, so nobody wins the race")

    def after(state: State, points: int, goes_on: bool) -> State:
        mover, first, second, _ = state
        own = min((first if mover == FIRST else second) + points, goal)
        if own == goal:
            return 0, 0, 0, mover
        first, second = (own, second) if mover == FIRST else (first, own)
        return mover if goes_on else FIRST + SECOND - mover, first, second, NOBODY

    def step(state: State) -> Labels | Action:
        winner = state[3]
        if winner != NOBODY:
            return ("first_wins" if winner == FIRST else "second_wins",)
        law = Distribution.tally(
            (after(state, throw.points, throw.goes_on), weight)
            for throw, weight in throws.throws.items()
        )
        return Action(law, reward=1)

    return Model.explore(
        f"Bunco's race to {goal} points",
        (FIRST, 0, 0, NOBODY),
        step,
        variables=("mover", "first", "second", "winner"),
        reward="rolls",
        questions=(Question("first_wins"), Question()),
    )


def game(rules: BuncoRules) -> Model:
    """A game of one roll a round: who has how many points after which round."""

    def step(state: State) -> Labels | Action:
        number, points = state
        if number == rules.rounds:
            return (f"total_{points}",)
        law = laws[rules.target(number + 1)]
        after = law.map(lambda award: (number + 1, points + award.points))
        return Action(after, reward=mean_points(law))

    targets = {rules.target(number) for number in rules.round_numbers}
    laws = {target: roll_law(target, rules) for target in targets}
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
        raise RulesError("turns and races are played without dice rolled again")
    return Turn.of(roll_law(rules.target(1), rules), rules)


def _after_throw(points: int, goes_on: bool, goal: int) -> State:
    reached = min(points, goal)
    return reached, ROLLING if goes_on and reached < goal else OVER
