"""Rolls of any dice for certificates of trueodds: a Farkle turn's rolls and keeps.

There are 1 to 8 dice of several kinds, which may be loaded and may show jokers. The
dice of a kind are alike. So the dice to roll, and the dice left by a keep, are
multisets of kinds: how many dice of each kind.
"""

from __future__ import annotations

from itertools import combinations_with_replacement as multisets
from itertools import product
from math import comb, prod
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from .arrays import Array
from .farkle import Dice, KeepScorer, combinations_of
from .proving import arrangements
from .reading import Values, natural, refuse

MOST_DICE = 8
MOST_SIDES = 12
# Upper limit on the keeps of all rolls, with equal dice in order: a second of work.
MOST_KEEPS = 5_000_000
# Upper limit on the combinations that are tried for each multiset of kept faces, added
# up over these multisets: a second of work.
MOST_SCORED = 1_000_000
MOST_ROLLS = 2**41  # the sum of the weights of all rolls


class DieKind(NamedTuple):
    """A kind of die: the number of these dice, and pairs of a face and its weight.

    Faces are numbered from 0. The joker comes after all other faces.
    """

    number: int
    faces: list[tuple[int, int]]


class Thrown(NamedTuple):
    """All rolls of some dice: their total weight, the weight of farkles, and classes.

    A class is all rolls with the same keeps; ``weights`` has the total weight of each.
    ``left`` has the multisets of dice that a keep can leave, by number.
    ``most[k, c]`` is the most points that class c can keep with the dice ``left[k]``
    left, or 0 if there is no such keep. Farkles are in no class.
    """

    total: int
    farkles: int
    weights: Array
    left: Array
    most: Array

    @property
    def gained(self) -> int:
        """The most points that each roll can keep, added up over all rolls.

        Each class of rolls counts with its weight.
        """
        # In Python, since the sum may be large.
        points = self.most.max(axis=0).tolist()
        weights = self.weights.tolist()
        return sum(map(mul, weights, points))


