"""How fast our compiled kernels score the same positions; a game is a function here.

Under the usual rules only. Bunco has no kernel, and baccarat's counts the coups of
shoes, which is another question than who wins one.
"""

import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from trueodds.core.cards import parse_cards, parse_rank

ROWS = 200_000
REPEATS = 5

Score = Callable[[Any], object]


def rate(game: str, rule: str, positions: Sequence[str]) -> float | None:
    """Positions a second of the game's kernel, warm; None where there is none."""
    if game not in KERNELS:
        return None
    try:
        score, rows = KERNELS[game](rule, positions)
    except ModuleNotFoundError:
        return None
    repeated = np.resize(np.array(rows, np.uint8), (ROWS, len(rows[0])))
    score(repeated)
    seconds = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        score(repeated)
        seconds.append(time.perf_counter() - started)
    return ROWS / min(seconds)


def _cribbage(rule: str, positions: Sequence[str]) -> tuple[Score, list[list[int]]]:
    if rule == "play":
        return _play(positions)
    kernel = import_module("trueodds.core.kernels.cribbage").score_shows
    shows = [parse_cards(position.replace("|", " ")) for position in positions]
    rows = [[card.number for card in show] for show in shows]
    return (lambda cards: kernel(cards, crib=rule == "crib")), rows


def _play(positions: Sequence[str]) -> tuple[Score, list[list[int]]]:
    kernel = import_module("trueodds.core.kernels.cribbage_play")
    cards = kernel.MOST_CARDS
    piles = [[*map(parse_rank, position.split())] for position in positions]
    rows = [[*pile, *[0] * (cards - len(pile)), len(pile)] for pile in piles]

    def score(table: Any) -> object:
        return kernel.score_play(table[:, :cards], table[:, cards].copy())

    return score, rows


def _farkle(rule: str, positions: Sequence[str]) -> tuple[Score, list[list[int]]]:
    kernel = import_module("trueodds.core.kernels.farkle").score_rolls
    return kernel, [[roll.count(face) for face in "123456"] for roll in positions]


KERNELS = {"cribbage": _cribbage, "farkle": _farkle}
