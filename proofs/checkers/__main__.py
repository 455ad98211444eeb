"""Check certificates of trueodds: ``python -I FOLDER FILE...`` runs this folder."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

if __name__ == "__main__":
    # The files of this folder import each other as a package, of any name. Naming it
    # here prevents Python from finding a package of someone else with the same name.
    package = ModuleType("checkers")
    folder = Path(__file__).resolve().parent
    package.__path__ = [str(folder)]
    sys.modules[package.__name__] = package
    command = importlib.import_module("checkers.command")
    code = command.main(sys.argv[1:])
    sys.exit(code)
