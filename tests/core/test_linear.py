"""Exact linear systems: closed forms, and the two ways of solving agree."""

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from trueodds.core.errors import ModelError
from trueodds.core.models import linear
from trueodds.core.models.linear import solve

ALL_DENSE, ALL_SPARSE = 0.0, 2.0


def solve_by(dense_share, rows, constants):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linear, "DENSE_SHARE", dense_share)
        return solve(rows, constants)


@st.composite
def leaking_systems(draw):
    """Sub-stochastic rows: unknown i moves on to i + 1, and the last one leaks."""
    size = draw(st.integers(12, 20))
    row = st.dictionaries(st.integers(0, size - 1), st.integers(1, 9), max_size=6)
    rows = []
    for i in range(size):
        weights = draw(row)
        onward = 0 if i + 1 < size else 1
        if i + 1 < size:
            weights[i + 1] = weights.get(i + 1, 0) + 1
        total = sum(weights.values()) + onward
        rows.append({j: fmpq(w, total) for j, w in weights.items()})
    constants = draw(st.lists(st.integers(-9, 9), min_size=size, max_size=size))
    return rows, [fmpq(c) for c in constants]


@given(leaking_systems())
def test_sparse_and_dense_elimination_agree(system):
    rows, constants = system
    mixed = solve(rows, constants)
    assert mixed == solve_by(ALL_DENSE, rows, constants)
    assert mixed == solve_by(ALL_SPARSE, rows, constants)


@pytest.mark.parametrize("dense_share", [ALL_DENSE, ALL_SPARSE])
def test_a_walk_between_two_walls_takes_i_times_n_minus_i_steps(dense_share):
    n = 60
    half = fmpq(1, 2)
    rows = [{j: half for j in (i - 1, i + 1) if 0 < j + 1 < n} for i in range(n - 1)]
    steps = solve_by(dense_share, rows, [fmpq(1)] * (n - 1))
    assert steps == [i * (n - i) for i in range(1, n)]


@pytest.mark.parametrize("size", [1, 2, 20])
def test_a_closed_cycle_has_no_unique_solution(size):
    rows = [{(i + 1) % size: fmpq(1)} for i in range(size)]
    for dense_share in (ALL_DENSE, ALL_SPARSE):
        with pytest.raises(ModelError, match="no unique solution"):
            solve_by(dense_share, rows, [fmpq(1)] * size)


def test_no_equations_have_no_unknowns():
    assert solve([], []) == []
