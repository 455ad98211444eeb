"""Compiled code is kept in the cache folder, and its loss costs only time."""

import os
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from isolation import environment

from trueodds.core.kernels import compiled as module
from trueodds.core.models.lower_bounds import plus
from trueodds.core.storage.store import COMPILED

ADD = """
from trueodds.core.kernels.compiled import compiled
from trueodds.core.models.lower_bounds import plus
at_once = compiled("float64(float64, float64, float64)")(plus)
print(at_once(0.5, 0.25, 1.0) == compiled(plus)(0.5, 0.25, 1.0) < 0.75)
"""
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
CACHES = ("NUMBA_CACHE_DIR", "TRUEODDS_CACHE", "XDG_CACHE_HOME")


def add(code: str = ADD, *arguments: str, **places: str) -> str:
    """Add in a process of its own; return what it warns of."""
    own = {name: value for name, value in os.environ.items() if name not in CACHES}
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=own | places,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "True\n"
    return ran.stderr


def kept(folder: Path) -> list[Path]:
    """Return the files of compiled code, of both ways to name the types."""
    return sorted(folder.rglob("*.lower_bounds.plus-*"))


def test_compiled_code_is_kept_in_the_cache_folder(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    assert add(TRUEODDS_CACHE=str(folder)) == ""
    files = kept(folder)
    assert len(files) == 2
    assert files[0].relative_to(folder).parts[0].startswith(COMPILED)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    before = [file.stat().st_mtime_ns for file in files]
    assert add(TRUEODDS_CACHE=str(folder)) == ""
    assert [file.stat().st_mtime_ns for file in kept(folder)] == before
    # Code for another processor has files of its own.
    assert add(TRUEODDS_CACHE=str(folder), NUMBA_CPU_NAME="nehalem") == ""
    assert len(kept(folder)) == 4


DAMAGE = """
import sys
from pathlib import Path
from trueodds.core.kernels.compiled import compiled
from trueodds.core.models.lower_bounds import plus

def found():
    at_once = compiled("float64(float64, float64, float64)")(plus)
    later = compiled(plus)
    assert at_once(0.5, 0.25, 1.0) == later(0.5, 0.25, 1.0) < 0.75
    return [sum(each.stats.cache_hits.values()) for each in (at_once, later)]

assert (found(), found()) == ([0, 0], [1, 1])
files = [*Path(sys.argv[1]).rglob("*.lower_bounds.plus-*")]
for content in (b"", b"rubbish", bytes(files[0].stat().st_size)):
    for file in files:
        file.write_bytes(content)
    assert (found(), found()) == ([0, 0], [1, 1]), content
print(len(files) == 2)
"""


def test_a_damaged_file_is_made_again(tmp_path: Path) -> None:
    assert add(DAMAGE, str(tmp_path), TRUEODDS_CACHE=str(tmp_path)) == ""


FLIPS = 30
FLIP = """
import random, sys
from pathlib import Path
from trueodds.core.kernels.compiled import compiled
from trueodds.core.models.lower_bounds import plus

def added():
    function = compiled(plus)
    assert function(0.5, 0.25, 1.0) == 0.7499999999999997
    return sum(function.stats.cache_hits.values())

folder, flips = sys.argv[1:]
assert (added(), added()) == (0, 1)
chance = random.Random(20261126)
for flip in range(int(flips)):
    (path,) = Path(folder).rglob("*plus*")
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)
    assert (added(), added()) == (0, 1), flip
print(True)
"""


def test_no_code_with_a_flipped_bit_is_run(tmp_path: Path) -> None:
    """It is compiled anew. A process that ran it might not end well."""
    assert add(FLIP, str(tmp_path), str(FLIPS), TRUEODDS_CACHE=str(tmp_path)) == ""


KERNEL = """
from trueodds.core.kernels.compiled import compiled
from trueodds.core.kernels.callee import twice
from trueodds.core.kernels.constant import MORE

@compiled
def kernel(number):
    return twice(number) + MORE
"""
CALLEE = """
from trueodds.core.kernels.compiled import inlined

@inlined
def twice(number):
    return 2 * number
"""
SHOW = """
from trueodds.core.kernels.kernel import kernel
print(kernel(20), "found" if kernel.stats.cache_hits else "compiled")
"""


def test_compiled_code_follows_all_our_code(tmp_path: Path) -> None:
    """In a clone: a function that it calls, a constant, and any other module."""
    core, package = tmp_path / "core", tmp_path / "layout/trueodds"
    ignored = shutil.ignore_patterns("shipped", "__pycache__")
    shutil.copytree(Path(__file__).parents[2] / "core", core, ignore=ignored)
    package.mkdir(parents=True)
    (package / "__init__.py").symlink_to(core / "_root.py")
    (package / "core").symlink_to(core)
    cache = tmp_path / "cache"
    own = {name: value for name, value in os.environ.items() if name not in CACHES}
    own |= {"PYTHONPATH": str(package.parent), "TRUEODDS_CACHE": str(cache)}

    def shown(**edited: str) -> str:
        for name, text in edited.items():
            (core / "kernels" / f"{name}.py").write_text(text)
        ran = subprocess.run(
            [sys.executable, "-c", SHOW], env=own, capture_output=True, text=True
        )
        assert ran.stderr == ""
        return ran.stdout.strip()

    assert shown(kernel=KERNEL, callee=CALLEE, constant="MORE = 2") == "42 compiled"
    assert shown() == "42 found"
    assert shown(callee=CALLEE.replace("2 *", "3 *")) == "62 compiled"
    assert shown(constant="MORE = 5") == "65 compiled"
    assert shown(unrelated="MORE = 6") == "65 compiled"
    assert shown() == "65 found"
    assert shown(kernel="# A line more." + KERNEL) == "65 compiled"
    assert len(list(cache.rglob("*.kernel-*"))) == 1  # nothing piles up
    (used,) = cache.glob(f"{COMPILED}*")
    (unused := cache / f"{COMPILED}of-another-clone").mkdir()
    (other := cache / "of-another-program").mkdir()
    for place in (used, unused, other):
        os.utime(place, (0, 0))
    assert shown() == "65 found"
    assert [used.exists(), unused.exists(), other.exists()] == [True, False, True]


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


HASH = """
from trueodds.core.kernels.compiled import compiled

@compiled
def hashed(text):
    return hash(text)
"""
HASHED = """
import sys
from kernel_of_text import hashed

assert hashed("odds") == hash("odds")
print("numba.np.linalg" in sys.modules, sum(hashed.stats.cache_hits.values()))
"""


def test_code_from_the_cache_needs_no_part_of_the_compiler(tmp_path: Path) -> None:
    """Not even where it hashes text, by the seed of the process."""
    (tmp_path / "kernel_of_text.py").write_text(HASH)
    own = {name: value for name, value in os.environ.items() if name not in CACHES}
    own |= {"TRUEODDS_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    for shown in ("True 0\n", "False 1\n", "False 1\n"):
        ran = subprocess.run(
            [sys.executable, "-c", HASHED], env=own, capture_output=True, text=True
        )
        assert (ran.stderr, ran.stdout) == ("", shown)


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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interruptions_wait_for_the_end_of_a_compilation(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """LLVM would lose an exception that a handler raises while it calls Python."""
    before = signal.signal(number, signal.default_int_handler)
    saved: list[object] = []

    def interrupt(_: object, signature: object, result: object) -> None:
        signal.raise_signal(number)
        saved.append(signature)

    monkeypatch.setattr(module._Cache, "save_overload", interrupt)
    monkeypatch.setattr(module._Cache, "load_overload", lambda *_: None)
    kernel = module.compiled(plus)
    try:
        with pytest.raises(KeyboardInterrupt):
            kernel(0.5, 0.25, 1.0)
        assert len(saved) == 1
        assert signal.getsignal(number) is signal.default_int_handler
    finally:
        signal.signal(number, before)
    assert kernel(0.5, 0.25, 1.0) == 0.7499999999999997
