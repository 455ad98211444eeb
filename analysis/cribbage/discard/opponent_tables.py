"""Cached sums over the opponent's hands for one strategy, readable without numpy.

Compiled code computes the sums over all of the opponent's hands that contain up to four
given cards, 24 MB, once for each strategy. Everything here reads them without numpy.
"""

from __future__ import annotations

import hashlib
import json
import sys
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from trueodds.analysis.cribbage.strategy_file import content_of
from trueodds.core import rulebook, store
from trueodds.core.progress import Progress, silent
from trueodds.core.rules.cribbage import CribbageRules

FORMAT = 1
LENGTH = 8  # bytes of the header's length
COMPUTED = ("best-own-hand", "uniform")
FIRST = (0, 1, 14, 183, 1938)
"""The numbers of the first classes of no, one, … four cards among all of them."""

_PARTS: dict[str, Literal["H", "h", "i", "q"]] = {
    "entries": "H",
    "points": "h",
    "over_all": "i",
    "contained": "q",
    "pairs": "i",
    "by_suit": "q",
}


@dataclass(frozen=True, slots=True)
class OpponentTables:
    """Sums over the hands of an opponent with one strategy.

    Flat arrays: ``entries`` the number of the row of weights of each class of deals;
    ``points`` (91, 13, 91) what a pair, a starter's rank and a pair score, and
    ``over_all`` (91, 91) these with all 52 starters; ``contained`` (18370, 96) D of
    ``crib`` for the classes of up to four cards; ``pairs`` (16432, 91) F, and
    ``by_suit`` (16432, 13), of ``crib.opponent_hands`` for four cards.
    """

    denominator: int
    rows: list[list[int]]
    flush: list[int]
    nobs: int
    entries: Any
    points: Any
    over_all: Any
    contained: Any
    pairs: Any
    by_suit: Any


def opponent_tables(
    source: str | Path,
    role: str,
    rules: CribbageRules,
    *,
    use_cache: bool = True,
    progress: Progress = silent,
) -> OpponentTables:
    """Return the sums for an opponent's strategy: named, or from a strategy file.

    ``role`` is the opponent's. Raises ``RulesError`` as ``strategy.strategy`` does.
    """
    if source in COMPUTED:
        name = identity = str(source)
    else:
        identity = hashlib.sha256(content_of(source)[0]).hexdigest()
        name = "equilibrium" if source == "equilibrium" else f"strategy-{identity[:16]}"
    content = store.fetch_bytes(
        f"cribbage-{name}-{role}.bin",
        {
            "format": FORMAT,
            "strategy": identity,
            "role": role,
            "rules": rulebook.digest("cribbage", rules),
        },
        lambda: _computed(source, role, rules, progress),
        use=use_cache,
    )
    return _read(content)


def _computed(
    source: str | Path, role: str, rules: CribbageRules, progress: Progress
) -> bytes:
    import numpy as np

    from trueodds.analysis.cribbage.crib.inclusion_exclusion import sums_containing
    from trueodds.analysis.cribbage.crib.opponent_hands import (
        hands_of,
        opponent_hands,
        scoring_of,
    )
    from trueodds.analysis.cribbage.strategy import strategy
    from trueodds.core.parallel import in_parallel

    opponent = strategy(source, role, rules)
    scoring = scoring_of(rules)
    with in_parallel(progress) as run:
        sums = opponent_hands(hands_of(opponent), scoring, run, keep_once=False)
        contained = np.concatenate(sums_containing(sums, scoring, 4, run))
    header = {
        "denominator": opponent.denominator,
        "rows": opponent.table.rows,
        "flush": scoring.flush,
        "nobs": scoring.nobs,
    }
    parts = {
        "entries": np.asarray(opponent.table.entries),
        "points": scoring.points,
        "over_all": 4 * scoring.points.sum(axis=1),
        "contained": contained,
        "pairs": sums[4].pairs,
        "by_suit": sums[4].by_suit,
    }
    packed = [
        np.ascontiguousarray(parts[name], dtype=f"<{code}").tobytes()
        for name, code in _PARTS.items()
    ]
    text = json.dumps(header | {"sizes": [len(part) for part in packed]})
    return b"".join([len(text).to_bytes(LENGTH, "big"), text.encode(), *packed])


def _read(content: memoryview) -> OpponentTables:
    start = LENGTH + int.from_bytes(content[:LENGTH], "big")
    header = json.loads(bytes(content[LENGTH:start]))
    parts: dict[str, Any] = {}
    for (name, code), size in zip(_PARTS.items(), header.pop("sizes"), strict=True):
        part = content[start : start + size]
        start += size
        if sys.byteorder == "big":
            swapped = array(code, part)
            swapped.byteswap()
            part = memoryview(swapped)
        parts[name] = part.cast("B").cast(code)
    return OpponentTables(**header, **parts)
