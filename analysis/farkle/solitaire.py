"""Alone against the target: the fewest expected turns, between proved bounds.

A standing is a score, and what the rules remember beside it. Let T(c) be one more than
the least expected c after a turn, over every way to play it. Two integer tables prove
the bounds: L <= T(L), so no play needs less than L, since none that ends can be below a
bound that never rises; and U >= T(U), so the best play of each turn against U costs at
most U, and ends, since every turn costs one. T is worked out in integers, rounded down
for L and up for U. Floats only guess: c (1 +- d) leaves a slack of d a turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numba import njit

from trueodds.analysis.farkle.match.state_space import Array, Board, Laws, board
from trueodds.analysis.farkle.turn.optimal import State, best_turn
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import ModelError, RulesError
from trueodds.core.quantity import Quantity
from trueodds.core.rules.farkle import DICE, FarkleRules

MOST_SWEEPS = 10_000
MOST_TURNS = 10**6
SETTLED = 1e-13
"""The share by which a sweep may still change what counts as settled."""

WIDEST = 2**24
"""The widest margin tried, in units of the scale a turn."""


class Policy(NamedTuple):
    """How turns are played; the best play where there are no stakes at all.

    ``keep[minimum, stake, class]`` numbers the keep, and ``bank[minimum, stake, dice]``
    says whether to bank; stakes are in units.
    """

    keep: Array
    bank: Array


class Numbers(NamedTuple):
    """Weights of roll classes and of farkles, by class and by number of dice.

    Sums of weights times numbers become means by ``(sum + rounding[n]) // divisor[n]``,
    or are means as they are where there is no divisor.
    """

    weight: Array
    farkle: Array
    rounding: Array


class Moves(NamedTuple):
    """What may be banked, and where turns lead, by score and mode as in ``Board``.

    ``kind`` numbers the minimum among those there are.
    """

    minimum: Array
    kind: Array
    fallen: Array
    fallen_mode: Array
    lost_mode: Array
    banked_mode: int


class Play(NamedTuple):
    """What a turn follows from, but for the costs after it."""

    laws: Laws
    numbers: Numbers
    moves: Moves
    policy: Policy


BEST = Policy(np.zeros((1, 0, 0), np.int64), np.zeros((1, 0, 0), np.bool_))


def quantities(rules: FarkleRules) -> Iterator[Quantity]:
    """The fewest expected turns to the target, and those of the most-points policy.

    Raises ``RulesError`` where the target cannot be reached, or takes more than a
    million turns, and as ``board`` does.
    """
    found = board(rules)
    yield Quantity(
        id="solitaire.mean",
        label=f"Fewest expected turns to {rules.target}",
        value=expected_turns(found, BEST),
        unit="turns",
        method="value iteration, proved in integers",
    )
    yield Quantity(
        id="solitaire.most_points.mean",
        label="Expected turns when each is played for the most points",
        value=expected_turns(found, most_points_policy(found)),
        unit="turns",
        method="value iteration, proved in integers",
    )


def expected_turns(board: Board, policy: Policy) -> Enclosure:
    """The expected turns from no points to the target, under a policy or the best.

    >>> from trueodds.analysis.farkle.match.state_space import board
    >>> rules = FarkleRules.load(target=50)
    >>> bounds = expected_turns(board(rules), BEST)
    >>> bounds.lower < Fraction(162, 157) < bounds.upper  # a roll that is no farkle
    True
    """
    guess = _guess(board, policy)
    most = guess.max()
    scale = 10 ** int(np.log10(2.0**62 / (board.laws.total.max() * (most + 2) * 1.1)))
    margin = 8
    while margin <= WIDEST:
        share = margin / scale
        lower = np.floor(guess * scale * (1 - share)).astype(np.int64)
        upper = np.ceil(guess * scale * (1 + share)).astype(np.int64)
        if (_after(board, policy, lower, scale, up=False) >= lower).all() and (
            _after(board, policy, upper, scale, up=True) <= upper
        ).all():
            start = (board.start, 0)
            return Enclosure(
                Fraction(int(lower[start]), scale), Fraction(int(upper[start]), scale)
            )
        margin *= 2
    raise ModelError("the bounds cannot be proved: the floating values are too rough")


def most_points_policy(board: Board) -> Policy:
    """Each turn played for the most points, banking what reaches the target."""
    rules, laws = board.rules, board.laws
    minimums = np.unique(board.minimum)
    stakes = board.scores + int(minimums.max()) + 1
    keep = np.zeros((len(minimums), stakes, len(laws.weight)), np.int64)
    bank = np.zeros((len(minimums), stakes, DICE + 1), np.bool_)
    classes = [keeps for law in board.rolls.values() for keeps in law if keeps]
    for kind, least in enumerate(minimums.tolist()):
        turn = best_turn(board.rolls, rules, minimum=least * board.unit)
        for units in range(0, stakes, turn.grid // board.unit):
            stake = units * board.unit
            for number, keeps in enumerate(classes):
                best = turn.best_keep(stake, keeps)
                keep[kind, units, number] = keeps.index(best)
            for dice in range(1, DICE + 1):
                bank[kind, units, dice] = turn.banks(State(stake, dice))
    return Policy(keep, bank)


def _guess(board: Board, policy: Policy) -> Array:
    """The expected turns by standing, in floats."""
    laws = board.laws
    totals = np.repeat(laws.total[1:], np.diff(laws.first_class[1:]))
    floats = Numbers(laws.weight / totals, laws.farkle / laws.total, laws.farkle)
    play = Play(laws, floats, _moves(board), policy)
    cost = np.zeros((board.scores, board.modes))
    for _ in range(MOST_SWEEPS):
        before = cost.copy()
        _sweep(play, None, cost)
        if not (cost < MOST_TURNS).all():
            raise RulesError(
                f"under these rules {board.rules.target} points take more than "
                f"{MOST_TURNS} turns"
            )
        if (abs(cost - before) <= SETTLED * cost).all():
            return cost
    raise ModelError("the expected turns cannot be found: they do not settle")


def _after(
    board: Board, policy: Policy, table: Array, scale: int, *, up: bool
) -> Array:
    """One more than a table's mean after a turn, in integers, rounded."""
    laws = board.laws
    rounding = laws.total - 1 if up else np.zeros_like(laws.total)
    whole = Numbers(laws.weight, laws.farkle, rounding)
    play = Play(laws, whole, _moves(board), policy)
    after = np.zeros_like(table)
    _turns(play, laws.total, table, after)
    return scale + after


