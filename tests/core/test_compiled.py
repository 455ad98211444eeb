"""Compiled code is kept in the cache folder, and its loss costs only time."""

import os
import pickle
import stat
import subprocess
import sys
from pathlib import Path

import numba
import pytest
from isolation import environment

from trueodds.core.storage.store import COMPILED

ADD = """
from trueodds.core.kernels.compiled import compiled
from trueodds.core.models.lower_bounds import plus
at_once = compiled("float64(float64, float64, float64)")(plus)
print(at_once(0.5, 0.25, 1.0) == compiled(plus)(0.5, 0.25, 1.0) < 0.75)
"""
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
CACHES = ("NUMBA_CACHE_DIR", "TRUEODDS_CACHE", "XDG_CACHE_HOME")
RUBBISH = {
    "no index": b"rubbish",
    "of a moved module": pickle.dumps(numba.__version__) + b"cno_such_module\nname\n.",
}


def add(code: str = ADD, **places: str) -> str:
    """Add in a process of its own; return what it warns of."""
    own = {name: value for name, value in os.environ.items() if name not in CACHES}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=own | places, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "True\n"
    return ran.stderr


def index(folder: Path) -> Path:
    (index,) = folder.rglob("*plus*.nbi")
    return index


def test_compiled_code_is_kept_in_the_cache_folder(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    assert add(TRUEODDS_CACHE=str(folder)) == ""
    assert index(folder).relative_to(folder).parts[0].startswith(COMPILED)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    before = index(folder).stat().st_mtime_ns
    assert add(TRUEODDS_CACHE=str(folder)) == ""
    assert index(folder).stat().st_mtime_ns == before


def test_a_damaged_index_is_made_again(tmp_path: Path) -> None:
    add(TRUEODDS_CACHE=str(tmp_path))
    good = index(tmp_path).read_bytes()
    for content in RUBBISH.values():
        index(tmp_path).write_bytes(content)
        assert add(TRUEODDS_CACHE=str(tmp_path)) == ""
        assert index(tmp_path).read_bytes() == good


PAST = """
import numpy as np
from trueodds.core.kernels.compiled import compiled

@compiled
def last(array, place):
    return array[place]

try:
    last(np.zeros(1), 1)
except IndexError:
    print(True)
"""


def test_an_index_past_an_array_is_found(tmp_path: Path) -> None:
    """As in ``tox -e bounds``, also through the environment of a test run."""
    with pytest.MonkeyPatch.context() as here:
        here.setenv("NUMBA_BOUNDSCHECK", "1")
        own = environment(tmp_path)
    assert add(PAST, **own) == ""


def test_without_a_place_it_is_compiled_with_one_warning(tmp_path: Path) -> None:
    file, other = tmp_path / "file", tmp_path / "other"
    file.touch()
    other.mkdir()
    warnings = {
        f"{file} is a file": add(TRUEODDS_CACHE=str(file)),
        f"{file}/.cache/trueodds cannot be made": add(HOME=str(file)),
        "File too large": add(FULL + ADD, TRUEODDS_CACHE=str(tmp_path / "full")),
    }
    if os.getuid() == 0:
        os.chown(other, 1234, -1)
        warnings["belongs to another user"] = add(TRUEODDS_CACHE=str(other))
    for fault, warning in warnings.items():
        assert warning.startswith("compiled code is not kept: ")
        assert fault in warning
        assert warning.count("\n") == 1
