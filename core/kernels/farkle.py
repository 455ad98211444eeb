"""Compiled batch scorer of Farkle: a multiplication for each face, and a look-up.

One to six dice show their faces in 923 ways. The weights below map each of them to a
different number below 2**13. So the best scores, computed by the reference scorer, fit
in a table of 32 kB that stays in the first-level cache.
"""

from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from trueodds.core.errors import DiceError
from trueodds.core.kernels.batches import KERNELS_KEPT, as_rows
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer
from trueodds.core.rules.farkle.coverage import require_covered

Array: TypeAlias = NDArray[Any]

SLOTS = 2**13
WEIGHTS = (1, 4569, 3646, 3386, 5822, 2492)
"""Weights from a random search: no two rolls have the same sum modulo SLOTS."""


def score_rolls(
    counts: NDArray[np.uint8],
    rules: FarkleRules | None = None,
    *,
    checked: bool = True,
) -> NDArray[np.int32]:
    """Return the best scores of many rolls, 0 for a farkle; equal to ``Scorer.best``.

    Args:
        counts: A uint8 array of shape (n, 6): column f - 1 counts the dice that show
            face f. Each row has one to six dice.
        rules: The rules; "box" if None.
        checked: If False, rows are not checked. Impossible rows then get meaningless
            scores, and do no other harm.

    Returns:
        An exact int32 array of shape (n,).

    Raises:
        PositionError: If the array has another shape or dtype.
        DiceError: If a row has no dice or more than six; the first such row is named.

    Example:
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


@lru_cache(KERNELS_KEPT)
def _table(key: bytes) -> NDArray[np.int32]:
    """Return the best score of each roll, indexed by its weighted sum modulo SLOTS.

    ``key`` is the rules as JSON, or empty for the default rules.
    """
    rules = msgspec.json.decode(key, type=FarkleRules) if key else FarkleRules.load()
    rules.require_six_dice()
    require_covered("the score of a roll", rules)
    scorer = Scorer(rules)
    table = np.zeros(SLOTS, dtype=np.int32)
    for roll in product(range(DICE + 1), repeat=6):
        if 1 <= sum(roll) <= DICE:
            table[np.dot(roll, WEIGHTS) % SLOTS] = scorer.best(roll)
    return table


_1, _2, _3, _4, _5, _6 = (np.uint32(weight) for weight in WEIGHTS)


@compiled(
    "boolean(Array(uint8, 2, 'C', True), Array(int32, 1, 'C', True), boolean, "
    "int32[::1])",
    plain=True,
)
def _score(rolls: Array, table: Array, checked: bool, points: Array) -> np.bool_:
    """Score every row; return True if ``checked`` and some row is impossible."""
    u = np.uint32
    impossible: np.bool_ = np.bool_(False)
    for row in range(len(rolls)):
        a = u(rolls[row, 0])
        b = u(rolls[row, 1])
        c = u(rolls[row, 2])
        d = u(rolls[row, 3])
        e = u(rolls[row, 4])
        f = u(rolls[row, 5])
        # SLOTS is a power of two, so its mask takes the sum modulo SLOTS, also of a sum
        # that has wrapped around. Impossible rows stay inside the table.
        slot = a * _1 + b * _2 + c * _3 + d * _4 + e * _5 + f * _6
        points[row] = table[slot & u(SLOTS - 1)]
        if checked:
            # For a row without dice, 0 - 1 wraps around to the largest number.
            impossible |= a + b + c + d + e + f - u(1) > u(DICE - 1)
    return impossible
