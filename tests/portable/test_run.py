"""The script that simulates other processors, and what it finds on this one."""

import os
import platform
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parent / "run.py"
MAIN = runpy.run_path(str(RUN))["main"]


@pytest.mark.early
def test_floats_and_golden_files_are_as_on_other_processors() -> None:
    command = [sys.executable, "-W", "ignore", str(RUN), "-n", "0"]
    workers = ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT")
    environment = {name: os.environ[name] for name in os.environ if name not in workers}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    print(ran.stdout)  # which digits changed, or that nothing was simulated
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_nothing_is_simulated_on_another_kind_of_processor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert MAIN([]) == 0
    assert capsys.readouterr().out.startswith("Nothing is simulated on aarch64: ")


def test_digits_that_are_the_same_are_said_to_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setitem(MAIN.__globals__, "digits", lambda variables: {"BLAS": "1"})
    monkeypatch.setitem(MAIN.__globals__, "missing", lambda feature: False)
    assert MAIN([]) == 0
    assert "Nehalem: nothing was simulated" in capsys.readouterr().out
