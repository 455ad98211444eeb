"""Overhead of verifying beside the scorer itself: ``tox -e bench``; needs gcc.

The harness alone is timed with a scorer that does nothing, by the clock and by its own
processor time. Its overhead is measured with a scorer of 200,000 lines a second, and
compared with the time of that scorer from a file to nowhere.
"""

import shutil
import subprocess
import time
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from trueodds.core import games, rulebook
from trueodds.proofs.verify.positions.order import ChosenPositions, Order, order
from trueodds.proofs.verify.scorer.chunk import Chunk

SOURCE = Path(__file__).parent.parent / "verify" / "scorers" / "pace.c"
ALONE, PACED = 2_000_000, 400_000
PACE = 5000

pytestmark = [
    pytest.mark.benchmark(group="verify"),
    pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    built = tmp_path_factory.mktemp("pace") / "pace"
    subprocess.run(["gcc", "-O2", "-o", built, SOURCE], check=True)
    return str(built)


@pytest.fixture(scope="module")
def shows() -> Order:
    cribbage = games.find("cribbage")
    return order(
        cribbage, rulebook.load(cribbage), "hand", ChosenPositions(), scattered=True
    )


def send(shows: Order, count: int, *command: str) -> Chunk:
    chunk = Chunk(0, count)
    chunk.send(shows, command, timeout=60, limit=None)
    assert (chunk.done, chunk.fault) == (count, "")
    return chunk


def test_harness_alone(benchmark: BenchmarkFixture, shows: Order, program: str) -> None:
    started = time.process_time()
    benchmark.pedantic(send, (shows, ALONE, program), rounds=5, warmup_rounds=0)
    used = (time.process_time() - started) / 5
    benchmark.extra_info["positions_per_second"] = ALONE / benchmark.stats.stats.min
    benchmark.extra_info["positions_per_processor_second"] = ALONE / used


def test_overhead_beside_a_paced_scorer(
    benchmark: BenchmarkFixture, shows: Order, program: str, tmp_path: Path
) -> None:
    lines = tmp_path / "lines"
    lines.write_bytes(shows.text(0, PACED))
    command = (program, str(PACE))

    def by_itself() -> float:
        started = time.perf_counter()
        with lines.open() as source:
            subprocess.run(command, stdin=source, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - started

    alone = min(by_itself() for _ in range(5))
    benchmark.pedantic(send, (shows, PACED, *command), rounds=5)
    benchmark.extra_info["lines_per_second_by_itself"] = PACED / alone
    benchmark.extra_info["overhead"] = benchmark.stats.stats.min / alone - 1
