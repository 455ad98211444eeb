"""Batches of every kernel: any layout in memory, no rows, and threads at once."""

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from trueodds.core.kernels import baccarat, cribbage, farkle
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.storage.parallel import Threads

Array = NDArray[Any]
RANDOM = np.random.default_rng(3)
BOX, ZILCH = FarkleRules.load("box"), FarkleRules.load("zilch")


class Kernel(NamedTuple):
    """A kernel, the cached function that makes its tables, and rows that it counts."""

    count: Callable[[Array], Array]
    tables: Any
    rows: Array
    result: tuple[tuple[int, ...], str]


ROLLS = [roll for roll in product(range(7), repeat=6) if 1 <= sum(roll) <= 6]
CARDS = RANDOM.permuted(np.tile(np.arange(52, dtype=np.uint8), (20_000, 1)), axis=1)
KERNELS = {
    "baccarat": Kernel(
        baccarat.coup_counts,
        baccarat._tableau_of,
        RANDOM.integers(6, 33, (2000, 13)),
        ((0, 3), "int64"),
    ),
    "cribbage": Kernel(
        cribbage.score_shows,
        cribbage._tables,
        CARDS[:, :50].reshape(-1, 5),
        ((0,), "uint8"),
    ),
    "farkle": Kernel(
        lambda rows: np.stack([farkle.score_rolls(rows, r) for r in (BOX, ZILCH)], -1),
        farkle._table,
        np.array(ROLLS * 8, dtype=np.uint8),
        ((0, 2), "int32"),
    ),
}
every_kernel = pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)


@every_kernel
def test_layout_does_not_matter(kernel: Kernel) -> None:
    rows = kernel.rows[:1000]
    expected = kernel.count(rows)
    read_only = rows.copy()
    read_only.flags.writeable = False
    wide = np.hstack([rows, rows])[:, rows.shape[1] :]
    for other in (np.asfortranarray(rows), wide, read_only):
        assert np.array_equal(kernel.count(other), expected)
    assert np.array_equal(kernel.count(rows[::-3]), expected[::-3])


@every_kernel
def test_no_rows(kernel: Kernel) -> None:
    nothing = kernel.count(kernel.rows[:0])
    assert (nothing.shape, str(nothing.dtype)) == kernel.result


@every_kernel
def test_threads_at_once(kernel: Kernel) -> None:
    expected = kernel.count(kernel.rows)
    kernel.tables.cache_clear()
    with Threads(4) as threads:
        parts = list(threads.map(kernel.count, np.split(kernel.rows, 8)))
    assert np.array_equal(np.concatenate(parts), expected)
