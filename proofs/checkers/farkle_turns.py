"""Checker of Farkle certificates of trueodds: rolls, turns and solitaire; six dice."""

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
    """Raise ``MalformedError`` if more than 5,000,000 keeps have to be compared.

    All keeps of all rolls are counted for each state. ``classes[n]`` has the rolls of n
    dice. ``states`` is the number of states, times 10 where fractions are compared.
    """
    # The states may be of any number of dice: count the keeps of all rolls for each.
    keeps = sum(rolls.keeps for rolls in classes)
    compared = states * keeps
    if compared > MOST_KEEPS:
        refuse(f"{states} states with {keeps} keeps are too much work for this kind")


def farkle_rolls(rules: Values, classes: list[Any]) -> Values:
    """Verify a list of every roll, the number of its orders, and its best score.

    ``rules`` has the certificate's rules by name. Each row of ``classes`` has these
    three; a roll is the text of its ascending faces. Return the distribution of the
    best score for each number of dice, by quantity id.
    """

    def rolls() -> Iterator[tuple[Any, Any]]:
        for roll, keeps in keeps_of_rolls(rules).items():
            # Keeps compare by their points first. A farkle has none, and scores 0.
            best, _ = max(keeps, default=(0, 0))
            ways = arrangements(roll)
            row = [roll, ways, best]
            outcome = len(roll), best
            yield row, {outcome: ways}

    weights = enumerate_classes(classes, rolls())
    # Each number of dice has a distribution of its own, over 6**dice ordered rolls.
    proved = Values()
    for dice in range(1, DICE + 1):
        scores = Counter[int]()
        for (size, best), ways in weights.items():
            if size == dice:
                scores[best] += ways
        farkles = scores[0]
        rolls_of_dice = 6**dice
        name = f"roll.{dice}"
        proved |= distribution(f"{name}.best", f"{name}.best.mean", scores)
        proved[f"{name}.farkle"] = Fraction(farkles, rolls_of_dice)
    return proved


def farkle_turn(rules: Values, scale: int, states: Any) -> Values:
    """Verify bounds on the most points expected, from a stake with dice to roll.

    ``rules`` has the certificate's rules by name. Each row of ``states`` has the stake,
    the number of dice to roll, the lower and the upper bound times ``scale``, and
    whether the policy of the lower bound banks. That policy chooses the keep with the
    highest lower bound. Stakes only grow. From a ceiling on, banking is best, so the
    most points to expect are the stake itself. Return the bounds of a whole turn, by
    quantity id.
    """
    classes = classes_of_rolls(keeps_of_rolls(rules))
    least = rules["minimum_to_bank"]
    limit_work(classes, len(states))
    # Below the least stake to bank, banking is not allowed, so it is not best there.
    top = max(ceiling(classes[1:]), least)
    table = {}
    for stake, dice, *bounds_of_state in states:
        table[stake, dice] = bounds_of_state
    require(len(table) == len(states), "a state occurs twice")

    def bound(side: int, before: int, gained: int, left: int) -> int:
        stake = before + gained
        if stake >= top:
            return stake * scale
        # Hot dice: if no dice are left, all dice are rolled again.
        state = stake, left or DICE
        require(state in table, f"the stake {stake} is missing")
        bounds = table[state]
        return int(bounds[side])

    def rolled(rolls: Rolls, side: int, stake: int) -> int:
        # Add up the bound after the best keep of each roll. A farkle adds nothing.
        total = 0
        after_keep = partial(bound, side, stake)
        for weight, best in after_rolls(rolls, after_keep, farkle=0):
            total += weight * best
        return total

    # Every keep has points, so a bound follows from those of higher stakes alone.
    for (stake, dice), (lower, upper, banks) in table.items():
        rolls = classes[natural(dice, DICE, 1)]
        least_rolled = rolled(rolls, 0, stake)
        most_rolled = rolled(rolls, 1, stake)
        banked = 0
        if stake >= least:
            banked = stake * scale * rolls.total
        # For the lower bound, one way of playing is enough. For the upper bound, no way
        # of playing may be better.
        low = banked if banks else least_rolled
        high = max(banked, most_rolled)
        least_stated = lower * rolls.total
        most_stated = upper * rolls.total
        name = f"{stake}, {dice}"
        require(least_stated <= low, f"the lower bound of {name}")
        require(most_stated >= high, f"the upper bound of {name}")
    # A turn begins without a stake, and with all dice.
    lower, upper, _ = table[0, DICE]
    least_mean = Fraction(lower, scale)
    most_mean = Fraction(upper, scale)
    return {"turn.mean": (least_mean, most_mean)}


