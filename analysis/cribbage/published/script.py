"""The published script's choice of four cards against the rules, over every deal.

The script (S3) takes two points off a hand in which it finds exactly two runs of
three: right for a run of four, wrong for a run of three with one card paired. It
keeps the first of the fifteen fours, in the order of their places in the sorted deal,
that scores the most by its own count (``first_best_four`` in the rules).

Deals are taken by suit class. Which of equally good fours comes first may depend on
the names of the suits, so where that matters all 24 renamings of a deal are searched.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.show import hand_index, show_table
from trueodds.core.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.suit_classes import suit_classes

Array: TypeAlias = NDArray[Any]

FOURS = np.array(list(combinations(range(6), 4)))
"""The places of the fifteen fours, in the order of the search."""


def quantities(rules: CribbageRules) -> Iterator[Quantity]:
    """What the script gets wrong by these rules: of all fours, and of all deals."""
    script = CribbageRules.load("published-script")
    true, printed = (
        show_table(source, "hand", bare=True)[:, 0] for source in (rules, script)
    )
    yield Quantity.probability(
        "script.misscored",
        "Published script: four cards that it misscores",
        int((true != printed).sum()),
        len(true),
    )
    wrong_best, wrong_choice, deals = _wrong_deals(true, printed)
    yield Quantity.probability(
        "script.wrong_best",
        "Published script: deals whose best value it has wrong",
        wrong_best,
        deals,
    )
    yield Quantity.probability(
        "script.wrong_choice",
        "Published script: deals in which the four kept are not a best four",
        wrong_choice,
        deals,
    )


def _wrong_deals(true: Array, printed: Array) -> tuple[int, int, int]:
    """Deals with the best value wrong, deals with the choice wrong, and all deals."""
    deals, sets = suit_classes(6)
    reported = np.full(len(deals), -1, dtype=np.int16)
    best, most, least = (reported.copy() for _ in range(3))
    for places in FOURS:
        four = hand_index(deals[:, places])
        points, worth = printed[four], true[four]
        better, tied = points > reported, points == reported
        np.maximum(best, worth, out=best)
        np.maximum(reported, points, out=reported)
        # What fours that tie for the script's best are worth.
        np.maximum(most, worth, out=most, where=tied)
        np.minimum(least, worth, out=least, where=tied)
        np.copyto(most, worth, where=better)
        np.copyto(least, worth, where=better)
    wrong_choice = int(sets[most < best].sum())
    unsure = (least < best) & (most == best)
    wrong = _wrong_renamings(deals[unsure], best[unsure], true, printed)
    wrong_choice += int(sets[unsure] @ wrong) // 24
    return int(sets[reported != best].sum()), wrong_choice, int(sets.sum())


def _wrong_renamings(
    deals: Array, best: Array, true: Array, printed: Array
) -> NDArray[np.int64]:
    """In how many of 24 renamings of its suits a deal keeps no best four."""
    wrong = np.zeros(len(deals), dtype=np.int64)
    for suits in permutations(range(4)):
        renamed = deals // 4 * 4 + np.array(suits, dtype=np.uint8)[deals % 4]
        renamed.sort(axis=1)
        fours = np.stack([hand_index(renamed[:, places]) for places in FOURS], axis=1)
        first = printed[fours].argmax(axis=1)
        wrong += true[fours[np.arange(len(deals)), first]] < best
    return wrong
