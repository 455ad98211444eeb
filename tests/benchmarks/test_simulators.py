"""False alarms and power of the e-process, by simulation.

The power is the number of outcomes until REFUTED at an error rate of 1 in 1,000: the
median and the 90 % quantile are in ``extra_info``. If drawing each outcome would take
too long, counts are drawn in larger steps; these have no order, so the evidence is then
that of the outcomes alone.
"""

from collections.abc import Callable
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


def record(benchmark: Any, runs: Callable[[], list[int]]) -> float:
    """Return the median of what the runs took, and note it with the 90 % quantile."""
    taken = benchmark.pedantic(runs, rounds=1)
    median, nine = np.quantile(taken, [0.5, 0.9])
    benchmark.extra_info.update(
        runs=len(taken), median=int(median), nine_of_ten=int(nine)
    )
    return float(median)


@pytest.mark.parametrize(("kind", "alpha"), [("die", "1/100"), ("score", "1/20")])
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


def test_growth_rate_beside_the_optimum(benchmark: Any) -> None:
    """Log E per outcome against one biased face, and the divergence that bounds it."""
    die, biased = np.full(6, 1 / 6), np.array([0.16] * 5 + [0.20])
    both = np.stack((die, 1 - die))
    rng = np.random.default_rng(1)

    def rate(total: int) -> float:
        logs = [log_sparse(rng.multinomial(total, biased), both) for _ in range(200)]
        return float(np.mean(logs)) / total

    def growth() -> dict[int, float]:
        return {total: rate(total) for total in (2000, 4000, 10_000, 100_000)}

    rates = benchmark.pedantic(growth, rounds=1)
    optimum = float(rel_entr(biased, die).sum())
    benchmark.extra_info.update(rates=rates, optimum=optimum)
    assert 0.9 * optimum < rates[100_000] < optimum


DIE = "bunco", "die"
SIX_AT_18_PERCENT = [0.164] * 5 + [0.18]
TABLEAU = "baccarat", None, "published-script"
DICE = "bunco", "die", "published-script-dice"


@pytest.mark.parametrize(
    ("honest", "shares", "runs", "block", "least", "most"),
    [
        (DIE, SIX_AT_18_PERCENT, 200, 2000, 0, 50_000),
        (("baccarat", None, "punto-banco-single-deck"), TABLEAU, 50, 20_000, 0, 10**6),
        (DIE, DICE, 100, None, 10**8, MOST),
    ],
    ids=["six at 18 percent", "tableau of the script", "random mod 6"],
)
def test_power(
    honest: Any,
    shares: Any,
    runs: int,
    block: int | None,
    least: int,
    most: int,
    benchmark: Any,
) -> None:
    """A die with 18 % sixes; who wins from one deck when Banker never draws to some.

    The script's dice have two faces of six that come up 5462 times in 32768, not 5461.
    Without ``block``, counts are drawn and not outcomes.
    """
    probabilities = known(*honest).probabilities
    if isinstance(shares, tuple):
        shares = [float(p) for p in known(*shares).probabilities]
    rng = np.random.default_rng(1)

    def until_refuted(process: EProcess) -> int:
        while not process.refuted:
            if block:
                process.see(rng.choice(len(shares), block, p=shares))
            else:
                more = max(1000, int(process.total * (STEP - 1)))
                process.counts += rng.multinomial(more, shares)
                process.finish()
                assert process.total < MOST
        return process.total

    def taken() -> list[int]:
        ordered = block is not None
        return [
            until_refuted(EProcess(probabilities, ALPHA, ordered=ordered))
            for _ in range(runs)
        ]

    assert least < record(benchmark, taken) < most


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

    taken = record(benchmark, lambda: [first_impossible() for _ in range(1000)])
    assert taken < 250


def test_ten_million_lines(benchmark: Any) -> None:
    die = known("bunco", "die")
    faces = np.random.default_rng(1).integers(1, 7, 500_000)
    block = "".join(f"{face}\n" for face in faces).encode()

    def run() -> int:
        reader = Lines(die)
        process = EProcess(die.probabilities, Fraction(1, 10**100))
        for _ in range(20):
            process.see(reader.read(block).codes)
        return process.total

    assert benchmark.pedantic(run, rounds=1) == 10**7
