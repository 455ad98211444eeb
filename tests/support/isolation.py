"""A test run of its own: nothing that a user did before reaches it.

The home, configuration, data, cache and temporary folders of a run are new and empty,
and so are the cache of results and the cache of compiled functions. All processes of a
run share them, and compile each function once.
"""

import functools
import getpass
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

FOLDERS = {
    "HOME": "home",
    "XDG_CONFIG_HOME": "home/.config",
    "XDG_DATA_HOME": "home/.local/share",
    "XDG_STATE_HOME": "home/.local/state",
    "XDG_CACHE_HOME": "home/.cache",
    "XDG_RUNTIME_DIR": "run",
    "TMPDIR": "tmp",
    "NUMBA_CACHE_DIR": "compiled",
    "TRUEODDS_CACHE": "results",
    "TRUEODDS_TEST_SHARED": "shared",
}
"""Variables of the environment, and the folder of a run that each names."""

COMPUTED = {"TRUEODDS_SHIPPED": "off"}
"""Tests compute all numbers. Only probes and a few others read what ships."""

OPTIONS = (
    "TRUEODDS_BOOK",
    "NUMBA_BOUNDSCHECK",
    "NUMBA_CPU_NAME",
    "NUMBA_CPU_FEATURES",
)
"""Variables by which a developer chooses what a test reads or checks, and on which
processor compiled code seems to run."""


def environment(folder: Path) -> dict[str, str]:
    """Return today's environment with all folders inside this one, which are made.

    Programs that rustup installed in the user's home are found there nevertheless.
    """
    kept = {"RUSTUP_HOME": os.path.expanduser(f"~{getpass.getuser()}/.rustup")} | {
        name: value
        for name, value in os.environ.items()
        if name in OPTIONS or not name.startswith(("TRUEODDS_", "XDG_", "NUMBA_"))
    }
    for place in FOLDERS.values():
        (folder / place).mkdir(mode=0o700, parents=True, exist_ok=True)
    folders = {name: str(folder / place) for name, place in FOLDERS.items()}
    return kept | folders | COMPUTED


def isolate() -> Path | None:
    """Give this process and its children folders of their own; return what to delete.

    A worker of pytest-xdist shares the folders of the process that started it. A
    developer who repeats a few tests saves their compilation: ``TRUEODDS_TEST_FOLDER``
    names a folder that is kept for the next run. Neither tox nor CI passes it on.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        return None
    kept = os.environ.get("TRUEODDS_TEST_FOLDER")
    folder = Path(kept or tempfile.mkdtemp(prefix="trueodds-")).resolve()
    for new in ("home", "shared"):
        shutil.rmtree(folder / new, ignore_errors=True)
    own = environment(folder)
    os.environ.clear()
    os.environ.update(own)
    tempfile.tempdir = None  # it is read anew from the environment
    return None if kept else folder


def compile_once() -> None:
    """Let one process compile a function while the others wait for its cached code.

    numba looks into its cache before it compiles, but two workers that need a function
    at the same time would both compile it. A process holds its compiler lock first and
    the locks of caller and callee in this order, so no two processes wait for each
    other.
    """
    from filelock import FileLock
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.dispatcher import Dispatcher

    compile_now, locks = Dispatcher.compile, Path(os.environ["NUMBA_CACHE_DIR"])

    @functools.cache
    def lock(name: str) -> FileLock:
        return FileLock(locks / f"{name}.lock")

    def compile_alone(dispatcher: Any, signature: Any) -> Any:
        function = dispatcher.py_func
        with global_compiler_lock, lock(f"{function.__module__}.{function.__name__}"):
            return compile_now(dispatcher, signature)

    Dispatcher.compile = compile_alone
