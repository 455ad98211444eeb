"""Checker of a Farkle turn with any dice in certificates of trueodds.

There are 1 to 8 dice, with 2 to 12 sides. They may be loaded or mixed, and may show
jokers. Let w(s, d) be the points that can still be won beyond a stake of s, with the
dice d to roll, under the best play. Points are in units; a unit divides all points. The
certificate states m(s, d) in whole parts of a unit; beyond the end of a row of the
certificate, m is 0. Let T be one step of the game. It is the larger of 0 (for banking)
and the mean, over all rolls, of the best p + m(s + p, d') after a keep of p points that
leaves the dice d', minus s for each farkle. Where banking is not allowed, T is the mean
alone. The checker verifies that m is T(m), rounded down, at every stake below a
ceiling. This proves m <= w <= m + c - s, where m and w are in parts, and c is the
ceiling in units:

- From the ceiling on, a roll of any dice loses at least as much by farkles as it can
  gain at once, so banking is best, and w = m = 0.
- Below it, stakes grow with every roll by a unit or more. If the bounds hold at higher
  stakes, then T(m) <= w <= T(m) + c - s - 1, since T is a mean of maxima.

A player who has more points and the same dice left can win more. So the checker
considers only the most points for each choice of the dice left.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from .arrays import Array, chunks
from .farkle import ceiling, patterns
from .farkle_dice_rolls import MOST_DICE, MOST_SIDES, Thrown, TurnRules
from .proving import Kind
from .reading import (
    UnprovedError,
    Values,
    conform,
    natural,
    optional_fields,
    points,
    refuse,
)

EVERY_FACE = [str(n) for n in range(1, MOST_SIDES + 1)]
MOST_WEIGHT = 1_000
MOST_WORK = 1_000_000_000  # stakes by keep: some seconds
AT_A_TIME = 2**18  # stakes by class of rolls: 2 MB
MOST_HELD = 20_000_000  # stakes by dice to roll: 160 MB
MOST_PARTS = 2**61  # a stake in parts
LIMB = 21  # bits: numbers below 2**62 are added up in three parts
LOW = 2**LIMB - 1


def straights(table: Any) -> Values:
    """Read the points of straights by their ascending faces, such as ``2 3 4``.

    ``table`` has the points by the text of the faces, and is returned if it is valid.
    Otherwise ``MalformedError`` is raised.
    """
    for text in conform(table, dict):
        # The faces ascend, with a space between each two.
        named = text.split()
        faces = [face for face in EVERY_FACE if face in named]
        in_order = " ".join(faces)
        if text != in_order:
            refuse(f"it is not a straight: {text:.40}")
        natural(len(faces), MOST_DICE, least=2)
    return {text: points(worth) for text, worth in table.items()}


FACES = partial(optional_fields, EVERY_FACE, points)
NUMBERS = [str(n) for n in range(2, MOST_DICE + 1)]
OF_A_KIND = partial(optional_fields, NUMBERS, FACES)
WEIGHT = partial(natural, most=MOST_WEIGHT)
WHOLES_OF_ANY_DICE = ("three_pairs", "four_and_two", "two_triplets")
RULES = {
    "dice": [
        {
            "count": partial(natural, most=MOST_DICE, least=1),
            "weights": [WEIGHT],
            "joker": WEIGHT,
        }
    ],
    "jokers": str,
    "singles": FACES,
    "of_a_kind": OF_A_KIND,
    "straights": straights,
    "patterns": patterns,
    "hot_dice": bool,
    "junk": bool,
    **dict.fromkeys(WHOLES_OF_ANY_DICE, points),
    "nothing": points,
    "minimum_to_bank": points,
}


def farkle_dice_turn(rules: Values, unit: int, scale: int, more: Any) -> Values:
    """Verify the points that can be won beyond each stake, by the dice to roll.

    ``rules`` has the certificate's rules by name. Row n of ``more``, counted from 1, is
    for multiset n of dice to roll, in the order of ``TurnRules``. It has the mean
    points that the best play wins beyond a stake of 0, 1, 2 … units. A unit is ``unit``
    points, and the numbers are in parts of 1 / ``scale`` of a unit. Return bounds of a
    turn's mean points, by quantity id.
    """
    natural(unit, 1_000_000_000, least=1)
    natural(scale, 10**15, least=1)
    game = TurnRules(rules)
    # Number 0 is no dice, so the multisets to roll are those from 1 to the whole.
    whole = len(game.multisets) - 1
    if len(more) != whole:
        refuse(f"it has {len(more)} rows; expected {whole}, one for any dice to roll")
    all_rolls = [*map(game.rolls, game.multisets)]
    # The points of all keeps, each of them a multiple of the unit.
    scoring = [rolls.most[rolls.most > 0] for rolls in all_rolls]
    worth = np.concatenate(scoring)
    if not len(worth):
        refuse("nothing scores")
    divisor = int(np.gcd.reduce(worth))
    if divisor % unit:
        refuse(f"{unit} does not divide all points")

    # The ceiling in units, and a bound on the stakes that a keep below it leads to.
    highest = max(ceiling(all_rolls), game.least, unit)
    top = rounded_up(highest, unit)
    most_points = int(worth.max())
    width = top + most_points // unit
    work = top * len(worth)
    held = width * (whole + 1)
    if work > MOST_WORK or held > MOST_HELD:
        refuse(f"stakes up to {top * unit}: too much work")
    # ``step`` adds m and the points of a keep. Each is at most half of this.
    if 2 * width * scale > MOST_PARTS:
        refuse("the scale is too large")
    table = read_table(more, top, width, scale)

    # At the stake 0 there is nothing to bank.
    least = max(rounded_up(game.least, unit), 1)
    # If no dice are left, all dice are rolled again, or the turn ends. Then it banks
    # what may be banked, and loses the rest.
    table[0] = table[whole]
    if not game.hot_dice:
        stakes = np.arange(width + 1)
        lost = -scale * stakes
        table[0] = np.where(stakes < least, lost, 0)
    for number in range(1, whole + 1):
        proved = step(all_rolls[number], table, top, unit, scale)
        # Banking wins nothing beyond the stake.
        proved[least:] = np.maximum(proved[least:], 0)
        stated = table[number, :top]
        wrong = np.flatnonzero(proved != stated)
        if len(wrong):
            stake = int(wrong[0]) * unit
            raise UnprovedError(f"row {number} is not solved at the stake {stake}")
    # A turn begins with all dice, at the stake 0, where m <= w <= m + c.
    least_parts = int(table[whole, 0])
    most_parts = least_parts + top
    lower = Fraction(least_parts * unit, scale)
    upper = Fraction(most_parts * unit, scale)
    return {"turn.mean": (lower, upper)}


def rounded_up(points: Any, unit: int) -> int:
    """Return a number of points in units of ``unit`` points, rounded up."""
    # Floor division rounds down, so turn the sign round before and after it.
    units: int = -(-points // unit)
    return units


def read_table(more: list[list[Any]], top: int, width: int, scale: int) -> Array:
    """Read the average points that rolling wins beyond each stake, from a certificate.

    ``more`` has a row of the certificate for each multiset of dice to roll, from number
    1. A row has at most ``top`` numbers: number s is for a stake of s units. Points are
    in parts: a unit has ``scale`` parts.

    Row n of the result is for the multiset n, and its columns are for the stakes 0 to
    ``width``. Row 0, and the places beyond the end of a row of ``more``, are 0. Raises
    ``MalformedError`` for a longer row, and for points of more than ``width`` units.
    """
    shape = len(more) + 1, width + 1
    table = np.zeros(shape, np.int64)
    high = width * scale
    for number, row in enumerate(more, 1):
        length = len(row)
        if length > top:
            refuse(
                f"row {number} has {length} numbers; expected at most {top}, one for "
                "each stake below the ceiling"
            )
        table[number, :length] = [natural(n, high, -high) for n in row]
    return table


def step(rolls: Thrown, table: Array, top: int, unit: int, scale: int) -> Array:
    """Return the average points that rolling wins beyond each stake, rounded down.

    ``rolls`` are the rolls of some dice. ``table`` has a row for each multiset of dice
    to roll next, by its number. Column s has the points won beyond a stake of s units.
    The results are for stakes from 0 to before ``top`` units. They are in parts, of
    which a unit has ``scale``; ``unit`` is the number of points of a unit.
    """
    stakes = np.arange(top)
    # A farkle loses the stake. Sums are of up to 2**41 weights times 2**62 parts, in
    # three limbs.
    lost = -scale * stakes
    limbs = rolls.farkles * limbs_of(lost)
    rows = max(AT_A_TIME // top, 1)
    for some in chunks(len(rolls.weights), rows):
        # The units of each keep: (dice left, classes, 1).
        units = rolls.most[:, some, np.newaxis] // unit
        classes = units.shape[1]
        best = np.full((classes, top), -MOST_PARTS)
        for gained, left in zip(units, rolls.left, strict=True):
            # The classes that can leave these dice: all their keeps have points.
            kept = np.flatnonzero(gained)
            keeps = gained[kept]
            won = table[left, keeps + stakes]
            won += keeps * scale
            best[kept] = np.maximum(best[kept], won)
        weights = rolls.weights[some]
        limbs += weights @ limbs_of(best)
    return divided(limbs, rolls.total)


def limbs_of(parts: Array) -> Array:
    """Return the numbers ``parts`` in three limbs, pieces of 21 bits.

    The first axis of the result has the limbs, the highest first: a number is the sum
    of the limbs times 2**42, 2**21 and 1. The numbers are less than 2**62 in size. The
    highest limb has the sign.
    """
    # The highest limb keeps the sign.
    high = parts >> 2 * LIMB
    middle = parts >> LIMB & LOW
    low = parts & LOW
    return np.array([high, middle, low])


def divided(limbs: Array, total: int) -> Array:
    """Return numbers divided by ``total``, rounded down.

    The first axis of ``limbs`` has three numbers for each number to divide, which is
    the sum of the three times 2**42, 2**21 and 1.
    """
    # Long division, with limbs for digits: each rest goes on to the next limb.
    quotient, rest = np.divmod(limbs[0], total)
    for limb in limbs[1:]:
        carried = rest << LIMB
        further, rest = np.divmod(carried + limb, total)
        quotient = (quotient << LIMB) + further
    return np.asarray(quotient)


def read_rules(rules: Any) -> Any:
    """Return the rules of a turn; if ``patterns`` are missing, they are empty.

    Raises ``MalformedError`` for rules of another shape.
    """
    stated = conform(rules, dict)
    return conform({"patterns": {}} | stated, RULES)


DATA = {
    "unit": int,
    "scale": int,
    "more": [list],
}
KIND = Kind(
    farkle_dice_turn,
    read_rules,
    DATA,
    most_bytes=16_000_000,
)
