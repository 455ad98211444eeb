"""Cached sums over the opponent's hands for one strategy, readable without numpy.

Compiled code computes the sums over all of the opponent's hands that contain up to four
given cards, once for each strategy. Everything here reads them without numpy, and the
report's page on deals reads the same bytes (``readTables`` in
``reports/html/engines/cribbage_discard.js``).

Most sums are multiples of the strategy's denominator, because the strategy mixes
discards in few classes of deals. So each array is split into quotients and remainders.
Each part is in *byte planes*, all lowest bytes first, which makes deflate much more
effective.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueodds.analysis.cribbage.strategy_file import (
    CLASSES,
    ROLES,
    StrategyTable,
    content_of,
    show_digest,
    strategy_tables,
)
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress, silent

if TYPE_CHECKING:
    from numpy.typing import NDArray

MADE_BY = "discard/2"
"""Changes whenever the tables would come out or be stored differently."""

HEADER = 4  # bytes of the header's length
COMPUTED = ("best-own-hand", "uniform")
FIRST = (0, 1, 14, 183, 1938)
"""First class number by number of cards: classes of 0 cards, 1 card, … 4 cards."""
PAIRS = 91
SUITED_SUMS = 5
BY_SUIT = 8
"""Numbers of pairs of ranks, of columns of ``suits``, and of columns of ``by_suit``."""

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
    """Return the fields of the rules by which a show is scored, for JavaScript.

    The keys are the names in ``SCORING``. The values are numbers of points, and the
    numbers of cards that a flush needs in the hand and in the crib.
    """
    return {name: getattr(rules, name) for name in SCORING}


DIGESTS = {
    "equilibrium": {
        "dealer": "01f641a592be80d76c8507f9bcfdd3fffe8f216f1ddfc4353650bd03d2d5c807",
        "pone": "5586170dd3d33e6537dbc85b5117278d4992a4ca2c40d16d557960b206d6694a",
    },
    "best-own-hand": dict.fromkeys(
        ROLES, "6f5b58c0b205e28b698d03a41559151a69ce888988ad2ef305fba05ffa698896"
    ),
    "uniform": dict.fromkeys(
        ROLES, "37aac0309e59592848d8ab8cc80fe4927ba65bc8138b6e6a21601c04facaf3ff"
    ),
}
"""SHA-256 of ``OpponentTables.file`` of the named strategies under six-card rules.

