"""The exact joint distribution of the four ranks that dealer and pone keep.

Both are dealt six of the same 52 cards, so the hands are not independent. With F(T, D)
the weight of all six-card hands that contain the cards T and keep the ranks D, the
weight of both hands is, by inclusion-exclusion over the cards T that both could share,

    W[D, P] = Σ over T of (-1)^|T| · F_dealer(T, D) · F_pone(T, P).

F is defined in ``opponent_keeps`` and depends on T only by its suit class. W does not
fit into 64 bits. So every sum is taken modulo 2**64 and in floating point, and both
results together give the integer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb, gcd

import numpy as np

from trueodds.analysis.cribbage.deals import (
    Array,
    Deals,
    all_classes,
    compiled_tables,
)
from trueodds.analysis.cribbage.play.solving.opponent_keeps import (
    HANDS,
    MOST_HANDS,
    SIX,
    ThrowArrays,
    add_hand,
    compiled_throws,
    hands_containing,
)
from trueodds.analysis.cribbage.strategy_file import (
    ROLES,
    StrategyTable,
    content_of,
    strategy_tables,
)
from trueodds.analysis.cribbage.suit_classes import Tables
from trueodds.core.cards import RANKS
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store
from trueodds.core.storage.parallel import Threads
from trueodds.core.storage.progress import Progress, silent

FORMAT = 1
DEALT = "dealt"
KEPT = "kept"
NAMED = (KEPT, DEALT)
LIMB = 2**64
LIMBS = 0, 16, 32, 48
"""Bits below each 16-bit part of a weight's low limb."""


@dataclass(frozen=True, eq=False)
class HandWeights:
    """Integer weights of all pairs of hands, by the dealer's hand and pone's hand.

    A hand has four ranks, without suits. Its number is its index in ``HANDS``. The
    weights are proportional to the probabilities of the pairs. A weight is ``high *
    2**64 + low``: int64 and uint64 (1820, 1820). ``name`` says how the hands are kept
    (``named_hands``).
    """

    name: str
    high: Array
    low: Array

    @cached_property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(self.row_sums())

    def row_sums(self) -> list[int]:
        """Return the weight of each of the dealer's 1,820 hands, in order."""
        return _sums(self.high, self.low)

    def column_sums(self) -> list[int]:
        """Return the weight of each of pone's 1,820 hands, in order."""
        return _sums(self.high.T, self.low.T)

    def weighted_sum(self, points: Array) -> int:
        """Return the exact sum of weight times points over all pairs of hands.

        ``points`` has integers below 2**62 in size, by the dealer's and pone's hand:
        (1820, 1820).
        """
        # Weights are split into limbs of 16 bits, and points into halves of 31 bits. A
        # row adds up 1,820 products, which takes 11 bits more: below 2**63.
        limbs = {s: self.low >> np.uint64(s) & np.uint64(2**16 - 1) for s in LIMBS}
        limbs[64] = self.high
        wide = points.astype(np.int64)
        halves = {0: wide & (2**31 - 1), 31: wide >> 31}
        return sum(
            sum(map(int, (limb.astype(np.int64) * half).sum(axis=1))) << shift + more
            for shift, limb in limbs.items()
            for more, half in halves.items()
        )

    def probabilities(self) -> Array:
        """Return the probabilities of all pairs of hands: float64 (1820, 1820).

        The axes are the dealer's and pone's hand. Each probability is rounded twice.
        """
        weights = self.high * float(LIMB) + self.low.astype(np.float64)
        return weights / float(self.total)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 hash of all weights, as a text that begins with ``sha256:``."""
        hashed = hashlib.sha256(np.ascontiguousarray(self.high).tobytes())
        hashed.update(np.ascontiguousarray(self.low).tobytes())
        return f"sha256:{hashed.hexdigest()}"


def dealt_hands() -> HandWeights:
    """Return the weights of pairs of four-card hands dealt at random, without discards.

    A weight is the number of ways to deal the two hands.

    >>> dealt_hands().total == comb(52, 4) * comb(48, 4)
    True
    """
    counts = np.array([[hand.count(r) for r in range(len(RANKS))] for hand in HANDS])
    ways = np.array([[comb(4 - held, more) for more in range(5)] for held in range(5)])
    weights = np.ones((len(HANDS), len(HANDS)), np.int64)
    for rank in range(len(RANKS)):
        held = counts[:, rank]
        # The dealer's cards of a rank are any of four, and pone's any of those left.
        weights *= ways[0][held][:, None] * ways[held[:, None], held[None, :]]
    return HandWeights(DEALT, np.zeros_like(weights), weights.astype(np.uint64))


def source_of(name: str) -> str:
    """Return the source of the discard strategies by which the named hands are kept.

    ``name`` is "kept" for the shipped equilibrium, or else the path of a strategy file.
    The result is "equilibrium" or this path.
    """
    return "equilibrium" if name == KEPT else name


def named_hands(
    name: str, rules: CribbageRules, progress: Progress = silent
) -> HandWeights:
    """Return the exact weights of all pairs of hands, for hands with this name.

    ``name`` is "dealt" for hands dealt at random, or "kept" for the hands that the
    shipped equilibrium of the discard keeps. Otherwise it is a strategy file, for the
    hands that its strategies keep. The weights of kept hands are cached. Raises
    ``UnknownNameError`` when there is no such file. Raises ``RulesError`` for a file
    that cannot be read or is damaged, and for strategies for other rules.
    """
    if name == DEALT:
        return dealt_hands()
    throws = strategy_tables(source_of(name), rules)
    content, _ = content_of(source_of(name))
    key = {"format": FORMAT, "strategies": hashlib.sha256(content).hexdigest()}
    shape = len(HANDS), len(HANDS)
    arrays = store.fetch(
        "cribbage-kept-hands" if name == KEPT else "cribbage-kept-hands-file",
        key,
        lambda: _kept(throws, progress),
        store.having(high=(shape, "i"), low=(shape, "u")),
    )
    return HandWeights(name, arrays["high"], arrays["low"])


def _sums(high: Array, low: Array) -> list[int]:
    """Return exact sums of a matrix's rows; entries are ``high * 2**64 + low``."""
    upper = (low >> np.uint64(32)).astype(np.int64).sum(axis=1)
    lower = (low & np.uint64(2**32 - 1)).astype(np.int64).sum(axis=1)
    return [
        int(h) * LIMB + int(u) * 2**32 + int(w)
        for h, u, w in zip(high.sum(axis=1), upper, lower, strict=True)
    ]


