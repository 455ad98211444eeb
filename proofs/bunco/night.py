"""A night's means a second way: by what a roll expects.

Every roll adds its own points and Buncos, however many rolls there are (Wald), and
every player of a table has an equal share. Another table takes as many turns as the
head table, each as long as one without an end to the race.
"""

from fractions import Fraction

from trueodds.core.linear import fraction
from trueodds.core.rules.bunco import BuncoRules
from trueodds.proofs.bunco.races import Turns
from trueodds.proofs.bunco.turns import rolls, targets


def night(rules: BuncoRules) -> dict[str, Fraction]:
    """The mean points and Buncos of a player; exact.

    Raises ``ValueError`` for rules with re-rolls, or that cap a turn.

    >>> float(night(BuncoRules.load())["night.buncos.mean"])
    0.35458161913783603
    """
    if rules.rerolls or rules.turn_capped:
        raise ValueError("Wald's identity is used without re-rolls and caps only")
    found: dict[str, Fraction] = {}
    rounds = targets(rules)
    for number in rounds:
        for id, mean in _shares(rules, number).items():
            found[id] = found.get(id, Fraction(0)) + mean / len(rounds)
    for tally in ("points", "buncos"):
        head = found[f"night.head.{tally}.mean"]
        others = (rules.tables - 1) * found[f"night.elsewhere.{tally}.mean"]
        found[f"night.{tally}.mean"] = rules.rounds * (head + others) / rules.tables
    return found


def _shares(rules: BuncoRules, number: int) -> dict[str, Fraction]:
    """What a player expects of one round, at the head table and at another."""
    turns, kinds = Turns.of(rules, number), rolls(rules, number)
    weights = rules.face_weights
    target = Fraction(weights[rules.target(number) - 1], sum(weights))
    each = {
        "points": sum((roll.chance * roll.points for roll in kinds), Fraction(0)),
        "buncos": target**rules.dice if rules.bunco_points else Fraction(0),
    }
    stops = sum((roll.chance for roll in kinds if not roll.goes_on), Fraction(0))
    visits = turns.visits()
    at_head = sum(n * turns.rolls[own] for (_, own, _), n in visits.items())
    rolled = {
        "head": fraction(at_head),
        "elsewhere": fraction(sum(visits.values())) / stops,
    }
    return {
        f"night.{where}.{tally}.mean": many * mean / rules.players_per_table
        for where, many in rolled.items()
        for tally, mean in each.items()
    }
