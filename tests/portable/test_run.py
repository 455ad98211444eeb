"""The script that simulates other processors, and what it finds on this one."""

import os
import platform
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

FILE = Path(__file__).parent / "run.py"
RUN = runpy.run_path(str(FILE))
MAIN = RUN["main"]
FEATURES = """
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__
print(*(name for name in __cpu_dispatch__ if __cpu_features__[name]))
"""
on_x86 = pytest.mark.skipif(
    platform.machine().lower() not in RUN["X86"],
    reason="no processor is simulated on this kind of processor",
)


@pytest.mark.early
def test_floats_and_golden_files_are_as_on_other_processors() -> None:
    command = [sys.executable, "-W", "ignore", str(FILE), "-n", "0"]
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
    monkeypatch.setitem(MAIN.__globals__, "missing", lambda features: [])
    assert MAIN([]) == 0
    assert "Nehalem: nothing was simulated" in capsys.readouterr().out


@on_x86
@pytest.mark.parametrize("name", RUN["PROCESSORS"])
def test_no_feature_of_numpy_is_left_on(name: str) -> None:
    """Whatever its version calls them."""
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FEATURES],
        env=os.environ | RUN["simulated"](name),
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "\n"


@on_x86
def test_numpy_names_what_the_processors_need() -> None:
    from numpy._core._multiarray_umath import __cpu_features__

    for features in RUN["PROCESSORS"].values():
        assert {*features} <= {*__cpu_features__}
        assert set(RUN["missing"](features)) <= {*features}
    assert RUN["missing"](["AVX9000"]) == ["AVX9000"]
