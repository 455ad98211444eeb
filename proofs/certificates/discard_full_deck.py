"""Cribbage's certificate of the discard from the whole deck: the shipped strategies.

The checker reads a strategy as one letter for each class of six cards. A class is
written as a number: 13 bits for the ranks of each suit, with the largest suit in the
highest bits. The letters follow the ascending order of these numbers. Within a class,
the six cards ascend by rank, then by suit.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.strategy import Strategy
from trueodds.analysis.cribbage.strategy import strategy as shipped
from trueodds.analysis.cribbage.strategy_file import ROLES
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.errors import ModelError, NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.progress import Progress
from trueodds.proofs.certificates.cribbage import EQUILIBRIUM, plain
from trueodds.proofs.certificates.cribbage import LETTERS as RANKS
from trueodds.proofs.certificates.format import Certificate, exact

Array: TypeAlias = NDArray[Any]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
LINE = 1000


def whole(odds: Odds, progress: Progress) -> Certificate:
    """Return the certificate of both shipped discard strategies and of their bounds.

    ``odds`` has the rules, and the values that the certificate claims. ``progress`` is
    called as the work goes on.

    Raises:
        NotDescribedError: If the rules are not those of the shipped strategies.
    """
    rules = odds.rules_as(CribbageRules)
    if not {*EQUILIBRIUM} <= {*odds}:
        raise NotDescribedError(
            "the certificate of the discard needs the rules of the shipped strategies"
        )
    value, gap = EQUILIBRIUM
    progress("writing strategies", 0, len(ROLES))
    thrown = {}
    for number, role in enumerate(ROLES):
        thrown[role] = written(shipped("equilibrium", role, rules))
        progress("writing strategies", number + 1, len(ROLES))
    return Certificate(
        "equilibrium cribbage discard",
        {"ranks": RANKS, **plain(rules)},
        {
            value: exact(Enclosure.around(odds[value].value)),
            gap: exact(odds[gap].value),
        },
        thrown,
    )


def written(strategy: Strategy) -> dict[str, Any]:
    """Return a strategy as values for JSON, in the checker's order of classes.

    A class is all hands of six cards that are alike up to a renaming of the suits. The
    values are: "rows", the different rows of weights of the 15 discards; "denominator",
    the number that each row adds up to; and "classes", lines of text with a letter for
    each class, which names its row.

    Raises:
        ModelError: If there are more different rows than letters.
    """
    order, discards = _renumbered()
    weights = np.take_along_axis(strategy.weights, discards, axis=1)[order]
    # The first rows throw one discard always.
    rows = np.eye(len(DISCARDS), dtype=np.int64) * strategy.denominator
    chosen = weights.argmax(axis=1)
    mixed = np.flatnonzero(weights.max(axis=1) < strategy.denominator)
    # Then follow the rows of mixed classes, each different row once.
    more, entries = np.unique(weights[mixed], axis=0, return_inverse=True)
    chosen[mixed] = len(rows) + entries.reshape(-1)
    rows = np.concatenate([rows, more])
    # A class is one letter, so there are no more rows than letters.
    if len(rows) > len(LETTERS):
        raise ModelError(f"the certificate holds at most {len(LETTERS)} rows")
    text = np.frombuffer(LETTERS.encode(), np.uint8)[chosen].tobytes().decode()
    return {
        "denominator": strategy.denominator,
        "rows": [[[int(d), int(row[d])] for d in row.nonzero()[0]] for row in rows],
        "classes": [text[at : at + LINE] for at in range(0, len(text), LINE)],
    }


def _renumbered() -> tuple[Array, Array]:
    """Return how the analysis numbers classes and discards, in the checker's order.

    The shapes are (classes,), and (classes, 15) by class as the analysis numbers it.
    """
    cards = all_classes(6).cards.astype(np.int64)
    suits = np.zeros((len(cards), 4), np.int64)
    for card in cards.T:
        suits[np.arange(len(cards)), card & 3] |= 1 << (card >> 2)
    # The place of each suit in ascending order: the largest suit gets the highest bits.
    places = suits.argsort(axis=1, kind="stable").argsort(axis=1)
    sets = (suits << 13 * places).sum(axis=1)
    renamed = cards & ~3 | np.take_along_axis(places, cards & 3, axis=1)
    # Renamed suits sort differently, so discards are numbered anew by the new places.
    in_order = renamed.argsort(axis=1)
    number = np.zeros((6, 6), np.int64)
    for discard, (low, high) in enumerate(DISCARDS):
        number[low, high] = number[high, low] = discard
    lows, highs = (in_order[:, positions] for positions in np.transpose(DISCARDS))
    return sets.argsort(), number[lows, highs]
