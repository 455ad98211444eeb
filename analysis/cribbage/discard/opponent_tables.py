"""Cached sums over the opponent's hands for one strategy, readable without numpy.

Compiled code computes the sums over all of the opponent's hands that contain up to four
given cards, 24 MB, once for each strategy. Everything here reads them without numpy.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from trueodds.analysis.cribbage.strategy_file import (
    ROLES,
    StrategyTable,
    content_of,
    show_digest,
    unpack,
)
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress, silent

FORMAT = 1
LENGTH = 8  # bytes of the header's length
COMPUTED = ("best-own-hand", "uniform")
FIRST = (0, 1, 14, 183, 1938)
"""First class number by number of cards: classes of 0 cards, 1 card, … 4 cards."""

_PARTS: dict[str, tuple[Literal["H", "h", "i", "q"], int]] = {
    "entries": ("H", 962_988),
    "points": ("h", 91 * 13 * 91),
    "over_all": ("i", 91 * 91),
    "contained": ("q", 18_370 * 96),
    "pairs": ("i", 16_432 * 91),
    "by_suit": ("q", 16_432 * 13),
}
"""The arrays of a file by name: their type and length."""

DIGESTS = {
    "equilibrium": {
        "dealer": "d66e840ffef8255e705c96ae42a132839fc7d4cdf1c0aa780b39c9e500d7ab77",
        "pone": "7b7fa9efc0b20d7900032da6d4119f08c14204a3e09911168f5eb654d78ad8e7",
    },
    "best-own-hand": dict.fromkeys(
        ROLES, "e391c38158d96930f5c7f6c8eb1df31902fb21701536cec12bef03f7b86d80af"
    ),
    "uniform": dict.fromkeys(
        ROLES, "ac82e20a0cc084395d7b13e99e8655f3503215aa1162285822072709523a76ff"
    ),
}
"""SHA-256 of the tables of the named strategies under six-card rules.

A cache file with any other content is rejected, even if its own checksum is right.
"""


@dataclass(frozen=True, slots=True)
class OpponentTables:
    """Sums over the hands of an opponent with one strategy.

    ``rows`` has the different rows of fifteen weights. The other arrays are flat:

    - ``entries``: the number of the row of weights of each class of deals.
    - ``points`` (91, 13, 91): points by rank of a pair, a starter and a pair.
    - ``over_all`` (91, 91): the same points, summed over all 52 starters.
    - ``contained`` (18370, 96): D of ``crib`` for the classes of up to four cards.
    - ``pairs`` (16432, 91) and ``by_suit`` (16432, 13): F and the sums by suit of
      ``crib.opponent_hands``, for the classes of four cards.
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
    """Return the sums over an opponent's hands, by the name or file of his strategy.

    ``role`` is the opponent's. Raises ``RulesError`` as ``strategy.strategy`` does.
    """
    if source in COMPUTED:
        name = identity = str(source)
    else:
        file, file_name = content_of(source)
        identity = hashlib.sha256(file).hexdigest()
        name = "equilibrium" if source == "equilibrium" else f"strategy-{identity[:16]}"
    digest = show_digest(rules)

    def read(content: memoryview) -> OpponentTables:
        if name in DIGESTS and digest == show_digest(CribbageRules.load()):
            if hashlib.sha256(content).hexdigest() != DIGESTS[name][role]:
                raise ValueError("its content is not that of this strategy")
            return _read(content)
        tables = _read(content)
        if source not in COMPUTED:
            table = unpack(file, digest, file_name)[role]
            rows = tuple(map(tuple, tables.rows))
            if (
                StrategyTable(tables.denominator, rows, array("H", tables.entries))
                != table
            ):
                raise ValueError("its strategy is not that of the file")
        return tables

    cache_file = f"cribbage-{name}-{role}.bin"
    key = {"format": FORMAT, "strategy": identity, "role": role, "rules": digest}
    last = _last_read.get(role)
    stamp = store.stamp(cache_file)
    if use_cache and last and stamp and last[:2] == (key, stamp):
        return last[2]
    tables = store.fetch_checked(
        cache_file,
        key,
        lambda: _computed(source, role, rules, progress),
        read,
        use=use_cache,
    )
    if use_cache:
        _last_read[role] = key, store.stamp(cache_file), tables
    return tables


_last_read: dict[str, tuple[object, object, OpponentTables]] = {}
"""The tables that this process read last by role, 24 MB, with their key and stamp."""


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
    from trueodds.core.storage.parallel import in_parallel

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
        np.ascontiguousarray(parts[name], dtype=code).tobytes()
        for name, (code, _) in _PARTS.items()
    ]
    text = json.dumps(header | {"sizes": [len(part) for part in packed]})
    return b"".join([len(text).to_bytes(LENGTH, "big"), text.encode(), *packed])


def _read(content: memoryview) -> OpponentTables:
    start = LENGTH + int.from_bytes(content[:LENGTH], "big")
    header = json.loads(bytes(content[LENGTH:start]))
    parts: dict[str, Any] = {}
    sizes = header.pop("sizes")
    for (name, (code, length)), size in zip(_PARTS.items(), sizes, strict=True):
        part = content[start : start + size]
        start += size
        parts[name] = part.cast(code)
        if len(parts[name]) != length:
            raise ValueError(f"it has {len(parts[name])} {name}, not {length}")
    return OpponentTables(**header, **parts)
