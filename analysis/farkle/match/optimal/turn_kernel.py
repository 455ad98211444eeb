"""One turn of a match, for many turn starts at a time: the compiled kernel.

A turn start is the pair of player states, plus whose move it is. The mover is the
player whose turn it is. A total is the mover's score plus the points of the turn so
far, in units. A value is a probability that the mover wins, and a secondary value is
any other mean over the ends of a turn, such as the number of turns that follow. The
stake only grows, so a turn is solved by backward induction from its top, where banking
is best (``final_round.banked_from``).

The turn starts of a batch are solved together, total by total, as *lanes* next to
each other in memory, which the compiler turns into vector instructions. The same code
runs in floats, and in integers rounded down or up, which makes the proof. The steps of
a turn become parts of one compiled function (``inlined``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array, RollTables
from trueodds.analysis.farkle.match.optimal import final_round
from trueodds.analysis.farkle.match.state_space import TurnLimits
from trueodds.core.kernels.compiled import compiled, inlined

LANES = 8

banked_from = compiled(final_round.banked_from)


class Scale(NamedTuple):
    """Weights that add up to means of values, in floats or in integers.

    ``unit`` is the value that stands for a probability of 1. ``weight`` is the weight
    of each roll class. The dice that are rolled have a number n: how many they are, if
    all dice are equal, or else the index of their multiset. ``farkle[n]`` is the weight
    of their farkles, and ``total[n]`` the number of all their rolls. Weighted sums of
    integers become means by ``(sum + rounding[n]) // total[n]``. Weighted sums of
    floats are means already. ``sure`` is the least probability of a farkle with any
    dice, as a numerator and a denominator.
    """

    unit: float | int
    weight: Array
    farkle: Array
    rounding: Array
    sure: tuple[float, float] | tuple[int, int]


class Starts(NamedTuple):
    """The starts of turns that are solved together, as arrays of one length.

    The mover has ``score`` and may bank from ``minimum`` units. The opponent has the
    state number ``row`` and the score ``opponent``. In a last turn the opponent may
    bank from the minimum with the index ``last`` (``LastTurns.minimums``). ``farkle``
    is the mover's value after a farkle, ``lost`` after a turn that ends with too little
    to bank, and ``nothing`` after a farkle of all dice, which may cost points. Each of
    these ends also has a secondary value: ``farkle_second``, ``lost_second`` and
    ``nothing_second``. The choices do not depend on secondary values, except to break
    ties. Their mean under the best choices is computed too.
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


class Batch(NamedTuple):
    """A few turns that are solved at the same time, total by total.

    A total is the score plus the stake, in units. A lane is the place of a turn in the
    arrays of the batch. The turn in lane k has the index ``start[k]`` in the arrays of
    ``Starts``. Its mover has the score ``score[k]``, and may bank from the total
    ``least[k]`` on.
    """

    start: Array
    score: Array
    least: Array


class Values(NamedTuple):
    """Values of a batch, by lane: either the highest values or the secondary ones.

    A lane is one of the turn starts that are solved together. ``farkle``, ``lost`` and
    ``nothing`` are the values of ends without points, as in ``Starts``. At the current
    total, ``bank`` is the value of banking, ``best`` that of the best keep of a roll
    class, and ``mean`` that of a roll, or its sum so far. ``turn[total, dice left,
    lane]`` is the value of a turn that has reached this total with these dice left.
    """

    farkle: Array
    lost: Array
    nothing: Array
    bank: Array
    best: Array
    mean: Array
    turn: Array


@inlined
def _blank(totals: int, dice: int, value: Array) -> Values:
    """Return space for values of the type of ``value``, at totals below a number."""
    lanes = np.zeros((6, LANES), value.dtype)
    turn = np.zeros((totals, dice + 1, LANES), value.dtype)
    return Values(lanes[0], lanes[1], lanes[2], lanes[3], lanes[4], lanes[5], turn)


@inlined
def _load(
    starts: Starts, begin: int, batch: Batch, main: Values, second: Values
) -> None:
    """Load the turn starts from the number ``begin`` on."""
    for k in range(LANES):
        # Pad the last batch by repeating its final turn start.
        s = min(begin + k, len(starts.score) - 1)
        batch.start[k] = s
        batch.score[k] = starts.score[s]
        batch.least[k] = starts.score[s] + starts.minimum[s]
        main.farkle[k] = starts.farkle[s]
        main.lost[k] = starts.lost[s]
        main.nothing[k] = starts.nothing[s]
        second.farkle[k] = starts.farkle_second[s]
        second.lost[k] = starts.lost_second[s]
        second.nothing[k] = starts.nothing_second[s]


