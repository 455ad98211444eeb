"""Mean points of the play when both players follow a policy, exact.

Every pair of hands by ranks is played out along all lines that the policy can take. A
line's probability is a product of 1/n over the choices among n cards. A player's first,
second and third choices are among at most four, three and two cards, so the expected
points of a pair are an integer over ``SCALE`` = (12 · 6 · 2)².
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from trueodds.analysis.cribbage.play.engine import (
    COUNT,
    LEFT,
    LIMIT,
    MOMENT,
    POINTS,
    TO_PLAY,
    Array,
    compiled_rules,
    play_card,
    say_go,
    value_of,
)
from trueodds.analysis.cribbage.play.kept_hands import HAND, HANDS, HandWeights
from trueodds.analysis.cribbage.play.policy import Policy
from trueodds.core.rules.cribbage_play import (
    DEALER,
    MOST_CARDS,
    OF_A_RANK,
    PLAYERS,
    PONE,
    PlayRules,
)
from trueodds.core.storage.progress import Progress, silent

SCALE = (lcm(1, 2, 3, 4) * lcm(1, 2, 3) * lcm(1, 2)) ** 2
WORKERS = 2
ROWS = 26
"""Hands of the dealer that are played out at a time: 70 chunks."""
LIMB_BITS = 16
HALF_BITS = 31

HELD, NEXT, WEIGHT, AMONG, GROUP = (
    MOMENT,
    *range(MOMENT + 2, MOMENT + 6),
)
"""Further places in a row that holds a moment of the play.

``HELD`` and the place after it have a bit for each card that pone and the dealer hold.
``NEXT`` is the card to try next, ``WEIGHT`` the probability of the line so far times
``SCALE``, ``AMONG`` the number of cards that the policy chooses from, and ``GROUP``
their group.
"""
FRAME = GROUP + 1


class PlayedOut(NamedTuple):
    """All pairs of hands, played out by a policy.

    ``points`` are the expected points of pone and the dealer times ``SCALE``, by the
    dealer's and pone's hand in the order of ``kept_hands.HANDS``: int32 (2, 1820,
    1820). A pair with five cards of a rank has 0 points. ``lines`` is the number of
    different orders of ranks that the policy can play, over all pairs.
    """

    points: Array
    lines: int


def expected_points(
    policy: Policy,
    rules: PlayRules,
    progress: Progress = silent,
) -> PlayedOut:
    """Play out all pairs of hands by a policy.

    Args:
        policy: The policy of both players.
        rules: The rules of the play.
        progress: Called after each chunk of hands.

    Returns:
        The points, and the number of lines that the policy can take.
    """
    hands = np.array(HANDS, np.int64)
    points = np.zeros((2, len(HANDS), len(HANDS)), np.int32)
    fixed = np.array(policy.group_of_rank, np.int64), compiled_rules(rules)
    first_rows = range(0, len(HANDS), ROWS)

    def play(first: int) -> int:
        last = min(first + ROWS, len(hands))
        return int(_play_rows(hands, first, last, *fixed, SCALE, points))

    lines = 0
    with ThreadPoolExecutor(WORKERS) as threads:
        for done, of_rows in enumerate(threads.map(play, first_rows)):
            progress("all pairs of hands", done, len(first_rows))
            lines += of_rows
    return PlayedOut(points, lines)


def points_of_pair(
    pone: Sequence[int], dealer: Sequence[int], policy: Policy, rules: PlayRules
) -> tuple[Fraction, Fraction]:
    """Return the expected points of pone and the dealer for two hands by ranks.

    Args:
        pone: Pone's four ranks, 0 (ace) to 12 (king).
        dealer: The dealer's four ranks.
        policy: The policy of both players.
        rules: The rules of the play.

    Returns:
        The expected points of pone and the dealer, exact.

    Example:
        >>> from trueodds.analysis.cribbage.play.policy import policies
        >>> highest = policies()["highest"]
        >>> pone, dealer = points_of_pair(
        ...     (4, 4, 4, 4), (9, 10, 11, 12), highest, PlayRules()
        ... )
        >>> str(pone), str(dealer)
        ('0', '6')
    """
    pair = np.array([sorted(pone), sorted(dealer)], np.int64)
    frames = np.zeros((MOST_CARDS + 1, FRAME), np.int64)
    history, sums = np.zeros(2 * MOST_CARDS, np.int64), np.zeros(2, np.int64)
    groups, table = np.array(policy.group_of_rank, np.int64), compiled_rules(rules)
    _play_pair(pair, groups, table, SCALE, frames, history, sums)
    return Fraction(int(sums[0]), SCALE), Fraction(int(sums[1]), SCALE)


def mean_points(points: Array, hands: HandWeights) -> dict[str, Fraction]:
    """Return the mean points of each role over a distribution of hands, exact.

    Args:
        points: The points of ``expected_points``.
        hands: The weights of all pairs of hands.

    Returns:
        The means by role, ``pone`` and ``dealer``.
    """
    return {
        role: Fraction(weighted_sum(points[player], hands), SCALE * hands.total)
        for player, role in ((DEALER, PLAYERS[DEALER]), (PONE, PLAYERS[PONE]))
    }


def weighted_sum(points: Array, hands: HandWeights) -> int:
    """Return the sum of weight times points, exact.

    ``points`` are integers below 2**62 in size, by the dealer's and pone's hand. A limb
    of a weight has 16 bits, half of the points 31, and a row has 1,820 pairs, 11 bits:
    a row's sum stays below 2**63.
    """
    limbs: Mapping[int, Array] = {
        **{
            shift: (hands.low >> np.uint64(shift)) & np.uint64(2**LIMB_BITS - 1)
            for shift in range(0, 64, LIMB_BITS)
        },
        64: hands.high,
    }
    wide = points.astype(np.int64)
    halves = {0: wide & (2**HALF_BITS - 1), HALF_BITS: wide >> HALF_BITS}
    return sum(
        sum(map(int, (limb.astype(np.int64) * half).sum(axis=1))) << shift + more
        for shift, limb in limbs.items()
        for more, half in halves.items()
    )


@njit(cache=True, nogil=True)
def _play_rows(
    hands: Array,
    first: int,
    last: int,
    group_of: Array,
    rules: Array,
    scale: int,
    points: Array,
) -> Any:
    """Play out the dealer's hands up to ``last``; return the number of lines."""
    frames = np.zeros((MOST_CARDS + 1, FRAME), np.int64)
    history = np.zeros(2 * MOST_CARDS, np.int64)
    pair = np.zeros((2, HAND), np.int64)
    sums, lines = np.zeros(2, np.int64), 0
    for dealer in range(first, last):
        for pone in range(len(hands)):
            pair[0], pair[1] = hands[pone], hands[dealer]
            if _possible(pair):
                sums[:] = 0
                lines += _play_pair(pair, group_of, rules, scale, frames, history, sums)
                points[0, dealer, pone] = sums[0]
                points[1, dealer, pone] = sums[1]
    return lines


