"""The play of cribbage on a small deck, compiled before: ``tox -e bench``."""

import numpy as np
import pytest
from explicit_play import dealt
from pytest_benchmark.fixture import BenchmarkFixture

from trueodds.analysis.cribbage.play.solving.solver import Solver
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay


@pytest.fixture(scope="module")
def solver() -> Solver:
    """Return a solver of the play of A 2 3 4 5 6, one iteration done."""
    game = RanksOfPlay(tuple(range(6)))
    solver = Solver(game, dealt(game))
    solver.iterate()
    solver.responses()
    return solver


@pytest.mark.benchmark(group="play")
def test_one_iteration(solver: Solver, benchmark: BenchmarkFixture) -> None:
    done = solver.iterations
    benchmark.pedantic(solver.iterate, rounds=5)
    assert solver.iterations == done + 5


@pytest.mark.benchmark(group="play")
def test_both_best_responses(solver: Solver, benchmark: BenchmarkFixture) -> None:
    pone, dealer = benchmark.pedantic(solver.responses, rounds=5)
    assert pone.sum(dtype=np.float64) + dealer.sum(dtype=np.float64) > 0
