"""Fixtures for verdicts on simulators and scorers."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from trueodds import reports

Command = Callable[..., tuple[int, str, str]]
Verify = Callable[..., tuple[int, dict[str, object]]]

SCHEMAS = Path(reports.__path__[0]) / "schemas"


def read_verdict(text: str) -> dict[str, object]:
    """Return a verdict in JSON, after a check of its schema."""
    verdict: dict[str, object] = json.loads(text)
    jsonschema.validate(
        verdict, json.loads((SCHEMAS / "verdict-1.json").read_text("utf-8"))
    )
    return verdict


@pytest.fixture
def verify(trueodds_command: Command) -> Verify:
    """Verify a simulator, and read the verdict."""

    def run(*arguments: str) -> tuple[int, dict[str, object]]:
        code, out, _ = trueodds_command(
            "verify", "simulator", *arguments[:1], "--format", "json", *arguments[1:]
        )
        return code, read_verdict(out)

    return run


@pytest.fixture
def verify_scorer(trueodds_command: Command) -> Callable[..., dict[str, object]]:
    """Verify a scorer, and read the verdict, which its exit code fits."""

    def run(game: str, *words: str) -> dict[str, object]:
        code, out, err = trueodds_command(
            "verify", "scorer", game, "--format", "json", *words
        )
        verdict = read_verdict(out)
        assert err == ""
        assert code == {"agrees": 0, "refuted": 1, "failed": 2}[str(verdict["verdict"])]
        return verdict

    return run


@pytest.fixture
def rolls() -> Callable[..., str]:
    """Return faces of a die as lines, with these weights."""

    def faces(count: int, weights: list[float] | None = None) -> str:
        drawn = random.Random(1).choices(range(1, 7), weights, k=count)
        return "".join(f"{face}\n" for face in drawn)

    return faces
