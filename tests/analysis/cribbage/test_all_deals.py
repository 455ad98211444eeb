"""Evaluation over all deals in chunks: on this machine, and on remote workers."""

from concurrent.futures import Executor
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.strategy import Strategy, strategy
from trueodds.core.errors import ClusterError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.parallel import Threads, executor

CHUNK = (500_000, 510_000)
ONE_CHUNK = Evaluator(CribbageRules.load(), chunks=(CHUNK,))
"""Evaluates ten thousand deals only, against the hands of all deals."""


@pytest.fixture(scope="module")
def opponent() -> Strategy:
    """Return a strategy that mixes."""
    return strategy("equilibrium", "pone", ONE_CHUNK.rules)


@pytest.fixture(scope="module")
def expected(opponent: Strategy) -> NDArray[np.int64]:
    """Return the cribs of the chunk, from the evaluation that the run has once."""
    return Evaluator(ONE_CHUNK.rules).cribs(opponent)[slice(*CHUNK)]


def test_every_executor_computes_the_same(
    expected: NDArray[np.int64], opponent: Strategy
) -> None:
    progress = []
    with Threads(1) as threads:
        chunk = replace(
            ONE_CHUNK,
            executor=threads,
            progress=lambda stage, done, total: progress.append((done, total)),
        )
        cribs = chunk.cribs(opponent)
        assert threads.submit(int).result() == 0  # it stays open
    assert (cribs[slice(*CHUNK)] == expected).all()
    assert progress == [(1, 1)]


def test_a_cluster_computes_the_same(
    scheduler: str, expected: NDArray[np.int64], opponent: Strategy
) -> None:
    with executor(scheduler) as workers:
        assert isinstance(workers, Executor)
        cribs = replace(ONE_CHUNK, executor=workers).cribs(opponent)
    assert (cribs[slice(*CHUNK)] == expected).all()


def test_without_a_scheduler_work_is_done_here() -> None:
    with executor(None) as workers:
        assert workers is None


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with (
        pytest.raises(ClusterError, match=r"pip install '.\[cluster\]' in a clone"),
        executor("tcp://localhost:8786"),
    ):
        pass
