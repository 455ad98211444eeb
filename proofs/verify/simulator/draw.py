"""Outcomes drawn by a Python function, printed one per line until the pipe closes.

``python -m trueodds.proofs.verify.simulator.draw module:function`` calls the function
without arguments, again and again.
"""

import sys
from typing import Any

from trueodds.proofs.verify.python_function import FunctionError, find
from trueodds.proofs.verify.simulator.sources import from_function


def draw_command(function: str) -> list[str]:
    """Return the command that draws from ``module:function``."""
    return [sys.executable, "-m", __name__, function]


def main(function: str) -> None:
    """Print outcomes until the reader closes the pipe."""
    try:
        draw: Any = find(function, "draw")
    except FunctionError as error:
        sys.exit(str(error))
    for block in from_function(draw):
        sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])
