"""Projects of which the gate compares two revisions, and its output."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import jsonschema
import pytest

from trueodds import reports
from trueodds.proofs.verify.bench.gate import environments, measure
from trueodds.proofs.verify.bench.gate.environments import Side

SCHEMA = Path(reports.__path__[0]) / "schemas" / "gate-1.json"


class Repository(Protocol):
    """Commit files, give the commit a tag, and return its name."""

    def __call__(self, files: Mapping[str, str], tag: str | None = None) -> str: ...


def valid(output: str) -> dict[str, Any]:
    """Return the gate's JSON, which follows the schema."""
    result: dict[str, Any] = json.loads(output)
    jsonschema.validate(result, json.loads(SCHEMA.read_text("utf-8")))
    return result


def in_folder(*command: str) -> None:
    identity = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
    subprocess.run(["git", *identity, *command], check=True, capture_output=True)


@pytest.fixture
def few_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure real processes in few and short pairs; pytest loads one plugin only."""
    monkeypatch.setattr(measure, "schedule", lambda _: {4: 0, 8: 1})
    monkeypatch.setattr(measure, "PAIR_NS", 4_000_000)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "pytest_benchmark.plugin")


@pytest.fixture
def commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few_pairs: None
) -> Repository:
    """Make a repository, and commit files to it."""
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    monkeypatch.setenv("TRUEODDS_GATE_CACHE", str(tmp_path / "cache"))
    in_folder("init", "--quiet")
    # The project is pytest's root, also where it lies inside of this repository.
    Path("pytest.ini").write_text("[pytest]\n")

    def run(files: Mapping[str, str], tag: str | None = None) -> str:
        for name, text in files.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(text)
        in_folder("add", "--all")
        in_folder("commit", "--quiet", "--message", "files")
        if tag:
            in_folder("tag", tag)
        return environments.git("rev-parse", "HEAD").strip()

    return run


@pytest.fixture
def local(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install nothing: the environment of a side is the one of the tests."""

    def install(side: Side, home: Path, *rest: object) -> None:
        side.python.parent.mkdir(parents=True)
        path = f'PYTHONPATH="{side.folder}:$PYTHONPATH"'
        python = f'#!/bin/sh\n{path} exec {sys.executable} "$@"\n'
        side.python.write_text(python)
        side.python.chmod(0o755)

    monkeypatch.setattr(environments, "_install", install)
