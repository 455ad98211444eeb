"""The speed of our compiled kernels on the positions of a scorer.

A game with a kernel has a function that returns the kernel and the rows that it scores.
Kernels are timed under the default rules only.
"""

from collections.abc import Callable, Sequence
from functools import partial
from timeit import repeat
from typing import Any

import numpy as np

ROWS = 200_000
REPEATS = 5

Kernel = tuple[Callable[[Any], object], list[list[int]]]
KernelInput = Callable[[str, Sequence[str]], Kernel]
"""Returns the kernel of a scoring rule, and the given positions as its rows."""


def rate(kernel_input: KernelInput, rule: str, positions: Sequence[str]) -> float:
    """Return how many positions per second the compiled scorer of a game scores.

    ``kernel_input`` takes the name ``rule`` of the scoring rule, and the positions. It
    returns the compiled scorer, and the positions as rows of numbers.
    """
    score, rows = kernel_input(rule, positions)
    repeated = np.resize(np.array(rows, np.uint8), (ROWS, len(rows[0])))
    # The first call compiles the kernel, and is not timed.
    score(repeated)
    return ROWS / min(repeat(partial(score, repeated), number=1, repeat=REPEATS))
