"""The Python function that ``--python`` names.

The forms are ``module:function``, ``module:Class.method``, ``path/file.py:function``,
and ``module`` or ``path/file.py`` alone for the usual function of a scorer (``score``)
or of a simulator (``draw``).
"""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isclass
from pathlib import Path
from types import ModuleType
from typing import Any

from trueodds.core.errors import TrueoddsError, listed

SCORE = "score"


class FunctionError(TrueoddsError):
    """The error for a module, file or function that does not exist."""


def find(name: str, usual: str = SCORE) -> Callable[..., Any]:
    """Return the function that a name stands for.

    The name is ``module:function``, ``module:Class.method`` or
    ``path/file.py:function``. If the name is a module or file alone, its function
    ``usual`` is returned. For a method, an object of its class is made.

    >>> find("math:isqrt")(17)
    4
    """
    # From the right: a path of Windows has a colon behind its drive.
    module_name, _, path = name.rpartition(":")
    if not module_name or not path.replace(".", "").isidentifier():
        module_name = name
        path = ""
    module = _load(module_name, name)
    holder: Any = module
    *outer, last = (path or usual).split(".")
    try:
        for part in outer:
            holder = getattr(holder, part)
            # A method needs an object.
            holder = holder() if isclass(holder) else holder
        function: Callable[..., Any] = getattr(holder, last)
    except AttributeError:
        # Imported functions are not those that were meant.
        own = [
            key
            for key, value in vars(module).items()
            if callable(value) and getattr(value, "__module__", "") == module.__name__
        ]
        raise FunctionError(
            f"cannot load {name!r}: {module_name} has no function "
            f"{path or usual!r}; it has: {listed(own) or 'none'}"
        ) from None
    return function


def source_files(name: str) -> list[str]:
    """Return the files in which the module of a function may be.

    ``name`` is the function's name with its module, or a Python file.
    """
    module = name.partition(":")[0] if not name.endswith(".py") else name
    if module.endswith(".py"):
        return [module]
    folder = module.replace(".", "/")
    return [f"{folder}.py", f"{folder}/__init__.py"]


def _load(module: str, name: str) -> ModuleType:
    try:
        if module.endswith(".py"):
            return _load_file(Path(module))
        return import_module(module)
    except ModuleNotFoundError as error:
        raise FunctionError(
            f"cannot load {name!r}: {sys.executable} has no module {error.name!r}; to "
            "use another Python, run a program instead: -- /path/to/python adapter.py "
            "(trueodds verify adapter python prints one)"
        ) from None
    except Exception as error:  # whatever the user's module raises
        raise FunctionError(
            f"cannot load {name!r}: {type(error).__name__}: {error}"
        ) from error


def _load_file(file: Path) -> ModuleType:
    if not file.is_file():
        raise FileNotFoundError(f"there is no file {file}")
    spec = spec_from_file_location(file.stem, file)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    # As an import does: pickles and dataclasses look their module up by name.
    sys.modules[file.stem] = module
    # The file may import its neighbours.
    sys.path.insert(0, str(file.parent))
    spec.loader.exec_module(module)
    return module
