"""Bunco in certificates of trueodds: rolls, and the chains of a turn and a race."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement as multisets
from itertools import product
from math import prod
from typing import Any

from .proving import (
    Kind,
    Step,
    arrangements,
    distribution,
    enumerate_classes,
    solve_chain,
)
from .reading import Values, fraction, natural

AWARDS = dict.fromkeys(("bunco_points", "mini_bunco_points", "match_points"), int)
BUNCO_ROLL = {"dice": int, "weights": [int], "rounds": int, **AWARDS}
ENDS = dict.fromkeys(("bunco_ends_turn", "mini_bunco_ends_turn"), bool)
BUNCO_TURN = {"dice": int, "sides": int, **ENDS, **AWARDS}
BUNCO_RACE = {"round_points": int, **BUNCO_TURN}


def bunco_award(shown: Sequence[int], target: int, rules: Values) -> tuple[int, str]:
    """Return the points of a roll, and the name of the award."""
    if len(set(shown)) == 1:
        name = "bunco" if shown[0] == target else "mini_bunco"
        return rules[f"{name}_points"], name
    return shown.count(target) * rules["match_points"], "match"


def bunco_rolls(rules: Values, classes: list[Any]) -> Values:
    """Verify the list of all rolls; return the probabilities and the mean that follow.

    Each entry of ``classes`` is a roll, its weight, and its points in each round. The
    weight is the number of orders of the dice times the weights of the faces.
    """
    faces = rules["weights"]
    dice = natural(rules["dice"], 100, 1)
    targets = [n % len(faces) + 1 for n in range(natural(rules["rounds"], 1000, 1))]

    def rolls() -> Iterator[tuple[Any, Any]]:
        for shown in multisets(range(1, len(faces) + 1), dice):
            ways = arrangements(shown) * prod(faces[face - 1] for face in shown)
            awards = [bunco_award(shown, target, rules) for target in targets]
            outcomes = {award: n * ways for award, n in Counter(awards).items()}
            yield [[*shown], ways, [points for points, _ in awards]], outcomes

    weights = enumerate_classes(classes, rolls())
    scores = Counter[int]()
    names = Counter[str]()
    for (points, name), weight in weights.items():
        scores[points] += weight
        if name != "match":
            names.update({name: weight, "triple": weight})
    total = weights.total()
    proved = {f"roll.{name}": Fraction(n, total) for name, n in names.items()}
    return proved | distribution("roll.points", "roll.mean", scores)


def bunco_throws(rules: Values) -> Counter[tuple[int, bool, bool]]:
    """Return the weights of the rolls of fair dice; the target is face 1.

    The key of a roll is its points, True for a Bunco, and True if the turn goes on.
    """
    sides = natural(rules["sides"], 1000, 1)
    dice = natural(rules["dice"], 16, 1)
    natural(sides**dice, 10**5)
    throws = Counter[tuple[int, bool, bool]]()
    for shown in product(range(1, sides + 1), repeat=dice):
        points, name = bunco_award(shown, 1, rules)
        ends = points == 0 or rules.get(f"{name}_ends_turn", False)
        throws[points, name == "bunco" and points > 0, not ends] += 1
    return throws


def bunco_turn(rules: Values, states: Any) -> Values:
    """Verify the chain of a turn, which has a single state.

    The unknowns are the points and rolls still to come, and the probability of a
    Bunco.
    """
    throws = bunco_throws(rules)

    def steps(state: Any) -> Iterator[Step]:
        for (points, is_bunco, goes_on), weight in throws.items():
            after = state if goes_on else None
            yield Step(weight, (points, 1, is_bunco), after, (1, 1, not is_bunco))

    ids = ("turn.mean", "turn.rolls.mean", "turn.any_bunco")
    return dict(zip(ids, solve_chain(states, steps)[(0,)], strict=True))


def bunco_race(rules: Values, states: Any) -> Values:
    """Verify the chain of a race between two sides.

    A state is the total of the side that rolls, and the opponent's total. The
    unknowns are the probability that the side that rolls wins, and the rolls and
    turns still to come.
    """
    throws = bunco_throws(rules)
    goal = natural(rules["round_points"], 1000, 1)

    def steps(state: Any) -> Iterator[Step]:
        own, other = state
        for (points, _, goes_on), weight in throws.items():
            if own + points >= goal:
                yield Step(weight, (1, 1, 1))
            elif goes_on:
                yield Step(weight, (0, 1, 0), (own + points, other), (1, 1, 1))
            else:  # The opponent rolls. This side wins where the opponent does not.
                yield Step(weight, (1, 1, 1), (other, own + points), (-1, 1, 1))

    ids = ("race.first_wins", "race.rolls.mean", "race.turns.mean")
    return dict(zip(ids, solve_chain(states, steps)[0, 0], strict=True))


CLASSES = {"classes": list}
STATES = {"states": [([int], [fraction], int)]}
KINDS = {
    "enumeration bunco roll": Kind(bunco_rolls, BUNCO_ROLL, CLASSES),
    "chain bunco turn": Kind(bunco_turn, BUNCO_TURN, STATES),
    "chain bunco race": Kind(bunco_race, BUNCO_RACE, STATES),
}
