"""Outcomes of Bunco: points of rolls, of turns and of games, rolls and faces."""

from dataclasses import replace
from fractions import Fraction
from math import gcd

from trueodds.analysis.bunco.rolls import game_distribution, round_distributions
from trueodds.analysis.bunco.turn import TargetTurn
from trueodds.core.errors import PositionError
from trueodds.core.rules.bunco import BuncoRules
from trueodds.proofs.verify.simulator.outcomes import (
    REST,
    OutcomeDistribution,
    cut_off,
    families,
    of_numbers,
    until_rest,
)
from trueodds.proofs.verify.simulator.outcomes.declared import of_dice
from trueodds.proofs.verify.simulator.outcomes.kind import OutcomeKind, numbers

LONGEST_LIST = 4096


def outcome_distributions(rules: BuncoRules, rule: str) -> list[OutcomeKind]:  # noqa: C901 - a nested function for each kind of outcome
    """Return the kinds of outcome of Bunco that a simulator can print.

    ``rule`` makes no difference.
    """

    def checked(number: int) -> int:
        if not 1 <= number <= rules.rounds:
            raise PositionError(
                f"there is no round {number}: rounds are 1 to {rules.rounds}"
            )
        return number

    def once() -> None:
        if rules.rerolls:
            raise PositionError(
                "turns, and the dice of a roll, are judged for dice that are rolled "
                "once; set rerolls to 0"
            )

    def only_round(kind: str, what: str) -> int:
        # With unfair dice each target has its own distribution, and no mixture is
        # assumed.
        if len(set(round_distributions(rules))) > 1:
            raise PositionError(
                f"under these rules the points of a {what} have another distribution "
                f"in each round: name a round, such as {kind}.1"
            )
        return 1

    def points(number: int, kind: str, description: str) -> OutcomeDistribution:
        awards = round_distributions(rules)[number - 1]
        return of_numbers(kind, description, awards.map(lambda award: award.points))

    def of_turn(number: int, kind: str, description: str) -> OutcomeDistribution:
        once()
        played = TargetTurn.of(round_distributions(rules)[number - 1], rules)
        if not played.ends:
            raise PositionError("under these rules a turn may never end")
        return cut_off(kind, description, _points(played))

    def score() -> OutcomeDistribution:
        return points(only_round("round", "roll"), "score", "the points of a roll")

    def round_(number: int) -> OutcomeDistribution:
        return points(
            checked(number), f"round.{number}", f"the points of round {number}"
        )

    def game() -> OutcomeDistribution:
        every = game_distribution(round_distributions(rules))
        return of_numbers("game", "the points of a game of one roll a round", every)

    def turn() -> OutcomeDistribution:
        return of_turn(only_round("turn", "turn"), "turn", "the points of a turn")

    def faces() -> OutcomeDistribution:
        # The final dice depend on the choice of the dice that are rolled again.
        once()
        return roll.distribution()

    def turn_of(number: int) -> OutcomeDistribution:
        description = f"the points of a turn in round {number}"
        return of_turn(checked(number), f"turn.{number}", description)

    points_of = rules.bunco_points, rules.mini_bunco_points, rules.match_points
    # Every total is a multiple of this, which tells scores from other numbers.
    step = gcd(*points_of)
    most = max(*points_of, rules.match_points * rules.dice)
    goal = rules.round_points
    turn_form = numbers(step=step)
    side = numbers()
    roll_form = numbers(0, most, step)
    table = {
        "game.total": ("the points of a game", numbers(0, rules.rounds * most, step)),
        "race.points.first": ("the points of the side that rolls first", side),
        "race.points.second": ("the points of the side that rolls second", side),
        "race.points.winner": ("the points of the winners of a race", numbers(goal)),
        "race.points.loser": (
            "the points of the losers of a race",
            numbers(0, goal - 1),
        ),
        "night.head.points": ("a player's points in a round at the head table", side),
        "night.head.buncos": ("a player's Buncos in a round at the head table", side),
        "night.wins": ("the rounds that a player wins", numbers(0, rules.rounds)),
    }
    roll, die = of_dice(rules.cup)
    return [
        OutcomeKind(
            "score", "Print the points of a roll, such as 21.", roll_form, score
        ),
        replace(roll, distribution=faces),
        OutcomeKind(
            "round.N",
            "Print the points of a roll in round N, for dice that are not fair.",
            roll_form,
            round_,
        ),
        OutcomeKind(
            "game",
            "Print the points of a game: one roll in each round.",
            numbers(0, rules.rounds * most, step),
            game,
        ),
        OutcomeKind(
            "turn",
            "Print the points of a turn: roll until a roll scores nothing.",
            turn_form,
            turn,
        ),
        OutcomeKind(
            "turn.N", "Print the points of a turn in round N.", turn_form, turn_of
        ),
        die,
        *families("bunco", rules, table),
    ]


def _points(turn: TargetTurn) -> dict[int, Fraction]:
    """Return the probabilities of a turn's points, until less than ``REST`` is left."""
    length = 64
    # The number of points is not known before, so the list is doubled until the rest is
    # rare.
    while length < LONGEST_LIST and 1 - sum(turn.points(length)) >= REST:
        length *= 2
    return until_rest(enumerate(turn.points(length)))
