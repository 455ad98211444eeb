"""The odds of Pig: alone, and against another."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from trueodds.core.bounds import win_enclosure
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.quantity import Quantity
from trueodds.core.models.decision import Action, DecisionProcess, Passed
from trueodds.core.models.model import Model, Question, Recipe
from trueodds_pig.rules import Rules


def quantities(rules: Rules) -> Iterator[Quantity]:
    """Return the fewest expected turns alone, and who wins the game of two."""
    yield Quantity(
        id="solitaire.turns",
        label="Fewest expected turns to the target",
        value=fewest_turns(rules),
        unit="turns",
        method="decision process",
    )
    yield Quantity(
        id="match.first_player",
        label="The first of two players wins",
        value=win_enclosure(match(rules)).value,
        unit="probability",
        method="bounds proved in integers",
    )


def fewest_turns(rules: Rules) -> Fraction:
    """Return the fewest expected turns to the target, alone."""
    return solitaire(rules).answer(Question(best="min"))


def solitaire(rules: Rules) -> Model:
    """Alone, a state is the score and the points of the turn; a turn costs one."""

    def step(state: tuple[int, ...]) -> tuple[()] | dict[str, Action]:
        score, turn = state
        if score + turn >= rules.target:
            return ()
        roll = Distribution(
            {(score, 0) if face == 1 else (score, turn + face): 1 for face in faces}
        )
        # A turn is counted when it begins.
        rolling = Action(roll, reward=0 if turn else 1)
        return {"roll": rolling} | (
            {"hold": Action({(score + turn, 0): 1})} if turn else {}
        )

    faces = range(1, rules.sides + 1)
    return Model.explore(
        f"Pig alone to {rules.target}",
        (0, 0),
        step,
        variables=("score", "turn"),
        reward="turns",
        questions=(Question(best="min"),),
    )


MODELS = {"solitaire": Recipe("the fewest turns to the target, alone", solitaire)}


def match(rules: Rules) -> DecisionProcess[tuple[int, int, int], str]:
    """Two players: the mover's score, the other's, and the points of the turn."""

    def actions(state: tuple[int, int, int]) -> int | dict[str, Action]:
        mine, other, turn = state
        if mine + turn >= rules.target:
            return 1
        rolled: dict[Any, int] = {(mine, other, turn + face): 1 for face in faces}
        rolled[Passed((other, mine, 0))] = 1
        return {"roll": Action(Distribution(rolled))} | (
            {"hold": Action({Passed((other, mine + turn, 0)): 1})} if turn else {}
        )

    faces = range(2, rules.sides + 1)
    return DecisionProcess((0, 0, 0), actions)