def _kept(throws: Mapping[str, StrategyTable], progress: Progress) -> dict[str, Array]:
    """Return the weights as high and low words, divided by their common divisor."""
    fixed = compiled_tables(), all_classes(SIX).sets
    both = [compiled_throws(throws[role]) for role in ROLES]
    low = np.zeros((len(HANDS), len(HANDS)), np.uint64)
    floating = np.zeros((len(HANDS), len(HANDS)))
    workers = 2
    with Threads(workers) as threads:
        for size in range(SIX + 1):
            progress("joint distribution of kept hands", size, SIX + 1)
            deals = all_classes(size)
            parts = [
                threads.submit(_add_classes, deals, worker, workers, *fixed, *both)
                for worker in range(workers)
            ]
            for part in parts:
                of_low, of_floating = part.result()
                low += of_low
                floating += of_floating
    # The difference is a multiple of 2**64 but for the rounding of the float sum, which
    # rounding to the nearest multiple removes.
    high = np.rint((floating - low.astype(np.float64)) / float(LIMB)).astype(np.int64)
    return _reduced(high, low)


def _reduced(high: Array, low: Array) -> dict[str, Array]:
    """Divide all weights by their greatest common divisor."""
    weights = [int(h) * LIMB + int(w) for h, w in zip(high.flat, low.flat, strict=True)]
    divisor = gcd(*weights)
    parts = [divmod(weight // divisor, LIMB) for weight in weights]
    return {
        "high": np.array([h for h, _ in parts], np.int64).reshape(high.shape),
        "low": np.array([w for _, w in parts], np.uint64).reshape(low.shape),
    }


@compiled
def _add_classes(
    deals: Deals,
    first: int,
    step: int,
    by: Tables,
    sets_of_six: Array,
    of_dealer: ThrowArrays,
    of_pone: ThrowArrays,
) -> tuple[Array, Array]:
    """Add up the inclusion-exclusion terms of every ``step``-th class of cards T.

    Return the sums modulo 2**64, and in floats, each by the dealer's and pone's hand:
    (1820, 1820).
    """
    hands = len(HANDS)
    size = deals.cards.shape[1]
    low = np.zeros((hands, hands), np.uint64)
    floating = np.zeros((hands, hands))
    # F of one T for each role. Most entries are 0, so ``touched`` lists the others.
    sums_d = np.zeros(hands, np.int64)
    sums_p = np.zeros(hands, np.int64)
    touched_d = np.zeros(hands, np.int64)
    touched_p = np.zeros(hands, np.int64)
    indices = np.empty(MOST_HANDS, np.int32)
    for t in range(first, len(deals.cards), step):
        count_d = 0
        count_p = 0
        for place in range(hands_containing(deals.cards[t], by, indices)):
            index = indices[place]
            times = sets_of_six[index] if size == 0 else 1
            count_d = add_hand(index, times, of_dealer, sums_d, touched_d, count_d)
            count_p = add_hand(index, times, of_pone, sums_p, touched_p, count_p)
        # The class's term: the number of its sets, with a sign, times both F.
        sign = -deals.sets[t] if size & 1 else deals.sets[t]
        for i in range(count_d):
            dealer = touched_d[i]
            factor = sign * sums_d[dealer]
            for j in range(count_p):
                pone = touched_p[j]
                low[dealer, pone] += np.uint64(factor) * np.uint64(sums_p[pone])
                floating[dealer, pone] += float(factor) * float(sums_p[pone])
        for i in range(count_d):
            sums_d[touched_d[i]] = 0
        for j in range(count_p):
            sums_p[touched_p[j]] = 0
    return low, floating
