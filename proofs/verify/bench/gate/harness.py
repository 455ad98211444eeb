"""The same benchmarks for both sides: the test files of one side on both checkouts.

Only the code differs then, so a change of a benchmark is no difference of the code.
"""

import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from trueodds.proofs.verify.bench.gate.environments import Side
from trueodds.proofs.verify.bench.gate.gate_worker import IMPORT, single_imports


def lay_over(side: Side, files: Iterable[str], origin: Path, copy: Path) -> Side:
    """Copy a side's checkout, with ``files`` as they are in the checkout ``origin``.

    ``files`` are paths inside the checkouts, and ``copy`` is the new folder. A file
    that ``origin`` does not have is deleted. The Python files of ``files`` are changed,
    so that they go on if an import at the top level fails. Compiled files are left out,
    as Python might take them for those of the new files. Return the side with the copy
    as its checkout.
    """
    compiled = shutil.ignore_patterns("__pycache__")
    shutil.copytree(side.root, copy, symlinks=True, ignore=compiled)
    for name in files:
        file = copy / name
        file.unlink(missing_ok=True)
        if (origin / name).exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(origin / name, file)
            if file.suffix == ".py":
                with suppress(SyntaxError, ValueError):
                    file.write_text(tolerant(file.read_text("utf-8")), "utf-8")
    return side._replace(root=copy)


def tolerant(code: str) -> str:
    """Return code that goes on if an import at its top level fails.

    If one side lacks a function, only the benchmarks of this function fail there. The
    other benchmarks in the file can still be compared.

    >>> print(tolerant("from math import pi, tau"))
    try: from math import pi
    except ImportError: pass
    try: from math import tau
    except ImportError: pass
    """
    return IMPORT.sub(r"try: \g<0>\nexcept ImportError: pass", single_imports(code))
