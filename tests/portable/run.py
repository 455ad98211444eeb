"""Run the tests of floats as on other processors: ``tox -e portable``.

Sums of floats end in other digits where a processor adds more numbers at once. Three
libraries let a variable choose a processor: numba, numpy and OpenBLAS. For each
simulated processor this script shows which of them computes other digits, and runs
tests whose numbers are such sums. A processor without other digits is left out.
"""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parent
X86 = ("x86_64", "amd64")

PROCESSORS = {
    "Nehalem": ("SSE42",),
    "Haswell": ("AVX2", "FMA3"),
    "SkylakeX": ("AVX512_SKX",),
}
"""Processors that OpenBLAS has code for, and the features that each needs.

All versions of numpy report them by these names. What can be switched off has names of
its own in each version, such as X86_V4 since 2.4.
"""


TESTS = (
    "tests/reports/test_cli.py::test_golden_output",
    "tests/analysis/farkle/test_match.py::test_first_player_of_the_assignment",
    "tests/analysis/farkle/test_strategies.py::test_rounding_does_not_choose_between_"
    "keeps_that_are_as_likely_to_get_ahead",
    "trueodds.analysis.farkle.turn.bounded",
    "trueodds.analysis.farkle.best_dice.set_turn",
    "trueodds.analysis.farkle.best_dice.rounded_turn",
    "trueodds.analysis.farkle.match.different_dice",
    "trueodds.analysis.farkle.match.advice",
)
"""The golden files, and tests and doctests that show many digits of bounds."""


CHOSEN = (
    "not discard and not odds-cribbage and not pairs or cribbage-game",
    "not golden or farkle",
)
"""The golden files with floats: for the first processor, and for the others.

All odds of cribbage but those of whole games are exact.
"""


def simulated(blas: str) -> dict[str, str]:
    """Return the variables of a processor without new features for numba and numpy."""
    from numpy._core._multiarray_umath import __cpu_dispatch__

    return {
        "NUMBA_CPU_NAME": "nehalem",
        "NUMBA_CPU_FEATURES": "",  # without it, those of this machine stay
        "NPY_DISABLE_CPU_FEATURES": " ".join(__cpu_dispatch__),
        "OPENBLAS_CORETYPE": blas,
    }


def missing(features: Iterable[str]) -> list[str]:
    """Return the features that this processor lacks, so that code for them crashes.

    Nothing is known of a feature that numpy does not name, so it counts as missing.
    """
    from numpy._core._multiarray_umath import __cpu_features__

    return [name for name in features if not __cpu_features__.get(name)]


def digits(variables: dict[str, str]) -> dict[str, str]:
    """Return what each library computes with these variables, by its name."""
    command = [sys.executable, "-W", "ignore", str(HERE / "digits.py")]
    environment = os.environ | variables
    printed = subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True
    ).stdout
    return dict(line.split(": ") for line in printed.splitlines())


def main(options: list[str]) -> int:
    """Run the tests as on each processor with other digits; return an exit code."""
    machine = platform.machine()
    if machine.lower() not in X86:
        print(f"Nothing is simulated on {machine}: the processors are of another kind.")
        return 0
    here, codes = digits({}), []
    with tempfile.TemporaryDirectory(prefix="trueodds-portable-") as folder:
        for name, features in PROCESSORS.items():
            if lacks := " and no ".join(missing(features)):
                print(f"{name}: not simulated, as this processor has no {lacks}.")
                continue
            variables = simulated(name)
            there = digits(variables)
            others = [library for library in here if here[library] != there[library]]
            if not others:
                print(f"{name}: nothing was simulated, all digits are the same here.")
                continue
            print(f"{name}: other digits of {', '.join(others)}.", flush=True)
            # Compiled code is shared, as numba simulates the same processor.
            shutil.rmtree(Path(folder) / "results", ignore_errors=True)
            kept = {"TRUEODDS_TEST_FOLDER": folder}
            command = [sys.executable, "-W", "ignore", "-m", "pytest", "-q"]
            command += ["-n", "auto", "--dist", "worksteal", *TESTS, *options]
            command += ["-k", CHOSEN[bool(codes)]]
            environment = os.environ | variables | kept
            codes.append(subprocess.run(command, env=environment).returncode)
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
