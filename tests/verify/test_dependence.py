"""Dependence at any lag, cycles and periods refute a simulator; honest ones pass."""

from fractions import Fraction

import numpy as np
import pytest

from trueodds.core import games, rulebook
from trueodds.proofs.verify.simulator.dependence import Dependence
from trueodds.proofs.verify.simulator.e_process import EProcess
from trueodds.proofs.verify.simulator.outcomes import outcome_distribution
from trueodds.proofs.verify.simulator.run import judge_stream
from trueodds.proofs.verify.simulator.verdict import verdict

DIE = (Fraction(1, 6),) * 6


def faces(count: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 6, count)


def copied(lag: int) -> np.ndarray:
    """Return faces of which one in five is the face ``lag`` places before."""
    drawn = faces(20_000)
    for place in lag + np.flatnonzero(faces(20_000 - lag, 2) == 0):
        drawn[place] = drawn[place - lag]
    return drawn


def short_generator() -> np.ndarray:
    """Return faces of the generator x -> 75 x mod 65,537 with 16 bits of state."""
    state, drawn = 1, []
    for _ in range(70_000):
        state = state * 75 % 65_537
        drawn.append(state % 6)
    return np.array(drawn)


SEQUENCES = {
    "every outcome twice": np.repeat(faces(2000), 2),
    "every outcome twice, out of step": np.repeat(faces(2000), 2)[1:],
    "a cycle of 72": np.resize(faces(72)[np.argsort(faces(72, 2))], 4000),
    "a balanced cycle of 72": np.resize(
        np.random.default_rng(3).permutation(np.repeat(np.arange(6), 12)), 4000
    ),
    "a period of 3,000": np.resize(faces(3000), 6000),
    "a short generator": short_generator(),
    **{f"copies from lag {lag}": copied(lag) for lag in (*range(1, 10), 17, 64)},
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_dependent_sequence_is_refuted(name: str) -> None:
    process = EProcess(DIE, Fraction(1, 1000))
    process.see(SEQUENCES[name])
    assert process.refuted
    assert process.total < (67_000 if name == "a short generator" else 4000)
    strongest = process.strongest()
    if name.startswith("copies"):
        assert name == f"{strongest.test} from lag {strongest.places[0]}"
    if "twice" in name:
        assert (strongest.test, strongest.places) == ("copies", (1,))


def test_rare_copies_from_far_back_are_seen() -> None:
    """Every twentieth face is the 17th before: four refutations within 10,000 faces."""
    rng = np.random.default_rng(1)
    for _ in range(4):
        drawn = rng.integers(0, 6, 10_000)
        for place in np.flatnonzero(rng.random(10_000) < 0.05):
            drawn[place] = drawn[place - 17]
        process = EProcess(DIE, Fraction(1, 1000))
        process.see(drawn)
        assert process.refuted
        assert process.strongest().places == (17,)


@pytest.mark.parametrize(
    ("count", "most"), [(20, 2), pytest.param(60, 6, marks=pytest.mark.slow)]
)
def test_right_faces_are_seldom_refuted(count: int, most: int) -> None:
    """At an error rate of 1 in 20, no more than 1 in 10 right sequences is refuted.

    Of 20 sequences, over two would be refuted nearly always at a rate of 3 in 10.
    """
    rng = np.random.default_rng(2)
    refuted = 0
    for _ in range(count):
        process = EProcess(DIE, Fraction(1, 20))
        process.see(rng.integers(0, 6, 500))
        refuted += process.refuted
    assert refuted <= most


def test_pairs_show_what_marginals_hide() -> None:
    """Every outcome twice: each as often as it should be, but never alone."""
    twice = SEQUENCES["every outcome twice"]
    seeing, blind = (
        EProcess(DIE, Fraction(1, 1000), ordered=ordered) for ordered in (True, False)
    )
    seeing.see(twice)
    assert seeing.strongest().places == (1,)
    blind.see(twice)
    assert not blind.refuted


def test_many_outcomes_are_grouped_before_they_are_paired() -> None:
    uniform = (Fraction(1, 1000),) * 1000
    drawn = np.random.default_rng(1).integers(0, 1000, 20_000)
    honest, sticky = (EProcess(uniform, Fraction(1, 1000)) for _ in range(2))
    honest.see(drawn)
    assert not honest.refuted
    drawn[1::2] = drawn[::2] // 100 * 100
    sticky.see(drawn)
    assert sticky.refuted


def test_verdict_says_that_the_probabilities_are_right() -> None:
    bunco = games.find("bunco")
    rules = rulebook.load(bunco)
    lines = "".join(f"{face + 1}\n" for face in SEQUENCES["copies from lag 2"]).encode()
    known = outcome_distribution(bunco, rules, "die")
    judgement = verdict(bunco, rules, judge_stream([lines], known))
    assert judgement.word == "refuted"
    text = "the probabilities are right, the sequence is not independent"
    assert text in judgement.summary
    assert judgement.example
    expected = "an outcome is the same as the outcome 2 places before"
    assert judgement.example.where == expected
    assert max(judgement.details.log10_e_by_test.values()) > 3


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("period", [65, 100, 150])
def test_copies_from_far_back_are_not_given_a_nearer_cause(
    period: int, seed: int
) -> None:
    """Some of these cycles look like copies of the 15th or the 21st face before."""
    bunco = games.find("bunco")
    rules = rulebook.load(bunco)
    known = outcome_distribution(bunco, rules, "die")
    cycle = np.resize(faces(20_000, seed)[:period], 3000)
    lines = "".join(f"{face + 1}\n" for face in cycle).encode()
    judgement = verdict(bunco, rules, judge_stream([lines], known))
    assert "the sequence is not independent" in judgement.summary
    assert "not always its cause" in judgement.notes[0]


def test_counts_of_a_sequence_by_definition() -> None:
    drawn = np.random.default_rng(5).integers(0, 3, 200)
    dependence = Dependence((Fraction(1, 3),) * 3)
    for chunk in np.split(drawn, [1, 4, 5, 30, 77]):
        dependence.count(chunk)
    for lag, table in enumerate(dependence.lags, start=1):
        pairs = list(zip(drawn[:-lag], drawn[lag:], strict=True))
        for a, b in np.ndindex(3, 3):
            assert table[a, b] == pairs.count((a, b))
    disjoint = list(zip(drawn[::2], drawn[1::2], strict=True))
    assert all(
        dependence.in_step[a, b] == disjoint.count((a, b)) for a, b in np.ndindex(3, 3)
    )
    assert dependence.first.tolist() == drawn[:8].tolist()
    assert dependence.last.tolist() == drawn[-64:].tolist()
    for lag, copies in enumerate(dependence.copies, start=1):
        assert copies == (drawn[:-lag] == drawn[lag:]).sum()


def test_single_biased_face_is_refuted_early() -> None:
    """A six at 0.20 in 2,000 rolls: more than half of 100 runs; it was 33 of 100."""
    rng = np.random.default_rng(1)
    refuted = 0
    for _ in range(100):
        process = EProcess(DIE, Fraction(1, 20))
        process.counts += rng.multinomial(2000, [0.16] * 5 + [0.20])
        process.finish()
        refuted += process.refuted
    assert refuted > 50
