"""Fixtures for verdicts on simulators and scorers, and for the gate."""

import random
from collections.abc import Callable
from functools import cache

import pytest
from commands import Run
from gate_projects import commit, few_pairs, local
from verdicts import read_verdict

from trueodds.proofs.verify.python_function import find
from trueodds.proofs.verify.verdict import EXIT_CODES

__all__ = ["commit", "few_pairs", "local"]

Verify = Callable[..., tuple[int, dict[str, object]]]


@pytest.fixture
def verify(trueodds_command: Run) -> Verify:
    """Verify a simulator, and read the verdict."""

    def run(*arguments: str) -> tuple[int, dict[str, object]]:
        code, out, _ = trueodds_command(
            "verify", "simulator", *arguments[:1], "--format", "json", *arguments[1:]
        )
        return code, read_verdict(out)

    return run


@pytest.fixture
def verify_scorer(trueodds_command: Run) -> Callable[..., dict[str, object]]:
    """Verify a scorer, and read the verdict, which its exit code fits."""

    def run(game: str, *words: str) -> dict[str, object]:
        code, out, err = trueodds_command(
            "verify", "scorer", game, "--format", "json", *words
        )
        verdict = read_verdict(out)
        assert err == ""
        assert code == EXIT_CODES[verdict["verdict"]]
        return verdict

    return run


@pytest.fixture
def functions_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Call the function that ``--python`` names in this process, not in a child."""
    monkeypatch.setattr("trueodds.proofs.verify.scorer.run.python_command", cache(find))


@pytest.fixture
def rolls() -> Callable[..., str]:
    """Return faces of a die as lines, with these weights."""

    def faces(count: int, weights: list[float] | None = None) -> str:
        drawn = random.Random(1).choices(range(1, 7), weights, k=count)
        return "".join(f"{face}\n" for face in drawn)

    return faces
