"""One turn of a match, for many turn starts at a time: the compiled kernel.

A turn start is who stands where and is to move. The stake only grows, so a turn is
worked from its top down; at the top everybody banks, because the target is reached or,
where the other then has a last turn, because that turn is too unlikely to succeed to
risk a farkle. For that let F be what the last turn is worth. Past a total from which on
F <= P(farkle) * (1 - worth of a farkle) for every number of dice, rolling is worth at
most 1 - P(farkle) (1 - worth of a farkle) <= 1 - F, which is what banking is worth.

All turn starts of one batch are worked in step, total by total: *lanes* next to each
other in memory, which the compiler turns into vector instructions. The same code runs
in floats, and in integers rounded down or up, which makes the proof.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from trueodds.analysis.farkle.match.state_space import Array, Laws

LANES = 8


class Scale(NamedTuple):
    """Numbers for chances: ``one`` is certainty.

    Of rolls with n dice each class has its ``weight``; sums of weights times numbers
    become means by ``(sum + up[n]) // total[n]``, or are means as they are where
    ``total`` is None. ``sure`` is the least chance of a farkle, weight and total.
    """

    one: float | int
    weight: Array
    farkle: Array
    up: Array
    sure: tuple[float, float] | tuple[int, int]


class Starts(NamedTuple):
    """Turn starts: arrays of one length.

    The mover's score and least units to bank; the other's standing (its row in the
    tables, its score, and which last turn it would have); what a farkle and a turn that
    may bank nothing are worth, and their secondary worth.
    """

    score: Array
    minimum: Array
    row: Array
    other: Array
    last: Array
    farkle: Array
    lost: Array
    farkle_second: Array
    lost_second: Array


@njit(cache=True, nogil=True)
def play(
    laws: Laws,
    scale: Scale,
    divisor: Array | None,
    starts: Starts,
    banked: Array,
    second: Array,
    last: Array,
    worth: Array,
    worth_second: Array,
) -> None:
    """Play each turn for the most, into ``worth``, and follow it in ``worth_second``.

    ``banked[row, total]``: what the other has, being to move, when the mover has banked
    a total below the target; ``second[row, total]`` the secondary worth of banking it
    (0 past the target). ``last[k, d]``: what last turn k is worth when d units behind.
    The secondary worth is a mean under the same choices: of ties, banking, and else the
    first keep.
    """
    scores = banked.shape[1]
    reach = laws.points.max()
    deepest = last.shape[1] - 1
    kind = worth.dtype
    lane_score = np.empty(LANES, np.int64)
    lane_least = np.empty(LANES, np.int64)
    x = np.zeros(LANES, kind)
    y = np.zeros(LANES, kind)
    x2 = np.zeros(LANES, kind)
    y2 = np.zeros(LANES, kind)
    bank = np.zeros(LANES, kind)
    bank2 = np.zeros(LANES, kind)
    mean = np.zeros(LANES, kind)
    mean2 = np.zeros(LANES, kind)
    best = np.zeros(LANES, kind)
    best2 = np.zeros(LANES, kind)
    deep = max(scores, last.shape[1] + scores) + starts.minimum.max() + reach + 1
    w = np.zeros((deep, 7, LANES), kind)
    w2 = np.zeros((deep, 7, LANES), kind)
    count = len(worth)
    for begin in range(0, count, LANES):
        top = scores
        low = scores
        for k in range(LANES):
            # What is left over of the last batch repeats its last turn start.
            s = min(begin + k, count - 1)
            lane_score[k] = starts.score[s]
            lane_least[k] = starts.score[s] + starts.minimum[s]
            x[k], y[k] = starts.farkle[s], starts.lost[s]
            x2[k], y2[k] = starts.farkle_second[s], starts.lost_second[s]
            low = min(low, lane_score[k])
            t = max(scores, lane_least[k])
            while (
                t - starts.other[s] < deepest
                and last[starts.last[s], t - starts.other[s]] * scale.sure[1]
                > (scale.one - x[k]) * scale.sure[0]
            ):
                t += 1
            top = max(top, t)
        for total in range(top + reach - 1, low - 1, -1):
            for k in range(LANES):
                s = min(begin + k, count - 1)
                if total < scores:
                    bank[k] = scale.one - banked[starts.row[s], total]
                    bank2[k] = second[starts.row[s], total]
                else:
                    behind = min(total - starts.other[s], deepest)
                    bank[k] = scale.one - last[starts.last[s], behind]
                    bank2[k] = second[starts.row[s], scores]
            if total >= top:
                for dice in range(7):
                    for k in range(LANES):
                        w[total, dice, k] = bank[k]
                        w2[total, dice, k] = bank2[k]
                continue
            for k in range(LANES):
                can = total >= lane_least[k]
                w[total, 0, k] = bank[k] if can else y[k]
                w2[total, 0, k] = bank2[k] if can else y2[k]
            for dice in range(1, 7):
                farkle = scale.farkle[dice]
                for k in range(LANES):
                    mean[k] = farkle * x[k]
                    mean2[k] = farkle * x2[k]
                for c in range(laws.first_class[dice], laws.first_class[dice + 1]):
                    first = laws.first_keep[c]
                    on = w[total + laws.points[first], laws.left[first]]
                    on2 = w2[total + laws.points[first], laws.left[first]]
                    for k in range(LANES):
                        best[k] = on[k]
                        best2[k] = on2[k]
                    for o in range(first + 1, laws.first_keep[c + 1]):
                        on = w[total + laws.points[o], laws.left[o]]
                        on2 = w2[total + laws.points[o], laws.left[o]]
                        for k in range(LANES):
                            more = on[k] > best[k]
                            best[k] = on[k] if more else best[k]
                            best2[k] = on2[k] if more else best2[k]
                    weight = scale.weight[c]
                    for k in range(LANES):
                        mean[k] += weight * best[k]
                        mean2[k] += weight * best2[k]
                if divisor is not None:
                    for k in range(LANES):
                        mean[k] = (mean[k] + scale.up[dice]) // divisor[dice]
                        mean2[k] = mean2[k] // divisor[dice]
                if dice == 6:
                    for k in range(LANES):
                        if total == lane_score[k] and begin + k < count:
                            worth[begin + k] = mean[k]
                            worth_second[begin + k] = mean2[k]
                for k in range(LANES):
                    banks = total >= lane_least[k] and bank[k] >= mean[k]
                    w[total, dice, k] = bank[k] if banks else mean[k]
                    w2[total, dice, k] = bank2[k] if banks else mean2[k]
