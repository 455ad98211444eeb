"""Farkle with six dice in certificates of trueodds: rolls, turns and a game alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from .farkle import (
    DICE,
    RACE,
    PointRace,
    Rolls,
    after_rolls,
    ceiling,
    classes_of_rolls,
    keeps_of_rolls,
    race,
    rules_with,
)
from .proving import (
    Kind,
    Step,
    arrangements,
    distribution,
    enumerate_classes,
    solve_chain,
)
from .reading import Values, fraction, natural, points, refuse, require, short

MOST_SCORES = 40  # below the target of a game that is played alone
MOST_KEEPS = 5_000_000  # keeps to compare in one certificate: some seconds of work


def limit_work(classes: list[Rolls], states: int) -> None:
    """Raise ``MalformedError`` if comparing the keeps of all states takes too long."""
    keeps = sum(rolls.keeps for rolls in classes)
    if states * keeps > MOST_KEEPS:
        refuse(f"{states} states with {keeps} keeps are too much work for this kind")


def farkle_rolls(rules: Values, classes: list[Any]) -> Values:
    """Verify every roll, the number of its orders, and its best score."""

    def rolls() -> Iterator[tuple[Any, Any]]:
        for roll, keeps in keeps_of_rolls(rules).items():
            best = max(keeps, default=(0, 0))[0]
            ways = arrangements(roll)
            yield [roll, ways, best], {(len(roll), best): ways}

    weights = enumerate_classes(classes, rolls())
    proved = Values()
    for dice in range(1, DICE + 1):
        best = Counter({s: n for (size, s), n in weights.items() if size == dice})
        proved |= distribution(f"roll.{dice}.best", f"roll.{dice}.best.mean", best)
        proved[f"roll.{dice}.farkle"] = Fraction(best[0], 6**dice)
    return proved


def farkle_turn(rules: Values, scale: int, states: Any) -> Values:
    """Verify bounds on the most points expected, from a stake with dice to roll.

    Each row has the stake, the dice, the lower and the upper bound times the scale,
    and whether the policy of the lower bound banks. That policy chooses the keep
    with the highest lower bound. Stakes only grow. From a ceiling on, banking is
    best, so the most points to expect are the stake itself.
    """
    classes = classes_of_rolls(keeps_of_rolls(rules))
    least = rules["minimum_to_bank"]
    limit_work(classes, len(states))
    top = max(ceiling(classes[1:]), least)
    table = {(stake, dice): rest for stake, dice, *rest in states}
    require(len(table) == len(states), "a state occurs twice")

    def bound(side: int, before: int, gained: int, left: int) -> int:
        stake = before + gained
        if stake >= top:
            return stake * scale
        require((stake, left or DICE) in table, f"the stake {stake} is missing")
        return int(table[stake, left or DICE][side])

    for (stake, dice), (lower, upper, banks) in table.items():
        rolls = classes[natural(dice, DICE, 1)]
        sums = []
        for side in (0, 1):
            after = after_rolls(rolls, partial(bound, side, stake), farkle=0)
            sums.append(sum(weight * best for weight, best in after))
        banked = stake * scale * rolls.total if stake >= least else 0
        low = banked if banks else sums[0]
        high = max(banked, sums[1])
        require(lower * rolls.total <= low, f"the lower bound of {stake}, {dice}")
        require(upper * rolls.total >= high, f"the upper bound of {stake}, {dice}")
    return {"turn.mean": tuple(Fraction(x, scale) for x in table[0, DICE][:2])}


def farkle_thresholds(rules: Values, states: Any) -> Values:
    """Verify turns that bank at T points or more, as a Markov chain.

    A state is T, the stake, and the dice to roll. The unknowns are the mean points
    of the turn, and the probability that the turn ends in a farkle. The player
    keeps the most points of each roll. Between keeps with equal points, the player
    leaves the most dice, where hot dice count as none.
    """
    classes = classes_of_rolls(keeps_of_rolls(rules))
    limit_work(classes, len(states))
    kept = [Counter[Any]() for _ in classes]
    for rolls, most_points in zip(classes, kept, strict=True):
        for weight, keeps in rolls.classes:
            most_points[max(keeps)] += weight

    def steps(state: Any) -> Iterator[Step]:
        threshold, stake, dice = state
        if classes[dice].farkles:
            yield Step(classes[dice].farkles, (0, 1))
        for (gained, left), weight in kept[dice].items():
            after = threshold, stake + gained, left or DICE
            if stake + gained >= max(threshold, rules["minimum_to_bank"]):
                yield Step(weight, (stake + gained, 0))
            else:
                yield Step(weight, (0, 0), after, (1, 1))

    proved = Values()
    for (threshold, stake, dice), unknowns in solve_chain(states, steps).items():
        if (stake, dice) == (0, DICE):
            for name, unknown in zip(("mean", "farkle"), unknowns, strict=True):
                proved[f"threshold.{threshold}.{name}"] = unknown
    return proved


def farkle_last_turn(rules: Values, states: Any) -> Values:
    """Verify the best probability to win by rolling now, in the last turn of a game.

    Each row has the points behind the leader, the dice to roll, and the
    probability. After a roll the player banks or rolls again. Every keep brings
    points, so a row follows from the rows with fewer points behind.
    """
    classes = classes_of_rolls(keeps_of_rolls(rules))
    table = {(b, dice): p for b, dice, p in states}
    limit_work(classes, 10 * len(states))  # since fractions are compared
    require(len(table) == len(states), "a state occurs twice")
    tie = {"split": Fraction(1, 2), "leader": Fraction(0)}[rules["final_round_tie"]]

    def value(before: int, gained: int, left: int) -> Fraction:
        behind = before - gained
        if behind < 0:
            return Fraction(1)
        state = behind, left or DICE
        require(state in table, f"the state {state} is missing")
        rolled: Fraction = table[state]
        return max(rolled, tie) if behind == 0 else rolled

    proved = Values()
    for (behind, dice), probability in table.items():
        total = Fraction(0)
        rolls = classes[natural(dice, DICE, 1)]
        for weight, best in after_rolls(rolls, partial(value, behind), farkle=0):
            total = short(total + weight * best)
        require(probability * rolls.total == total, f"{behind}, {dice} is not solved")
        if behind == 0 or dice == DICE:
            place = f"behind.{behind}" if behind else f"level.{dice}"
            proved[f"claim.blog.last_turn.{place}"] = probability
    return proved


def best_turn(race: PointRace, score: int, banked: list[int], *, up: bool) -> int:
    """Return the least expected value of a turn from a score, over all ways to play it.

    ``banked[n]`` is the value if the turn ends with n points, and ``banked[0]`` the
    value after a farkle. The last entry holds for all higher stakes, which end the
    game. Values are rounded at every roll, up or down.
    """
    top = len(banked) - 1
    least = race.bank if score else race.opens
    value = [[banked[top]] * (DICE + 1)] * len(banked)  # by stake, and by dice to roll

    def after(stake: int, gained: int, left: int) -> int:
        return value[min(stake + gained, top)][left or DICE]

    for stake in reversed(range(top)):
        value[stake] = [0] * (DICE + 1)
        for dice in range(1, DICE + 1):
            rolls = race.rolls[dice]
            best = after_rolls(rolls, partial(after, stake), banked[0], min)
            total = sum(weight * value for weight, value in best)
            rolled = (total + up * (rolls.total - 1)) // rolls.total
            # The turn may end here, if that takes fewer turns.
            if stake >= least:
                rolled = min(rolled, banked[stake])
            value[stake][dice] = rolled
    return value[0][DICE]


def farkle_solitaire(rules: Values, scale: int, lower: Any, upper: Any) -> Values:
    """Verify bounds on the fewest expected turns to the target, by score in units.

    For a number c of further turns at each score, let T(c) be one turn plus the least
    expected c at the score after it. Any L with L <= T(L), rounded down, is a lower
    bound: no way of playing that reaches the target needs fewer turns. Any U with
    U >= T(U), rounded up, is an upper bound: a player who plays each turn best against
    U needs at most U turns.
    """
    game = race(rules, MOST_SCORES)
    limit_work(game.rolls, 2 * game.goal * max(game.goal, game.opens))  # all stakes
    require(len(lower) == len(upper) == game.goal, "scores are missing")
    for score in range(game.goal):
        top = max(game.goal - score, game.bank if score else game.opens)
        for bounds, holds, up in (
            (lower, int.__le__, False),
            (upper, int.__ge__, True),
        ):
            banked = [*bounds[score:], *[0] * top][: top + 1]
            after = scale + best_turn(game, score, banked, up=up)
            require(holds(bounds[score], after), f"a bound at the score {score}")
    return {"solitaire.mean": tuple(Fraction(x[0], scale) for x in (lower, upper))}


TURN = rules_with(minimum_to_bank=points)
KINDS = {
    "enumeration farkle roll": Kind(farkle_rolls, rules_with(), {"classes": list}),
    "chain farkle thresholds": Kind(
        farkle_thresholds, TURN, {"states": [([int], [fraction], int)]}
    ),
    "decision farkle turn": Kind(
        farkle_turn, TURN, {"scale": int, "states": [(int, int, int, int, bool)]}
    ),
    "decision farkle last-turn": Kind(
        farkle_last_turn,
        rules_with(final_round_tie=str),
        {"states": [(int, int, fraction)]},
    ),
    "decision farkle solitaire": Kind(
        farkle_solitaire, RACE, {"scale": int, "lower": [int], "upper": [int]}
    ),
}
