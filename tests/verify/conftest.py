"""Fixtures for verdicts on simulators."""

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


@pytest.fixture
def verify(trueodds_command: Command) -> Verify:
    """Verify a simulator, and read the verdict after a check of its schema."""
    schema = json.loads((SCHEMAS / "verdict-1.json").read_text("utf-8"))

    def run(*arguments: str) -> tuple[int, dict[str, object]]:
        code, out, _ = trueodds_command(
            "verify", "simulator", *arguments[:1], "--format", "json", *arguments[1:]
        )
        verdict = json.loads(out)
        jsonschema.validate(verdict, schema)
        return code, verdict

    return run


@pytest.fixture
def rolls() -> Callable[..., str]:
    """Return faces of a die as lines, with these weights."""

    def faces(count: int, weights: list[float] | None = None) -> str:
        drawn = random.Random(1).choices(range(1, 7), weights, k=count)
        return "".join(f"{face}\n" for face in drawn)

    return faces
