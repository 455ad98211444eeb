"""Compilation of kernels by numba, with compiled code kept in the cache folder.

Every compiled function of trueodds is made here. Its machine code is kept in a folder
of the cache for this version of Python and numba. It counts only for the code that it
comes from: the function's module, and all our modules that this imports. A folder or a
file that cannot be read or written costs time, and never the result.
Without numba, a kernel stays plain Python, which gives the same result. Other functions
would take too long, and refuse to be called.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import platform
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from types import FunctionType
from typing import Any

import numpy as np

from trueodds.core.errors import OutputError
from trueodds.core.packages import installed, require
from trueodds.core.storage import sources, store
from trueodds.core.storage.files import written_whole

__all__ = ["compiled", "inlined", "intrinsic"]

log = logging.getLogger("trueodds")
numba: Any = import_module("numba") if installed() else None

SEAL = hashlib.sha256().digest_size
UNUSED = 60 * 24 * 3600
"""Seconds after which compiled code that no process has used is deleted."""

_at_import = cache(sources.identity)
"""The identity of the code of a module, when its first function is compiled."""


def compiled(
    function_or_signature: Any = None, *, plain: bool = False
) -> Callable[..., Any]:
    """Compile a function that releases the global interpreter lock.

    Args:
        function_or_signature: The function, which is compiled for the types of each
            call. Or a signature of numba as text: then the result is a decorator,
            which compiles a function for these types at once.
        plain: The function is fast enough as plain Python where numba is missing.

    Returns:
        The compiled function, or the decorator. Without numba and unless ``plain``, a
        function that raises ``MissingPackagesError``.

    Example:
        >>> from trueodds.core.models.lower_bounds import plus
        >>> compiled(plus)(0.5, 0.25, 1.0)
        0.7499999999999997
    """
    if not isinstance(function_or_signature, FunctionType):
        signature = [function_or_signature] if function_or_signature else []
        return lambda function: _compile(function, plain, *signature)
    made: Callable[..., Any] = _compile(function_or_signature, plain)
    return made


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function a part of each compiled function that calls it.

    Args:
        function: A function that is called by compiled functions only.

    Returns:
        The function, compiled once for each place that calls it.

    Example:
        >>> from trueodds.core.models.lower_bounds import plus
        >>> inlined(plus).py_func is plus
        True
    """
    return numba.njit(inline="always")(function) if numba else function


def intrinsic(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function of numba's types an instruction of compiled code.

    Args:
        function: A function that returns a signature and a generator of LLVM code.

    Returns:
        The instruction, for compiled functions.

    Example:
        >>> from trueodds.analysis.cribbage.play.tree import traversal
        >>> callable(traversal.bare)
        True
    """
    return numba.extending.intrinsic(function) if numba else function


def _compile(function: FunctionType, plain: bool, *signature: Any) -> Any:
    if not numba:
        if plain:
            return np.errstate(over="ignore")(function)  # integers wrap around
        return wraps(function)(lambda *arguments: require("this result"))
    config = numba.core.config
    dispatcher: Any = numba.njit(nogil=True)(function)
    if (place := _folder()) is not None:
        named = config.CACHE_DIR
        config.CACHE_DIR = str(place)
        with suppress(RuntimeError):  # a source that is no file has no cache
            dispatcher.enable_caching()
            dispatcher._cache = _Cache(dispatcher._cache, function.__module__)
        config.CACHE_DIR = named
    if signature:
        dispatcher.compile(*signature)
        dispatcher.disable_compile()
    return dispatcher


@cache
def _folder() -> Path | None:
    """Return the folder of compiled code, or None if it cannot be written to."""
    name = f"{store.COMPILED}{numba.__version__}-python-{platform.python_version()}"
    try:
        # numba's own variable names another folder, such as that of a test run.
        place = store.own_folder(
            name, Path(numba.core.config.CACHE_DIR or store.folder())
        )
        TemporaryFile(dir=place).close()
    except OutputError as error:
        _warn(str(error))
    except OSError as error:
        _warn(f"cannot write to {place}: {error.strerror}")
    else:
        return place
    return None


@cache
def _warn(fault: str) -> None:
    log.warning("compiled code is not kept: %s", fault)


class _Cache:
    """The compiled code of a function: a file for each processor and types of a call.

    A file ends with a seal: a checksum of its content and of the code that it comes
    from. Where the seal is wrong, the function is compiled anew, and the file replaced.
    """

    def __init__(self, kept: Any, module: str) -> None:
        config = numba.core.config
        self._kept = kept
        self._impl = kept._impl
        self._module = module
        self._identity = _at_import(module)
        self._name = self._impl.filename_base
        own = self._impl.locator.get_source_stamp()  # of a file that may not be ours
        key = self._identity, self._name, own, config.OPT, config.BOUNDSCHECK
        self._key = repr(key).encode()
        self.cache_path = kept.cache_path

    def load_overload(self, signature: Any, context: Any) -> Any:
        context.refresh()
        with suppress(Exception):  # of numba or pickle
            content = self._file(signature, context.codegen()).read_bytes()
            os.utime(self.cache_path)
            if content.endswith(self._seal(content[:-SEAL])):
                return self._impl.rebuild(context, pickle.loads(content))
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        edited = sources.identity(self._module) != self._identity
        if not edited and self._impl.check_cachable(result):
            content = numba.core.serialize.dumps(self._impl.reduce(result))
            file = self._file(signature, result.codegen)
            try:
                with written_whole(file) as place:
                    place.write_bytes(content + self._seal(content))
            except OutputError as error:
                _warn(str(error).replace(file.name, "a file"))
            _delete_unused(file.parents[1])

    def _file(self, signature: Any, codegen: Any) -> Path:
        call = repr(self._kept._index_key(signature, codegen))
        digest = hashlib.sha256(call.encode()).hexdigest()[:16]
        name = self._name.rpartition("-")[0]  # without the line
        return Path(self.cache_path, f"{name}-{digest}.machine-code")

    def _seal(self, content: bytes) -> bytes:
        return hashlib.sha256(self._key + content).digest()


@cache
def _delete_unused(place: Path) -> None:
    with suppress(OSError):  # another process deletes them too
        for folder in place.parent.glob(f"{store.COMPILED}*/*"):
            if time.time() - folder.stat().st_mtime > UNUSED:
                shutil.rmtree(folder, ignore_errors=True)
