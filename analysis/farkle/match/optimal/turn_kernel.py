"""One turn of a match, for many turn starts at a time: the compiled kernel.

A turn start is the pair of player states, plus whose move it is. The stake only grows,
so a turn is solved by backward induction from its top, where banking is best
(``final_round.banked_from``).

The turn starts of a batch are solved in step, total by total, as *lanes* next to each
other in memory, which the compiler turns into vector instructions. The same code runs
in floats, and in integers rounded down or up, which makes the proof.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array, RollTables
from trueodds.analysis.farkle.match.optimal import final_round
from trueodds.analysis.farkle.match.state_space import TurnLimits
from trueodds.core.kernels.compiled import compiled

LANES = 8

banked_from = compiled(final_round.banked_from)


class Scale(NamedTuple):
    """The numbers that stand for probabilities: ``unit`` is a probability of 1.

    Each class of rolls of n dice has its ``weight``. Weighted sums of values become
    means by ``(sum + rounding[n]) // total[n]``; in floats they are means already.
    ``sure`` is the least probability of a farkle, as weight and total.
    """

    unit: float | int
    weight: Array
    farkle: Array
    rounding: Array
    sure: tuple[float, float] | tuple[int, int]


class Starts(NamedTuple):
    """A batch of turn starts, as arrays of one length.

    The mover has ``score`` and may bank from ``minimum`` units. The opponent has the
    state ``row`` (a row of the tables), the score ``opponent``, and the last turn
    number ``last``. ``farkle`` is the value of a farkle, ``lost`` that of a turn that
    ends with too little to bank, and ``nothing`` that of a farkle of all dice, which
    may cost points; each has a secondary value.
    """

    score: Array
    minimum: Array
    row: Array
    opponent: Array
    last: Array
    farkle: Array
    lost: Array
    nothing: Array
    farkle_second: Array
    lost_second: Array
    nothing_second: Array


@compiled
def play(  # noqa: C901, PLR0912, PLR0913, PLR0915 - a kernel on many turns at once; its loops share their arrays
    tables: RollTables,
    scale: Scale,
    divisor: Array | None,
    starts: Starts,
    banked: Array,
    second: Array,
    last: Array,
    near: float | None,
    limits: TurnLimits,
    value: Array,
    second_value: Array,
) -> None:
    """Play each turn for the highest value, and follow that policy for another value.

    The function writes the highest value of each turn start to ``value``, and the other
    value, which is called secondary, to ``second_value``. For integers, ``divisor`` is
    ``tables.total``, which turns weighted sums into means; for floats it is None.

    ``banked[row, total]`` is the value of the opponent, to move, after the mover has
    banked a total below the target. ``second[row, total]`` is the secondary value of
    banking that total; its last column is for all totals that reach the target.
    ``last[k, d]`` is the value of last turn k to an opponent who is d units behind.

    The secondary value is a mean under the same choices: on ties the player banks, and
    else takes the first of the best keeps. If ``near`` is given, choices whose values
    differ by no more than ``near`` count as tied, and the highest of their secondary
    values counts.
    """
    # One long function, because its blocks share a dozen arrays of lanes. In each pair
    # of names, the second, such as ``bank2``, belongs to the secondary value.
    scores = banked.shape[1]
    reach = tables.points.max()
    deepest = last.shape[1] - 1
    # Without a last turn the target wins, and no other keep can be better.
    lost_from, must_roll, calm, costly = limits
    exact = lost_from <= scores + 1
    sure = near is None and deepest == 0 and last.max() == 0 and not exact
    sure = sure and must_roll == 0
    kind = value.dtype
    # By lane: the mover's score, the least total that may be banked, the values of a
    # farkle (x), of a turn that may bank nothing (y), of a farkle of all dice (z), of
    # banking, of the mean over all rolls, and of the best keep of a roll.
    lane_score = np.empty(LANES, np.int64)
    lane_least = np.empty(LANES, np.int64)
    x = np.zeros(LANES, kind)
    y = np.zeros(LANES, kind)
    z = np.zeros(LANES, kind)
    x2 = np.zeros(LANES, kind)
    y2 = np.zeros(LANES, kind)
    z2 = np.zeros(LANES, kind)
    bank = np.zeros(LANES, kind)
    bank2 = np.zeros(LANES, kind)
    mean = np.zeros(LANES, kind)
    mean2 = np.zeros(LANES, kind)
    best = np.zeros(LANES, kind)
    best2 = np.zeros(LANES, kind)
    deep = max(scores, last.shape[1] + scores) + starts.minimum.max() + reach + 1
    all_dice = len(tables.total) - 1
    # w[total, dice left, lane] is the value of a turn from there on.
    w = np.zeros((deep, all_dice + 1, LANES), kind)
    w2 = np.zeros((deep, all_dice + 1, LANES), kind)
    count = len(value)
    for begin in range(0, count, LANES):
        # Load a batch of turn starts. ``low`` is its least score, and from ``top``
        # on banking is best in all its lanes.
        top = scores
        if must_roll > 0 and exact:
            top = lost_from
        low = scores
        for k in range(LANES):
            # Pad the last batch by repeating its final turn start.
            s = min(begin + k, count - 1)
            lane_score[k] = starts.score[s]
            lane_least[k] = starts.score[s] + starts.minimum[s]
            x[k], y[k] = starts.farkle[s], starts.lost[s]
            x2[k], y2[k] = starts.farkle_second[s], starts.lost_second[s]
            z[k], z2[k] = starts.nothing[s], starts.nothing_second[s]
            low = min(low, lane_score[k])
            enough = banked_from(
                max(scores, lane_least[k]),
                starts.opponent[s],
                last[starts.last[s]],
                scale.unit - max(x[k], z[k]),
                scale.sure,
            )
            top = max(top, enough)
            if must_roll > 0:
                # From here on, the value of banking is the same.
                top = max(top, starts.opponent[s] + deepest)
        for total in range(top + reach - 1, low - 1, -1):
            # The value of banking: the opponent moves next, or has a last turn.
            for k in range(LANES):
                s = min(begin + k, count - 1)
                if total >= lost_from:
                    bank[k] = y[k]
                    bank2[k] = y2[k]
                elif total < scores:
                    bank[k] = scale.unit - banked[starts.row[s], total]
                    bank2[k] = second[starts.row[s], total]
                else:
                    behind = min(total - starts.opponent[s], deepest)
                    bank[k] = scale.unit - last[starts.last[s], behind]
                    bank2[k] = second[starts.row[s], scores]
            # From the top on, bank with any dice left.
            if total >= top:
                for dice in range(all_dice + 1):
                    for k in range(LANES):
                        w[total, dice, k] = bank[k]
                        w2[total, dice, k] = bank2[k]
                # Hot dice that must be rolled end with a keep that leaves dice.
                if must_roll > 0 and total < lost_from:
                    farkle = tables.farkle[must_roll]
                    ends = farkle + calm
                    for k in range(LANES):
                        hot = farkle * z[k] + calm * bank[k]
                        hot2 = farkle * z2[k] + calm * bank2[k]
                        if divisor is not None:
                            up = min(scale.rounding[must_roll], ends - 1)
                            w[total, must_roll, k] = (hot + up) // ends
                            w2[total, must_roll, k] = hot2 // ends
                        else:
                            w[total, must_roll, k] = hot / ends
                            w2[total, must_roll, k] = hot2 / ends
                continue
            # Without dice left the turn is over: banked, or too little to bank.
            for k in range(LANES):
                can = total >= lane_least[k]
                w[total, 0, k] = bank[k] if can else y[k]
                w2[total, 0, k] = bank2[k] if can else y2[k]
            # The mean of a roll of each number of dice, from the farkles on.
            for dice in range(1, all_dice + 1):
                farkle = scale.farkle[dice]
                end, end2 = (z, z2) if dice >= costly else (x, x2)
                for k in range(LANES):
                    mean[k] = farkle * end[k]
                    mean2[k] = farkle * end2[k]
                for c in range(tables.first_class[dice], tables.first_class[dice + 1]):
                    # The best keep of the roll class, the first one on ties.
                    first = tables.first_keep[c]
                    on = w[total + tables.points[first], tables.left[first]]
                    on2 = w2[total + tables.points[first], tables.left[first]]
                    for k in range(LANES):
                        best[k] = on[k]
                        best2[k] = on2[k]
                    others = tables.first_keep[c + 1]
                    if sure and total + tables.points[first] >= top:
                        others = first
                    for o in range(first + 1, others):
                        on = w[total + tables.points[o], tables.left[o]]
                        on2 = w2[total + tables.points[o], tables.left[o]]
                        for k in range(LANES):
                            more = on[k] > best[k]
                            then2 = on2[k] if more else best2[k]
                            if near is not None and abs(on[k] - best[k]) <= near:
                                then2 = max(on2[k], best2[k])
                            best[k] = on[k] if more else best[k]
                            best2[k] = then2
                    weight = scale.weight[c]
                    for k in range(LANES):
                        mean[k] += weight * best[k]
                        mean2[k] += weight * best2[k]
                # Integers are weighted sums up to here, and are rounded to means.
                if divisor is not None:
                    for k in range(LANES):
                        mean[k] = (mean[k] + scale.rounding[dice]) // divisor[dice]
                        mean2[k] = mean2[k] // divisor[dice]
                # A turn begins with all dice and nothing at stake: this is its value.
                if dice == all_dice:
                    for k in range(LANES):
                        if total == lane_score[k] and begin + k < count:
                            value[begin + k] = mean[k]
                            second_value[begin + k] = mean2[k]
                # The better of banking, if allowed, and rolling.
                for k in range(LANES):
                    can = total >= lane_least[k] and dice != must_roll
                    banks = can and bank[k] >= mean[k]
                    then2 = bank2[k] if banks else mean2[k]
                    if near is not None and can and abs(bank[k] - mean[k]) <= near:
                        then2 = max(bank2[k], mean2[k])
                    w[total, dice, k] = bank[k] if banks else mean[k]
                    w2[total, dice, k] = then2
