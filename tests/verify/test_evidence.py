"""The e-value: an exact martingale, its enclosure, and the confidence sequence."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.proofs.verify.simulator.e_process import (
    CONCENTRATIONS,
    Cell,
    Estimator,
    e_value,
    surely_within,
    working_precision,
)
from trueodds.proofs.verify.simulator.judge import Judge, outcomes_needed

Chances = tuple[Fraction, ...]

HALF = (Fraction(1, 2), Fraction(1, 2))
LOADED = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))


def naive_e(outcomes: tuple[int, ...], chances: Chances) -> Fraction:
    """The mean over the priors of what a bettor has who bets as the posterior says."""
    wealth = []
    for c in CONCENTRATIONS:
        have = Fraction(1)
        seen: Counter[int] = Counter()
        for number, outcome in enumerate(outcomes):
            share = (c * chances[outcome] + seen[outcome]) / (c + number)
            have *= share / chances[outcome]
            seen[outcome] += 1
        wealth.append(have)
    return sum(wealth, Fraction(0)) / len(wealth)


def cells(outcomes: tuple[int, ...], chances: Chances) -> list[Cell]:
    seen = Counter(outcomes)
    return [Cell(seen[n], chance) for n, chance in enumerate(chances)]


@given(st.lists(st.integers(0, 2), max_size=12).map(tuple))
def test_the_ball_holds_what_betting_step_by_step_yields(
    outcomes: tuple[int, ...],
) -> None:
    with working_precision():
        ball = e_value(cells(outcomes, LOADED))
        exact = naive_e(outcomes, LOADED)
        assert ball.contains(
            type(ball)(exact.numerator) / type(ball)(exact.denominator)
        )
        assert float(ball.rad()) < 1e-30


@pytest.mark.parametrize("chances", [HALF, LOADED])
def test_its_mean_is_one_under_the_law(chances: Chances) -> None:
    """Over all sequences of six outcomes, and so of their pairs, and of both."""
    sequences = list(product(range(len(chances)), repeat=6))
    law = [prod(chances[outcome] for outcome in way) for way in sequences]
    assert sum(law) == 1
    singles = [naive_e(way, chances) for way in sequences]
    of_pairs = tuple(p * q for p, q in product(chances, repeat=2))
    pairs = [
        naive_e(
            tuple(
                a * len(chances) + b for a, b in zip(way[::2], way[1::2], strict=True)
            ),
            of_pairs,
        )
        for way in sequences
    ]
    assert sum(p * e for p, e in zip(law, singles, strict=True)) == 1
    assert sum(p * e for p, e in zip(law, pairs, strict=True)) == 1


def test_the_float_is_near_enough_to_ask_the_ball() -> None:
    rng = np.random.default_rng(1)
    for total in (10, 10**4, 10**8, 10**12):
        counts = rng.multinomial(total, [float(p) for p in LOADED])
        with working_precision():
            ball = e_value(
                [Cell(int(n), p) for n, p in zip(counts, LOADED, strict=True)]
            )
            exact = float(ball.log())
        estimate = Estimator(np.array([float(p) for p in LOADED])).log_e(counts)
        assert estimate == pytest.approx(exact, abs=0.01)


def test_the_judge_refutes_only_by_the_ball_and_stops_there() -> None:
    judge = Judge(HALF, Fraction(1, 1000))
    judge.see(np.zeros(1000, np.int64))
    assert (judge.refuted, judge.within) == (True, False)
    assert judge.total < 40
    with working_precision():
        assert judge.e() >= 1000
    assert judge.surprise().outcomes == (0,)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=20), st.integers(0, 99))
def test_how_outcomes_are_cut_into_blocks_changes_nothing(
    sizes: list[int], seed: int
) -> None:
    outcomes = np.random.default_rng(seed).integers(0, 3, sum(sizes))
    whole, parts = (Judge(LOADED, Fraction(1, 100)) for _ in range(2))
    whole.see(outcomes)
    for part in np.split(outcomes, np.cumsum(sizes)[:-1]):
        parts.see(part)
    assert whole.total == parts.total
    assert whole.refuted == parts.refuted
    assert (whole.counts == parts.counts).all()
    assert whole.pairs is not None
    assert parts.pairs is not None
    assert (whole.pairs == parts.pairs).all()


def test_pairs_show_what_marginals_hide() -> None:
    """Every outcome twice: each half as often as it should be, but never alone."""
    rng = np.random.default_rng(1)
    judge = Judge(HALF, Fraction(1, 1000))
    judge.see(np.repeat(rng.integers(0, 2, 2000), 2))
    assert judge.refuted
    assert len(judge.surprise().outcomes) == 2
    blind = Judge(HALF, Fraction(1, 1000), pairs=False)
    blind.see(np.repeat(rng.integers(0, 2, 2000), 2))
    assert not blind.refuted


def test_confidence_sequence_against_a_search_of_its_ends() -> None:
    """The exact sequence of 300 in 1000 against 3/10, by bisection in rationals."""
    alpha, count, total, chance = Fraction(1, 20), 300, 1000, Fraction(3, 10)
    with working_precision():
        mixture = e_value([Cell(count, chance), Cell(total - count, 1 - chance)])

        def e_at(limit: float) -> float:
            logs = count * np.log(float(chance) / limit)
            logs += (total - count) * np.log(float(1 - chance) / (1 - limit))
            return float(mixture.log()) + float(logs)

        ends = []
        for inside, outside in ((0.3, 0.0001), (0.3, 0.9999)):
            for _ in range(60):
                middle = (inside + outside) / 2
                if e_at(middle) < np.log(20):
                    inside = middle
                else:
                    outside = middle
            ends.append(abs(inside - 0.3))
        widest = Fraction(max(ends))
        cell = Cell(count, chance)
        assert surely_within(cell, total, widest + Fraction(1, 10**6), alpha)
        assert not surely_within(cell, total, widest - Fraction(1, 10**6), alpha)


def test_limits_of_the_confidence_sequence() -> None:
    with working_precision():
        tenth = Fraction(1, 10)
        assert not surely_within(Cell(0, tenth), 5, Fraction(1, 5), tenth)
        assert surely_within(Cell(0, Fraction(1, 1000)), 5000, tenth, tenth)
        assert surely_within(Cell(5000, Fraction(1)), 5000, tenth, tenth)
        assert not surely_within(Cell(0, tenth), 0, Fraction(1, 5), tenth)


def test_outcomes_needed_are_about_what_a_bias_takes() -> None:
    alpha = Fraction(1, 1000)
    die = (Fraction(1, 6),) * 6
    needed = outcomes_needed(die, Fraction(1, 75), alpha, pairs=True)
    assert needed is not None
    rng = np.random.default_rng(1)
    taken = []
    for _ in range(15):
        judge = Judge(die, alpha)
        while not judge.refuted:
            judge.see(rng.choice(6, 2000, p=[0.164] * 5 + [0.18]))
        taken.append(judge.total)
    assert 0.5 < np.median(taken) / needed < 1.5
    assert outcomes_needed((Fraction(1),), Fraction(1, 10), alpha, pairs=True) is None
    finer = outcomes_needed(die, Fraction(1, 750), alpha, pairs=True)
    assert finer is not None
    assert 50 * needed < finer < 200 * needed


def test_chances_and_error_rates_below_what_floats_hold() -> None:
    tiny = Fraction(1, 10**400)
    judge = Judge((1 - tiny, tiny), Fraction(1, 10**390))
    judge.see(np.zeros(100, np.int64))
    assert not judge.refuted
    judge.see(np.array([0, 1]))
    judge.finish()
    assert not judge.refuted, "a first outcome is no evidence of another law"
    judge.see(np.array([1, 1]))
    judge.finish()
    assert judge.refuted
    assert judge.surprise().outcomes in ((1,), (1, 1))
