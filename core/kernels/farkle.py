"""Farkle rolls by the million: one multiplication a face, and one look-up.

One to six dice show their faces in 923 ways. The weights below give each of them a
number of its own below 2**13, so the best scores, which the reference scorer finds,
stand in a table of 32 kB that stays in the first-level cache.
"""

from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from trueodds.core.errors import DiceError
from trueodds.core.kernels.batches import KERNELS_KEPT, as_rows
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer

Array: TypeAlias = NDArray[Any]

SLOTS = 2**13
WEIGHTS = (1, 4569, 3646, 3386, 5822, 2492)
"""Found by random search: no two rolls have the same weighted sum modulo SLOTS."""


def score_rolls(
    counts: NDArray[np.uint8],
    rules: FarkleRules | None = None,
    *,
    checked: bool = True,
) -> NDArray[np.int32]:
    """The best scores of many rolls, 0 for a farkle, as ``Scorer.best`` has them.

    ``counts`` is uint8 of shape (n, 6): in column f - 1, how many dice show face f; one
    to six dice in all. The result is int32 of shape (n,), exact. Without ``rules``,
    "ece209".

    Raises ``PositionError`` for another shape or dtype and ``DiceError`` for the first
    row with no dice or more than six. With ``checked=False`` rows are not looked at:
    impossible ones score something meaningless, and can do no other harm.

    >>> score_rolls(np.array([[2, 0, 1, 1, 1, 1], [0, 1, 1, 1, 0, 1]], np.uint8))
    array([250,   0], dtype=int32)
    """
    rolls = as_rows(counts, "counts", "uint8", [6])
    key = b"" if rules is None else msgspec.json.encode(rules)
    points = np.empty(len(rolls), dtype=np.int32)
    if _score(rolls, _table(key), checked, points):
        dice = rolls.sum(axis=1, dtype=np.uint16)
        row = int(np.argmax((dice == 0) | (dice > DICE)))
        raise DiceError(
            f"row {row} of counts is {dice[row]} dice, {rolls[row].tolist()}; "
            "a Farkle roll is one to six"
        )
    return points


def clear_cache() -> None:
    """Forget the tables of all rules."""
    _table.cache_clear()


@lru_cache(KERNELS_KEPT)
def _table(key: bytes) -> NDArray[np.int32]:
    """The best score of each roll at its number; the rules as JSON, or the default."""
    if key:
        rules = msgspec.json.decode(key, type=FarkleRules)
    else:
        loaded = FarkleRules.load()
        rules = loaded
    scorer = Scorer(rules)
    table = np.zeros(SLOTS, dtype=np.int32)
    for roll in product(range(DICE + 1), repeat=6):
        if 1 <= sum(roll) <= DICE:
            table[np.dot(roll, WEIGHTS) % SLOTS] = scorer.best(roll)
    return table


_1, _2, _3, _4, _5, _6 = (np.uint32(weight) for weight in WEIGHTS)


@njit(
    types.boolean(
        types.Array(types.uint8, 2, "C", readonly=True),
        types.Array(types.int32, 1, "C", readonly=True),
        types.boolean,
        types.int32[::1],
    ),
    cache=True,
    nogil=True,
)
def _score(rolls: Array, table: Array, checked: bool, points: Array) -> np.bool_:
    """Score every row; whether some row is no roll, if ``checked``."""
    u = np.uint32
    impossible: np.bool_ = np.bool_(False)
    for row in range(len(rolls)):
        a, b, c = u(rolls[row, 0]), u(rolls[row, 1]), u(rolls[row, 2])
        d, e, f = u(rolls[row, 3]), u(rolls[row, 4]), u(rolls[row, 5])
        slot = a * _1 + b * _2 + c * _3 + d * _4 + e * _5 + f * _6
        points[row] = table[slot & u(SLOTS - 1)]
        if checked:
            # No dice at all wrap around to the largest number there is.
            impossible |= a + b + c + d + e + f - u(1) > u(DICE - 1)
    return impossible
