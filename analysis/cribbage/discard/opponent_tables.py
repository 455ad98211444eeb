"""What one strategy of the other player comes to, kept as bytes that one deal needs.

The sums over all the other's hands that contain up to four given cards, 24 MB, are made
by the compiled passes once and kept. Everything here reads them without numpy.
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
LENGTH = 8  # bytes that say how long the header is
COMPUTED = ("best-own-hand", "uniform")
FIRST = (0, 1, 14, 183, 1938)
"""Where the classes of no, one, … four cards begin among all of them."""

_PARTS: dict[str, Literal["H", "h", "i", "q"]] = {
    "entries": "H",
    "points": "h",
    "over_all": "i",
    "contained": "q",
    "pairs": "i",
    "by_suit": "q",
}


@dataclass(frozen=True, slots=True)
class OtherHands:
    """Sums over the hands of somebody who throws by one strategy.

    Flat arrays: ``entries`` the row of weights that each class of deals plays;
    ``points`` (91, 13, 91) what a pair, a starter's rank and a pair score and
    ``over_all`` (91, 91) that with all 52 starters; ``contained`` (18370, 96) D of
    ``sums`` for the classes of up to four cards; ``pairs`` (16432, 91) and ``by_suit``
    (16432, 13) those of ``holding`` for four cards.
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


def other_hands(
    source: str | Path,
    role: str,
    rules: CribbageRules,
    *,
    use_cache: bool = True,
    progress: Progress = silent,
) -> OtherHands:
    """The sums for what ``role`` throws by a named strategy or by a strategy file.

    Raises ``RulesError`` as ``strategies.strategy`` does.
    """
    if source in COMPUTED:
        name, told = str(source), str(source)
    else:
        told = hashlib.sha256(content_of(source)[0]).hexdigest()
        name = f"strategy-{told[:16]}" if source != "equilibrium" else str(source)
    kept = store.fetch_bytes(
        f"cribbage-{name}-{role}.bin",
        {
            "format": FORMAT,
            "strategy": told,
            "role": role,
            "rules": rulebook.digest("cribbage", rules),
        },
        lambda: _made(source, role, rules, progress),
        use=use_cache,
    )
    return _read(kept)


def _made(
    source: str | Path, role: str, rules: CribbageRules, progress: Progress
) -> bytes:
    import numpy as np

    from trueodds.analysis.cribbage.crib.inclusion_exclusion import contain
    from trueodds.analysis.cribbage.crib.opponent_hands import (
        hold,
        scoring_of,
        thrown_by_suit,
    )
    from trueodds.analysis.cribbage.strategy import strategy
    from trueodds.core.parallel import in_parallel

    throws = strategy(source, role, rules)
    scoring = scoring_of(rules)
    with in_parallel(progress) as run:
        held = hold(throws, thrown_by_suit(throws), scoring, run, keep_once=False)
        contained = np.concatenate(contain(held, scoring, 4, run))
    header = {
        "denominator": throws.denominator,
        "rows": throws.throws.rows,
        "flush": scoring.flush,
        "nobs": scoring.nobs,
    }
    parts = {
        "entries": np.asarray(throws.throws.entries),
        "points": scoring.points,
        "over_all": 4 * scoring.points.sum(axis=1),
        "contained": contained,
        "pairs": held[4].pairs,
        "by_suit": held[4].by_suit,
    }
    packed = [
        np.ascontiguousarray(parts[name], dtype=f"<{code}").tobytes()
        for name, code in _PARTS.items()
    ]
    told = json.dumps(header | {"sizes": [len(part) for part in packed]})
    return b"".join([len(told).to_bytes(LENGTH, "big"), told.encode(), *packed])


def _read(kept: memoryview) -> OtherHands:
    start = LENGTH + int.from_bytes(kept[:LENGTH], "big")
    header = json.loads(bytes(kept[LENGTH:start]))
    parts: dict[str, Any] = {}
    for (name, code), size in zip(_PARTS.items(), header.pop("sizes"), strict=True):
        part = kept[start : start + size]
        start += size
        if sys.byteorder == "big":
            swapped = array(code, part)
            swapped.byteswap()
            part = memoryview(swapped)
        parts[name] = part.cast("B").cast(code)
    return OtherHands(**header, **parts)
