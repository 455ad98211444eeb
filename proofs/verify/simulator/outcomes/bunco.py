"""Outcomes of Bunco: points of rolls, of turns and of games, rolls and faces."""

from fractions import Fraction

from trueodds.analysis.bunco.rolls import game_distribution, round_distributions
from trueodds.analysis.bunco.turn import Turn
from trueodds.core.errors import PositionError
from trueodds.core.rules.bunco import BuncoRules
from trueodds.proofs.verify.simulator.outcomes import (
    REST,
    Kinds,
    OutcomeDistribution,
    cut_off,
    of_die,
    of_numbers,
    of_roll,
    until_rest,
)

LONGEST_LIST = 4096


def outcome_distributions(rules: BuncoRules, rule: str) -> Kinds:  # noqa: C901 - a nested function for each kind of outcome
    """Return the kinds of outcome; ``rule`` makes no difference."""

    def checked(number: int) -> int:
        if not 1 <= number <= rules.rounds:
            raise PositionError(
                f"there is no round {number}: rounds are 1 to {rules.rounds}"
            )
        return number

    def only_round(kind: str, what: str) -> int:
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
        played = Turn.of(round_distributions(rules)[number - 1], rules)
        if not played.ends:
            raise PositionError("under these rules a turn may never end")
        return cut_off(kind, description, _points(played))

    def score() -> OutcomeDistribution:
        """Print the points of a roll, such as 21."""
        return points(only_round("round", "roll"), "score", "the points of a roll")

    def roll() -> OutcomeDistribution:
        """Print the dice of a roll in any order, such as 612 or [6, 1, 2]."""
        return of_roll("roll", rules.cup)

    def round_(number: int) -> OutcomeDistribution:
        """Print the points of a roll in round N, for dice that are not fair."""
        return points(
            checked(number), f"round.{number}", f"the points of round {number}"
        )

    def game() -> OutcomeDistribution:
        """Print the points of a game: one roll in each round."""
        every = game_distribution(round_distributions(rules))
        return of_numbers("game", "the points of a game of one roll a round", every)

    def turn() -> OutcomeDistribution:
        """Print the points of a turn: roll until a roll scores nothing."""
        return of_turn(only_round("turn", "turn"), "turn", "the points of a turn")

    def turn_of(number: int) -> OutcomeDistribution:
        """Print the points of a turn in round N."""
        description = f"the points of a turn in round {number}"
        return of_turn(checked(number), f"turn.{number}", description)

    def die() -> OutcomeDistribution:
        """Print the face of a die, such as 6."""
        return of_die(rules.face_weights)

    return {
        "score": score,
        "roll": roll,
        "round.N": round_,
        "game": game,
        "turn": turn,
        "turn.N": turn_of,
        "die": die,
    }


def _points(turn: Turn) -> dict[int, Fraction]:
    """Return the probabilities of a turn's points, until less than ``REST`` is left."""
    length = 64
    while length < LONGEST_LIST and 1 - sum(turn.points(length)) >= REST:
        length *= 2
    return until_rest(enumerate(turn.points(length)))
