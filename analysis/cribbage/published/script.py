"""The published script's choice of four cards against the rules, over every deal.

The script (S3) takes two points off a hand in which it finds exactly two runs of three:
right for a run of four, wrong for a run of three with one card paired. It keeps the
first of the fifteen hands that scores the most by its own count (``first_best_four`` in
the rules). The order depends on the names of the suits, so all 24 permutations of the
suits are tried where the first hand matters.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from trueodds.analysis.cribbage.deals import DEALS, all_classes
from trueodds.analysis.cribbage.own_hand import points_now
from trueodds.analysis.cribbage.published.greedy import script_orders
from trueodds.analysis.cribbage.show import show_table
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules


def quantities(rules: CribbageRules) -> Iterator[Quantity]:
    """Yield ``script.*``: the script's errors, of all hands and of all deals."""
    script = CribbageRules.load("published-script")
    hands = show_table(rules, "hand", bare=True)
    misscored = int((hands != show_table(script, "hand", bare=True)).sum())
    wrong_best, wrong_choice = _wrong_deals(rules, script)
    for name, text, count, total in (
        ("misscored", "four cards that it misscores", misscored, len(hands)),
        ("wrong_best", "deals whose best value it has wrong", wrong_best, DEALS),
        (
            "wrong_choice",
            "deals in which the four kept are not a best four",
            wrong_choice,
            DEALS,
        ),
    ):
        label = f"Published script: {text}"
        yield Quantity.probability(f"script.{name}", label, count, total)


def _wrong_deals(rules: CribbageRules, script: CribbageRules) -> tuple[int, int]:
    """Count the deals where the script's best value is wrong, or its choice is."""
    cards, sets = all_classes(6)
    true, printed = points_now(rules), points_now(script)
    best, reported = true.max(axis=1, keepdims=True), printed.max(axis=1, keepdims=True)
    wrong = (printed == reported) & (true < best)
    unsure = np.flatnonzero(wrong.any(axis=1))
    times = np.zeros(len(unsure), np.int64)
    for order in script_orders(cards[unsure]):
        first = np.take_along_axis(printed[unsure], order, axis=1).argmax(axis=1)
        rows = np.arange(len(unsure))
        times += wrong[unsure, order[rows, first]]
    wrong_best = sets[(reported != best)[:, 0]].sum()
    return int(wrong_best), int(sets[unsure] @ times) // 24
