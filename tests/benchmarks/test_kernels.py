"""Speed of the kernels; those that look up a row are timed beside a numpy gather.

Compare within a group: ``table[index]`` is one random look-up a row and nothing else,
so it says what the machine gives a look-up at that moment.
"""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_benchmark.fixture import BenchmarkFixture

from trueodds.analysis.baccarat.batch_edges import price_shoes
from trueodds.core.kernels.baccarat import coup_counts
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.kernels.cribbage_play import score_play
from trueodds.core.kernels.farkle import score_rolls
from trueodds.proofs.verify.positions.cribbage_play import all_piles, packed

ROWS = 10_000_000
SHOES = 100_000


def timed(
    benchmark: BenchmarkFixture, call: Callable[..., Any], *arguments: Any, rows: int
) -> Any:
    """Run it a number of times, warm, and note the rows a second."""
    rounds = 9 if rows > 1 else 200
    result = benchmark.pedantic(call, arguments, rounds=rounds, warmup_rounds=1)
    if benchmark.stats is not None:
        stats = benchmark.stats.stats
        benchmark.extra_info["rows/s by min"] = round(rows / stats.min)
        benchmark.extra_info["rows/s by median"] = round(rows / stats.median)
    return result


def gather(benchmark: BenchmarkFixture, slots: int, dtype: str, rows: int) -> None:
    random = np.random.default_rng(1)
    table = random.integers(0, 29, slots).astype(dtype)
    index = random.integers(0, slots, rows)
    timed(benchmark, lambda: table[index], rows=rows)


@pytest.fixture(scope="module")
def piles() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """All 12,892,167 piles of the play of cribbage with their lengths, in order."""
    return packed(all_piles(31))


@pytest.mark.benchmark(group="cribbage: 12,892,167 piles of the play")
@pytest.mark.parametrize("order", ["in order", "random order"])
@pytest.mark.parametrize("checked", [True, False], ids=["checked", "trusted"])
def test_score_play(
    benchmark: BenchmarkFixture,
    piles: tuple[NDArray[np.uint8], NDArray[np.uint8]],
    checked: bool,
    order: str,
) -> None:
    rows, lengths = piles
    if order == "random order":
        places = np.random.default_rng(3).permutation(len(rows))
        rows, lengths = rows[places], lengths[places]
    call = partial(score_play, checked=checked)
    points = timed(benchmark, call, rows, lengths, rows=len(rows))
    assert points.max() == 14


@pytest.fixture(scope="module")
def shuffled() -> NDArray[np.uint8]:
    """Ten million shows, ten from each of a million shuffled decks."""
    random = np.random.default_rng(2)
    order = np.argsort(random.random((ROWS // 10, 52), dtype=np.float32), axis=1)
    return order[:, :50].astype(np.uint8).reshape(-1, 5)


@pytest.mark.benchmark(group="cribbage: 10 million random shows")
@pytest.mark.parametrize("checked", [True, False], ids=["checked", "trusted"])
def test_score_shows(
    benchmark: BenchmarkFixture, shuffled: NDArray[np.uint8], checked: bool
) -> None:
    call = partial(score_shows, shuffled, checked=checked)
    assert timed(benchmark, call, rows=ROWS).max() <= 29


@pytest.mark.benchmark(group="cribbage: 10 million random shows")
def test_score_shows_gather(benchmark: BenchmarkFixture) -> None:
    gather(benchmark, 455 * 91, "uint8", ROWS)


@pytest.mark.benchmark(group="farkle: 10 million rolls")
@pytest.mark.parametrize("checked", [True, False], ids=["checked", "trusted"])
def test_score_rolls(benchmark: BenchmarkFixture, checked: bool) -> None:
    rolls = np.array(
        [roll for roll in product(range(7), repeat=6) if 1 <= sum(roll) <= 6],
        dtype=np.uint8,
    )
    counts = rolls[np.random.default_rng(3).integers(0, len(rolls), ROWS)]
    call = partial(score_rolls, counts, checked=checked)
    assert timed(benchmark, call, rows=ROWS).max() == 3000


@pytest.mark.benchmark(group="farkle: 10 million rolls")
def test_score_rolls_gather(benchmark: BenchmarkFixture) -> None:
    gather(benchmark, 2**13, "int32", ROWS)


@pytest.mark.benchmark(group="baccarat: 100,000 shoes of up to 8 decks")
def test_coup_counts(benchmark: BenchmarkFixture) -> None:
    shoes = np.random.default_rng(4).integers(1, 33, (SHOES, 10))
    assert timed(benchmark, coup_counts, shoes, rows=SHOES).dtype == np.int64


@pytest.mark.benchmark(group="baccarat: 100,000 shoes of up to 8 decks")
@pytest.mark.parametrize("bets", [["banker", "player", "tie_8"], ["dragon_7"]], ids=str)
def test_price_shoes(benchmark: BenchmarkFixture, bets: list[str]) -> None:
    """The exact edges of the three main bets, and of a bet on totals and cards."""
    shoes = np.random.default_rng(4).integers(1, 33, (SHOES, 10))
    prices = timed(benchmark, price_shoes, shoes, bets, rows=SHOES)
    assert prices.numerators.dtype == np.int64


@pytest.mark.benchmark(group="baccarat: one 8-deck shoe")
def test_one_shoe(benchmark: BenchmarkFixture) -> None:
    shoe = np.array([[32] * 9 + [128]])
    assert timed(benchmark, coup_counts, shoe, rows=1).sum() == 4_998_398_275_503_360
