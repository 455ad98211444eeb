"""The speed of our compiled kernels on the positions of a scorer.

A game with a kernel has a function that returns the kernel and the rows that it scores.
Kernels are timed under the default rules only.
"""

from collections.abc import Callable, Sequence
from functools import partial
from timeit import repeat
from typing import Any

import numpy as np

from trueodds.core.cards import parse_cards, parse_rank

ROWS = 200_000
REPEATS = 5

Kernel = tuple[Callable[[Any], object], list[list[int]]]
KernelInput = Callable[[str, Sequence[str]], Kernel]
"""Returns the kernel of a scoring rule, and the given positions as its rows."""


def rate(kernel_input: KernelInput, rule: str, positions: Sequence[str]) -> float:
    """Return the kernel's positions per second."""
    score, rows = kernel_input(rule, positions)
    repeated = np.resize(np.array(rows, np.uint8), (ROWS, len(rows[0])))
    score(repeated)
    return ROWS / min(repeat(partial(score, repeated), number=1, repeat=REPEATS))


def of_cribbage(rule: str, positions: Sequence[str]) -> Kernel:
    """Return the kernel of shows or of the play, and the shows or piles as rows.

    The row of a pile has its ranks, filled up with zeros to eight cards, and its
    length.
    """
    from trueodds.core.kernels.cribbage import score_shows
    from trueodds.core.kernels.cribbage_play import score_play
    from trueodds.core.rules.cribbage_play import MOST_CARDS

    if rule != "play":
        shows = [parse_cards(position.replace("|", " ")) for position in positions]
        rows = [[card.number for card in show] for show in shows]
        return partial(score_shows, crib=rule == "crib"), rows
    piles = [[*map(parse_rank, position.split())] for position in positions]
    rows = [[*pile, *[0] * (MOST_CARDS - len(pile)), len(pile)] for pile in piles]

    def score(table: Any) -> object:
        return score_play(table[:, :MOST_CARDS], table[:, MOST_CARDS].copy())

    return score, rows


def of_farkle(rule: str, positions: Sequence[str]) -> Kernel:
    """Return the kernel of rolls, and the rolls as counts of each face."""
    from trueodds.core.kernels.farkle import score_rolls

    return score_rolls, [[roll.count(face) for face in "123456"] for roll in positions]
