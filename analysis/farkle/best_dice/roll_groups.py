"""Rolls of known and unknown dice together, in classes of equal choices.

Known dice form a pattern of equal kinds, such as two dice of one kind and one die of a
second kind. Unknown dice are all alike, and their faces are only counted. A state is
what is left to roll: a number of dice of each kind, and of unknown dice. A group holds
the rolls of one state in which the unknown dice show given counts of faces. Within a
group, rolls that allow the same keeps form a class. None of this depends on the weights
of the dice, so it is computed once for a pattern. A joker is one more face, the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import gcd
from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.core.errors import DiceError
from trueodds.core.kernels.compiled import compiled
from trueodds.core.kernels.farkle_keeps import KeepPoints
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.core.rules.farkle.coverage import require_covered
from trueodds.core.rules.farkle.dice_kinds import DiceKinds
from trueodds.core.rules.farkle.loaded_dice import SIDES, Die

MOST_TOTAL = 300
"""The largest sum of the weights of a die: six dice have less than 2**63 rolls."""

Roll = tuple[int, ...]


def count_rolls(dice: int, faces: int = SIDES) -> list[Roll]:
    """Return all rolls of some dice: each is the number of dice that show each face.

    >>> len(count_rolls(6))
    462
    """
    if faces == 1:
        return [(dice,)]
    return [
        (first, *rest)
        for first in range(dice + 1)
        for rest in count_rolls(dice - first, faces - 1)
    ]


class Groups(NamedTuple):
    """The states, groups and classes of a pattern, numbered from 0.

    State 0 has no dice left. State s has the known dice ``kinds[s]``, which is an array
    with the kind of each die. It also has ``unknown[s]`` unknown dice, and the groups
    from ``first_group[s]`` on: one group for each roll of the unknown dice, in the
    order of ``count_rolls``. The rolls of the known dice are ordered, and the last die
    changes first. ``class_of[g]`` has the class of each such roll in group g, counted
    from the group's first class, and -1 for a farkle. Group g has the classes from
    ``first_class[g]`` on. Class c has the keeps from ``first_keep[c]`` on, and the keep
    with the most points is first. Keep k scores ``points[k]`` units and leads to the
    state ``left[k]``.
    """

    kinds: list[Array]
    unknown: Array
    first_group: Array
    class_of: list[Array]
    first_class: Array
    first_keep: Array
    points: Array
    left: Array


class RollGroups:
    """The groups of rolls of any pattern of known dice, under the same rules.

    A pattern is the number of known dice of each kind, such as (2, 1). A group is all
    rolls of some dice in which the unknown dice show given counts of faces. With
    ``jokers``, the dice have a seventh face, the joker.

    Raises:
        RulesError: If loaded dice are not computed under one of the rules, such as
            those that allow junk.
    """

    def __init__(self, rules: FarkleRules, *, jokers: bool = False) -> None:
        require_covered("the choice of loaded dice", rules)
        self.rules = rules
        self.faces = SIDES + jokers
        die = Die("", SIDES * (1,), int(jokers))
        self._points = KeepPoints(rules, DiceKinds(DICE * [die]))
        positive = [*self._points.values(), rules.nothing]
        self.unit = gcd(*positive)
        self.most_points = max(positive) // self.unit
        self._patterns: dict[tuple[int, ...], Groups] = {}

    @classmethod
    def of_dice(cls, rules: FarkleRules, dice: Iterable[Sequence[int]]) -> RollGroups:
        """Return the groups of rolls for dice with these weights of their faces.

        Each die is a sequence of six weights, or of seven if it has a joker.
        """
        return cls(rules, jokers=any(len(die) > SIDES for die in dice))

    def of_pattern(self, pattern: tuple[int, ...]) -> Groups:
        """Return the groups of rolls of six dice, some of which are known.

        ``pattern`` has the number of known dice of each kind, such as (2, 1). The other
        dice are unknown. A group is all rolls of some of the dice in which the unknown
        dice show given counts of faces.
        """
        if pattern not in self._patterns:
            self._patterns[pattern] = self._build(pattern)
        return self._patterns[pattern]

    def _build(self, pattern: tuple[int, ...]) -> Groups:
        unknown_dice = DICE - sum(pattern)
        shape = (*pattern, unknown_dice)
        states = list(product(*(range(n + 1) for n in shape)))
        index = {state: n for n, state in enumerate(states)}
        again = len(states) - 1 if self.rules.hot_dice else 0
        first_group = [0, 0]
        first_class = [0]
        first_keep = [0]
        points: list[int] = []
        left: list[int] = []
        kinds_of = [np.zeros(0, np.int64)]
        class_of = []
        for state in states[1:]:
            kinds = [k for k, n in enumerate(state[:-1]) for _ in range(n)]
            kinds_of.append(np.array(kinds, np.int64))
            for counts in count_rolls(state[-1], self.faces):
                rows = self._rows(kinds, counts, state, index)
                # Rolls with equal rows allow the same keeps. Rows
                # of bytes are compared faster.
                keys = np.ascontiguousarray(rows).view(f"V{rows.shape[1] * 4}").ravel()
                _, first, inverse = np.unique(
                    keys, return_index=True, return_inverse=True
                )
                scoring = rows[first].any(axis=1)
                # A row of zeros is a farkle; all other rows
                # are numbered in their order.
                number = np.where(scoring, np.cumsum(scoring) - 1, -1)
                for row in rows[first][scoring]:
                    reached = np.flatnonzero(row)
                    order = reached[np.argsort(-row[reached], kind="stable")]
                    points += (row[order] // self.unit).tolist()
                    left += [n or again for n in order.tolist()]
                    first_keep.append(len(points))
                first_class.append(len(first_keep) - 1)
                class_of.append(number[inverse.ravel()].astype(np.int32))
            first_group.append(len(class_of))
        return Groups(
            kinds_of,
            np.array([state[-1] for state in states]),
            np.array(first_group),
            class_of,
            np.array(first_class),
            np.array(first_keep),
            np.array(points),
            np.array(left),
        )

    def _rows(
        self, kinds: list[int], counts: Roll, state: Roll, index: dict[Roll, int]
    ) -> Array:
        """Return the most points of every roll (row), by the state left (column).

        A state is the number of dice of each kind, and the column is its index.
        """
        rolled = len(kinds)
        sides = self.faces
        faces = np.indices((sides,) * rolled).reshape(rolled, sides**rolled)
        place = self._points.place[faces]
        rows = np.zeros((faces.shape[1], index[state] + 1), np.int32)
        parts = [
            (sum(part), self._points.place @ part)
            for part in product(*(range(n + 1) for n in counts))
        ]
        # Each bit is a known die. Unknown dice are kept by their faces (``parts``).
        for kept in range(2**rolled):
            chosen = [die for die in range(rolled) if kept >> die & 1]
            rest = list(state)
            for die in chosen:
                rest[kinds[die]] -= 1
            known = place[chosen].sum(axis=0)
            for number, part in parts:
                column = index[(*rest[:-1], rest[-1] - number)]
                scored = self._points.of(known + part)
                rows[:, column] = np.maximum(rows[:, column], scored)
        # All six dice, of which none scores: they are kept
        # for nothing, and leave no dice.
        if sum(state) == DICE and self.rules.nothing:
            rows[~rows.any(axis=1), 0] = self.rules.nothing
        return rows


class Weighed(NamedTuple):
    """The weights of the classes of ``Groups``, for known dice with given weights.

    A group is all rolls of some dice in which the unknown dice show given counts of
    faces. A class is the rolls of a group that allow the same keeps.

    The weight of a roll is the product of the weights of the faces that the known dice
    show. Of the weight ``total[g]`` of all rolls of group g, ``weight[c]`` is that of
    class c, and ``farkle[g]`` that of the farkles. ``points[g]`` is the sum over the
    rolls of group g of the weight times the most points of the roll, in units. These
    sums are Python integers if they may not fit into 64 bits.
    """

    weight: Array
    farkle: Array
    points: Array
    total: Array

    @property
    def mean(self) -> Array:
        """For each group, the mean over its rolls of the most points of a roll.

        The means are floats, in units of points. A farkle counts as 0 points.
        """
        total = self.total.astype(self.points.dtype)
        return np.asarray(self.points / total, float)


def weigh(groups: Groups, kinds: list[tuple[int, ...]]) -> Weighed:
    """Return the exact weights of all classes, for known dice of these kinds.

    A class is rolls that allow the same keeps. ``groups`` has the rolls for a pattern,
    which is the number of known dice of each kind (``RollGroups.of_pattern``).
    ``kinds`` has the weights of the faces of each kind, in the order of the pattern.

    Raises ``DiceError`` if the weights of a die add up to more than ``MOST_TOTAL``.
    """
    if kinds and max(map(sum, kinds)) > MOST_TOTAL:
        raise DiceError(
            f"the weights of a die add up to {max(map(sum, kinds))}; here at most "
            f"{MOST_TOTAL} are allowed"
        )
    weights = np.array(kinds, np.int64)
    size = len(groups.class_of)
    weight = np.zeros(len(groups.first_keep) - 1, np.int64)
    farkle, total = np.zeros((2, size), np.int64)
    most = groups.points[groups.first_keep[:-1]]
    # No sum of points over all rolls of a group exceeds this.
    highest = int(most.max()) * max(map(sum, kinds), default=1) ** DICE
    number = np.int64 if highest < 2**63 else object
    points = np.zeros(size, number)
    most = most.astype(number)
    for state in range(1, len(groups.kinds)):
        # The weight of each roll of the known dice, in the order of ``class_of``.
        ways = np.ones(1, np.int64)
        for kind in groups.kinds[state]:
            ways = np.outer(ways, weights[kind]).ravel()
        for g in range(groups.first_group[state], groups.first_group[state + 1]):
            low = groups.first_class[g]
            high = groups.first_class[g + 1]
            # The class -1 of a farkle is the last entry.
            counts = np.zeros(high - low + 1, np.int64)
            assert len(ways) == len(groups.class_of[g]), "dice with other faces"
            add(groups.class_of[g], ways, counts)
            weight[low:high], farkle[g] = counts[:-1], counts[-1]
            points[g] = counts[:-1].astype(number) @ most[low:high]
            total[g] = ways.sum()
    return Weighed(weight, farkle, points, total)


@compiled
def add(class_of: Array, ways: Array, counts: Array) -> None:
    """Add the weight of every roll to the total weight of its class.

    ``class_of`` has the class of each roll, which is an index of ``counts``. Farkles
    have the class -1, which is the last entry. ``ways`` has the weight of each roll,
    and ``counts`` the totals by class.
    """
    for roll in range(len(ways)):
        counts[class_of[roll]] += ways[roll]
