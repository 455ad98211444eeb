"""The play solved by executors: bit for bit the local solution."""

from concurrent.futures import Executor

import numpy as np
import pytest
from explicit_play import dealt

from trueodds.analysis.cribbage.play.solving.solver import Solver
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.storage.parallel import Threads, executor

ITERATIONS = 5


def solved(workers: Executor | None) -> tuple[Solver, float]:
    """Return the state and the exploitability after some iterations."""
    game = RanksOfPlay((0, 4, 9, 10), 3)
    solver = Solver(game, dealt(game), executor=workers)
    for _ in range(ITERATIONS):
        solver.iterate()
    return solver, solver.exploitability()


@pytest.fixture(scope="module")
def local() -> tuple[Solver, float]:
    return solved(None)


def same(first: tuple[Solver, float], second: tuple[Solver, float]) -> bool:
    return (
        np.array_equal(first[0].regrets, second[0].regrets)
        and np.array_equal(first[0].totals, second[0].totals)
        and first[1] == second[1]
    )


def test_threads_of_an_executor_solve_the_same(local: tuple[Solver, float]) -> None:
    with Threads(2) as threads:
        assert same(solved(threads), local)
    assert local[0].totals.any()


@pytest.mark.slow
def test_a_cluster_solves_the_same(scheduler: str, local: tuple[Solver, float]) -> None:
    with executor(scheduler) as workers:
        assert same(solved(workers), local)