def farkle_thresholds(rules: Values, states: Any) -> Values:
    """Verify turns that bank at T points or more, as a Markov chain.

    ``rules`` has the certificate's rules by name. A row of ``states`` has a state, its
    unknowns, and its rank, the least number of steps to the end. A state is T, the
    stake, and the number of dice to roll. The unknowns are the mean points of the turn,
    and the probability that the turn ends in a farkle. The player keeps the most points
    of each roll. Between keeps with equal points, the player leaves the most dice,
    where hot dice count as none. Return both unknowns at the start of a turn for each
    T, by quantity id.
    """
    classes = classes_of_rolls(keeps_of_rolls(rules))
    limit_work(classes, len(states))
    # Of the keeps of a roll, the largest pair has the most points and then most dice.
    kept = []
    for rolls in classes:
        weights = Counter[Any]()
        for weight, keeps in rolls.classes:
            weights[max(keeps)] += weight
        kept.append(weights)

    def steps(state: Any) -> Iterator[Step]:
        threshold, before, dice = state
        # A farkle ends the turn without points, and counts as one farkle.
        farkles = classes[dice].farkles
        if farkles:
            yield Step(farkles, (0, 1))
        least = max(threshold, rules["minimum_to_bank"])
        for (gained, left), weight in kept[dice].items():
            stake = before + gained
            if stake >= least:
                yield Step(weight, (stake, 0))
            else:
                after = threshold, stake, left or DICE
                yield Step(weight, (0, 0), after, (1, 1))

    proved = Values()
    solved = solve_chain(states, steps)
    for (threshold, stake, dice), unknowns in solved.items():
        # A turn begins without a stake, and with all dice.
        if (stake, dice) == (0, DICE):
            for name, unknown in zip(("mean", "farkle"), unknowns, strict=True):
                proved[f"threshold.{threshold}.{name}"] = unknown
    return proved


def farkle_last_turn(rules: Values, states: Any) -> Values:
    """Verify the best probability to win by rolling now, in the last turn of a game.

    ``rules`` has the certificate's rules by name. Each row of ``states`` has the points
    behind the leader, the number of dice to roll, and the probability. After a roll the
    player banks or rolls again. Every keep brings points, so a row follows from the
    rows with fewer points behind. Return the proved probabilities, by quantity id.
    """
    classes = classes_of_rolls(keeps_of_rolls(rules))
    table = {}
    for behind, dice, probability in states:
        table[behind, dice] = probability
    limit_work(classes, 10 * len(states))  # since fractions are compared
    require(len(table) == len(states), "a state occurs twice")
    # A tie is split, or it goes to the leader, as the rules say.
    ties = {
        "split": Fraction(1, 2),
        "leader": Fraction(0),
    }
    tie = ties[rules["final_round_tie"]]

    def value(before: int, gained: int, left: int) -> Fraction:
        behind = before - gained
        # In front of the leader, the player banks and wins.
        if behind < 0:
            return Fraction(1)
        # Hot dice: if no dice are left, all dice are rolled again.
        state = behind, left or DICE
        require(state in table, f"the state {state} is missing")
        rolled: Fraction = table[state]
        # Behind the leader, banking loses. Level with the leader, it ties.
        if behind == 0:
            return max(rolled, tie)
        return rolled

    proved = Values()
    for (behind, dice), probability in table.items():
        rolls = classes[natural(dice, DICE, 1)]
        after_keep = partial(value, behind)
        total = Fraction(0)
        for weight, best in after_rolls(rolls, after_keep, farkle=0):
            total = short(total + weight * best)
        # The row is the mean over all rolls, times their number.
        stated = probability * rolls.total
        solved = stated == total
        require(solved, f"{behind}, {dice} is not solved")
        if behind == 0:
            proved[f"claim.blog.last_turn.level.{dice}"] = probability
        elif dice == DICE:
            proved[f"claim.blog.last_turn.behind.{behind}"] = probability
    return proved