@inlined
def _top(
    starts: Starts,
    batch: Batch,
    scale: Scale,
    last: Array,
    scores: int,
    limits: TurnLimits,
    main: Values,
) -> int:
    """Return a total from which banking is best in all lanes, with any dice left."""
    top = scores
    # Past an exact target the turn is lost, so that no hot dice are rolled there.
    if limits.must_roll > 0 and limits.lost_from <= scores + 1:
        top = limits.lost_from
    for k in range(LANES):
        s = batch.start[k]
        enough = banked_from(
            max(scores, batch.least[k]),
            starts.opponent[s],
            last[starts.last[s]],
            scale.unit - max(main.farkle[k], main.nothing[k]),
            scale.sure,
        )
        top = max(top, enough)
        if limits.must_roll > 0:
            # From here on, the value of banking is the same, which hot dice rely on.
            top = max(top, starts.opponent[s] + last.shape[1] - 1)
    return top


@inlined
def _bank(
    starts: Starts,
    batch: Batch,
    total: int,
    lost_from: int,
    unit: float,
    tables: tuple[Array, Array, Array],
    main: Values,
    second: Values,
) -> None:
    """Set the values of banking: the opponent moves next, or has a last turn."""
    banked, banked_second, last = tables
    scores = banked.shape[1]
    for k in range(LANES):
        s = batch.start[k]
        if total >= lost_from:
            main.bank[k] = main.lost[k]
            second.bank[k] = second.lost[k]
        elif total < scores:
            main.bank[k] = unit - banked[starts.row[s], total]
            second.bank[k] = banked_second[starts.row[s], total]
        else:
            behind = min(total - starts.opponent[s], last.shape[1] - 1)
            main.bank[k] = unit - last[starts.last[s], behind]
            second.bank[k] = banked_second[starts.row[s], scores]


@inlined
def _stop(total: int, all_dice: int, main: Values, second: Values) -> None:
    """Bank with any dice left."""
    for dice in range(all_dice + 1):
        for k in range(LANES):
            main.turn[total, dice, k] = main.bank[k]
            second.turn[total, dice, k] = second.bank[k]


@inlined
def _roll_hot_dice(
    tables: RollTables,
    total: int,
    limits: TurnLimits,
    rounding: float,
    divisor: Array | None,
    main: Values,
    second: Values,
) -> None:
    """Roll hot dice that must be rolled, where all other dice are banked.

    The turn then ends with a farkle, or with the first keep that leaves dice. Other
    rolls leave hot dice again, so they do not count.
    """
    _, dice, calm, _ = limits
    farkle = tables.farkle[dice]
    ends = farkle + calm
    for k in range(LANES):
        hot = farkle * main.nothing[k] + calm * main.bank[k]
        hot2 = farkle * second.nothing[k] + calm * second.bank[k]
        if divisor is not None:
            # Fewer rolls count than in ``divisor``, so rounding up adds less too.
            up = min(rounding, ends - 1)
            main.turn[total, dice, k] = (hot + up) // ends
            second.turn[total, dice, k] = hot2 // ends
        else:
            main.turn[total, dice, k] = hot / ends
            second.turn[total, dice, k] = hot2 / ends


@inlined
def _over(batch: Batch, total: int, main: Values, second: Values) -> None:
    """End the turn without dice left: the total is banked, or too little to bank."""
    for k in range(LANES):
        can = total >= batch.least[k]
        main.turn[total, 0, k] = main.bank[k] if can else main.lost[k]
        second.turn[total, 0, k] = second.bank[k] if can else second.lost[k]


@inlined
def _farkles(weight: float, costly: bool, main: Values, second: Values) -> None:
    """Begin the mean of a roll with its farkles, which may be ``costly``."""
    end = main.nothing if costly else main.farkle
    end2 = second.nothing if costly else second.farkle
    for k in range(LANES):
        main.mean[k] = weight * end[k]
        second.mean[k] = weight * end2[k]


@inlined
def _best_keep(
    tables: RollTables,
    c: int,
    total: int,
    enough: int,
    near: float | None,
    main: Values,
    second: Values,
) -> None:
    """Choose the best keep of a roll class, the first one on ties.

    The first keep has the most points. If it reaches ``enough``, no other is better.
    """
    turn = main.turn
    best = main.best
    turn2 = second.turn
    best2 = second.best
    first = tables.first_keep[c]
    on = turn[total + tables.points[first], tables.left[first]]
    on2 = turn2[total + tables.points[first], tables.left[first]]
    for k in range(LANES):
        best[k] = on[k]
        best2[k] = on2[k]
    others = tables.first_keep[c + 1]
    if total + tables.points[first] >= enough:
        others = first
    for o in range(first + 1, others):
        on = turn[total + tables.points[o], tables.left[o]]
        on2 = turn2[total + tables.points[o], tables.left[o]]
        for k in range(LANES):
            more = on[k] > best[k]
            then2 = on2[k] if more else best2[k]
            if near is not None and abs(on[k] - best[k]) <= near:
                then2 = max(on2[k], best2[k])
            best[k] = on[k] if more else best[k]
            best2[k] = then2


