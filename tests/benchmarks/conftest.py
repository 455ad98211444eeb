"""A fixture that times a program as its own process."""

import resource
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture


@pytest.fixture
def python(benchmark: BenchmarkFixture) -> Callable[..., str]:
    """Time Python with these arguments, and note the most memory of any child."""

    def run(*arguments: str, rounds: int, warmup: int = 0, **how: Any) -> str:
        ran = benchmark.pedantic(
            subprocess.run,
            ([sys.executable, *arguments],),
            {"check": True, "capture_output": True, "text": True, **how},
            rounds=rounds,
            warmup_rounds=warmup,
        )
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        benchmark.extra_info["most GiB of a child"] = round(most / 2**20, 2)
        return str(ran.stdout)

    return run
