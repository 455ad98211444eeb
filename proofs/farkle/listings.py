"""Independent derivation of a blog's list of options: all orders, then a filter.

The blog takes combinations off the sorted roll as substrings, and skips a combination
if the rest of the dice scores less. So an ordered list of combinations is an option
under two conditions. Each combination is a substring of the dice left by the
combinations before it. Each combination except the last scores no more than all
combinations after it together. All such lists are made here and compared with all legal
keeps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.proofs.farkle.any_dice import AnyDice


def listings(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the shares of keeps and rolls on which a blog's list of options is wrong.

    The blog lists the options of a roll, which are its keeps. The keys are quantity
    ids, and the shares are exact. The rules must have no junk, and no points for six
    dice of which none scores.
    """
    dice = AnyDice(rules)
    table = {_text(faces): points for faces, points in dice.sets.items() if points}
    keeps = Counter[str]()
    rolls = Counter[str]()
    legal = 0
    ordered = 0
    for number in range(1, DICE + 1):
        for roll in combinations_with_replacement(range(1, 7), number):
            listed = _listed(_text(roll), table)
            best = _best(roll, dice)
            faults = _faults(listed, best)
            # Keeps are counted by roll, and rolls by order.
            equal = Counter(roll).values()
            ways = factorial(number) // prod(map(factorial, equal))
            legal += len(best)
            ordered += ways
            for fault, wrong in faults.items():
                keeps[fault] += len(wrong)
                rolls[fault] += ways * bool(wrong)
            rolls["wrong"] += ways * any(faults.values())
    shares = {f"keeps.{fault}": Fraction(n, legal) for fault, n in keeps.items()}
    for fault, n in rolls.items():
        shares[f"rolls.{fault}"] = Fraction(n, ordered)
    return {f"claim.blog.enumerator.{name}": share for name, share in shares.items()}


def _best(roll: tuple[int, ...], dice: AnyDice) -> dict[str, int]:
    """Return the most points of each legal keep of a roll, by the dice kept."""
    best = {}
    for left, points in dice.scoring(roll):
        kept = (face for place, face in enumerate(roll) if place not in left)
        best[_text(kept)] = points
    return best


def _faults(listed: dict[str, list[int]], best: dict[str, int]) -> dict[str, set[str]]:
    """Return the keeps on which the list is wrong, by the kind of fault."""
    repeated = {kept for kept, points in listed.items() if len(points) > 1}
    # Wrong if any of the listed scores is not the best of these dice.
    misscored = {kept for kept, points in listed.items() if {*points} != {best[kept]}}
    return {
        "missed": best.keys() - listed.keys(),
        "repeated": repeated,
        "misscored": misscored,
    }


def _text(faces: Iterable[int]) -> str:
    return "".join(map(str, faces))


def _listed(roll: str, table: dict[str, int]) -> dict[str, list[int]]:
    """Return the points of every option on the blog's list, by the dice kept."""
    listed: dict[str, list[int]] = {}
    for sets in _lists(roll, table):
        each = [table[dice] for dice in sets]
        *before_last, _ = each
        # The blog skips a combination that scores more than the rest.
        if all(points <= sum(each[n:]) for n, points in enumerate(before_last, 1)):
            kept = "".join(sorted("".join(sets)))
            listed.setdefault(kept, []).append(sum(each))
    return listed


def _lists(roll: str, table: dict[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield every ordered list of combinations that come off the roll in turn."""
    for entry in table:
        # The dice that are left stay sorted, so that further combinations are
        # substrings again.
        before, taken, after = roll.partition(entry)
        if taken:
            yield (entry,)
            for sets in _lists(before + after, table):
                yield (entry, *sets)
