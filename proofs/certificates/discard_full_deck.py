"""Cribbage's certificate of the discard from the whole deck: the shipped strategies.

Written as the checker reads them: a letter for each class of six cards. A class is
named by its four suits' ranks as bits, the largest suit in front, and the classes
ascend; the six cards ascend by rank, then by suit.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.strategy import Strategy, strategy
from trueodds.analysis.cribbage.strategy_file import ROLES
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import ModelError
from trueodds.core.odds import Odds
from trueodds.core.progress import Progress
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.proofs.certificates.cribbage import LETTERS as RANKS
from trueodds.proofs.certificates.cribbage import plain
from trueodds.proofs.certificates.format import Certificate, exact

Array: TypeAlias = NDArray[Any]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
LINE = 1000


def whole(odds: Odds, progress: Progress) -> Certificate:
    """Both shipped strategies, and the value between what they guarantee.

    Raises ``ModelError`` for rules that they are not for.
    """
    rules = odds.rules
    assert isinstance(rules, CribbageRules)
    names = ("deal.equilibrium.value", "deal.equilibrium.exploitability")
    if not {*names} <= {*odds}:
        raise ModelError(
            "the certificate of the discard is of the rules of the shipped strategies"
        )
    value, gap = (odds[name].value for name in names)
    bounds = value if isinstance(value, Enclosure) else Enclosure(value, value)
    progress("writing strategies", 0, len(ROLES))
    thrown = {}
    for number, role in enumerate(ROLES):
        thrown[role] = written(strategy("equilibrium", role, rules))
        progress("writing strategies", number + 1, len(ROLES))
    return Certificate(
        "equilibrium",
        "cribbage",
        "discard",
        {"ranks": RANKS, **plain(rules)},
        dict(zip(names, (exact(bounds), exact(gap)), strict=True)),
        thrown,
    )


def written(of: Strategy) -> dict[str, Any]:
    """A strategy by the checker's classes and discards.

    Raises ``ModelError`` where it needs more different rows than there are letters.
    """
    order, discards = _renumbered()
    weights = np.take_along_axis(of.weights, discards, axis=1)[order]
    rows = np.eye(len(DISCARDS), dtype=np.int64) * of.denominator
    found = weights.argmax(axis=1)
    mixed = np.flatnonzero(weights.max(axis=1) < of.denominator)
    more, entries = np.unique(weights[mixed], axis=0, return_inverse=True)
    found[mixed] = len(rows) + entries.reshape(-1)
    rows = np.concatenate([rows, more])
    if len(rows) > len(LETTERS):
        raise ModelError(f"the certificate holds at most {len(LETTERS)} rows")
    text = np.frombuffer(LETTERS.encode(), np.uint8)[found].tobytes().decode()
    return {
        "denominator": of.denominator,
        "rows": [[[int(d), int(row[d])] for d in row.nonzero()[0]] for row in rows],
        "classes": [text[at : at + LINE] for at in range(0, len(text), LINE)],
    }


def _renumbered() -> tuple[Array, Array]:
    """Our classes in the checker's order, and by class our discards in its order."""
    cards = all_classes(6).cards.astype(np.int64)
    suits = np.zeros((len(cards), 4), np.int64)
    for card in cards.T:
        suits[np.arange(len(cards)), card & 3] |= 1 << (card >> 2)
    places = suits.argsort(axis=1, kind="stable").argsort(axis=1)
    sets = (suits << 13 * places).sum(axis=1)
    renamed = cards & ~3 | np.take_along_axis(places, cards & 3, axis=1)
    theirs = renamed.argsort(axis=1)
    number = np.zeros((6, 6), np.int64)
    for discard, (low, high) in enumerate(DISCARDS):
        number[low, high] = number[high, low] = discard
    lows, highs = (theirs[:, positions] for positions in np.transpose(DISCARDS))
    return sets.argsort(), number[lows, highs]
