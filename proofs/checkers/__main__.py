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
    package.__path__ = [str(Path(__file__).resolve().parent)]
    sys.modules[package.__name__] = package
    sys.exit(importlib.import_module("checkers.command").main(sys.argv[1:]))