class TurnRules:
    """The rules of a turn, and all multisets of dice to roll, with their numbers.

    ``rules`` has the certificate's rules by name. A multiset has the number of dice of
    each kind. The list ``multisets`` is in lexicographic order: number 0 is no dice,
    and the last number is all dice.
    """

    def __init__(self, rules: Values) -> None:
        self.nothing = rules["nothing"]
        self.least = rules["minimum_to_bank"]
        self.hot_dice = rules["hot_dice"]
        how = rules["jokers"]
        if how not in ("none", "with_faces", "alone"):
            refuse(f"jokers are unknown: {how:.40}")
        # Read the dice. A die with fewer sides than others never shows the last faces.
        all_dice = rules["dice"]
        natural(len(all_dice), MOST_DICE, least=1)
        sides = max(len(die["weights"]) for die in all_dice)
        self.sides = natural(sides, MOST_SIDES, least=2)
        self.kinds = [self._die(die) for die in all_dice]
        jokers = any(die["joker"] for die in all_dice)
        # The rules must say what a joker stands for.
        if jokers and how == "none":
            refuse("a die has a joker, and the rules have none")
        all_together = sum(die.number for die in self.kinds)
        self.size = natural(all_together, MOST_DICE)
        self.scorer = KeepScorer(
            combinations_of(rules, self.sides),
            self.sides,
            self.size,
            jokers=jokers,
            alone=how == "alone",
            junk=rules["junk"],
        )
        self._limit(jokers)
        # Any number of dice of each kind. In this order, no dice come first.
        counts = [range(die.number + 1) for die in self.kinds]
        self.multisets = list(product(*counts))
        self.number = {dice: n for n, dice in enumerate(self.multisets)}

    def _die(self, die: Any) -> DieKind:
        """Read a kind of die. The joker is numbered after all other faces."""
        joker = self.sides, die["joker"]
        faces = [*enumerate(die["weights"]), joker]
        # A face without a weight never shows.
        possible = [(face, weight) for face, weight in faces if weight]
        if not possible:
            refuse("a die has no weight")
        number = die["count"]
        return DieKind(number, possible)

    def _limit(self, jokers: bool) -> None:
        """Raise ``MalformedError`` for dice with too many rolls."""
        rolls = 1
        keeps = 1
        for number, faces in self.kinds:
            weight_of_die = sum(weight for _, weight in faces)
            rolls *= weight_of_die**number
            of_kind = 0
            for n in range(number + 1):
                # n equal dice show a multiset of faces; each is kept or thrown again.
                shown = comb(len(faces) + n - 1, n)
                of_kind += shown * 2**n
            keeps *= of_kind
        if rolls > MOST_ROLLS:
            refuse("the weights of the dice are too large")
        # The scorer meets multisets of up to ``size`` faces. For each, it tries the
        # combinations with one lowest face.
        faces_of_all = self.sides + jokers
        kept = comb(faces_of_all + self.size, self.size)
        tried = max(map(len, self.scorer.by_lowest))
        scored = kept * tried
        if keeps > MOST_KEEPS or scored > MOST_SCORED:
            refuse("the dice have too many rolls")

    def _points_of(self, codes: Array) -> Array:
        """Return the points of kept dice, given as codes.

        Digit f of a code, in base size + 1, is the number of dice that show face f.
        """
        # Score each code once: few of them are different.
        different, places = np.unique(codes, return_inverse=True)
        base = self.size + 1
        powers = [base**face for face in range(self.sides + 1)]
        worth = []
        for code in different.tolist():
            dice = tuple(code // power % base for power in powers)
            points = self.scorer.points(dice)
            worth.append(points)
        points_of_codes = np.array(worth)
        return points_of_codes[places.ravel()]

    def rolls(self, multiset: Dice) -> Thrown:
        """Return all rolls of a multiset of dice, with their keeps.

        ``multiset`` has the number of dice of each kind.
        """
        shown, ways = self._listed(multiset)
        left, most = self._most(multiset, shown)
        return thrown_by_keeps(ways, left, most)

    def _listed(self, multiset: Dice) -> tuple[Array, list[int]]:
        """Return all rolls, equal dice in order: the faces (n, dice), and weights."""
        shown: list[tuple[int, ...]] = [()]
        ways = [1]
        for die, count in zip(self.kinds, multiset, strict=True):
            weight_of = dict(die.faces)
            # Of equal dice, a multiset of faces stands for its orders.
            faces_shown = list(multisets(weight_of, count))
            ways_shown = []
            for faces in faces_shown:
                orders = arrangements(faces)
                weights = [weight_of[face] for face in faces]
                ways_shown.append(orders * prod(weights))
            # Each roll of the dice so far meets each roll of this kind.
            shown = [(*before, *faces) for before in shown for faces in faces_shown]
            ways = [before * more for before in ways for more in ways_shown]
        return np.array(shown), ways

    def _most(self, multiset: Dice, shown: Array) -> tuple[Array, Array]:
        """Return the dice that keeps can leave, and the most points: (left, rolls)."""
        kinds: list[int] = []  # of each die
        for kind, count in enumerate(multiset):
            kinds += [kind] * count
        size = len(kinds)
        # What each die adds to the code of the dice kept (see ``_points_of``).
        base = self.size + 1
        place: Array = base**shown.T
        # The dice left are part of the multiset, so their number is not above its own.
        shape = self.number[multiset] + 1, len(shown)
        most = np.zeros(shape, np.int64)
        # Keep every choice of one die or more. Bit n stands for die n.
        for kept in range(1, 2**size):
            chosen = [n for n in range(size) if kept >> n & 1]
            left = list(multiset)
            for n in chosen:
                left[kinds[n]] -= 1
            number = self.number[tuple(left)]
            codes = place[chosen].sum(axis=0)
            points = self._points_of(codes)
            # Several choices leave the same dice: the best of them counts.
            row = most[number]
            np.maximum(row, points, out=row)
        # By some rules, a roll of all dice scores if none of them does.
        if size == self.size:
            without = most.max(axis=0) == 0
            most[0, without] = self.nothing
        can_leave: Any = most.any(axis=1)
        can_leave[0] = True  # so that there is a row
        numbers = np.flatnonzero(can_leave)
        return numbers, most[numbers]


def thrown_by_keeps(ways: list[int], left: Array, most: Array) -> Thrown:
    """Return the classes of rolls with the same keeps, as ``Thrown`` describes.

    ``ways`` are the weights of the rolls. ``left[k]`` is the number of a multiset of
    dice that a keep can leave. ``most[k, r]`` is the most points that roll r can keep
    with these dice left, or 0.
    """
    # Compare the keeps of two rolls as bytes: all numbers of a roll are one value.
    by_roll = np.ascontiguousarray(most.T)
    row_bytes = 8 * len(left)
    keeps = by_roll.view(f"V{row_bytes}").ravel()
    _, first, places = np.unique(keeps, return_index=True, return_inverse=True)
    # Floats hold these weights exactly, since all rolls have at most 2**41.
    sums = np.bincount(places.ravel(), ways)
    weights = sums.astype(np.int64)
    by_class = by_roll[first]
    # A farkle is a roll that no keep scores.
    scores = by_class.any(axis=1)
    farkles = weights[~scores].sum()
    total = sum(ways)
    return Thrown(
        total=total,
        farkles=int(farkles),
        weights=weights[scores],
        left=left,
        most=np.ascontiguousarray(by_class[scores].T),
    )
