"""Counts that show whether outcomes depend on earlier outcomes.

Four kinds of dependence are counted:

- lags: how often x(t) comes k places after x(t - k), for k = 1 … 8. More than 32
  outcomes are put into at most 32 classes of neighbouring outcomes first.
- pairs in step: how often each outcome follows each other outcome in the disjoint pairs
  x(1) x(2), x(3) x(4), …. The counts of the pairs out of step, x(2) x(3), x(4) x(5), …,
  are the counts of lag 1 minus these counts.
- copies: how often x(t) is the outcome x(t - k), for k = 1 … 64.
- repeats: each outcome is predicted to be what followed the last time that the same 16
  outcomes came. This shows cycles and the period of a generator. The 2**20 slots of the
  table bound its memory; an overwritten or mixed-up prediction costs power, but it
  depends on the past only, so the evidence stays valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.kernels.compiled import compiled

Array: TypeAlias = NDArray[Any]

LAGS = 8
FARTHEST = 64
"""The lags up to which copies are counted."""

CLASSES = 32
CONTEXT = 16
"""The number of preceding outcomes by which a repeat is recognised."""

SLOT_BITS = 20
BASE = np.uint64(0x9E3779B97F4A7C15)
"""An odd multiplier: the context is hashed as a polynomial in it, modulo 2**64."""


class Dependence:
    """Counts that show whether the outcomes x(1), x(2), … depend on earlier outcomes.

    ``probabilities`` has the exact probability of each outcome, by its number. A class
    is a group of neighbouring outcomes: ``class_of`` has the class of each outcome. Up
    to 32 outcomes each have a class of their own.

    ``lags[k - 1, a, b]`` counts how often class b comes k places after class a.
    ``in_step[a, b]`` counts class b after class a in the pairs x(1) x(2), x(3) x(4), ….
    ``copies[k - 1]`` counts the outcomes that are the outcome k places before. An
    outcome is predicted if the 16 outcomes before it came earlier: what followed then
    is predicted to follow again. ``made[x]`` counts the predictions of outcome x, and
    ``right[x]`` the predictions of x that came true. ``first`` has the first
    8 outcomes and ``last`` the latest 64, or fewer if fewer came. Each outcome is given
    by its number.
    """

    def __init__(self, probabilities: Sequence[Fraction]) -> None:
        self.class_of = outcome_classes(probabilities)
        size = int(self.class_of[-1]) + 1
        self.probabilities = [Fraction(0)] * size
        for number, probability in zip(self.class_of, probabilities, strict=True):
            self.probabilities[number] += probability
        self.lags = np.zeros((LAGS, size, size), np.int64)
        self.in_step = np.zeros((size, size), np.int64)
        self.copies = np.zeros(FARTHEST, np.int64)
        self.made, self.right = np.zeros((2, len(probabilities)), np.int64)
        self.first = self.last = np.zeros(0, np.int64)
        self._seen = 0
        self._next = np.zeros(1 << SLOT_BITS, np.int32)
        self._tags = np.zeros(1 << SLOT_BITS, np.uint32)

    @property
    def out_of_step(self) -> Array:
        """The counts of the pairs x(2) x(3), x(4) x(5), … of outcomes x(1), x(2), ….

        Cell [a, b] counts the pairs whose first outcome is of class a, and whose second
        is of class b. A class is a group of neighbouring outcomes, as ``class_of`` has
        it.
        """
        out_of_step: Array = self.lags[0] - self.in_step
        return out_of_step

    @property
    def tables(self) -> Array:
        """Tables of counts: how often class b comes after class a, in cell [a, b].

        A class is a group of neighbouring outcomes, as ``class_of`` has it. Table k - 1
        is for lag k, from 1 to 8: class b comes k places after class a. The last two
        tables count the pairs x(1) x(2), x(3) x(4), … and the pairs x(2) x(3), x(4)
        x(5), ….
        """
        return np.concatenate((self.lags, [self.in_step, self.out_of_step]))

    def count(self, codes: Array) -> None:
        """Count the next outcomes of the sequence, which are given by their numbers."""
        before = len(self.last)
        joined = np.concatenate((self.last, codes))
        classes = self.class_of[joined]
        size = len(self.in_step)
        for lag in range(1, FARTHEST + 1):
            # Earlier outcomes come from the last call too, so no pair across blocks is
            # missed or counted twice.
            start = max(before, lag)
            earlier = slice(start - lag, -lag)
            later = slice(start, None)
            self.copies[lag - 1] += (joined[earlier] == joined[later]).sum()
            if lag <= LAGS:
                self.lags[lag - 1] += _table(classes[earlier], classes[later], size)
        # In the whole sequence, the second outcome of a disjoint pair has an odd place,
        # counted from 0.
        odd = before + (self._seen + 1) % 2
        odd += 2 * (odd == 0)
        # The places of second outcomes, and of the outcomes just before them.
        self.in_step += _table(classes[odd - 1 : -1 : 2], classes[odd::2], size)
        _predict(joined, before, self._next, self._tags, self.made, self.right)
        # Both ends of the sequence stay: the first few and the last outcomes.
        if len(self.first) < LAGS:
            self.first = np.concatenate((self.first, codes))[:LAGS]
        self.last = joined[-FARTHEST:]
        self._seen += len(codes)


def outcome_classes(probabilities: Sequence[Fraction]) -> Array:
    """Return the class of each outcome, as a number from 0.

    Up to 32 outcomes each have a class of their own. More outcomes are put into at most
    32 classes of neighbouring outcomes, which have about the same probability.

    ``probabilities`` are those of the outcomes, in order.

    >>> outcome_classes([Fraction(1, 3)] * 3).tolist()
    [0, 1, 2]
    >>> int(outcome_classes([Fraction(1, 64)] * 64)[-1])
    31
    """
    if len(probabilities) <= CLASSES:
        return np.arange(len(probabilities))
    ends = accumulate(probabilities)
    # Classes by the middle of each outcome's share of the cumulative distribution.
    middles = (end - p / 2 for end, p in zip(ends, probabilities, strict=True))
    places = [int(CLASSES * middle) for middle in middles]
    classes: Array = np.unique(places, return_inverse=True)[1]
    return classes


def _table(earlier: Array, later: Array, size: int) -> Array:
    # A pair is a single number, so one count has the whole table.
    counts = np.bincount(earlier * size + later, minlength=size * size)
    return counts.reshape(size, size)


@compiled(plain=True)
def _predict(
    codes: Array, start: int, following: Array, tags: Array, made: Array, right: Array
) -> None:
    """Predict each outcome from ``start`` on, and count the right predictions.

    ``codes`` are outcomes by place. ``following`` has, by slot, the outcome that last
    followed a context, and ``tags`` identifies the context. ``made`` and ``right``
    count predictions by outcome.
    """
    first = max(start, CONTEXT)
    if first >= len(codes):
        return
    # The hash of the 16 outcomes before the first; ``highest`` is BASE**15.
    highest = np.uint64(1)
    for _ in range(CONTEXT - 1):
        highest *= BASE
    key = np.uint64(0)
    for place in range(first - CONTEXT, first):
        key = key * BASE + np.uint64(codes[place] + 1)
    for place in range(first, len(codes)):
        code = codes[place]
        # The slot and the tag of this context, from the upper and the lower bits.
        mixed = (key ^ (key >> np.uint64(29))) * BASE
        slot = mixed >> np.uint64(64 - SLOT_BITS)
        # Never 0, so an empty slot has the tag of no context.
        tag = np.uint32(mixed & np.uint64(0xFFFFFFFF)) | np.uint32(1)
        # Predicted before the outcome is entered: the bet may depend on the past only.
        if tags[slot] == tag:
            predicted = following[slot]
            made[predicted] += 1
            right[predicted] += predicted == code
        # The context now predicts the outcome that really came.
        tags[slot] = tag
        following[slot] = code
        # Remove the oldest outcome from the context, and add this outcome.
        key -= np.uint64(codes[place - CONTEXT] + 1) * highest
        key = key * BASE + np.uint64(code + 1)
