"""Which cells of Farkle's rules cannot matter, and the best scores, counted quickly.

The faces of a roll score apart from each other, but for the combinations that take all
six dice. So the best score is the larger of the two: of the sum over the faces, and of
the best of those combinations.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from mutation.cells import mutants

from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.turn.bounded import BoundedTurn
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.dice import Dice
from trueodds.core.rules.farkle import DICE, FarkleRules


def integers(rules: FarkleRules) -> Iterator[tuple[str, Fraction]]:
    """``roll.K.best.N`` of all K dice, for the scores that come up."""
    number = rules.number_of_dice
    of_face = [_face(rules, face) for face in range(1, 7)]
    counts: Counter[int] = Counter()
    for roll, ways in Dice.fair(number, sides=6).rolls():
        apart = sum(best[n] for best, n in zip(of_face, roll, strict=True))
        counts[max(apart, _six(rules, roll)) or rules.nothing] += ways
    for score, count in sorted(counts.items()):
        yield f"roll.{number}.best.{score}", Fraction(count, 6**number)


def _face(rules: FarkleRules, face: int) -> list[int]:
    """Return the most points of 0 to 6 dice of one face."""
    return _most({1: 0} | _sets(rules, face), rules.number_of_dice)


def _sets(rules: FarkleRules, face: int) -> dict[int, int]:
    """Return the points of each number of dice of a face that scores together."""
    sets = {1: rules.singles, **rules.of_a_kind}
    return {n: points[face] for n, points in sets.items() if points.get(face)}


def _most(sets: dict[int, int], dice: int) -> list[Any]:
    """Return the most points of 0, 1, … dice in these sets; None for no such sets."""
    most: list[Any] = [0]
    for number in range(1, dice + 1):
        ways = [(most[number - n], p) for n, p in sets.items() if n <= number]
        most.append(max((m + p for m, p in ways if m is not None), default=None))
    return most


def _six(rules: FarkleRules, roll: tuple[int, ...]) -> int:
    """Return the points of all six dice as one combination."""
    shape = tuple(sorted(filter(None, roll), reverse=True))
    points = {
        (1, 1, 1, 1, 1, 1): rules.straight,
        (2, 2, 2): rules.three_pairs,
        (4, 2): rules.four_and_two,
        (3, 3): rules.two_triplets,
    }
    return points.get(shape, 0)


MATCH_ALONE = (
    "this cell affects only `trueodds farkle match`: it changes `match.first_player`"
)


OF_SIX = ("straight", "three_pairs", "four_and_two", "two_triplets")
"""Combinations that take six dice."""


def _ties(rules: FarkleRules) -> list[str]:
    """Return the cells that say who wins a tie after the last round."""
    field = "final_round_tie"
    return [mutant.cell for mutant in mutants(rules) if mutant.field == field]


def idle(rules: FarkleRules) -> dict[str, str]:
    """Return cells read only in a match or beside another field, or never best."""
    falls = rules.penalty_every and rules.penalty_points
    reasons = {
        "target": MATCH_ALONE,
        "exact_target": MATCH_ALONE,
        "lowest_score": MATCH_ALONE if falls else "no score can fall",
    }
    claims = rules.minimum_to_open and not rules.minimum_to_bank and not rules.dice
    if not claims:  # no claim.blog.*
        reasons["final_round"] = MATCH_ALONE
        why = (
            MATCH_ALONE
            if rules.final_round
            else "without a last turn there are no ties"
        )
        reasons |= dict.fromkeys(_ties(rules), why)
    if not rules.penalty_every:
        reasons["penalty_points"] = "no number of farkles in a row costs anything"
    if rules.dice and not rules.penalty_points:
        reasons["penalty_every"] = "a penalty of no points costs nothing"
    if rules.number_of_dice < DICE:
        reasons |= dict.fromkeys(OF_SIX, "no roll has six dice")
    for mutant in mutants(rules):
        if mutant.field == "jokers" and not rules.has_jokers:
            reasons[mutant.cell] = "no die has a joker"
        elif mutant.field == "rest":
            reasons[mutant.cell] = "only scorers of kept dice are asked for the rest"
        elif mutant.field == "of_a_kind":
            _, number, face = mutant.cell.split(".")
            if int(number) > rules.number_of_dice and int(face) <= rules.sides:
                reasons[mutant.cell] = "no roll has that many dice"
            elif _is_split(rules, int(number), int(face), mutant.value[number][face]):
                reasons[mutant.cell] = "these dice score more in smaller sets"
        elif mutant.field == "minimum_to_bank" and _is_no_limit(rules, mutant.value):
            reasons[mutant.cell] = "the best play never banks so little without it"
    return reasons


def _is_split(rules: FarkleRules, number: int, face: int, points: int) -> bool:
    """Whether so many dice of a face score as much in smaller sets."""
    sets = _sets(rules, face)
    split = _most({n: p for n, p in sets.items() if n < number}, number)[number]
    return split is not None and split >= max(points, sets.get(number, 0))


def _is_no_limit(rules: FarkleRules, minimum: int) -> bool:
    """Whether a turn without a minimum is best played without banking less than this.

    That play is then allowed with the minimum too, and nothing else has become so.
    """
    if rules.minimum_to_bank or rules.penalty_every:
        return False
    if rules.dice:
        return min(BoundedTurn(dice_set(rules)).bank_at.values()) >= minimum
    if rules.minimum_to_open:
        return False
    turn = Turn(dice_set(rules))
    return min(turn.bank_at.values()) >= minimum
