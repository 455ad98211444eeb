"""Checker of Bunco certificates of trueodds: rolls, and chains of a turn and a race."""

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

AWARDS = {
    "bunco_points": int,
    "mini_bunco_points": int,
    "match_points": int,
}
ROLL = {
    "dice": int,
    "weights": [int],
    "rounds": int,
    **AWARDS,
}
TURN = {
    "dice": int,
    "sides": int,
    "bunco_ends_turn": bool,
    "mini_bunco_ends_turn": bool,
    **AWARDS,
}
RACE = {"round_points": int, **TURN}


def bunco_award(shown: Sequence[int], target: int, rules: Values) -> tuple[int, str]:
    """Return the points of a roll, and the name of its award, such as "bunco".

    ``shown`` are the faces of the dice, and ``target`` is the face that scores in the
    round. ``rules`` has the points of each award by name, such as "bunco_points".
    """
    if len(set(shown)) > 1:
        return shown.count(target) * rules["match_points"], "match"
    if shown[0] == target:
        return rules["bunco_points"], "bunco"
    return rules["mini_bunco_points"], "mini_bunco"


def bunco_rolls(rules: Values, classes: list[Any]) -> Values:
    """Verify the list of all rolls; return the probabilities and mean that follow.

    ``rules`` has the certificate's rules by name. Each entry of ``classes`` is a list:
    the faces of a roll, its weight, and a list of its points in each round. The weight
    is the number of orders of the dice times the weights of the faces. The keys of the
    result are quantity ids.
    """
    weight_of = dict(enumerate(rules["weights"], 1))
    sides = len(weight_of)
    dice = natural(rules["dice"], 100, 1)
    rounds = natural(rules["rounds"], 1000, 1)
    # The target of each round is the next face, and face 1 after the last.
    targets = [n % sides + 1 for n in range(rounds)]

    def rolls() -> Iterator[tuple[Any, Any]]:
        for shown in multisets(weight_of, dice):
            weights = [weight_of[face] for face in shown]
            ways = arrangements(shown) * prod(weights)
            # The same roll has another award in each round.
            awards = [bunco_award(shown, target, rules) for target in targets]
            points = [points for points, _ in awards]
            times = Counter(awards)
            outcomes = {award: n * ways for award, n in times.items()}
            yield [[*shown], ways, points], outcomes

    weights = enumerate_classes(classes, rolls())
    # Each round counts as often as any other.
    scores = Counter[int]()
    names = Counter[str]()
    for (points, name), weight in weights.items():
        scores[points] += weight
        # A Bunco and a mini Bunco are triples.
        if name != "match":
            names[name] += weight
            names["triple"] += weight
    total = weights.total()
    proved = {f"roll.{name}": Fraction(n, total) for name, n in names.items()}
    return proved | distribution("roll.points", "roll.mean", scores)


def bunco_throws(rules: Values) -> Counter[tuple[int, bool, bool]]:
    """Return the weights of the rolls of fair dice; the target is face 1.

    A key has three entries: the points of a roll, True for a Bunco, and True if the
    turn goes on. Its weight is the number of ordered rolls. ``rules`` has the
    certificate's rules by name.
    """
    sides = natural(rules["sides"], 1000, 1)
    dice = natural(rules["dice"], 16, 1)
    natural(sides**dice, 100_000)
    throws = Counter[tuple[int, bool, bool]]()
    for shown in product(range(1, sides + 1), repeat=dice):
        points, name = bunco_award(shown, 1, rules)
        is_bunco = name == "bunco" and points > 0
        # A roll without points ends the turn. So do some triples, as the rules say.
        goes_on = points > 0 and not rules.get(f"{name}_ends_turn")
        throws[points, is_bunco, goes_on] += 1
    return throws


def bunco_turn(rules: Values, states: Any) -> Values:
    """Verify the chain of a turn; return the three proved values, by quantity id.

    ``rules`` has the certificate's rules by name. ``states`` has a single row: the
    state ``[0]``, its unknowns, and its rank, the least number of steps to the end. The
    unknowns are the mean points and the mean rolls still to come, and the probability
    of a Bunco.
    """
    throws = bunco_throws(rules)

    def steps(state: Any) -> Iterator[Step]:
        for (points, is_bunco, goes_on), weight in throws.items():
            after = state if goes_on else None
            gains = points, 1, is_bunco
            # After a Bunco, no further Bunco makes a difference.
            signs = 1, 1, not is_bunco
            yield Step(weight, gains, after, signs)

    mean, rolls, any_bunco = solve_chain(states, steps)[(0,)]
    return {
        "turn.mean": mean,
        "turn.rolls.mean": rolls,
        "turn.any_bunco": any_bunco,
    }


def bunco_race(rules: Values, states: Any) -> Values:
    """Verify the chain of a race; return the three proved values, by quantity id.

    ``rules`` has the certificate's rules by name. A row of ``states`` has a state, its
    unknowns, and its rank, the least number of steps to the end. A state is the total
    of the side that rolls, and the opponent's total. The unknowns are the probability
    that the side that rolls wins, and the mean numbers of rolls and of turns still to
    come.
    """
    throws = bunco_throws(rules)
    goal = natural(rules["round_points"], 1000, 1)

    def steps(state: Any) -> Iterator[Step]:
        own, other = state
        for (points, _, goes_on), weight in throws.items():
            total = own + points
            if total >= goal:
                yield Step(weight, (1, 1, 1))
            elif goes_on:
                yield Step(weight, (0, 1, 0), (total, other), (1, 1, 1))
            else:
                # The opponent rolls. This side wins where the opponent does not.
                yield Step(weight, (1, 1, 1), (other, total), (-1, 1, 1))

    first_wins, rolls, turns = solve_chain(states, steps)[0, 0]
    return {
        "race.first_wins": first_wins,
        "race.rolls.mean": rolls,
        "race.turns.mean": turns,
    }


CLASSES = {"classes": list}
STATES = {"states": [([int], [fraction], int)]}
KINDS = {
    "enumeration bunco roll": Kind(bunco_rolls, ROLL, CLASSES),
    "chain bunco turn": Kind(bunco_turn, TURN, STATES),
    "chain bunco race": Kind(bunco_race, RACE, STATES),
}
