"""Check certificates of trueodds without trueodds: python checker.py FILE...

The folder ``checkers`` beside this file holds the checker: read it before use.
"""

import runpy
from pathlib import Path

if __name__ == "__main__":
    runpy.run_path(str(Path(__file__).with_name("checkers")), run_name="__main__")
