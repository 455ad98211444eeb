"""Data files of the deal explorer: sums over the opponent's hands, and best throws.

The sums are those of ``opponent_tables``, which ``trueodds discard`` reads too. Most of
them are multiples of the strategy's denominator, because the strategy mixes discards in
few classes of deals. So each array is split into multiples and remainders. Each part is
written in *byte planes*, all lowest bytes first, which makes deflate much more
effective. ``readTables`` in ``reports/html/engines/cribbage_discard.js`` reads them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.crib.opponent_hands import SUITS
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.discard.opponent_tables import (
    OpponentTables,
    opponent_tables,
)
from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM, discard
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES
from trueodds.analysis.cribbage.suit_classes import DISCARDS, PAIRS
from trueodds.core.cards import Card
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.progress import Progress, silent

SUIT_SUMS = 5
"""Number of columns after the pairs in ``OpponentTables.contained``: nobs, flushes."""
BY_SUIT = 8
"""Number of columns of ``OpponentTables.by_suit`` used: jacks and suited pairs."""
SCORING = (
    "fifteen_points",
    "pair_points",
    "run_card_points",
    "flush_card_points",
    "hand_flush",
    "crib_flush",
    "nobs_points",
)
"""The fields of the rules that score a show, for the scorer in JavaScript."""


def scoring(rules: CribbageRules) -> dict[str, int]:
    """Return the values of the fields of ``SCORING``."""
    return {name: getattr(rules, name) for name in SCORING}


def sums_file(
    source: str, role: str, rules: CribbageRules, progress: Progress = silent
) -> bytes:
    """Return the file of sums over the hands of an opponent with a named strategy.

    ``role`` is the opponent's. The bytes are the length of a header, the header as
    JSON, and the planes of each array.
    """
    tables = opponent_tables(source, role, rules, progress=progress)
    arrays, planes = [], []
    for name, values, unit in _arrays(tables):
        parts = [list(_planes(part)) for part in np.divmod(values, unit)]
        lengths = [len(part) for part in parts]
        arrays.append(
            {"name": name, "values": values.size, "unit": unit, "planes": lengths}
        )
        planes += [plane for part in parts for plane in part]
    header = {
        "strategy": source,
        "denominator": tables.denominator,
        "rows": tables.rows,
        "rules": scoring(rules),
        "arrays": arrays,
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    return b"".join([len(text).to_bytes(4, "little"), text, *planes])


def best_throws_file(
    role: str, rules: CribbageRules, progress: Progress = silent
) -> bytes:
    """Return the best discard of every class at equilibrium, in half a byte each.

    ``role`` is the player's. The low half of a byte comes first. The shipped strategy
    throws a best discard wherever it throws only one. Where it mixes two, ``discard``
    decides, because they are equal up to a remainder below 10**-16 points.
    """
    table = strategy(EQUILIBRIUM, role, rules).table
    first = np.array([np.argmax(row) for row in table.rows], np.uint8)
    several = np.count_nonzero(np.array(table.rows), axis=1) > 1
    entries = np.asarray(table.entries)
    best = first[entries]
    for index in np.flatnonzero(several[entries]).tolist():
        cards = [Card.of_number(int(card)) for card in all_classes(6).cards[index]]
        thrown = discard(cards, role, progress=progress).best.discard
        low, high = sorted(map(cards.index, thrown))
        best[index] = DISCARDS.index((low, high))
    packed: NDArray[np.uint8] = best[0:CLASSES:2] | best[1:CLASSES:2] << 4
    return packed.tobytes()


def _arrays(tables: OpponentTables) -> Iterator[tuple[str, NDArray[np.int64], int]]:
    """Yield name, values and unit of each array that the explorer needs."""
    unit, pairs = tables.denominator, len(PAIRS)
    contained = np.asarray(tables.contained).reshape(-1, pairs + SUIT_SUMS)
    by_suit = np.asarray(tables.by_suit).reshape(-1, len(tables.by_suit) // 16_432)
    yield "entries", np.asarray(tables.entries, np.int64), 1
    yield "ranks", contained[:, :pairs] // SUITS, unit
    yield "suits", contained[:, pairs:], unit
    yield "pairs", np.asarray(tables.pairs, np.int64), unit
    yield "by_suit", by_suit[:, :BY_SUIT], unit


def _planes(values: NDArray[np.int64]) -> Iterator[bytes]:
    """Yield the bytes of values that are not negative: all lowest bytes first."""
    rest = values
    while rest.any():
        yield (rest & 255).astype(np.uint8).tobytes()
        rest = rest >> 8
