"""The odds of Pig, played alone."""

from collections.abc import Iterator
from fractions import Fraction

from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.quantity import Quantity
from trueodds.core.models.decision import Action
from trueodds.core.models.model import Model, Question, Recipe
from trueodds_pig.rules import Rules


def quantities(rules: Rules) -> Iterator[Quantity]:
    """Yield the fewest expected turns to the target."""
    yield Quantity(
        id="solitaire.turns",
        label="Fewest expected turns to the target",
        value=fewest_turns(rules),
        unit="turns",
        method="decision process",
    )


def fewest_turns(rules: Rules) -> Fraction:
    """Return the fewest expected turns to the target, alone."""
    return solitaire(rules).answer(Question(best="min"))


def solitaire(rules: Rules) -> Model:
    """Build the model: a state is the score and the points of the turn."""

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
