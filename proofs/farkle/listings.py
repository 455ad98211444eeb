"""Independent derivation of a blog's list of options: all orders, then its filter.

The blog takes combinations off the sorted roll as substrings, and skips a combination
if the rest scores less. So an ordered list of combinations is an option if each of them
is a substring of the dice left by those before it, and scores no more than all
combinations after it together, unless it is the last. All such lists are made here and
compared with all legal keeps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

from trueodds.core.errors import NotDescribedError
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.proofs.farkle.rolls import FACES, keeps_of, sets_of


def listings(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the shares of keeps and rolls that the blog's list has wrong; exact.

    Raises:
        NotDescribedError: If the rules have junk, or if nothing in six dice scores.
    """
    if rules.junk or rules.nothing:
        raise NotDescribedError("this derivation is of keeps that score, without junk")
    sets = [*sets_of(rules)]
    table: dict[str, int] = {}
    for dice, points in sets:
        table[dice] = max(points, table.get(dice, 0))
    keeps, rolls, legal, ordered = Counter[str](), Counter[str](), 0, 0
    for number in range(1, DICE + 1):
        for roll in map("".join, combinations_with_replacement(FACES, number)):
            ways = factorial(number) // prod(map(factorial, Counter(roll).values()))
            best, listed = keeps_of(roll, sets), _listed(roll, table)
            faults = {
                "missed": best.keys() - listed.keys(),
                "repeated": {kept for kept, each in listed.items() if len(each) > 1},
                "misscored": {k for k, each in listed.items() if {*each} != {best[k]}},
            }
            legal += len(best)
            ordered += ways
            for fault, wrong in faults.items():
                keeps[fault] += len(wrong)
                rolls[fault] += ways * bool(wrong)
            rolls["wrong"] += ways * any(faults.values())
    of_keeps = {f"keeps.{fault}": Fraction(n, legal) for fault, n in keeps.items()}
    of_rolls = {f"rolls.{fault}": Fraction(n, ordered) for fault, n in rolls.items()}
    both = (of_keeps | of_rolls).items()
    return {f"claim.blog.enumerator.{name}": share for name, share in both}


def _listed(roll: str, table: dict[str, int]) -> dict[str, list[int]]:
    """Return the points of every option, by the dice that it keeps."""
    listed: dict[str, list[int]] = {}
    for sets in _lists(roll, table):
        each = [table[dice] for dice in sets]
        if all(points <= sum(each[n + 1 :]) for n, points in enumerate(each[:-1])):
            listed.setdefault("".join(sorted("".join(sets))), []).append(sum(each))
    return listed


def _lists(roll: str, table: dict[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield every ordered list of combinations that come off the roll in turn."""
    for entry in table:
        before, taken, after = roll.partition(entry)
        if taken:
            yield (entry,)
            for sets in _lists(before + after, table):
                yield (entry, *sets)