def best_turn(race: PointRace, score: int, banked: list[int], *, up: bool) -> int:
    """Return the least expected value of a turn from a score, over all ways to play it.

    A value is a cost, such as a number of further turns, as an integer. ``banked[n]``
    is the value if the turn ends with n points, and ``banked[0]`` the value after a
    farkle. The last entry holds for all higher stakes, which end the game. Values are
    rounded at every roll, up if ``up`` and else down. ``race`` has the rules, and all
    points are in its units.
    """
    top = len(banked) - 1
    least = race.bank if score else race.opens
    ended = [banked[top]] * (DICE + 1)
    values = [ended] * len(banked)  # by stake, and by dice to roll

    def value(before: int, gained: int, left: int) -> int:
        stake = min(before + gained, top)
        # Hot dice: if no dice are left, all dice are rolled again.
        dice = left or DICE
        return values[stake][dice]

    # Backward induction: a keep brings points, so it leads to higher stakes only.
    for stake in reversed(range(top)):
        of_dice = [0] * (DICE + 1)
        after_keep = partial(value, stake)
        for dice in range(1, DICE + 1):
            rolls = race.rolls[dice]
            # The mean over all rolls of the least keep, rounded.
            total = 0
            farkled = banked[0]
            for weight, best in after_rolls(rolls, after_keep, farkled, min):
                total += weight * best
            if up:
                total += rolls.total - 1
            rolled = total // rolls.total
            # The turn may end here, if that takes fewer turns.
            if stake >= least:
                rolled = min(rolled, banked[stake])
            of_dice[dice] = rolled
        values[stake] = of_dice
    # A turn begins without a stake, and with all dice.
    return values[0][DICE]


def farkle_solitaire(rules: Values, scale: int, lower: Any, upper: Any) -> Values:
    """Verify bounds on the fewest expected turns to the target, by score in units.

    ``rules`` has the certificate's rules by name. ``lower`` and ``upper`` have a bound
    for each score from 0, as integers in units of 1 / ``scale``. Return the bounds at
    the score 0, by quantity id. For a number c of further turns at each score, let T(c)
    be one turn plus the least expected c at the score after it. Any L with L <= T(L),
    rounded down, is a lower bound: no way of playing that reaches the target needs
    fewer turns. Any U with U >= T(U), rounded up, is an upper bound: a player who plays
    each turn best against U needs at most U turns.
    """
    game = race(rules, MOST_SCORES)
    # For each side of the bounds, every stake of a turn from every score.
    most_stakes = max(game.goal, game.opens)
    states = 2 * game.goal * most_stakes
    limit_work(game.rolls, states)
    scores = game.goal
    require(len(lower) == len(upper) == scores, "scores are missing")

    def turns_from(bounds: list[int], score: int, *, up: bool) -> int:
        # From the top on, every bank is allowed and reaches the target.
        least = game.bank if score else game.opens
        top = max(game.goal - score, least)
        # At the target no turn is left.
        at_target = [0] * top
        further = [*bounds[score:], *at_target]
        banked = further[: top + 1]
        # Count this turn too.
        return scale + best_turn(game, score, banked, up=up)

    for score in range(scores):
        message = f"a bound at the score {score}"
        least = turns_from(lower, score, up=False)
        require(lower[score] <= least, message)
        most = turns_from(upper, score, up=True)
        require(upper[score] >= most, message)
    # The game starts with the score 0.
    least_mean = Fraction(lower[0], scale)
    most_mean = Fraction(upper[0], scale)
    return {"solitaire.mean": (least_mean, most_mean)}


ROLLS = rules_with()
TURN = rules_with(minimum_to_bank=points)
LAST_TURN = rules_with(final_round_tie=str)
CLASSES = {"classes": list}
BOUNDS_OF_TURN = {
    "scale": int,
    # The stake, the dice, the lower and the upper bound, and whether the policy banks.
    "states": [(int, int, int, int, bool)],
}
BOUNDS_OF_GAME = {
    "scale": int,
    "lower": [int],
    "upper": [int],
}
CHAIN = {
    # The state, its unknowns, and its rank.
    "states": [([int], [fraction], int)],
}
PROBABILITIES = {
    # The points behind the leader, the dice to roll, and the probability.
    "states": [(int, int, fraction)],
}
KINDS = {
    "enumeration farkle roll": Kind(farkle_rolls, ROLLS, CLASSES),
    "chain farkle thresholds": Kind(farkle_thresholds, TURN, CHAIN),
    "decision farkle turn": Kind(farkle_turn, TURN, BOUNDS_OF_TURN),
    "decision farkle last-turn": Kind(farkle_last_turn, LAST_TURN, PROBABILITIES),
    "decision farkle solitaire": Kind(farkle_solitaire, RACE, BOUNDS_OF_GAME),
}