A cache file with any other content is rejected, even if its own checksum is right.
"""


@dataclass(frozen=True, slots=True)
class Planes:
    """An array of whole numbers, which is stored as several arrays of bytes.

    ``planes`` has a factor and an array of bytes for each of them. A whole number is
    the sum of the factors times the bytes at its index.
    """

    planes: list[tuple[int, memoryview]]

    def __getitem__(self, index: int) -> int:
        return sum([factor * plane[index] for factor, plane in self.planes])


@dataclass(frozen=True, slots=True)
class OpponentTables:
    """Sums over the six-card hands of an opponent with one discard strategy.

    ``rows`` has the different rows of fifteen weights of discards, with the sum
    ``denominator``. ``flush`` are the points of a flush of four and of a fifth card in
    the crib, and ``nobs`` the points of nobs. The arrays are flat. The sums are over
    the hands that contain certain cards T, for each suit class of T. F is the weight
    with which these hands throw each two ranks. D has the points of the crib, times the
    weights, summed over the hands and starters that contain T together. The package
    ``crib`` defines F, D and the sums by suit. A suit class has all sets of cards that
    differ only in the names of the suits.

    - ``entries``: the index in ``rows`` of each suit class of six cards.
    - ``ranks`` (18370, 91) and ``suits`` (18370, 5): D for the classes of up to four
      cards. ``ranks`` has the columns for pairs of ranks, divided by 24, and ``suits``
      the columns for nobs and flush.
    - ``pairs`` (16432, 91) and ``by_suit`` (16432, 8): F and the sums by suit, for the
      classes of four cards.
    - ``rank_points`` (91, 13, 91): points by rank of a pair, a starter and a pair.

    ``file`` are the bytes that hold all this: the length of a header, the header as
    JSON, and the arrays of bytes of which each array is made (``Planes``).
    """

    denominator: int
    rows: list[list[int]]
    flush: tuple[int, int]
    nobs: int
    entries: Planes
    ranks: Planes
    suits: Planes
    pairs: Planes
    by_suit: Planes
    rank_points: Planes
    file: bytes


def opponent_tables(
    source: str | Path,
    role: str,
    rules: CribbageRules,
    *,
    use_cache: bool = True,
    progress: Progress = silent,
) -> OpponentTables:
    """Return the sums over an opponent's hands, by the name or file of his strategy.

    ``source`` is the name of a discard strategy, such as ``equilibrium``, or a strategy
    file. ``role`` is the opponent's role, "dealer" or "pone". If ``use_cache`` is
    false, the sums are computed, and no cached sums are read or written. Raises
    ``UnknownNameError`` for a name that is no file either. Raises ``RulesError`` for a
    file that cannot be read, is damaged, is for other rules, or has no strategy for the
    role.
    """
    name, key = cache_key(source, role, rules)

    def read(content: memoryview) -> OpponentTables:
        tables = _read(zlib.decompress(content), rules)
        usual = show_digest(rules) == show_digest(CribbageRules.load())
        # The sums of named strategies are known for the usual rules.
        if source in DIGESTS and usual:
            digest = hashlib.sha256(tables.file).hexdigest()
            if digest != DIGESTS[str(source)][role]:
                raise ValueError("its content is not that of this strategy")
            return tables
        # The sums of a file are not, but the strategy in them can be compared.
        if source not in COMPUTED:
            table = strategy_tables(source, rules)[role]
            rows = tuple(map(tuple, tables.rows))
            entries = array("H", map(tables.entries.__getitem__, range(CLASSES)))
            if StrategyTable(tables.denominator, rows, entries) != table:
                raise ValueError("its strategy is not that of the file")
        return tables

    last_key, tables = _last_read.get(role, (None, None))
    if tables is None or not use_cache or last_key != key:
        tables = store.fetch_checked(
            name,
            key,
            lambda: _computed(source, role, rules, progress),
            read,
            use=use_cache,
        )
    if use_cache:
        _last_read[role] = key, tables
    return tables


def cache_key(
    source: str | Path, role: str, rules: CribbageRules
) -> tuple[str, dict[str, str]]:
    """Return the name and the key under which the sums of an opponent are cached.

    ``source`` is the name of the opponent's discard strategy, or a strategy file.
    ``role`` is the opponent's role, "dealer" or "pone".
    """
    name = identity = str(source)
    if source not in COMPUTED:
        content, _ = content_of(source)
        identity = hashlib.sha256(content).hexdigest()
    if source not in DIGESTS:
        name = f"strategy-{identity[:16]}"
    key = {"strategy": identity, "role": role, "rules": show_digest(rules)}
    return f"cribbage-{name}-{role}.bin", key | {"made by": MADE_BY}


_last_read: dict[str, tuple[object, OpponentTables]] = {}
"""The tables that this process read last by role, 20 MB, with their key."""


def _computed(
    source: str | Path, role: str, rules: CribbageRules, progress: Progress
) -> bytes:
    import numpy as np

    from trueodds.analysis.cribbage.crib.inclusion_exclusion import sums_containing
    from trueodds.analysis.cribbage.crib.opponent_hands import (
        SUITS,
        hands_of,
        opponent_hands,
        scoring_of,
    )
    from trueodds.analysis.cribbage.strategy import strategy
    from trueodds.core.storage.parallel import in_parallel

    opponent = strategy(source, role, rules)
    crib = scoring_of(rules)
    with in_parallel(progress) as run:
        sums = opponent_hands(hands_of(opponent), crib, run, keep_once=False)
        # ``one_deal`` adds the hands with five or six shared cards itself, so D of five
        # cards is left out: it would be seven times as large.
        contained = np.concatenate(sums_containing(sums, crib, 4, run))
    unit = opponent.denominator
    listed = []
    planes = []
    for name, divisor, values in (
        ("entries", 1, np.asarray(opponent.table.entries, np.int64)),
        ("ranks", unit, contained[:, :PAIRS] // SUITS),
        ("suits", unit, contained[:, PAIRS:]),
        ("pairs", unit, sums[4].pairs),
        ("by_suit", unit, sums[4].by_suit[:, :BY_SUIT]),
        ("rank_points", 1, crib.points),
    ):
        parts = [[*_planes(part)] for part in np.divmod(values.ravel(), divisor)]
        listed.append(
            {"name": name, "values": values.size, "unit": divisor}
            | {"planes": [len(part) for part in parts]}
        )
        planes += [plane for part in parts for plane in part]
    header = {
        "denominator": unit,
        "rows": opponent.table.rows,
        "rules": scoring(rules),
        "arrays": listed,
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    size = len(text).to_bytes(HEADER, "little")
    return zlib.compress(b"".join([size, text, *planes]), 9)


def _planes(values: NDArray[Any]) -> Iterator[bytes]:
    """Yield the bytes of values that are not negative: all lowest bytes first."""
    while values.any():
        yield (values & 255).astype("u1").tobytes()
        values = values >> 8


def _read(file: bytes, rules: CribbageRules) -> OpponentTables:
    start = HEADER + int.from_bytes(file[:HEADER], "little")
    header = json.loads(file[HEADER:start])
    arrays = {}
    view = memoryview(file)
    for each in header["arrays"]:
        planes = arrays[each["name"]] = Planes([])
        for factor, count in zip((each["unit"], 1), each["planes"], strict=True):
            for number in range(count):
                stop = start + each["values"]
                # Byte ``number`` of a value counts 256**number times the unit, or times
                # 1.
                planes.planes.append((factor << 8 * number, view[start:stop]))
                start = stop
    if start != len(file):
        raise ValueError("its arrays are incomplete")
    return OpponentTables(
        denominator=header["denominator"],
        rows=header["rows"],
        flush=rules.flush_points("crib"),
        nobs=rules.nobs_points,
        file=file,
        **arrays,
    )
