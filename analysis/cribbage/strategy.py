"""Discard strategies: the weight of each discard in each class of deals.

The weights of a class are small integers that add up to one common denominator, so
every sum over a strategy is exact in 64 bits. Suits with the same ranks in a deal are
exchanged at random, so equivalent discards need not have equal weights.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.own_hand import own_sums
from trueodds.analysis.cribbage.strategy_file import (
    CLASSES,
    MOST,
    StrategyTable,
    content_of,
    show_digest,
    unpack,
)
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import CribbageRules

Choices = NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Strategy:
    """A discard strategy for all deals, as an array for sums over all deals.

    ``weights`` is uint16 of shape (962988, 15): a row for each suit class of six cards,
    in the order of their numbers, and a column for each of ``DISCARDS``. Each row adds
    up to ``denominator``. A suit class has all sets of cards that differ only in the
    names of the suits.
    """

    table: StrategyTable

    @classmethod
    def pure(cls, choices: Choices) -> Strategy:
        """Return the strategy that always throws one discard in each suit class.

        ``choices`` has the number of this discard in ``DISCARDS`` for each suit class
        of six cards: (962988,) of 0 to 14. A suit class has all sets of cards that
        differ only in the names of the suits.
        """
        unit = tuple(tuple(row) for row in np.eye(len(DISCARDS), dtype=int).tolist())
        return cls(StrategyTable(1, unit, _entries(choices)))

    @classmethod
    def even(cls, allowed: NDArray[np.bool_]) -> Strategy:
        """Return the strategy that throws all allowed discards equally often.

        ``allowed`` marks the discards by suit class of six cards: (962988, 15), with at
        least one in each row. A suit class has all sets of cards that differ only in
        the names of the suits.
        """
        # A set of discards is a number of 15 bits. Deals with equal sets share a row.
        sets, entries = np.unique(
            allowed @ (1 << np.arange(len(DISCARDS))), return_inverse=True
        )
        members = [[int(s) >> d & 1 for d in range(len(DISCARDS))] for s in sets]
        # The least number that each set can divide evenly.
        denominator = lcm(*map(sum, members))
        rows = (tuple(denominator // sum(row) * d for d in row) for row in members)
        return cls(StrategyTable(denominator, tuple(rows), _entries(entries)))

    def mixed(
        self, changes: Mapping[int, tuple[int, ...]], denominator: int
    ) -> Strategy:
        """Return this strategy with other weights for some suit classes of six cards.

        ``changes`` has fifteen weights for the number of each such class; they add up
        to ``denominator``, which becomes the denominator of the new strategy. Raises
        ``RulesError`` unless ``denominator`` is a multiple of this strategy's
        denominator. A suit class has all sets of cards that differ only in the names of
        the suits.
        """
        factor, rest = divmod(denominator, self.denominator)
        if rest:
            raise RulesError(
                f"{denominator} is not a multiple of the denominator {self.denominator}"
            )
        rows = [tuple(factor * weight for weight in row) for row in self.table.rows]
        entries = self.table.entries[:]
        for index, weights in changes.items():
            if weights not in rows:
                rows.append(weights)
            entries[index] = rows.index(weights)
        return Strategy(StrategyTable(denominator, tuple(rows), entries))

    def toward(self, choices: Choices, share: Fraction) -> Strategy:
        """Return the mixture of this strategy with a pure strategy.

        ``choices`` has the discard of the pure strategy for each suit class of six
        cards, as its number in ``DISCARDS``: (962988,). ``share`` is the share of the
        pure strategy, 0 to 1. Raises ``RulesError`` if the denominator of this strategy
        times that of ``share`` is above 65,535. A suit class has all sets of cards that
        differ only in the names of the suits.
        """
        self.require_room(share)
        number = len(DISCARDS)
        # Classes with the same row and choice get the same mixture. These pairs are
        # few.
        pairs, entries = np.unique(
            np.asarray(self.table.entries).astype(np.int64) * number + choices,
            return_inverse=True,
        )
        kept = share.denominator - share.numerator
        rows = np.array(self.table.rows)[pairs // number] * kept
        added = self.denominator * share.numerator
        rows[np.arange(len(pairs)), pairs % number] += added
        # The next mixture may multiply the denominator again, and ``MOST`` is the
        # limit.
        rows //= np.gcd.reduce(rows, axis=None)
        # Two pairs can have the same mixture.
        different, places = np.unique(rows, axis=0, return_inverse=True)
        table = tuple(map(tuple, different.tolist()))
        return Strategy(StrategyTable(sum(table[0]), table, _entries(places[entries])))

    def require_room(self, share: Fraction) -> None:
        """Raise ``RulesError`` if a mixture could have too large a denominator.

        ``share`` is the share of the pure strategy in the mixture, as in ``toward``.
        The strategy's denominator times the denominator of ``share`` may be 65,535 at
        most.
        """
        if self.denominator * share.denominator > MOST:
            raise RulesError(
                "with this share, the denominator of the strategy could pass "
                f"{MOST}: it is {self.denominator} now; adapt with --share 1 first, "
                "or name a share with a smaller denominator"
            )

    @property
    def denominator(self) -> int:
        """The sum of the weights of each row, by which they become probabilities."""
        return self.table.denominator

    @cached_property
    def weights(self) -> NDArray[np.uint16]:
        """The weight of each discard, by suit class of six cards: (962988, 15).

        A suit class has all sets of cards that differ only in the names of the suits.
        """
        rows = np.array(self.table.rows, dtype=np.uint16)
        return np.ascontiguousarray(rows[np.asarray(self.table.entries)])

    def mixed_classes(self) -> dict[int, dict[int, Fraction]]:
        """Return the probabilities of discards in the classes that mix several.

        The keys are the numbers of these suit classes of six cards. Each value is a
        dictionary from the number of a discard in ``DISCARDS`` to its probability. A
        suit class has all sets of cards that differ only in the names of the suits.
        """
        several = (np.array(self.table.rows) > 0).sum(axis=1) > 1
        classes = np.flatnonzero(several[np.asarray(self.table.entries)])
        return {
            index: {
                discard: Fraction(weight, self.denominator)
                for discard, weight in enumerate(self.table.weights(index))
                if weight
            }
            for index in classes.tolist()
        }


def strategy(source: str | Path, role: str, rules: CribbageRules) -> Strategy:
    """Return the strategy of a role: a named strategy, or one from a strategy file.

    ``source`` is the name or the path of the file, and ``role`` is ``dealer`` or
    ``pone``. ``equilibrium`` is the shipped strategy. ``best-own-hand`` throws what
    leaves the most expected points in the hand, with ties split evenly. ``uniform``
    throws any two cards at random. Raises ``UnknownNameError`` for a name that is no
    file either, and ``RulesError`` for a file that cannot be read, is damaged, is for
    other rules, or has no strategy for the role.
    """
    if source == "uniform":
        return Strategy.even(np.ones((CLASSES, len(DISCARDS)), dtype=bool))
    if source == "best-own-hand":
        own = own_sums(rules)
        return Strategy.even(own == own.max(axis=1, keepdims=True))
    content, name = content_of(source)
    roles = _strategies(content, show_digest(rules), name)
    if role not in roles:
        raise RulesError(f"{source} has no strategy for the {role}")
    return roles[role]


@lru_cache(1)
def _strategies(content: bytes, rules: str, name: str) -> dict[str, Strategy]:
    """Return the strategies of a file, the same objects for the same content."""
    tables = unpack(content, rules, name)
    return {role: Strategy(table) for role, table in tables.items()}


def _entries(entries: Choices) -> array[int]:
    return array("H", entries.astype(np.uint16).tobytes())
