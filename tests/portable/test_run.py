"""The script that simulates other processors."""

import platform
import runpy
from pathlib import Path

import pytest

MAIN = runpy.run_path(str(Path(__file__).parent / "run.py"))["main"]


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
