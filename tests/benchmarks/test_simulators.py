"""False alarms and power of the e-process, by simulation.

How many outcomes until REFUTED at an error rate of 1 in 1,000: the median and the 90 %
quantile are in ``extra_info``. Where it takes too many to draw one by one, counts are
drawn at checkpoints, whose law is that of counts of outcomes; pairs are not, so there
the e-value is of the outcomes alone.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from trueodds.core import games, rulebook
from trueodds.proofs.verify.simulator.judge import Judge
from trueodds.proofs.verify.simulator.outcomes import outcome_law
from trueodds.proofs.verify.simulator.parse import Lines

ALPHA = Fraction(1, 1000)
STEP = 1.02
MOST = 10**11


def law(game: str, kind: str | None = None, rules: str | None = None) -> Any:
    column = games.find(game)
    return outcome_law(column, rulebook.load(column, rules), kind)


def until_refuted(
    judge: Judge, shares: list[float], rng: np.random.Generator, block: int = 2000
) -> int:
    while not judge.refuted:
        judge.see(rng.choice(len(shares), block, p=shares))
    return judge.total


def by_counts(judge: Judge, shares: list[float], rng: np.random.Generator) -> int:
    while not judge.refuted:
        more = max(1000, int(judge.total * (STEP - 1)))
        judge.take_counts(rng.multinomial(more, shares))
        judge.finish()
        assert judge.total < MOST
    return judge.total


def record(benchmark: Any, taken: list[int], runs: int) -> float:
    median, nine = np.quantile(taken, [0.5, 0.9])
    benchmark.extra_info.update(runs=runs, median=int(median), nine_of_ten=int(nine))
    return float(median)


@pytest.mark.parametrize(("kind", "alpha"), [("die", "1/100"), ("roll", "1/20")])
def test_false_alarms_in_2000_honest_runs(
    kind: str, alpha: str, benchmark: Any
) -> None:
    """Each looked at some 350 times up to 10,000 outcomes."""
    chances = law("bunco", kind).chances
    shares = [float(chance) for chance in chances]
    rng = np.random.default_rng(1)

    def alarms() -> int:
        found = 0
        for _ in range(2000):
            judge = Judge(chances, Fraction(alpha))
            judge.see(rng.choice(len(shares), 10_000, p=shares))
            found += judge.refuted
        return found

    found = benchmark.pedantic(alarms, rounds=1)
    benchmark.extra_info.update(runs=2000, alarms=found, alpha=alpha)
    assert found <= 2000 * Fraction(alpha)


def test_power_six_at_18_percent(benchmark: Any) -> None:
    chances = law("bunco", "die").chances
    rng = np.random.default_rng(1)

    def runs() -> list[int]:
        shares = [0.164] * 5 + [0.18]
        return [until_refuted(Judge(chances, ALPHA), shares, rng) for _ in range(200)]

    assert record(benchmark, benchmark.pedantic(runs, rounds=1), 200) < 50_000


def test_power_tableau_of_the_script(benchmark: Any) -> None:
    """Who wins, from one deck, when Banker never draws to some cards."""
    honest = law("baccarat", rules="punto-banco-single-deck").chances
    script = law("baccarat", rules="published-script").chances
    shares = [float(chance) for chance in script]
    rng = np.random.default_rng(1)

    def runs() -> list[int]:
        judges = [Judge(honest, ALPHA) for _ in range(50)]
        return [until_refuted(judge, shares, rng, 20_000) for judge in judges]

    assert record(benchmark, benchmark.pedantic(runs, rounds=1), 50) < 10**6


def test_power_bunco_of_25_points(benchmark: Any) -> None:
    """The first Bunco refutes it."""
    found = law("bunco")
    rng = np.random.default_rng(1)
    points = ["0", "1", "2", "5", "25"]
    shares = [float(chance) for chance in found.chances]

    def first_impossible() -> int:
        lines = Lines(found)
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
    honest = law("bunco", "die").chances
    biased = law("bunco", "die", "published-script-dice").chances
    shares = [float(chance) for chance in biased]
    rng = np.random.default_rng(1)

    def runs() -> list[int]:
        judges = [Judge(honest, ALPHA, pairs=False) for _ in range(100)]
        return [by_counts(judge, shares, rng) for judge in judges]

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
    found = law("bunco", "die")

    def run() -> int:
        reader, judge = Lines(found), Judge(found.chances, Fraction(1, 10**100))
        for block in lines():
            judge.see(reader.read(block).codes)
        return judge.total

    assert benchmark.pedantic(run, rounds=1) == 10**7
