"""False alarms and power of the e-process, by simulation.

The power is the number of outcomes until REFUTED at an error rate of 1 in 1,000: the
median and the 90 % quantile are in ``extra_info``. If drawing each outcome would take
too long, counts are drawn in larger steps; these have no order, so the evidence is then
that of the outcomes alone.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.special import rel_entr

from trueodds.core import games, rulebook
from trueodds.proofs.verify.simulator.e_process import EProcess
from trueodds.proofs.verify.simulator.e_value import log_sparse
from trueodds.proofs.verify.simulator.outcomes import outcome_distribution
from trueodds.proofs.verify.simulator.parse import Lines

ALPHA = Fraction(1, 1000)
STEP = 1.02
MOST = 10**11


def known(game: str, kind: str | None = None, rules: str | None = None) -> Any:
    column = games.find(game)
    return outcome_distribution(column, rulebook.load(column, rules), kind)


def until_refuted(
    process: EProcess, shares: list[float], rng: np.random.Generator, block: int = 2000
) -> int:
    while not process.refuted:
        process.see(rng.choice(len(shares), block, p=shares))
    return process.total


def by_counts(process: EProcess, shares: list[float], rng: np.random.Generator) -> int:
    while not process.refuted:
        more = max(1000, int(process.total * (STEP - 1)))
        process.counts += rng.multinomial(more, shares)
        process.finish()
        assert process.total < MOST
    return process.total


def record(benchmark: Any, taken: list[int], runs: int) -> float:
    median, nine = np.quantile(taken, [0.5, 0.9])
    benchmark.extra_info.update(runs=runs, median=int(median), nine_of_ten=int(nine))
    return float(median)


@pytest.mark.parametrize(("kind", "alpha"), [("die", "1/100"), ("roll", "1/20")])
def test_false_alarms_in_2000_honest_runs(
    kind: str, alpha: str, benchmark: Any
) -> None:
    """Each run is read some 350 times, up to 10,000 outcomes."""
    probabilities = known("bunco", kind).probabilities
    shares = [float(p) for p in probabilities]
    rng = np.random.default_rng(1)

    def alarms() -> int:
        refuted = 0
        for _ in range(2000):
            process = EProcess(probabilities, Fraction(alpha))
            process.see(rng.choice(len(shares), 10_000, p=shares))
            refuted += process.refuted
        return refuted

    count = benchmark.pedantic(alarms, rounds=1)
    benchmark.extra_info.update(runs=2000, alarms=count, alpha=alpha)
    assert count <= 2000 * Fraction(alpha)


def test_power_six_at_18_percent(benchmark: Any) -> None:
    probabilities = known("bunco", "die").probabilities
    rng = np.random.default_rng(1)

    def runs() -> list[int]:
        shares = [0.164] * 5 + [0.18]
        return [
            until_refuted(EProcess(probabilities, ALPHA), shares, rng)
            for _ in range(200)
        ]

    assert record(benchmark, benchmark.pedantic(runs, rounds=1), 200) < 50_000


def test_growth_rate_beside_the_optimum(benchmark: Any) -> None:
    """Log E per outcome against one biased face, and the divergence that bounds it."""
    die, biased = np.full(6, 1 / 6), np.array([0.16] * 5 + [0.20])
    rng = np.random.default_rng(1)

    def growth() -> dict[int, float]:
        return {
            total: float(
                np.mean(
                    [
                        log_sparse(rng.multinomial(total, biased), die) / total
                        for _ in range(200)
                    ]
                )
            )
            for total in (2000, 4000, 10_000, 100_000)
        }

    rates = benchmark.pedantic(growth, rounds=1)
    optimum = float(rel_entr(biased, die).sum())
    benchmark.extra_info.update(rates=rates, optimum=optimum)
    assert 0.9 * optimum < rates[100_000] < optimum


def test_power_tableau_of_the_script(benchmark: Any) -> None:
    """Who wins, from one deck, when Banker never draws to some cards."""
    honest = known("baccarat", rules="punto-banco-single-deck").probabilities
    script = known("baccarat", rules="published-script").probabilities
    shares = [float(p) for p in script]
    rng = np.random.default_rng(1)

    def runs() -> list[int]:
        processes = [EProcess(honest, ALPHA) for _ in range(50)]
        return [until_refuted(process, shares, rng, 20_000) for process in processes]

    assert record(benchmark, benchmark.pedantic(runs, rounds=1), 50) < 10**6


def test_power_bunco_of_25_points(benchmark: Any) -> None:
    """The first Bunco refutes it."""
    points_of_a_roll = known("bunco")
    rng = np.random.default_rng(1)
    points = ["0", "1", "2", "5", "25"]
    shares = [float(p) for p in points_of_a_roll.probabilities]

    def first_impossible() -> int:
        lines = Lines(points_of_a_roll)
        while True:
            drawn = rng.choice(5, 1000, p=shares)
            block = lines.read("".join(f"{points[n]}\n" for n in drawn).encode())
            if block.fault:
                return int(block.fault.line)

    def runs() -> list[int]:
        return [first_impossible() for _ in range(1000)]

    assert record(benchmark, benchmark.pedantic(runs, rounds=1), 1000) < 250


def test_power_random_mod_6(benchmark: Any) -> None:
    """The script's dice: two faces of six come up 5462 times in 32768, not 5461."""
    honest = known("bunco", "die").probabilities
    biased = known("bunco", "die", "published-script-dice").probabilities
    shares = [float(p) for p in biased]
    rng = np.random.default_rng(1)

    def runs() -> list[int]:
        processes = [EProcess(honest, ALPHA, ordered=False) for _ in range(100)]
        return [by_counts(process, shares, rng) for process in processes]

    median = record(benchmark, benchmark.pedantic(runs, rounds=1), 100)
    assert 10**8 < median < MOST


Blocks = Callable[[], Iterator[bytes]]


@pytest.fixture
def lines() -> Blocks:
    block = "".join(f"{n}\n" for n in np.random.default_rng(1).integers(1, 7, 500_000))
    data = block.encode()
    return lambda: iter([data] * 20)


def test_ten_million_lines(
    benchmark: Any, lines: Callable[[], Iterator[bytes]]
) -> None:
    die = known("bunco", "die")

    def run() -> int:
        reader, process = (
            Lines(die),
            EProcess(die.probabilities, Fraction(1, 10**100)),
        )
        for block in lines():
            process.see(reader.read(block).codes)
        return process.total

    assert benchmark.pedantic(run, rounds=1) == 10**7
