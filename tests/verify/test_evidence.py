"""The e-value: an exact martingale, its enclosure, and the confidence sequence."""

from collections import Counter
from fractions import Fraction
from itertools import product, repeat
from math import prod
from operator import mul

import numpy as np
import pytest
from examples import quickly
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammaln

from trueodds.proofs.verify.simulator.dependence import FARTHEST
from trueodds.proofs.verify.simulator.e_process import (
    DEPENDENCE_TESTS,
    EProcess,
)
from trueodds.proofs.verify.simulator.e_value import (
    CONCENTRATIONS,
    LAG_CONCENTRATIONS,
    SHARES,
    SHIFTS,
    log_dirichlet,
    log_gamma,
    numbers,
    surely_within,
    working_precision,
)

Probabilities = tuple[Fraction, ...]
Sequence = tuple[int, ...]

HALF = (Fraction(1, 2), Fraction(1, 2))
LOADED = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))


def harmonic_mean_of(wealths: list[Fraction]) -> Fraction:
    """Return the mean with weights in proportion to 1, 1/2, 1/3, …."""
    weights = [Fraction(1, k) for k in range(1, len(wealths) + 1)]
    return sum(map(mul, weights, wealths), Fraction(0)) / sum(weights)


def wealth(
    outcomes: Sequence, p: Probabilities, c: int, contexts: Sequence | None = None
) -> Fraction:
    """Return the wealth of a bettor who bets as the posterior says, step by step."""
    have = Fraction(1)
    seen: Counter[tuple[int, int]] = Counter()
    after: Counter[int] = Counter()
    for outcome, context in zip(outcomes, contexts or repeat(0), strict=False):
        share = (c * p[outcome] + seen[context, outcome]) / (c + after[context])
        have *= share / p[outcome]
        seen[context, outcome] += 1
        after[context] += 1
    return have


def naive_dirichlet(outcomes: Sequence, p: Probabilities) -> Fraction:
    return harmonic_mean_of([wealth(outcomes, p, c) for c in CONCENTRATIONS])


def naive_sparse(outcomes: Sequence, p: Probabilities) -> Fraction:
    each = []
    for face, share in enumerate(p):
        hits = tuple(int(outcome == face) for outcome in outcomes)
        each.append(naive_dirichlet(hits, (1 - share, share)))
    return sum(each, Fraction(0)) / len(each)


def naive_shifted(outcomes: Sequence, p: Probabilities) -> Fraction:
    """Bet that the odds of one outcome are s times as high, step by step."""
    wealths = []
    for shift, (face, share) in product(SHIFTS, enumerate(p)):
        biased = shift * share / (1 - share + shift * share)
        hit, miss = biased / share, (1 - biased) / (1 - share)
        wealths.append(
            prod((hit if n == face else miss for n in outcomes), start=Fraction(1))
        )
    return sum(wealths, Fraction(0)) / len(wealths)


def naive_lag(outcomes: Sequence, p: Probabilities, lag: int, step: int) -> Fraction:
    """Bet on every ``step``-th outcome from ``lag`` on, by the outcome before it."""
    later, earlier = outcomes[lag::step], outcomes[: len(outcomes) - lag : step]
    return harmonic_mean_of([wealth(later, p, c, earlier) for c in LAG_CONCENTRATIONS])


def naive_copies(outcomes: Sequence, p: Probabilities) -> Fraction:
    """Bet that the outcome k places before has odds s times as high, step by step."""
    later = max(len(outcomes) - 1, 0)
    total = Fraction(len(SHIFTS) * (FARTHEST - later))  # at farther lags, nothing came
    for shift, lag in product(SHIFTS, range(1, later + 1)):
        have = Fraction(1)
        for before, outcome in zip(outcomes, outcomes[lag:], strict=False):
            biased = shift * p[before] / (1 - p[before] + shift * p[before])
            hit, miss = biased / p[before], (1 - biased) / (1 - p[before])
            have *= hit if outcome == before else miss
        total += have
    return total / len(SHIFTS) / FARTHEST


def naive_e(outcomes: Sequence, p: Probabilities) -> Fraction:
    """Return the evidence of a sequence that is too short for repeats."""
    parts = [naive_lag(outcomes, p, lag, 1) for lag in range(1, 9)]
    parts += [
        naive_lag(outcomes, p, 1, 2),
        naive_lag(outcomes[1:], p, 1, 2),
        naive_copies(outcomes, p),
        Fraction(1),
    ]
    assert len(parts) == len(DEPENDENCE_TESTS)
    dependence = sum(parts, Fraction(0)) / len(parts)
    marginal = (
        2 * naive_dirichlet(outcomes, p)
        + 4 * naive_sparse(outcomes, p)
        + 9 * naive_shifted(outcomes, p)
    ) / 15
    return marginal * 3 / 4 + dependence / 4


NAIVE = {
    "all outcomes": naive_dirichlet,
    "single outcome": naive_sparse,
    "single outcome by odds": naive_shifted,
    "copies": naive_copies,
}


