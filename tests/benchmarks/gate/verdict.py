"""From the time ratios of process pairs to a verdict, with an error rate that holds.

The unit is a pair of fresh processes, because a process keeps its luck (where its code
and data lie) for all its batches: more batches do not average that out, more processes
do. Pairs are taken as independent, and nothing is assumed of the law of their ratios:
the interval for the median ratio runs between two order statistics, and misses with a
binomial probability. That is looked at after 8, 12, 16 and 24 pairs and no further than
needed; the chances to miss at each look are added up, so stopping early is paid for.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

LOOKS = {8: 0, 12: 1, 16: 2, 24: 5}
"""After so many pairs, how many ratios are cut off at either end of the interval."""

DELTA = 0.10


class Verdict(NamedTuple):
    """What the ratios (new time over old time) of some pairs show."""

    word: str
    ratio: float
    low: float
    high: float
    pairs: int

    def __str__(self) -> str:
        return (
            f"{self.word}: ratio {self.ratio:.3f} "
            f"[{self.low:.3f}, {self.high:.3f}], {self.pairs} process pairs"
        )


def error_rate() -> float:
    """Return the probability that, at some look, the interval lies on one side.

    So often at most is code called slower by more than δ that is not, and so often at
    most is code called faster by more than δ that is not.

    >>> round(error_rate(), 4)
    0.0125
    """
    return sum(
        sum(comb(pairs, k) for k in range(cut + 1)) / 2**pairs
        for pairs, cut in LOOKS.items()
    )


def judge(ratios: Sequence[float], delta: float = DELTA) -> Verdict:
    """Return the verdict on as many ratios as one of ``LOOKS``.

    ``slower`` and ``faster`` say by more than δ; ``no difference`` says less than δ
    either way; else ``undecided``.

    >>> judge([1.13, 1.14, 1.14, 1.15, 1.15, 1.16, 1.16, 1.17]).word
    'slower'
    >>> judge([0.98, 0.99, 1.0, 1.0, 1.0, 1.01, 1.02, 1.03]).word
    'no difference'
    """
    ordered = sorted(ratios)
    cut = LOOKS[len(ordered)]
    low, high = ordered[cut], ordered[-1 - cut]
    half = len(ordered) // 2
    # The geometric middle, so that swapping the sides inverts the ratio.
    middle = (ordered[half - 1] * ordered[half]) ** 0.5
    if low > 1 + delta:
        word = "slower"
    elif high < 1 / (1 + delta):
        word = "faster"
    elif low > 1 / (1 + delta) and high < 1 + delta:
        word = "no difference"
    else:
        word = "undecided"
    return Verdict(word, middle, low, high, len(ordered))
