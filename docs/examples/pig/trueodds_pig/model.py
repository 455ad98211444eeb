"""Pig, played alone, as a model: the fewest turns to the target."""

from trueodds.game import Ask, Chance, Distribution, End, Recipe
from trueodds_pig.rules import PigRules


def step(state: tuple[int, int], rules: PigRules) -> End | dict[str, Chance]:
    """Roll, or hold: a state is the score and the points of the turn."""
    score, turn = state
    if score + turn >= rules.target:
        return End()
    rolled = {(score, turn + face): 1 for face in range(2, rules.sides + 1)}
    # A turn is counted when it begins.
    roll = Chance(Distribution({(score, 0): 1} | rolled), reward=0 if turn else 1)
    hold = Chance({(score + turn, 0): 1})
    return {"roll": roll, "hold": hold} if turn else {"roll": roll}


TURNS = Ask(
    "solitaire.turns", "Fewest expected turns to the target", "turns", best="min"
)
SOLITAIRE = Recipe(
    "Pig alone to {rules.target}",
    lambda rules: (0, 0),
    step,
    asks=[TURNS],
    variables=("score", "turn"),
)