@quickly(25)
@given(st.lists(st.integers(0, 2), max_size=12).map(tuple))
def test_balls_hold_what_betting_step_by_step_yields(outcomes: Sequence) -> None:
    process = EProcess(LOADED, Fraction(1, 10**9))
    process.see(np.array(outcomes, np.int64))
    with working_precision():
        logs = process.logs(object)
        balls = [
            (logs[test].exp(), naive(outcomes, LOADED)) for test, naive in NAIVE.items()
        ]
        e = process.log_e(object).exp()
        for ball, exact in (*balls, (e, naive_e(outcomes, LOADED))):
            number = type(ball)(exact.numerator) / type(ball)(exact.denominator)
            assert ball.contains(number)
            assert float(ball.rad()) < 1e-30


@pytest.mark.parametrize("p", [HALF, LOADED])
def test_its_mean_is_one_under_the_exact_distribution(p: Probabilities) -> None:
    """Over all sequences of one to five outcomes: a martingale at every length."""
    for length in range(1, 6):
        total = Fraction(0)
        for way in product(range(len(p)), repeat=length):
            total += prod(p[outcome] for outcome in way) * naive_e(way, p)
        assert total == 1


def test_repeats_are_a_martingale_and_predict_a_cycle() -> None:
    """A bet of share s has mean (1 - s) + p s / p = 1, whatever is predicted."""
    for share, p in product(SHARES, LOADED):
        assert p * (1 - share + share / p) + (1 - p) * (1 - share) == 1
    process = EProcess(HALF, Fraction(1, 10**9))
    process.see(np.tile([0, 1, 1, 0, 1], 20))
    assert process.dependence
    made, right = process.dependence.made.sum(), process.dependence.right.sum()
    assert made == right > 20


def test_the_float_is_near_enough_to_ask_the_ball() -> None:
    rng = np.random.default_rng(1)
    floats = [float(p) for p in LOADED]
    ordered = EProcess(LOADED, Fraction(1, 10**9))
    ordered.see(rng.choice(3, 10**4, p=floats))
    processes = [ordered]
    for total in (10, 10**4, 10**8, 10**12):
        counted = EProcess(LOADED, Fraction(1, 10**9), ordered=False)
        counted.counts += rng.multinomial(total, floats)
        processes.append(counted)
    for process in processes:
        with working_precision():
            exact = {test: float(e) for test, e in process.logs(object).items()}
        assert process.logs() == pytest.approx(exact, abs=0.01)


def test_log_gamma_is_that_of_scipy() -> None:
    numbers = np.concatenate((np.geomspace(1e-300, 1e12, 500), np.arange(1, 30.0)))
    assert log_gamma(numbers) == pytest.approx(gammaln(numbers), rel=1e-12, abs=1e-9)


def test_a_rare_outcome_that_came_once_is_not_the_evidence() -> None:
    distribution = (
        Fraction(3, 4),
        Fraction(1, 4) - Fraction(1, 10**5),
        Fraction(1, 10**5),
    )
    process = EProcess(distribution, Fraction(1, 1000), ordered=False)
    process.counts += [100, 100, 1]
    process.finish()
    assert process.refuted
    assert process.strongest().places == (1,)


def test_a_process_refutes_only_by_the_ball_and_stops_there() -> None:
    process = EProcess(HALF, Fraction(1, 1000))
    process.see(np.zeros(1000, np.int64))
    assert (process.refuted, process.within) == (True, False)
    assert process.total < 40
    with working_precision():
        assert process.log_e(object).exp() >= 1000
    assert process.strongest().places in ((0,), (0, 1))  # none comes after 0


@quickly(12)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=20), st.integers(0, 99))
def test_how_outcomes_are_cut_into_blocks_changes_nothing(
    sizes: list[int], seed: int
) -> None:
    outcomes = np.random.default_rng(seed).integers(0, 3, sum(sizes))
    whole, parts = (EProcess(LOADED, Fraction(1, 100)) for _ in range(2))
    whole.see(outcomes)
    for part in np.split(outcomes, np.cumsum(sizes)[:-1]):
        parts.see(part)
    assert whole.total == parts.total
    assert whole.refuted == parts.refuted
    assert (whole.counts == parts.counts).all()
    assert whole.dependence
    assert parts.dependence
    assert (whole.dependence.tables == parts.dependence.tables).all()
    assert (whole.dependence.made == parts.dependence.made).all()


def test_confidence_sequence_against_a_search_of_its_ends() -> None:
    """The exact sequence of 300 in 1000 against 3/10, by bisection in rationals."""
    alpha, count, total, chance = Fraction(1, 20), 300, 1000, Fraction(3, 10)
    with working_precision():
        hits = np.array([[count, total - count]], object)
        mixture = log_dirichlet(hits, numbers([chance, 1 - chance], object))

        def e_at(limit: float) -> float:
            logs = count * np.log(float(chance) / limit)
            logs += (total - count) * np.log(float(1 - chance) / (1 - limit))
            return float(mixture) + float(logs)

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
        cells = [count, total - count], [chance, 1 - chance]
        assert surely_within(*cells, widest + Fraction(1, 10**6), alpha)
        assert not surely_within(*cells, widest - Fraction(1, 10**6), alpha)