@njit(cache=True, nogil=True)
def _possible(pair: Array) -> bool:
    """Return whether a deck has the cards of both hands."""
    most = 0
    for rank in pair[0]:
        most = max(most, (pair == rank).sum())
    return most <= OF_A_RANK


@njit(cache=True, nogil=True)
def _play_pair(
    pair: Array,
    group_of: Array,
    rules: Array,
    scale: int,
    frames: Array,
    history: Array,
    sums: Array,
) -> Any:
    """Add up the points of all lines of two hands, depth first; return their number."""
    row = frames[0]
    row[:] = 0
    row[LEFT : LEFT + 2] = HAND
    row[HELD : HELD + 2] = (1 << HAND) - 1
    row[WEIGHT] = scale
    _choose(row, pair, group_of, rules)
    depth, lines = 0, 0
    while depth >= 0:
        row = frames[depth]
        player = row[TO_PLAY]
        card, rank, number = -1, -1, 0
        for place in range(row[NEXT], HAND):
            other = pair[player, place]
            if not row[HELD + player] >> place & 1 or group_of[other] != row[GROUP]:
                continue
            if row[COUNT] + value_of(other) > rules[LIMIT]:
                continue
            if rank not in (-1, other):
                break
            # Equal ranks are equal lines, and a hand is in the order of ranks.
            card, rank, number = place, other, number + 1
        if rank < 0:
            depth -= 1
            continue
        row[NEXT] = card + 1
        below = frames[depth + 1]
        for place in range(FRAME):
            below[place] = row[place]
        below[HELD + player] &= ~(1 << card)
        below[WEIGHT] = row[WEIGHT] // row[AMONG] * number
        play_card(below, history, rank, rules)
        if below[LEFT] > 1 or below[LEFT + 1] > 1:
            _choose(below, pair, group_of, rules)
            depth += 1
            continue
        _play_last_cards(below, history, pair, rules)
        sums[0] += below[WEIGHT] * below[POINTS]
        sums[1] += below[WEIGHT] * below[POINTS + 1]
        lines += 1
    return lines


@njit(cache=True, nogil=True)
def _play_last_cards(row: Array, history: Array, pair: Array, rules: Array) -> None:
    """Play out hands of at most one card, which leave no choice."""
    while row[LEFT] or row[LEFT + 1]:
        player, card = row[TO_PLAY], 0
        while not row[HELD + player] >> card & 1:
            card += 1
        if row[COUNT] + value_of(pair[player, card]) <= rules[LIMIT]:
            row[HELD + player] = 0
            play_card(row, history, pair[player, card], rules)
        else:
            say_go(row, rules)


@njit(cache=True, nogil=True)
def _choose(row: Array, pair: Array, group_of: Array, rules: Array) -> None:
    """Say go while nothing fits, then set what the policy chooses from."""
    row[NEXT] = 0
    row[AMONG] = 0
    while row[AMONG] == 0:
        player = row[TO_PLAY]
        row[GROUP] = len(group_of)
        for card in range(HAND):
            rank = pair[player, card]
            if (
                row[HELD + player] >> card & 1
                and row[COUNT] + value_of(rank) <= rules[LIMIT]
            ):
                if group_of[rank] < row[GROUP]:
                    row[GROUP] = group_of[rank]
                    row[AMONG] = 0
                row[AMONG] += group_of[rank] == row[GROUP]
        if row[AMONG] == 0:
            say_go(row, rules)
