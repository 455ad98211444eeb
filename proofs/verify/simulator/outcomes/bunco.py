"""Outcomes of Bunco: rolls, turns, games and faces."""

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
    until_rest,
)

LONGEST_LIST = 4096


def outcome_distributions(rules: BuncoRules, rule: str) -> Kinds:
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

    def roll(number: int, kind: str, description: str) -> OutcomeDistribution:
        awards = round_distributions(rules)[number - 1]
        return of_numbers(kind, description, awards.map(lambda award: award.points))

    def turn(number: int, kind: str, description: str) -> OutcomeDistribution:
        played = Turn.of(round_distributions(rules)[number - 1], rules)
        if not played.ends:
            raise PositionError("under these rules a turn may never end")
        return cut_off(kind, description, _points(played))

    return {
        "roll": lambda: roll(
            only_round("round", "roll"), "roll", "the points of a roll"
        ),
        "round.N": lambda n: roll(checked(n), f"round.{n}", f"the points of round {n}"),
        "game": lambda: of_numbers(
            "game",
            "the points of a game",
            game_distribution(round_distributions(rules)),
        ),
        "turn": lambda: turn(
            only_round("turn", "turn"), "turn", "the points of a turn"
        ),
        "turn.N": lambda n: turn(
            checked(n), f"turn.{n}", f"the points of a turn in round {n}"
        ),
        "die": lambda: of_die(rules.face_weights),
    }


def _points(turn: Turn) -> dict[int, Fraction]:
    """Return the probabilities of a turn's points, until less than ``REST`` is left."""
    length = 64
    while length < LONGEST_LIST and 1 - sum(turn.points(length)) >= REST:
        length *= 2
    return until_rest(enumerate(turn.points(length)))