@inlined
def _add_class(weight: float, main: Values, second: Values) -> None:
    """Add the best keep of a roll class to the mean of the roll."""
    for k in range(LANES):
        main.mean[k] += weight * main.best[k]
        second.mean[k] += weight * second.best[k]


@inlined
def _divide(rounding: int, divisor: int, main: Values, second: Values) -> None:
    """Round sums of integers to means; secondary values are always rounded down."""
    for k in range(LANES):
        main.mean[k] = (main.mean[k] + rounding) // divisor
        second.mean[k] = second.mean[k] // divisor


@inlined
def _begin_turn(
    batch: Batch,
    total: int,
    main: Values,
    second: Values,
    value: Array,
    second_value: Array,
) -> None:
    """Write the results of the turns that begin at a total: all dice, and no stake."""
    for k in range(LANES):
        # A padded lane writes the result of the turn start that it repeats.
        if total == batch.score[k]:
            value[batch.start[k]] = main.mean[k]
            second_value[batch.start[k]] = second.mean[k]


@inlined
def _bank_or_roll(
    batch: Batch,
    total: int,
    dice: int,
    must_roll: int,
    near: float | None,
    main: Values,
    second: Values,
) -> None:
    """Choose the better of banking, if allowed, and rolling; bank on ties."""
    bank = main.bank
    mean = main.mean
    bank2 = second.bank
    mean2 = second.mean
    for k in range(LANES):
        can = total >= batch.least[k] and dice != must_roll
        banks = can and bank[k] >= mean[k]
        then2 = bank2[k] if banks else mean2[k]
        if near is not None and can and abs(bank[k] - mean[k]) <= near:
            then2 = max(bank2[k], mean2[k])
        main.turn[total, dice, k] = bank[k] if banks else mean[k]
        second.turn[total, dice, k] = then2


@compiled
def play(  # noqa: PLR0913 - a kernel gets its tables and results from the caller
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

    The other value is called secondary. It is a mean under the same choices: on ties
    the player banks, and else takes the first of the best keeps.

    Args:
        tables: The roll classes of the mover's dice.
        scale: The value that stands for a probability of 1, and the weights of the roll
            classes.
        divisor: ``tables.total`` for integers, which turns weighted sums into means;
            None for floats.
        starts: The starts of the turns.
        banked: ``banked[row, total]`` is the value of the opponent in the state
            ``row``, who moves next, after the mover has banked a total below the
            target.
        second: ``second[row, total]`` is the secondary value of banking that total. The
            last column is for all totals that reach the target.
        last: ``last[k, d]`` is the value to the opponent of a last turn with the k-th
            minimum and d units behind.
        near: If given, choices whose values differ by no more than ``near`` count as
            tied, and the highest of their secondary values counts.
        limits: The limits of each turn, such as the total from which it is lost.
        value: Is filled with the highest value of each turn.
        second_value: Is filled with the secondary value of each turn.
    """
    scores = banked.shape[1]
    reach = tables.points.max()
    all_dice = len(tables.total) - 1
    deep = max(scores, last.shape[1] + scores) + starts.minimum.max() + reach + 1
    main = _blank(deep, all_dice, value)
    secondary = _blank(deep, all_dice, value)
    start, score, least = np.zeros((3, LANES), np.int64)
    batch = Batch(start, score, least)
    lost_from, must_roll, _, costly = limits
    # Without a last turn the target wins, and no other keep can be better.
    sure = near is None and last.shape[1] == 1 and last.max() == 0
    sure = sure and must_roll == 0 and lost_from > scores + 1
    after = banked, second, last
    for begin in range(0, len(value), LANES):
        _load(starts, begin, batch, main, secondary)
        low = min(scores, score.min())
        top = _top(starts, batch, scale, last, scores, limits, main)
        # No total is as high as ``deep``, so that all keeps are compared.
        enough = top if sure else deep
        for total in range(top + reach - 1, low - 1, -1):
            _bank(starts, batch, total, lost_from, scale.unit, after, main, secondary)
            if total >= top:
                _stop(total, all_dice, main, secondary)
                if must_roll > 0 and total < lost_from:
                    up = scale.rounding[must_roll]
                    _roll_hot_dice(tables, total, limits, up, divisor, main, secondary)
                continue
            _over(batch, total, main, secondary)
            for dice in range(1, all_dice + 1):
                _farkles(scale.farkle[dice], dice >= costly, main, secondary)
                for c in range(tables.first_class[dice], tables.first_class[dice + 1]):
                    _best_keep(tables, c, total, enough, near, main, secondary)
                    _add_class(scale.weight[c], main, secondary)
                if divisor is not None:
                    _divide(scale.rounding[dice], divisor[dice], main, secondary)
                if dice == all_dice:
                    _begin_turn(batch, total, main, secondary, value, second_value)
                _bank_or_roll(batch, total, dice, must_roll, near, main, secondary)