def _moves(board: Board) -> Moves:
    kinds = np.unique(board.minimum, return_inverse=True)[1]
    return Moves(
        board.minimum,
        kinds.reshape(board.minimum.shape),
        board.fallen,
        board.fallen_mode,
        board.lost_mode,
        board.banked_mode,
    )


@njit(cache=True, nogil=True)
def _turn(
    play: Play,
    divisor: Array | None,
    cost: Array,
    score: int,
    mode: int,
    worth: Array,
    back: Array,
) -> tuple[float, float]:
    """The mean cost after a turn, and in floats the chance to be back where it began.

    ``worth`` and ``back`` are room to work in, by stake and dice.
    """
    laws, numbers, moves, policy = play
    scores = len(cost)
    minimum, kind = moves.minimum[score, mode], moves.kind[score, mode]
    fallen, fallen_mode = moves.fallen[score, mode], moves.fallen_mode[mode]
    farkle, lost = cost[fallen, fallen_mode], cost[score, moves.lost_mode[mode]]
    farkle_back = 1.0 if fallen == score and fallen_mode == mode else 0.0
    lost_back = 1.0 if moves.lost_mode[mode] == mode else 0.0
    top = max(scores - score, minimum)
    worth[top : top + laws.points.max()] = 0
    back[top : top + laws.points.max()] = 0
    free = policy.keep.shape[1] == 0
    for stake in range(top - 1, -1, -1):
        banked = cost[min(score + stake, scores - 1), moves.banked_mode]
        if score + stake >= scores:
            banked *= 0
        may_bank = stake >= minimum
        worth[stake, 0] = banked if may_bank else lost
        back[stake, 0] = 0.0 if may_bank else lost_back
        for dice in range(1, 7):
            mean = numbers.farkle[dice] * farkle
            home = numbers.farkle[dice] * farkle_back
            for c in range(laws.first_class[dice], laws.first_class[dice + 1]):
                best = laws.first_keep[c]
                if free:
                    for keep in range(best + 1, laws.first_keep[c + 1]):
                        one = worth[stake + laws.points[keep], laws.left[keep]]
                        if one < worth[stake + laws.points[best], laws.left[best]]:
                            best = keep
                else:
                    best += policy.keep[kind, stake, c]
                after, left = stake + laws.points[best], laws.left[best]
                mean += numbers.weight[c] * worth[after, left]
                home += numbers.weight[c] * back[after, left]
            if divisor is not None:
                mean = (mean + numbers.rounding[dice]) // divisor[dice]
            banks = banked <= mean if free else policy.bank[kind, stake, dice]
            banks = may_bank and banks
            worth[stake, dice] = banked if banks else mean
            back[stake, dice] = 0.0 if banks else home
    return worth[0, 6], back[0, 6]


@njit(cache=True, nogil=True)
def _room(play: Play, cost: Array) -> tuple[Array, Array]:
    """Room to work in, by stake and dice."""
    highest = play.moves.minimum.max() + play.laws.points.max()
    stakes = len(cost) + highest + 1
    return np.zeros((stakes, 7), cost.dtype), np.zeros((stakes, 7))


@njit(cache=True, nogil=True)
def _turns(play: Play, divisor: Array | None, cost: Array, after: Array) -> None:
    """The mean cost after a turn from every standing, into ``after``."""
    worth, back = _room(play, cost)
    for score in range(cost.shape[0]):
        for mode in range(cost.shape[1]):
            after[score, mode], _ = _turn(play, divisor, cost, score, mode, worth, back)


@njit(cache=True, nogil=True)
def _sweep(play: Play, divisor: Array | None, cost: Array) -> None:
    """Improve every standing from the target down, each by Newton's steps."""
    worth, back = _room(play, cost)
    for score in range(cost.shape[0] - 1, -1, -1):
        for mode in range(cost.shape[1] - 1, -1, -1):
            if cost[score, mode] == 0.0:
                next_score = min(score + 1, cost.shape[0] - 1)
                cost[score, mode] = 1.0 + cost[next_score, mode]
            for _ in range(100):
                now = cost[score, mode]
                mean, home = _turn(play, divisor, cost, score, mode, worth, back)
                if home > 1.0 - 1e-9:
                    cost[score, mode] = 2.0 * now
                else:
                    cost[score, mode] = now + (1.0 + mean - now) / (1.0 - home)
                settled = abs(cost[score, mode] - now) <= 1e-15 * now
                if settled or home == 0.0 or now > 1e9:
                    break
