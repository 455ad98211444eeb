"""Independent derivation of a night's means: Wald's identity.

By Wald's identity, the mean points and Buncos are those of a roll times the mean number
of rolls. Every player of a table has an equal share. The tables other than the head
table play as many turns as the head table. Each of their turns is as long as a turn
that no goal of a race cuts off.
"""

from collections.abc import Iterator
from fractions import Fraction

from trueodds.core.rules.bunco import BuncoRules
from trueodds.proofs.bunco.races import Turns
from trueodds.proofs.bunco.turns import average_of_rounds, rolls, stop_probability


def night(rules: BuncoRules) -> dict[str, Fraction]:
    """Return the exact mean points and mean number of Buncos of a player in a night.

    The keys are quantity ids. ``night.head.*`` and ``night.elsewhere.*`` are means of a
    single round, at the head table and at any other table.

    Raises:
        NotDescribedError: If the rules have re-rolls or cap a turn, or if a turn never
            ends.

    Example:
        >>> float(night(BuncoRules.load())["night.buncos.mean"])
        0.35458161913783603
    """
    means = average_of_rounds(rules, _shares)
    for tally in ("points", "buncos"):
        head = means[f"night.head.{tally}.mean"]
        others = (rules.tables - 1) * means[f"night.elsewhere.{tally}.mean"]
        means[f"night.{tally}.mean"] = rules.rounds * (head + others) / rules.tables
    return means


def _shares(rules: BuncoRules, number: int) -> Iterator[tuple[str, Fraction]]:
    """Yield a player's means of one round, at the head table and elsewhere."""
    turns = Turns.of(rules, number)
    kinds = rolls(rules, number)
    weights = rules.face_weights
    target = Fraction(weights[rules.target(number) - 1], sum(weights))
    # Means of a single roll. By Wald's identity they are multiplied by mean numbers of
    # rolls.
    each = {
        "points": sum((roll.probability * roll.points for roll in kinds), Fraction(0)),
        "buncos": target**rules.dice if rules.bunco_points else Fraction(0),
    }
    stops = stop_probability(kinds)
    race = turns.race()
    # The head table plays the race itself, roll by roll. Other tables only copy its
    # number of turns, each as long as a turn without a goal.
    rolled = {
        "head": race.expected_reward(lambda state: turns.rolls[state[1]]),
        "elsewhere": race.expected_steps() / stops,
    }
    for where, times in rolled.items():
        for tally, mean in each.items():
            # By symmetry, the players at a table share its rolls equally.
            yield f"night.{where}.{tally}.mean", times * mean / rules.players_per_table