@pytest.mark.parametrize(
    ("counts", "p", "tolerance", "within"),
    [
        ((0, 5), Fraction(1, 10), Fraction(1, 5), False),
        ((0, 5000), Fraction(1, 1000), Fraction(1, 10), True),
        ((5000, 0), Fraction(1), Fraction(1, 10), True),
        ((0, 0), Fraction(1, 10), Fraction(1, 5), False),
    ],
)
def test_limits_of_the_confidence_sequence(
    counts: tuple[int, int], p: Fraction, tolerance: Fraction, within: bool
) -> None:
    with working_precision():
        shown = surely_within(counts, (p, 1 - p), tolerance, Fraction(1, 10))
    assert shown is within


def test_outcomes_needed_are_about_what_a_tolerance_takes() -> None:
    alpha, tolerance = Fraction(1, 1000), Fraction(1, 75)
    die = (Fraction(1, 6),) * 6
    needed = EProcess(die, alpha).outcomes_needed(tolerance)
    rng = np.random.default_rng(1)
    taken = []
    for _ in range(5):
        process = EProcess(die, alpha, tolerance, ordered=False)
        while not process.decided:
            process.counts += rng.multinomial(needed // 50, [1 / 6] * 6)
            process.finish()
        assert process.within
        taken.append(process.total)
    assert 0.7 < np.median(taken) / needed < 1.5
    assert EProcess((Fraction(1),), alpha).outcomes_needed(Fraction(1, 10)) < 1000
    finer = EProcess(die, alpha).outcomes_needed(tolerance / 10)
    assert 50 * needed < finer < 200 * needed


@pytest.mark.parametrize("p", [(Fraction(1, 6),) * 6, LOADED, (Fraction(1),)])
def test_distance_is_the_least_of_two_digits_that_is_proved(p: Probabilities) -> None:
    process = EProcess(p, Fraction(1, 1000))
    process.see(np.random.default_rng(1).choice(len(p), 5000, p=[float(x) for x in p]))
    process.finish()
    assert process.distance
    power = int(np.floor(np.log10(float(process.distance))))
    assert (process.distance / Fraction(10) ** (power - 1)).denominator == 1
    assert process.distance < process.useful
    for change, within in ((1, True), (Fraction(9, 10), False)):
        again = EProcess(p, Fraction(1, 1000), process.distance * change)
        again.counts, again.dependence = process.counts, process.dependence
        again.finish()
        assert again.within is within


def test_no_outcome_shows_nothing() -> None:
    process = EProcess(LOADED, Fraction(1, 1000), Fraction(1, 10))
    process.finish()
    assert (process.total, process.decided, process.distance) == (0, False, None)


def test_copies_are_named_where_they_make_outcomes_look_too_probable() -> None:
    """A cycle of seven in which 2, which should be rare, comes four times."""
    drawn = np.resize([0, 2, 2, 1, 2, 2, 1], 700)
    process = EProcess(LOADED, Fraction(1, 1000))
    process.count(drawn)
    process.finish()
    assert process.log_marginal() > np.log(1000)
    strongest = process.strongest()
    assert (strongest.test, strongest.places) == ("copies", (7,))
    # Each outcome but the last seven would come again with its own probability.
    due = sum((LOADED[outcome] for outcome in drawn[:-7]), Fraction(0))
    assert strongest.observed == 693
    assert float(strongest.expected) == pytest.approx(float(due))


def test_a_face_is_predicted_by_luck_once_in_six_times() -> None:
    """A cycle of 72 faces is too long for copies, and each face comes as it should."""
    cycle = np.random.default_rng(3).permutation(np.repeat(np.arange(6), 12))
    process = EProcess((Fraction(1, 6),) * 6, Fraction(1, 1000))
    process.count(np.resize(cycle, 4032))
    process.finish()
    assert process.refuted
    assert process.dependence
    strongest = process.strongest()
    assert strongest.test == "repeats"
    assert strongest.expected == Fraction(int(process.dependence.made.sum()), 6)


def test_chances_and_error_rates_below_what_floats_hold() -> None:
    tiny = Fraction(1, 10**400)
    process = EProcess((1 - tiny, tiny), Fraction(1, 10**390))
    process.see(np.zeros(100, np.int64))
    assert not process.refuted
    process.see(np.array([0, 1]))
    process.finish()
    assert not process.refuted, "a first outcome is no evidence of another distribution"
    process.see(np.array([1, 1]))
    process.finish()
    assert process.refuted
    assert process.strongest().places in ((1,), (1, 1))
