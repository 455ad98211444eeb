"""Odds of the scoring items that a hand holds: fifteens, pairs, runs, flush and nobs.

The reference scorer counts each kind of item by rules in which nothing else scores, and
an item or a card of it scores one point. By such rules a run of three scores 3, and a
double run of three scores 6.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec
import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.show import (
    IMPOSSIBLE,
    points_distribution,
    show_table,
)
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
ITEMS = {
    "fifteen_points": {
        n: (f"fifteens.{n}", f"{number} fifteen{'s' * (n > 1)}")
        for n, number in enumerate(NUMBERS)
    },
    "pair_points": {
        0: ("no_pair", "no pair"),
        1: ("pair", "one pair"),
        2: ("two_pairs", "two pairs"),
        3: ("alike.3", "three of a kind (pair royal, three alike)"),
        4: ("alike.3_and_pair", "three of a kind and a pair (full house)"),
        6: ("alike.4", "four of a kind (double pair royal, four alike)"),
    },
    "run_card_points": {
        0: ("no_run", "no run"),
        3: ("run.3", "a single run of three"),
        4: ("run.4", "a single run of four"),
        5: ("run.5", "a run of five"),
        6: ("double_run.3", "a double run of three"),
        8: ("double_run.4", "a double run of four"),
        9: ("triple_run.3", "a triple run of three"),
        12: ("double_double_run.3", "a double double run (quadruple run) of three"),
    },
    "flush_card_points": {
        4: ("flush.4", "a flush of four, without the starter"),
        5: ("flush.5", "a flush of five"),
    },
    "nobs_points": {1: ("nobs", "his nobs")},
}
"""End of the id, and words, by the points where only the item scores, by its rule."""
NOTHING = dict.fromkeys(ITEMS, 0) | {
    "runs": "longest",
    "two_threes_correction": 0,
    "hand_flush": 4,
}

WORDS = " ".join(words for items in ITEMS.values() for _, words in items.values())
"""The words of all items."""


def quantities(
    prefix: str,
    label: str,
    rules: CribbageRules,
    weights: NDArray[np.int64] | None = None,
) -> Iterator[Quantity]:
    """Yield, for each scoring item, the probability that a hand holds it.

    Items that no hand can hold are left out.

    Args:
        prefix: The beginning of the ids.
        label: The beginning of the labels.
        rules: The rules say whether there is a starter. An item need not score.
        weights: How often each hand of four comes with each starter, in the shape of
            ``show_table`` (default: equally often).

    Example:
        >>> odds = quantities("hand.holds", "Four cards", CribbageRules.load())
        >>> [(q.label, str(q.exact)) for q in odds if q.id == "hand.holds.flush.5"]
        [('Four cards: a flush of five', '33/16660')]
    """
    for rule, items in ITEMS.items():
        alone = msgspec.structs.replace(rules, **NOTHING | {rule: 1})
        table = show_table(alone, "hand")
        shows = table != IMPOSSIBLE
        of_shows = None if weights is None else weights[shows]
        held = points_distribution(table[shows], of_shows)
        for points, (name, words) in items.items():
            # Some items need a starter, such as a flush of five.
            if weight := held.weight(points):
                id = f"{prefix}.{name}"
                text = f"{label}: {words}"
                share = Fraction(weight, held.total)
                yield Quantity(id, text, share, "probability", "enumeration")
