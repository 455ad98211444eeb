"""Data file of the deal explorer: the best discard of every class of deals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.discard.ranking import EQUILIBRIUM, discard
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.cards import Card, format_cards
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.progress import Progress, silent


def best_throws_file(
    role: str, rules: CribbageRules, progress: Progress = silent
) -> bytes:
    """Return the best discard of every suit class of six cards, in half a byte each.

    A suit class has all deals that differ only in the names of the suits. Its half byte
    is the number of its discard in ``DISCARDS``, 0 to 14. The classes are in the order
    of their numbers, and the low half of a byte comes first. ``role`` is the player's,
    "dealer" or "pone".

    The best discards are read from the shipped strategy, which throws a best discard
    wherever it throws only one. It mixes two discards if they are equal up to a
    remainder below 10**-16 points. The better of them is then computed exactly.
    """
    table = strategy(EQUILIBRIUM, role, rules).table
    first = np.array([np.argmax(row) for row in table.rows], np.uint8)
    # ``rows`` are the different distributions over the 15 discards; ``entries`` has the
    # index of each class of deals.
    several = np.count_nonzero(np.array(table.rows), axis=1) > 1
    entries = np.asarray(table.entries)
    best = first[entries]
    for index in np.flatnonzero(several[entries]).tolist():
        cards = [Card.of_number(int(card)) for card in all_classes(6).cards[index]]
        thrown = discard(format_cards(cards), role, progress=progress).best.discard
        # Places of the two cards in the hand, as ``DISCARDS`` lists them.
        low, high = sorted(map(cards.index, thrown))
        best[index] = DISCARDS.index((low, high))
    # A discard is a number below 15, and the number of classes is even.
    packed: NDArray[np.uint8] = best[0:CLASSES:2] | best[1:CLASSES:2] << 4
    return packed.tobytes()
