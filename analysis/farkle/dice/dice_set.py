"""A set of dice as a multiset of kinds, with the roll classes of all its parts.

Dice with equal weights are interchangeable, so the dice left to roll are a multiset:
how many of each kind. Multisets are numbered: 0 is none, and ``whole`` is the whole
set. ``ClassKeep.left`` has these numbers. For fair dice the number is the number of
dice. If some dice score in the first throw of a turn only, the whole set has one more
number for that throw: ``start``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, gcd, lcm, prod
from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import (
    Array,
    ClassKeep,
    RollClass,
    Rolls,
    RollTables,
)
from trueodds.core.dice import counted_dice
from trueodds.core.errors import DiceError, RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.kernels.farkle_keeps import KeepPoints
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.dice_kinds import DiceKinds, DiceRoll, Multiset
from trueodds.core.rules.farkle.loaded_dice import FAIR_SET, Die, read_dice

MOST_ROLLS = 2**62
"""The most that the weights of all rolls may add up to."""

MOST_ORDERED = 2_000_000
"""The most different rolls of a set of dice; equal dice are not distinguished."""


class DiceKeep(NamedTuple):
    """Dice kept from a roll, their points, and the dice left to roll.

    ``kept`` has a pair for each die: the index of its kind, and the face that it shows.
    ``left`` is the index of the dice left in ``DiceSet.multisets``, which is the number
    of dice left if all dice are equal. It is 0 if all dice have scored.
    """

    kept: DiceRoll
    points: int
    left: int


class _Throw:
    """The points of all keeps in a throw: the first of a turn, or a later one."""

    def __init__(self, rules: FarkleRules, dice: DiceKinds) -> None:
        self.keeps = KeepPoints(rules, dice)
        keep_all = rules.must_keep_scoring_dice
        self._rest = KeepPoints(rules, dice, junk=True) if keep_all else None

    def points(self, kept: Array, rolled: Array) -> Array:
        """Return the points of keeps of rolls, both given by their codes.

        ``kept`` has the codes of the keeps, and ``rolled`` those of the whole rolls. A
        code is a sum of entries of ``keeps.place``, one for each die.
        """
        points = self.keeps.of(kept)
        if self._rest:
            # If scoring dice are left, not all of them were kept.
            points = np.where(self._rest.of(rolled - kept), 0, points)
        return points


class DiceSet(DiceKinds):
    """Dice as kinds of equal dice, with the roll classes of all multisets of them.

    ``dice`` are the dice that a player rolls, and ``rules`` score them. The classes of
    ``rolls`` have every keep of a roll. The classes of ``tables`` have, for each
    multiset left, only the keep with the most points. ``unit`` divides all points.
    ``multisets[n]`` is the multiset with the number n: a tuple with the number of dice
    of each kind.

    Raises:
        DiceError: If there are too many rolls, or if the weights are so large that
            rolls cannot be counted.
        RulesError: If a die has a joker, and the rules have none, or if nothing that
            the dice show can score.
    """

    def __init__(self, rules: FarkleRules, dice: Sequence[Die]) -> None:
        super().__init__(dice)
        self.rules = rules
        totals = []
        for die in dice:
            faces, joker = die.kind
            totals.append(sum(faces) + joker)
        if prod(totals) > MOST_ROLLS:
            most = int(MOST_ROLLS ** (1 / len(dice)))
            raise DiceError(
                "the weights of these dice are too large to count all rolls; give "
                f"weights whose sum is at most {most} for each die"
            )
        self.multisets: list[Multiset] = list(
            product(*(range(number + 1) for number in self.numbers))
        )
        if self.jokers and rules.jokers == "none":
            raise RulesError(
                "a die has a joker, but these rules have none (jokers = none); set "
                "jokers to with_faces or alone"
            )
        rolls = prod(
            comb(len(self.shown(kind)) + number - 1, number)
            for kind, number in enumerate(self.numbers)
        )
        if rolls > MOST_ORDERED:
            raise DiceError(
                f"these dice have {rolls:,} different rolls, and at most "
                f"{MOST_ORDERED:,} can be computed; take fewer kinds of dice"
            )
        self.number = {multiset: n for n, multiset in enumerate(self.multisets)}
        self.whole = self.number[self.numbers]
        # All throws score alike, unless some points are for the first throw only.
        self._later = self._first = _Throw(rules, self)
        if rules.first_throw:
            self._first = _Throw(rules.in_first_throw, self)
            # The whole set once more, with a number for the first throw.
            self.multisets.append(self.numbers)
        self.unit = gcd(
            *self._later.keeps.values(), *self._first.keeps.values(), rules.nothing
        )
        best = {n: self._classes(n, every=False) for n in range(1, self.start + 1)}
        self.tables = RollTables.of_rolls(best, self.unit, again=self.again)
        if self.tables.farkle[self.whole] == self.tables.total[self.whole]:
            every = self.dice_text(self.multisets[-1])
            raise RulesError(
                f"these dice can never score: {every}; give dice that show a face with "
                "points"
            )

    @cached_property
    def rolls(self) -> Rolls:
        """The roll classes of any of the dice, with their weights.

        A roll class is all rolls with the same legal keeps, and is given by these
        keeps. The key is the index in ``multisets`` of the dice that are rolled. The
        value is the distribution of their roll class.
        """
        return {n: self._classes(n, every=True) for n in range(1, self.start + 1)}

    @property
    def start(self) -> int:
        """The index in ``multisets`` of all dice, in the first throw of a turn.

        It is ``whole``, unless some dice score in the first throw of a turn only.
        """
        return len(self.multisets) - 1

    def thrown(self, number: int, stake: int) -> int:
        """Return the index in ``multisets`` of the dice that are thrown at a stake.

        ``number`` is the index of the dice left, and ``stake`` is the points of the
        turn so far. The result is ``number`` too, except for all dice with no stake:
        the first throw of a turn. Its index is ``start``, which differs from ``whole``,
        the index of all dice later in a turn, if some dice score in the first throw
        only.

        >>> dice = dice_set(FarkleRules.load("ece209", first_throw="straight"))
        >>> [dice.thrown(6, stake) for stake in (0, 500)]
        [7, 6]
        """
        if number == self.whole and not stake:
            return self.start
        return number

    @property
    def again(self) -> int:
        """The index in ``multisets`` of the dice that are rolled after hot dice.

        These are all dice. The index is 0 if hot dice end the turn.
        """
        return self.whole if self.rules.hot_dice else 0

    def names(self, multiset: Multiset) -> tuple[str, ...]:
        """Return the names of the dice of a multiset, with a name for each die.

        ``multiset`` is the number of dice of each kind.
        """
        names: list[str] = []
        for kind, count in zip(self.kinds, multiset, strict=True):
            names += [kind.name] * count
        return tuple(names)

    def left_text(self, number: int, *, noun: bool = True) -> str:
        """Return the dice ``multisets[number]`` as text.

        In a set of several kinds, the dice are named. Otherwise they are only counted:
        "3 dice", or "3" without ``noun``.
        """
        multiset = self.multisets[number]
        if self.mixed:
            return self.dice_text(multiset)
        dice = sum(multiset)
        if noun:
            return counted_dice(dice)
        return str(dice)

    def read_left(self, text: str) -> int:
        """Return the index in ``multisets`` of dice in a text, such as ``fair*2``.

        The number of dice is enough as text if all dice are equal.

        Raises:
            DiceError: If the set does not have these dice.

        >>> dice = dice_set(FarkleRules.load(dice="weighted*2, fair*4"))
        >>> dice.names(dice.multisets[dice.read_left("weighted, fair")])
        ('fair', 'weighted')
        """
        number = text.strip()
        if number.isdecimal() and text.isascii():
            named = f"{self.kinds[0].name}*{number}"
            if self.mixed:
                raise DiceError(
                    f'{text} does not say which dice; name them, such as "{named}"'
                )
            if len(text) > 20 or not 1 <= int(text) <= self.size:
                raise DiceError(
                    f"{number:.20} dice cannot be rolled: 1 to {self.size} can"
                )
            text = named
        return self.number_of(self.count(read_dice(text, 1, self.size)))

    def keeps(self, roll: DiceRoll, stake: int) -> list[DiceKeep]:
        """Return every legal keep of a roll of some of the dice; a farkle has none.

        ``roll`` has a pair for each die: the index of its kind, and the face that it
        shows. ``stake`` is the points of the turn before the roll. With no stake, all
        dice are the first throw of a turn.
        """
        sorted_roll = sorted(roll)
        throw = self._throw(self.thrown(self.number_rolled(roll), stake))
        place = throw.keeps.place
        whole = place @ self.by_face(roll)
        rolled = Counter(kind for kind, _ in roll)
        keeps = []
        for size in range(1, len(roll) + 1):
            # Equal dice that show the same face are one choice, whichever is kept.
            choices = set(combinations(sorted_roll, size))
            for kept in sorted(choices):
                code = place @ self.by_face(kept)
                scored = int(throw.points(code, whole))
                if not scored:
                    continue
                left = rolled - Counter(kind for kind, _ in kept)
                number = self.number_of(left)
                keeps.append(DiceKeep(kept, scored, number))
        if not keeps and len(roll) == self.size and self.rules.nothing > 0:
            keeps.append(DiceKeep(tuple(sorted_roll), self.rules.nothing, 0))
        return keeps

    def number_rolled(self, roll: DiceRoll) -> int:
        """Return the index in ``multisets`` of the dice that were rolled.

        ``roll`` has a pair for each die: the index of its kind, and the face that it
        shows.
        """
        return self.number_of(Counter(kind for kind, _ in roll))

    def number_of(self, kinds: Mapping[int, int]) -> int:
        """Return the index in ``multisets`` of this many dice of each kind.

        The keys of ``kinds`` are the indexes of kinds. Kinds without a die may be left
        out.
        """
        every_kind = range(len(self.kinds))
        multiset = tuple(kinds.get(kind, 0) for kind in every_kind)
        return self.number[multiset]

    def _throw(self, number: int) -> _Throw:
        return self._first if number == self.start else self._later

    def _classes(self, number: int, *, every: bool) -> Distribution[RollClass]:
        """Return the distribution of the roll class of the dice with this number.

        A class has every keep, or only the most points for each multiset left.
        """
        # A keep is one number: its points, and the multiset left as the last digit.
        base = len(self.multisets)
        columns: dict[int, Array] = {}
        faces, ways = self._rolls(self.multisets[number])
        for left, points in self._rolled(number, faces):
            keeps = np.where(points, points * np.int64(base) + left, 0)
            column = len(columns) if every else left
            columns[column] = np.maximum(columns.get(column, 0), keeps)
        rows = np.array([*columns.values()]).T
        if every:
            # A keep that comes again becomes 0. Sorted once more, rolls
            # with the same keeps have equal rows.
            rows = np.sort(rows, axis=1)
            repeated = rows[:, 1:] == rows[:, :-1]
            rows[:, 1:][repeated] = 0
            rows.sort(axis=1)
        classes = []
        different, weights = _tally(rows, ways)
        for row, weight in zip(different, weights, strict=True):
            kept = sorted(filter(None, row), reverse=True)
            roll_class = tuple(ClassKeep(*divmod(keep, base)) for keep in kept)
            classes.append((roll_class, weight))
        return Distribution.tally(classes)

    def _rolled(self, number: int, faces: Array) -> Iterator[tuple[int, Array]]:
        """Yield for each choice of dice the multiset left, and each roll's points.

        A choice keeps the same dice in every roll; the multiset is given by its number.

        ``faces`` are the faces of each die, as ``_rolls`` returns them.
        """
        multiset = self.multisets[number]
        kinds: list[int] = []
        for kind, count in enumerate(multiset):
            kinds += [kind] * count
        rolled = len(kinds)
        throw = self._throw(number)
        place = throw.keeps.place[faces]
        whole = place.sum(axis=0)
        scores = np.zeros(faces.shape[1], bool)
        # Each bit of ``kept`` is a die. Equal dice give some keeps more than once.
        for kept in range(1, 2**rolled):
            chosen = [die for die in range(rolled) if kept >> die & 1]
            rest = list(multiset)
            for die in chosen:
                rest[kinds[die]] -= 1
            code = place[chosen].sum(axis=0)
            scored = throw.points(code, whole)
            scores |= scored > 0
            yield self.number[tuple(rest)], scored
        if rolled == self.size and self.rules.nothing > 0:
            yield 0, np.where(scores, 0, np.int32(self.rules.nothing))

    def _rolls(self, multiset: Multiset) -> tuple[Array, Array]:
        """Return the faces, from 0, by die and roll, and the weight of each roll.

        Faces of equal dice are sorted; a roll has the weight of all its orders.
        """
        faces = np.zeros((0, 1), np.int64)
        ways = np.ones(1, np.int64)
        for kind, count in enumerate(multiset):
            if not count:
                continue
            weights = {face - 1: weight for face, weight in self.shown(kind).items()}
            sorted_rolls = list(combinations_with_replacement(weights, count))
            orders = [
                factorial(count)
                // prod(factorial(n) for n in Counter(roll).values())
                * prod(weights[face] for face in roll)
                for roll in sorted_rolls
            ]
            shown = np.array(sorted_rolls, np.int64).reshape(-1, count).T
            before = faces.shape[1]
            now = shown.shape[1]
            # Every roll of the kinds before, with every roll of this kind.
            faces = np.vstack(
                [np.repeat(faces, now, axis=1), np.tile(shown, (1, before))]
            )
            ways = np.repeat(ways, now) * np.tile(np.array(orders), before)
        return faces, ways


def dice_set(rules: FarkleRules) -> DiceSet:
    """Return the dice of these rules; they may be fair.

    >>> whole = dice_set(FarkleRules.load(dice="weighted*2, fair*4"))
    >>> whole.names(whole.multisets[-1])
    ('fair', 'fair', 'fair', 'fair', 'weighted', 'weighted')
    """
    number = rules.number_of_dice
    return DiceSet(rules, read_dice(str(rules.dice) or FAIR_SET, number, number))


class ScaledRolls(NamedTuple):
    """Roll classes whose weights have the same scale, for any of the dice.

    ``multisets[n]`` has the number of dice of each kind. ``rolls[n]`` has the roll
    classes of these dice, and the total weight of the classes is ``base`` to the power
    of the number of dice. ``multisets[whole]`` is all dice. The last index also stands
    for all dice, but in the first throw of a turn. It differs from ``whole`` only if
    some dice score in the first throw only.
    """

    rolls: Rolls
    multisets: Sequence[Multiset]
    base: int
    whole: int

    @property
    def sizes(self) -> list[int]:
        """The number of dice in each of ``multisets``."""
        return [sum(multiset) for multiset in self.multisets]


def scaled_rolls(rules: FarkleRules) -> ScaledRolls:
    """Return the roll classes of these rules, with all weights on one scale.

    The weights of each die's faces add up to ``base``. So the weights of all rolls of n
    dice add up to ``base`` to the power n.

    >>> scaled = scaled_rolls(FarkleRules.load(dice="weighted*2, fair*4"))
    >>> scaled.base, scaled.rolls[5].total == scaled.base ** scaled.sizes[5]
    (30, True)
    """
    dice = dice_set(rules)
    base = lcm(*(sum(kind.weights) + kind.joker for kind in dice.kinds))
    rolls = {}
    for n, rolled in dice.rolls.items():
        total = base ** sum(dice.multisets[n])
        rolls[n] = Distribution(
            {k: w * total // rolled.total for k, w in rolled.items()}
        )
    return ScaledRolls(rolls, dice.multisets, base, dice.whole)


def _tally(rows: Array, weights: Array) -> tuple[list[list[int]], list[int]]:
    """Return the different rows, and the total weight of each."""
    # Rows are compared as bytes, which is faster than number by number.
    size = rows.shape[1] * rows.itemsize
    in_order = np.ascontiguousarray(rows)
    keys = in_order.view(f"V{size}").ravel()
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    totals = np.zeros(len(first), np.int64)
    np.add.at(totals, inverse, weights)
    return rows[first].tolist(), totals.tolist()
