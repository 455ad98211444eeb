"""A Farkle turn with any dice in certificates of trueodds: loaded, mixed, with jokers.

There are 1 to 8 dice, with 2 to 12 sides. Let w(s, d) be the points that can still be
won beyond a stake of s, with the dice d to roll, under the best play. Points are in
units; a unit divides all points. The certificate states m(s, d) in whole parts of a
unit; beyond the end of a row of the certificate, m is 0. Let T be one step of the game.
It is the larger of 0 (for banking) and the mean, over all rolls, of the best p + m(s +
p, d') after a keep of p points that leaves the dice d', minus s for each farkle. Where
banking is not allowed, T is the mean alone. The checker verifies that m is T(m),
rounded down, at every stake below a ceiling. This proves m <= w <= m + c - s, where c
is the ceiling in units:

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
from itertools import combinations_with_replacement as multisets
from itertools import product
from math import comb, prod
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from .arrays import Array, chunks
from .farkle import (
    Dice,
    KeepScorer,
    ceiling,
    combinations_of,
    patterns,
)
from .proving import Kind, arrangements
from .reading import (
    UnprovedError,
    Values,
    conform,
    natural,
    optional_fields,
    points,
    refuse,
)

MOST_DICE = 8
MOST_SIDES = 12
EVERY_FACE = [str(n) for n in range(1, MOST_SIDES + 1)]
MOST_WEIGHT = 1_000
MOST_KEEPS = 5_000_000  # keeps of rolls, where only equal dice are alike: a second
MOST_SCORED = 1_000_000  # pairs of different kept dice and a combination: a second
MOST_WORK = 1_000_000_000  # stakes by keep: some seconds
AT_A_TIME = 2**18  # stakes by class of rolls: 2 MB
MOST_HELD = 20_000_000  # stakes by dice to roll: 160 MB
MOST_ROLLS = 2**41  # the sum of the weights of all rolls
MOST_PARTS = 2**61  # a stake in parts
LIMB = 21  # bits: numbers below 2**62 are added up in three parts
LOW = 2**LIMB - 1


def straights(table: Any) -> Values:
    """Read the points of straights by their ascending faces, such as ``2 3 4``."""
    for text in conform(table, dict):
        # The faces ascend, with a space between each two.
        faces = [face for face in EVERY_FACE if face in text.split()]
        if text != " ".join(faces):
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
    **dict.fromkeys((*WHOLES_OF_ANY_DICE, "nothing", "minimum_to_bank"), points),
}


class DieKind(NamedTuple):
    """A kind of die: the number of these dice, and each face with its weight."""

    number: int
    faces: list[tuple[int, int]]


class Thrown(NamedTuple):
    """All rolls of some dice: their total weight, that of farkles, and classes.

    A class has the weight of all rolls with the same keeps. ``most[k, c]`` is the most
    points that class c can keep with the dice ``left[k]`` left, or 0 if there is no
    such keep. Farkles are in no class.
    """

    total: int
    farkles: int
    weights: Array
    left: Array
    most: Array

    @property
    def gained(self) -> int:
        """The most points that each roll can keep, added up."""
        points = self.most.max(axis=0)
        return sum(map(mul, self.weights.tolist(), points.tolist()))


class TurnRules:
    """The rules of a turn, and the numbers of the multisets of dice.

    These are the dice to roll. Number 0 is no dice, and the last number is all dice.
    """

    def __init__(self, rules: Values) -> None:
        self.nothing = rules["nothing"]
        self.least = rules["minimum_to_bank"]
        self.hot_dice = rules["hot_dice"]
        if rules["jokers"] not in ("none", "with_faces", "alone"):
            refuse(f"jokers are unknown: {rules['jokers']:.40}")
        natural(len(rules["dice"]), MOST_DICE, least=1)
        sides = max(len(die["weights"]) for die in rules["dice"])
        self.sides = natural(sides, MOST_SIDES, least=2)
        self.kinds = [self._die(die) for die in rules["dice"]]
        jokers = any(die["joker"] for die in rules["dice"])
        if jokers and rules["jokers"] == "none":
            refuse("a die has a joker, and the rules have none")
        self.size = natural(sum(die.number for die in self.kinds), MOST_DICE)
        self.scorer = KeepScorer(
            combinations_of(rules, self.sides),
            self.sides,
            self.size,
            jokers=jokers,
            alone=rules["jokers"] == "alone",
            junk=rules["junk"],
        )
        self._limit(jokers)
        self.multisets = list(product(*(range(die.number + 1) for die in self.kinds)))
        self.number = {dice: n for n, dice in enumerate(self.multisets)}

    def _die(self, die: Any) -> DieKind:
        """Read a kind of die. The joker is numbered after all other faces."""
        faces = [*enumerate(die["weights"]), (self.sides, die["joker"])]
        possible = [(face, weight) for face, weight in faces if weight]
        if not possible:
            refuse("a die has no weight")
        return DieKind(die["count"], possible)

    def _limit(self, jokers: bool) -> None:
        """Raise ``MalformedError`` for dice with too many rolls."""
        rolls = keeps = 1
        for number, faces in self.kinds:
            rolls *= sum(weight for _, weight in faces) ** number
            # Each of n equal dice is kept or thrown again.
            sizes = range(number + 1)
            keeps *= sum(comb(len(faces) + n - 1, n) * 2**n for n in sizes)
        if rolls > MOST_ROLLS:
            refuse("the weights of the dice are too large")
        kept = comb(self.sides + jokers + self.size, self.size)
        scored = kept * max(map(len, self.scorer.by_lowest))
        if keeps > MOST_KEEPS or scored > MOST_SCORED:
            refuse("the dice have too many rolls")

    def _points_of(self, codes: Array) -> Array:
        """Return the points of kept dice, given as codes.

        Digit f of a code, in base size + 1, is the number of dice that show face f.
        """
        different, places = np.unique(codes, return_inverse=True)
        base = self.size + 1
        faces = range(self.sides + 1)
        worth = [
            self.scorer.points(tuple(code // base**face % base for face in faces))
            for code in different.tolist()
        ]
        return np.array(worth)[places.ravel()]

    def rolls(self, multiset: Dice) -> Thrown:
        """List and score the rolls of a multiset of dice."""
        kinds = [k for k, count in enumerate(multiset) for _ in range(count)]
        # All rolls, equal dice in order: the face of each die, and the weight.
        shown: list[tuple[int, ...]] = [()]
        ways = [1]
        for die, count in zip(self.kinds, multiset, strict=True):
            weight = dict(die.faces)
            thrown = [
                (faces, arrangements(faces) * prod(weight[face] for face in faces))
                for faces in multisets(weight, count)
            ]
            shown = [(*before, *faces) for before in shown for faces, _ in thrown]
            ways = [before * n for before in ways for _, n in thrown]
        # The most points of a keep, by the number of the dice left, and by roll.
        place: Array = (self.size + 1) ** np.array(shown).T
        most = np.zeros((self.number[multiset] + 1, len(ways)), np.int64)
        for kept in range(1, 2 ** len(kinds)):
            chosen = [n for n in range(len(kinds)) if kept >> n & 1]
            left = list(multiset)
            for n in chosen:
                left[kinds[n]] -= 1
            row = most[self.number[tuple(left)]]
            np.maximum(row, self._points_of(place[chosen].sum(axis=0)), out=row)
        if len(kinds) == self.size:
            most[0, most.max(axis=0) == 0] = self.nothing
        # Rolls with the same keeps make a class.
        can_leave: Any = most.any(axis=1)
        can_leave[0] = True  # so that there is a row
        after = np.flatnonzero(can_leave)
        most = np.ascontiguousarray(most[after].T)
        keeps = most.view(f"V{8 * len(after)}").ravel()
        _, first, places = np.unique(keeps, return_index=True, return_inverse=True)
        # Floats hold these weights exactly, since all rolls have at most 2**41.
        weights = np.bincount(places.ravel(), ways).astype(np.int64)
        most = most[first]
        scores = most.any(axis=1)
        return Thrown(
            sum(ways),
            int(weights[~scores].sum()),
            weights[scores],
            after,
            np.ascontiguousarray(most[scores].T),
        )


def farkle_dice_turn(rules: Values, unit: int, scale: int, more: Any) -> Values:
    """Verify the points that can be won beyond each stake, by the dice to roll.

    Row n of ``more``, counted from 1, is for multiset n of dice to roll. A row
    lists the points by the stake in units, times ``scale``.
    """
    natural(unit, 1_000_000_000, least=1)
    natural(scale, 10**15, least=1)
    game = TurnRules(rules)
    whole = len(game.multisets) - 1
    if len(more) != whole:
        refuse(f"it has {len(more)} rows; expected {whole}, one for any dice to roll")
    all_rolls = [*map(game.rolls, game.multisets)]
    worth = np.concatenate([rolls.most[rolls.most > 0] for rolls in all_rolls])
    if not len(worth):
        refuse("nothing scores")
    if int(np.gcd.reduce(worth)) % unit:
        refuse(f"{unit} does not divide all points")
    top = -(-max(ceiling(all_rolls), game.least, unit) // unit)
    width = top + int(worth.max()) // unit
    if top * len(worth) > MOST_WORK or width * (whole + 1) > MOST_HELD:
        refuse(f"stakes up to {top * unit}: too much work")
    if 2 * width * scale > MOST_PARTS:
        refuse("the scale is too large")
    least = max(-(-game.least // unit), 1)
    # m in parts, by the number of the multiset of dice to roll and the stake in units.
    table = np.zeros((whole + 1, width + 1), np.int64)
    for number, row in enumerate(more, 1):
        if len(row) > top:
            refuse(
                f"row {number} has {len(row)} numbers; expected at most {top}, one for "
                "each stake below the ceiling"
            )
        high = width * scale
        table[number, : len(row)] = [natural(n, high, -high) for n in row]
    table[0] = table[whole]
    if not game.hot_dice:
        # The turn ends: it banks what may be banked.
        stakes = np.arange(width + 1)
        table[0] = np.where(stakes < least, -scale * stakes, 0)
    for number in range(1, whole + 1):
        proved = step(all_rolls[number], table, top, unit, scale)
        proved[least:] = np.maximum(proved[least:], 0)
        wrong = np.flatnonzero(proved != table[number, :top])
        if len(wrong):
            stake = int(wrong[0]) * unit
            raise UnprovedError(f"row {number} is not solved at the stake {stake}")
    start = int(table[whole, 0])
    return {"turn.mean": tuple(Fraction(n * unit, scale) for n in (start, start + top))}


def step(rolls: Thrown, table: Array, top: int, unit: int, scale: int) -> Array:
    """Return what rolling wins on average beyond each stake, in parts, rounded down."""
    stakes = np.arange(top)
    # Sums of up to 2**41 weights times 2**62 parts, in three limbs.
    limbs = rolls.farkles * limbs_of(-scale * stakes)
    rows = max(AT_A_TIME // top, 1)
    for some in chunks(len(rolls.weights), rows):
        units = rolls.most[:, some, np.newaxis] // unit
        best = np.full((units.shape[1], top), -MOST_PARTS)
        for gained, left in zip(units, rolls.left, strict=True):
            kept = np.flatnonzero(gained)
            won = table[left, gained[kept] + stakes] + gained[kept] * scale
            best[kept] = np.maximum(best[kept], won)
        limbs += rolls.weights[some] @ limbs_of(best)
    quotient, rest = np.divmod(limbs[0], rolls.total)
    for limb in limbs[1:]:
        further, rest = np.divmod((rest << LIMB) + limb, rolls.total)
        quotient = (quotient << LIMB) + further
    return np.asarray(quotient)


def limbs_of(parts: Array) -> Array:
    """Return numbers below 2**62 as three limbs of 21 bits, the highest first."""
    return np.array([parts >> 2 * LIMB, parts >> LIMB & LOW, parts & LOW])


KIND = Kind(
    farkle_dice_turn,
    lambda rules: conform({"patterns": {}} | conform(rules, dict), RULES),
    {"unit": int, "scale": int, "more": [list]},
    most_bytes=16_000_000,
)
