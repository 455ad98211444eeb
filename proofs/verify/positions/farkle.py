"""Positions of Farkle: every ordered roll of one to six dice, such as ``113456``."""

from itertools import combinations_with_replacement
from random import Random

import numpy as np
from numpy.typing import NDArray

from trueodds.core.breakdown import Breakdown, Line
from trueodds.core.kernels.farkle import score_rolls
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.proofs.verify.positions.space import Numbers, Rows, Space

FACES = 6


def space(rules: FarkleRules, rule: str) -> Space:
    """Return the space with the face of each die as columns, 0 for no die."""
    rules.require_six_dice()
    rolls_of = [FACES**dice for dice in range(1, DICE + 1)]
    first = np.cumsum([0, *rolls_of])
    powers = FACES ** np.arange(DICE)[::-1]

    def rows(numbers: Numbers) -> Rows:
        dice = np.searchsorted(first, numbers, side="right")
        within = (numbers - first[dice - 1])[:, None]
        faces = within // powers % FACES + 1
        # A roll of fewer than six dice fills the last columns.
        shown: Rows = (faces * (powers < FACES ** dice[:, None])).astype(np.uint16)
        return shown

    def values(rows: Rows) -> Numbers:
        faces = range(1, FACES + 1)
        counts = np.stack(
            [np.count_nonzero(rows == face, axis=1) for face in faces], axis=1
        )
        return score_rolls(counts.astype(np.uint8), rules).astype(np.int64)

    return Space(
        [["", *"123456"]] * DICE,
        int(first[-1]),
        rows,
        values,
        _possible,
        _sorted,
        "the order of the dice",
        range(DICE),
    )


def random_position(rules: FarkleRules, random: Random) -> str:
    """Return a random roll of one to six dice."""
    rules.require_six_dice()
    return "".join(str(random.randint(1, 6)) for _ in range(random.randint(1, 6)))


def causes(right: Breakdown) -> tuple[str, ...]:
    """Return the scoring features, with and without their dice, and the dice count."""
    names = [name for line in right.lines for name in (line.name, _with_dice(line))]
    return (*dict.fromkeys(names), f"{len(right.position)} dice")


def _with_dice(line: Line) -> str:
    return f"{line.name} {line.what}"


def _possible(rows: Rows) -> NDArray[np.bool_]:
    return np.asarray(rows.any(axis=1))


def _sorted() -> Rows:
    rolls = combinations_with_replacement(range(FACES + 1), DICE)
    return np.array([roll for roll in rolls if any(roll)], np.uint16)
