"""Decision of ``trueodds bench gate`` from time ratios of pairs of runs.

A ratio comes from a pair of fresh processes. A process keeps the addresses of its code
and data for all its batches, and they can make it faster or slower: more processes
average that out, more batches do not. Pairs are taken as independent. Nothing is
assumed about the distribution of their ratios: the interval for the median ratio runs
between two order statistics, and it misses the median with a binomial probability.

The interval is read after a fixed schedule of pairs, until there is a verdict. The
probability that any of these looks misses is computed exactly, so it takes early
stopping into account. With several benchmarks, each gets an equal share of the family's
error rate (Bonferroni).
"""

from collections.abc import Mapping, Sequence
from math import comb
from typing import Literal, NamedTuple

DELTA = 0.10
FAMILY = 0.05
"""Upper limit on the probability that any benchmark is wrongly called slower."""

SINGLE = {8: 0, 12: 1, 16: 2, 24: 5, 32: 8, 48: 14}
LATER_LOOKS = (12, 16, 24, 32, 48)

Word = Literal["slower", "faster", "no difference", "undecided", "wrong", "new"]
ORDER: tuple[Word, ...] = (
    "wrong",
    "slower",
    "undecided",
    "faster",
    "no difference",
    "new",
)


class GateDecision(NamedTuple):
    """The verdict on a benchmark, from the ratio of times in each pair of runs.

    A ratio is head's time divided by base's time. ``ratio`` is the median of the ratios
    of all ``pairs``. ``low`` and ``high`` are the ends of an interval for the true
    median.
    """

    word: Word
    ratio: float
    low: float
    high: float
    pairs: int


def schedule(benchmarks: int) -> Mapping[int, int]:
    """Return after how many pairs of runs to look at a benchmark's ratios.

    ``benchmarks`` is the number of benchmarks in a run of the gate. A key of the result
    is a number of pairs: the gate looks at the ratios after it. The ratios are then
    sorted, and some are cut off at each end. The value is the number of ratios that are
    cut off at one end. The rest spans the interval for the true median ratio.

    >>> schedule(1)
    {8: 0, 12: 1, 16: 2, 24: 5, 32: 8, 48: 14}
    >>> schedule(20)
    {12: 0, 16: 1, 24: 3, 32: 6, 48: 12}
    """
    share = FAMILY / benchmarks
    if error_rate(SINGLE) <= share:
        return SINGLE
    # The union bound over the looks: simple, and safe for many benchmarks.
    each = share / len(LATER_LOOKS)
    looks: dict[int, int] = {}
    pairs = 0
    while len(looks) < len(LATER_LOOKS):
        step = LATER_LOOKS[len(looks)]
        # Enough pairs that even the widest interval misses rarely enough.
        pairs = max(pairs + 4, step)
        while _miss(pairs, 0) > each:
            pairs += 2
        looks[pairs] = max(c for c in range(pairs // 2) if _miss(pairs, c) <= each)
    return looks


def error_rate(looks: Mapping[int, int]) -> float:
    """Return the probability that some interval misses the median on one side.

    After some numbers of pairs of runs, the gate looks at a benchmark's ratios. Each
    time, it sorts the ratios and cuts off some at each end; the interval spans the
    others. ``looks`` has the number that is cut off at each end, by the number of
    pairs, as ``schedule`` returns it.

    An interval misses if it lies wholly on one side of the true median, such as above
    it. Each ratio is on that side with probability 1/2. So the number of ratios on the
    opposite side is a random walk, which is stopped at the first interval that misses.

    This probability bounds how often ``decide`` falsely says "slower". It also bounds,
    separately, how often ``decide`` falsely says "faster".

    >>> round(error_rate(schedule(1)), 4), error_rate(schedule(20)) <= 0.05 / 20
    (0.0123, True)
    """
    rate = 0.0
    walks = [1]  # the number of walks, by the number of ratios on the opposite side
    for pair in range(1, max(looks) + 1):
        # One more ratio on either side: a row of Pascal's triangle, without stopped
        # walks.
        walks = [a + b for a, b in zip([0, *walks], [*walks, 0], strict=True)]
        if pair in looks:
            missed = looks[pair] + 1
            rate += sum(walks[:missed]) / 2**pair
            walks[:missed] = [0] * missed
    return rate


def _miss(pairs: int, cut: int) -> float:
    return float(sum(comb(pairs, k) for k in range(cut + 1)) / 2**pairs)


def decide(ratios: Sequence[float], cut: int, delta: float = DELTA) -> GateDecision:
    """Return the verdict on a benchmark's ratios, one of each pair of runs.

    A ratio is head's time divided by base's time. ``cut`` ratios are cut off at either
    end, and the others span the interval. The words "slower" and "faster" mean that the
    whole interval differs from 1 by more than ``delta``, a share such as 0.1. "no
    difference" means that it differs by less than ``delta``. The word is "undecided"
    otherwise.

    >>> decide([1.13, 1.14, 1.14, 1.15, 1.15, 1.16, 1.16, 1.17], 0).word
    'slower'
    >>> decide([0.98, 0.99, 1.0, 1.0, 1.0, 1.01, 1.02, 1.03], 0).word
    'no difference'
    """
    ordered = sorted(ratios)
    low = ordered[cut]
    high = ordered[-1 - cut]
    half = len(ordered) // 2
    # The geometric middle, so that swapping the sides inverts the ratio.
    middle = (ordered[half] * ordered[-1 - half]) ** 0.5
    word: Word = "undecided"
    # The whole interval must be on one side, and not only the middle.
    if low > 1 + delta:
        word = "slower"
    elif high < 1 / (1 + delta):
        word = "faster"
    elif low > 1 / (1 + delta) and high < 1 + delta:
        word = "no difference"
    return GateDecision(word, middle, low, high, len(ordered))
