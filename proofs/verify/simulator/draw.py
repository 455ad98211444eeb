"""Print what a Python function draws, for ever: an outcome a line.

``python -m trueodds.proofs.verify.simulator.draw module:function`` calls the
function, which takes nothing, again and again.
"""

import sys
from typing import Any

from trueodds.proofs.verify.python_function import find
from trueodds.proofs.verify.simulator.sources import of_function


def draw_command(function: str) -> list[str]:
    """The command that draws from ``module:function``, found from this folder."""
    return [sys.executable, "-m", __name__, function]


def main(function: str) -> None:
    """Draw until nobody reads."""
    draw: Any = find(function, "draw")
    for block in of_function(draw):
        sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])
