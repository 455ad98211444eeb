"""Explicit models of Bunco: a turn, a race, a game of one roll a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from trueodds.analysis.bunco.rolls import mean_points, roll_distribution
from trueodds.analysis.bunco.turn import TargetTurn, Throw
from trueodds.core.errors import RulesError
from trueodds.core.models import Ask, Chance, End, Recipe
from trueodds.core.rules.bunco import BuncoRules

if TYPE_CHECKING:
    from trueodds.core.models.model import State

ROLLING = 0
OVER = 1
NO_WINNER = 0
FIRST = 1
SECOND = 2


def turn_step(state: State, rules: BuncoRules) -> End | Chance:
    """Return the next roll of a turn in the first round, or the end of the turn.

    A state has the points of the turn, and 1 if the turn is over or else 0. The turn
    also ends at the points that end a round.
    """
    points, status = state
    goal = rules.round_points
    if status == OVER:
        return End(label="goal" * (points == goal))

    def after(throw: Throw) -> State:
        reached = min(points + throw.points, goal)
        return reached, ROLLING if throw.goes_on and reached < goal else OVER

    return Chance(_turn(rules).throws.map(after), reward=1)


def race_start(rules: BuncoRules) -> State:
    """Return the first state of a race (``race_step``), in which side 1 rolls.

    Raises ``RulesError`` if no roll scores.
    """
    if not _turn(rules).scores:
        raise RulesError("no roll scores under these rules, so no side wins the race")
    return FIRST, 0, 0, NO_WINNER


def race_step(state: State, rules: BuncoRules) -> End | Chance:
    """Return the next roll of a race for the first round's target, or its end.

    A state has the side to roll (1 or 2, or 0 at the end), the points of sides 1 and 2,
    and the winner (1 or 2, or 0 before the end). At the end both points are 0.
    """
    mover, first, second, winner = state
    if winner != NO_WINNER:
        return End(label="first_wins" if winner == FIRST else "second_wins")

    def after(throw: Throw) -> State:
        own = min((first if mover == FIRST else second) + throw.points, goal)
        if own == goal:
            return 0, 0, 0, mover
        points = (own, second) if mover == FIRST else (first, own)
        return mover if throw.goes_on else FIRST + SECOND - mover, *points, NO_WINNER

    goal = rules.round_points
    rolled = _turn(rules).throws.map(after)
    # The end of a race has the mover 0, so that the last turn counts too.
    turn_ends = rolled.expected(lambda later: later[0] != mover)
    return Chance(rolled, {"reward": 1, "turns": turn_ends})


def race_asks(rules: BuncoRules) -> Iterator[Ask]:
    """Yield the questions about a race for target 1.

    With fair dice the answers are the quantities ``race.*``. With loaded dice these
    quantities are averages over the targets of all rounds. The answers for target 1 are
    then no quantities: the questions have an empty id.
    """
    target = "" if rules.fair else " with target 1"
    for id, label, unit, kind in (
        ("first_wins", "The side that rolls first wins the race", "", "first_wins"),
        ("rolls.mean", "Mean rolls of a race", "rolls", "reward"),
        ("turns.mean", "Mean turns of a race", "turns", "turns"),
    ):
        yield Ask(f"race.{id}" * rules.fair, label + target, unit, kind)


def game_step(state: State, rules: BuncoRules) -> End | Chance:
    """Return the single roll of the next round, or the end of the game.

    A state has the number of rounds played, and the points.
    """
    number, points = state
    if number == rules.rounds:
        return End(label=f"total_{points}")
    roll = _roll(rules.target(number + 1), rules)
    after = roll.map(lambda award: (number + 1, points + award.points))
    return Chance(after, reward=mean_points(roll))


_roll = lru_cache(roll_distribution)


@lru_cache
def _turn(rules: BuncoRules) -> TargetTurn:
    if rules.rerolls:
        raise RulesError("turns and races have no dice rolled again; set rerolls to 0")
    return TargetTurn.of(roll_distribution(rules.target(1), rules), rules)


MODELS: Mapping[str, Recipe] = {
    "turn": Recipe(
        "A turn of Bunco with target 1, to {rules.round_points} points at most",
        lambda rules: (0, ROLLING),
        turn_step,
        asks=(
            Ask("", "The turn with target 1 reaches the points of a round", of="goal"),
            Ask("", "Mean rolls of the turn with target 1", "rolls"),
        ),
        variables=("points", "over"),
        labels=("goal",),
    ),
    "race": Recipe(
        "Bunco's race to {rules.round_points} points with target 1",
        race_start,
        race_step,
        asks=race_asks,
        variables=("mover", "first", "second", "winner"),
    ),
    "game": Recipe(
        "A game of Bunco, one roll in each of {rules.rounds} rounds",
        lambda rules: (0, 0),
        game_step,
        asks=(Ask("game.mean", "Mean points of a game", "points"),),
        variables=("round", "points"),
    ),
}
