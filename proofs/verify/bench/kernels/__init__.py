"""The speed of our compiled kernels on the positions of a scorer.

A game with a kernel has a module of its name here, with a function
``kernel_input(rule, positions)``. It returns the kernel and the rows that it scores.
Kernels are timed under the default rules only.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from trueodds.proofs.verify.game_parts import game_part

ROWS = 200_000
REPEATS = 5

Kernel = tuple[Callable[[Any], object], list[list[int]]]


def rate(game: str, rule: str, positions: Sequence[str]) -> float | None:
    """Return the kernel's positions per second, or None for a game without a kernel."""
    kernel_input = game_part(__name__, game, "kernel_input")
    if kernel_input is None:
        return None
    score, rows = kernel_input(rule, positions)
    repeated = np.resize(np.array(rows, np.uint8), (ROWS, len(rows[0])))
    score(repeated)
    seconds = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        score(repeated)
        seconds.append(time.perf_counter() - started)
    return ROWS / min(seconds)
