"""Counts of sampled deals, from which the Markov chain of a game is computed.

With ``a`` points to go for the dealer and ``b`` for pone, a deal can end the game in
two ways. The dealer wins if he reaches ``a`` points while pone has fewer than ``b``.
Pone wins if he reaches ``b`` while the dealer has fewer than ``a``. Otherwise the
totals of both are too low, and the next deal follows. So two tables are enough for a
game at every score, although it matters in which order a deal's points are counted:

- ``totals[i, j]``: deals in which the dealer scores i points in all, and pone j;
- ``reached[i, j]``: deals in which the dealer reaches i points while pone has j.

These tables lose nothing: the sample is the only approximation.
"""

from __future__ import annotations

import hashlib
import io
import lzma
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueodds.core.errors import RulesError
from trueodds.core.storage import store

FORMAT = 1
BATCHES = 50
"""Batches of a sample: their differences give the standard error of every result."""
MOST_BYTES = 2**24
"""Upper limit on both tables: no deal scores more than 127 points."""

SHIPPED = files(__package__) / "equilibrium.deals"

Counts = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class DealCounts:
    """Counts of sampled deals, in ``BATCHES`` independent batches of equal size.

    Both tables are int32 of shape (batches, dealer's points, pone's points). ``recipe``
    says how the sample was made: format, rules, strategies, seed and number of deals.
    """

    recipe: dict[str, Any]
    totals: Counts
    reached: Counts

    @property
    def deals(self) -> int:
        """The number of sampled deals."""
        return int(self.recipe["deals"])

    @property
    def seed(self) -> int:
        """The seed of the sample."""
        return int(self.recipe["seed"])

    @property
    def digest(self) -> str:
        """A SHA-256 fingerprint of both tables."""
        tables = (np.ascontiguousarray(table) for table in (self.totals, self.reached))
        return hashlib.sha256(b"".join(map(np.ndarray.tobytes, tables))).hexdigest()

    def write(self, path: Path) -> None:
        """Write the counts to a file. Raises ``OutputError`` if that is impossible."""
        packed = io.BytesIO()
        # Neighbours differ little: the dealer often scores several points at once.
        np.save(packed, self.totals)
        np.save(packed, np.diff(self.reached, axis=1, prepend=0))
        content = lzma.compress(packed.getvalue(), preset=9)
        store.write_bytes(path, self.recipe, content)


def read_counts(path: Path) -> DealCounts:
    """Return the counts of a file that ``DealCounts.write`` has written.

    Raises ``RulesError`` for a file that cannot be read, is damaged, or is another
    kind of file.
    """
    try:
        recipe, content = store.read_bytes(path)
        packed = io.BytesIO(_decompressed(content))
        totals = np.load(packed, allow_pickle=False)
        reached = np.cumsum(np.load(packed, allow_pickle=False), axis=1, dtype=np.int32)
        counts = DealCounts(recipe, totals, reached)
        _check(counts)
    except FileNotFoundError:
        raise RulesError(
            f"there is no {path}; trueodds cribbage sample writes such files"
        ) from None
    except OSError as error:
        raise RulesError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, EOFError, MemoryError, lzma.LZMAError):
        raise RulesError(
            f"{path} is not a sample of deals, or it is damaged; "
            "trueodds cribbage sample writes such files"
        ) from None
    return counts


def _decompressed(content: memoryview) -> bytes:
    """Return the tables of a file, without ever decompressing many more bytes."""
    decompressor = lzma.LZMADecompressor(memlimit=2**28)
    packed = decompressor.decompress(content, max_length=MOST_BYTES)
    if not decompressor.eof:
        raise ValueError("its tables are too large, or cut off")
    return packed


@cache
def shipped_counts() -> DealCounts:
    """Return the shipped counts, of deals at the shipped equilibria.

    >>> counts = shipped_counts()
    >>> int(counts.totals.sum()) == counts.deals
    True
    """
    return read_counts(Path(str(SHIPPED)))


def _check(counts: DealCounts) -> None:
    """Raise ``ValueError`` for tables that no sample can have."""
    totals, reached = counts.totals, counts.reached
    in_batch, rest = divmod(counts.deals, BATCHES)
    if (
        counts.recipe["format"] != FORMAT
        or rest
        or totals.ndim != 3
        or totals.shape != reached.shape
        or len(totals) != BATCHES
        or min(int(totals.min()), int(reached.min())) < 0
        or totals[:, 0, 0].any()
        or (totals.sum(axis=(1, 2)) != in_batch).any()
    ):
        raise ValueError("no sample of deals")
    # The dealer reaches i points in every deal with a total of i or more.
    at_least = totals.sum(axis=2)[:, ::-1].cumsum(axis=1)[:, ::-1]
    if (reached.sum(axis=2)[:, 1:] != at_least[:, 1:]).any():
        raise ValueError("the two tables contradict each other")
