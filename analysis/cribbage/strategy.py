"""Strategies: with which weight each class of deals throws each of its discards.

The weights of a class are small integers that add up to one common denominator, so
every sum over a strategy is exact in 64 bits. Suits of equal standing in a deal are
exchanged at random, so equivalent discards need not have equal weights.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.own_hand import own_sums
from trueodds.analysis.cribbage.strategy_file import (
    CLASSES,
    Throws,
    content_of,
    unpack,
)
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core import rulebook
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import CribbageRules

Choices = NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Strategy:
    """What to throw from every deal, for sums over all of them.

    ``weights`` is uint16 of shape (962988, 15): row = the class's number, column = the
    discard (``classes.DISCARDS``). Every row adds up to ``denominator``.
    """

    throws: Throws

    @classmethod
    def pure(cls, choices: Choices) -> Strategy:
        """One discard a class: (962988,) of 0 to 14."""
        unit = tuple(tuple(row) for row in np.eye(len(DISCARDS), dtype=int).tolist())
        return cls(Throws(1, unit, _entries(choices)))

    @classmethod
    def even(cls, allowed: NDArray[np.bool_]) -> Strategy:
        """All allowed discards alike: (962988, 15), at least one in every row."""
        sets = allowed @ (1 << np.arange(len(DISCARDS)))
        found, entries = np.unique(sets, return_inverse=True)
        members = [[int(s) >> d & 1 for d in range(len(DISCARDS))] for s in found]
        whole = lcm(*map(sum, members))
        rows = (tuple(whole // sum(row) * d for d in row) for row in members)
        return cls(Throws(whole, tuple(rows), _entries(entries)))

    def mixed(
        self, changes: Mapping[int, tuple[int, ...]], denominator: int
    ) -> Strategy:
        """The same, but for the classes with fifteen weights of this denominator.

        Raises ``RulesError`` unless it is a multiple of the one there is.
        """
        factor, rest = divmod(denominator, self.denominator)
        if rest:
            raise RulesError(
                f"{denominator} is no multiple of the denominator {self.denominator}"
            )
        rows = [tuple(factor * weight for weight in row) for row in self.throws.rows]
        entries = self.throws.entries[:]
        for index, weights in changes.items():
            if weights not in rows:
                rows.append(weights)
            entries[index] = rows.index(weights)
        return Strategy(Throws(denominator, tuple(rows), entries))

    @property
    def denominator(self) -> int:
        """What the weights are parts of."""
        return self.throws.denominator

    @cached_property
    def weights(self) -> NDArray[np.uint16]:
        """The weights of every class: (962988, 15)."""
        rows = np.array(self.throws.rows, dtype=np.uint16)
        return np.ascontiguousarray(rows[np.asarray(self.throws.entries)])


def strategy(source: str | Path, role: str, rules: CribbageRules) -> Strategy:
    """What a role throws by a named strategy, or by a strategy file.

    ``equilibrium`` is the shipped one; ``best-own-hand`` throws what leaves the most
    expected points in the hand, ties split evenly; ``uniform`` any two at random.
    Raises ``UnknownNameError`` for a name that is no file either, and ``RulesError``
    for a file that cannot be read, is damaged, is for other rules, or does not say what
    the role throws.
    """
    if source == "uniform":
        return Strategy.even(np.ones((CLASSES, len(DISCARDS)), dtype=bool))
    if source == "best-own-hand":
        own = own_sums(rules)
        return Strategy.even(own == own.max(axis=1, keepdims=True))
    content, name = content_of(source)
    roles = unpack(content, rulebook.digest("cribbage", rules), name)
    if role not in roles:
        raise RulesError(f"{name} does not say what the {role} throws")
    return Strategy(roles[role])


def _entries(entries: Choices) -> array[int]:
    return array("H", entries.astype(np.uint16).tobytes())
