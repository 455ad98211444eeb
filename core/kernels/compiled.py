"""Compilation of kernels by numba, with compiled code kept in the cache folder.

Every compiled function of trueodds is made here. Its machine code is kept as cached
results are: with a checksum, and for this version of our code only. If it cannot be
read or written, the function is compiled again, and the result is the same.
Without numba, a kernel stays plain Python, which gives the same result. Other functions
would take too long, and raise ``MissingPackagesError``.
"""

from __future__ import annotations

import logging
import os
import pickle
import platform
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from trueodds.core.errors import OutputError
from trueodds.core.packages import installed, require
from trueodds.core.storage import sources, store

__all__ = ["compiled", "inlined", "intrinsic"]

log = logging.getLogger("trueodds")
numba: Any = import_module("numba") if installed() else None

UNUSED = 60 * 24 * 3600
"""Seconds after which a folder of compiled code that no process used is deleted."""


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
    """Compile a function into each compiled function that calls it.

    Args:
        function: A function that is called by compiled functions only.

    Returns:
        The function, compiled once for each place that calls it. Without numba, the
        function as it is.

    Example:
        >>> from trueodds.core.models.lower_bounds import plus
        >>> inlined(plus).py_func is plus
        True
    """
    return numba.njit(inline="always")(function) if numba else function


def intrinsic(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make an instruction that compiled functions can call, from its LLVM code.

    Args:
        function: Takes numba's typing context and the types of the arguments. Returns
            the signature, and the function that generates the LLVM code.

    Returns:
        The instruction, as ``numba.extending.intrinsic`` returns it. Without numba, the
        function as it is.

    Example:
        >>> def unchanged(context, kind):
        ...     return kind(kind), lambda *arguments: arguments[-1][0]
        >>> callable(intrinsic(unchanged))
        True
    """
    return numba.extending.intrinsic(function) if numba else function


def _compile(function: FunctionType, plain: bool, *signature: Any) -> Any:
    if not numba:
        if plain:
            return np.errstate(over="ignore")(function)  # integers wrap around
        return wraps(function)(lambda *arguments: require("this result"))
    dispatcher: Any = numba.njit(nogil=True)(function)
    dispatcher.compile = _uninterrupted()(dispatcher.compile)
    with suppress(OSError):  # a source that is no file has no cache
        source = os.stat(function.__code__.co_filename)
        if folder := _folder():
            dispatcher._cache = _Cache(function, source, folder)
    # Compile at import, so that no later call waits.
    # Calls with other types are refused.
    if signature:
        dispatcher.compile(*signature)
        dispatcher.disable_compile()
    return dispatcher


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put off Ctrl-C, and SIGTERM if it has a handler, until the end of a block.

    LLVM calls Python while it compiles, and an exception that is raised there is lost.
    """
    pending: list[int] = []
    handlers = {}
    with suppress(ValueError):  # only the main thread runs handlers
        for number in (signal.SIGINT, signal.SIGTERM):
            if callable(signal.getsignal(number)):
                handlers[number] = signal.signal(
                    number, lambda received, _: pending.append(received)
                )
    try:
        yield
    finally:
        # The handlers are back before the signals are sent
        # again, and so they receive them.
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for received in pending:
            signal.raise_signal(received)


@cache
def _folder() -> Path | None:
    """Return the folder of compiled code, or None if it cannot be used.

    Each clone or install has a folder of its own for each version of numba and Python.
    """
    versions = [numba.__version__, platform.python_version(), str(sources.ROOT)]
    name = f"{store.COMPILED}{sources.digest(versions)[:16]}"
    # numba's own variable names another folder, such as that of a test run.
    outer = Path(numba.core.config.CACHE_DIR or store.folder())
    try:
        place = store.own_folder(name, outer)
    except OutputError as error:
        _warn(str(error))
        return None
    with suppress(OSError):  # another process deletes them too
        # Mark the folder as used, so that other versions do not delete it.
        os.utime(place)
        for folder in outer.glob(f"{store.COMPILED}*"):
            if time.time() - folder.stat().st_mtime > UNUSED:
                shutil.rmtree(folder, ignore_errors=True)
    return place


@cache
def _warn(fault: str) -> None:
    log.warning("compiled code is not kept: %s", fault)


class _Cache:
    """The compiled code of a function, in the files of ``store``.

    There is a file for each processor and types of a call. A damaged or stale file is
    not run: numba compiles the function again, and the file is replaced.
    """

    cache_path = None  # numba asks for it

    def __init__(
        self, function: FunctionType, source: os.stat_result, folder: Path
    ) -> None:
        config = numba.core.config
        self._py_func = function  # numba's name, from which it makes its key
        self._path = folder / f"{function.__module__}.{function.__qualname__}"
        self._key = {
            # Its source may not be ours, and another function may have its name.
            "source": [source.st_mtime_ns, source.st_size],
            "line": function.__code__.co_firstlineno,
            "options": [config.OPT, config.BOUNDSCHECK],
        }

    def load_overload(self, signature: Any, context: Any) -> Any:
        # Machine code needs numba's runtime, which counts references. It needs none of
        # what ``context.refresh()`` imports: numba does this when it compiles.
        numba.core.runtime.rtsys.initialize(context)
        rebuilt = numba.core.compiler.CompileResult._rebuild
        result, _ = store.find(
            *self._file(signature, context.codegen()),
            lambda content: rebuilt(context, *pickle.loads(content)),
        )
        return result

    def save_overload(self, signature: Any, result: Any) -> None:
        if result.library.has_dynamic_globals:  # addresses in this process
            return
        path, key = self._file(signature, result.codegen)
        try:
            store.write_bytes(path, key, numba.core.serialize.dumps(result._reduce()))
        except OutputError as error:
            _warn(str(error).replace(path.name, "a file"))

    def _file(self, signature: Any, codegen: Any) -> tuple[Path, dict[str, object]]:
        """Return the file of a call of these types on a processor, and its key."""
        of_numba = numba.core.caching.FunctionCache._index_key
        # The types and the processor name the file. The digests of the code are only in
        # its key: new code replaces the file of the old.
        *call, code = of_numba(self, signature, codegen)
        path = self._path.with_name(
            f"{self._path.name}-{sources.digest(repr(call))[:16]}"
        )
        return path, store.with_code({**self._key, "call": repr(call), "code": code})
