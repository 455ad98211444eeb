"""Two to six players with given strategies: each seat's probability to win.

Until a player reaches the target, no choice depends on the opponents. So after any
number of turns the players' states are independent. Each player's own Markov chain
gives the turn in which the player reaches the target, and with what total. If there is
a final round, the opponents then have their last turns in order. Each opponent rolls
until ahead of all other players, with the keeps that make this most likely (on ties,
the keeps with the most points). The player who is ahead at the end has won.

All probabilities are lower bounds (``core.models.lower_bounds``); they add up to
nearly 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.analysis.farkle.match.state_space import StateSpace
from trueodds.analysis.farkle.match.strategies.threshold_strategy import (
    ThresholdStrategy,
    turn_distribution,
)
from trueodds.analysis.farkle.turn.induction import (
    NEVER,
    Boundary,
    Numbers,
    StakePolicy,
    backward,
    follow,
    lower_bound_weights,
    plus,
)
from trueodds.core.errors import PositionError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.kernels.compiled import compiled
from trueodds.core.models.lower_bounds import LESS, enclosures, matrix_product

MOST_PLAYERS = 6
MOST_TURNS = 5_000
ALIKE = 1e-12
"""Tolerance for treating two keeps as tied, as floats are rounded."""

SETTLED = 1e-14
"""Play is followed until the probability that it continues is below this."""


def players(
    space: StateSpace, strategies: Sequence[ThresholdStrategy]
) -> list[Enclosure]:
    """Return each seat's probability to win; the first seat moves first.

    Args:
        space: The states of a player under the rules (``state_space``).
        strategies: One strategy for each seat.

    Returns:
        An enclosure for each seat.

    Raises:
        PositionError: If there are fewer than two players or more than six.
        RulesError: If the game has another number of dice than six, or a rule that
            strategies do not cover, such as hot dice that must be rolled.

    Example:
        >>> from trueodds.analysis.farkle.match.state_space import state_space
        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> space = state_space(FarkleRules.load("ece209", target=500))
        >>> seats = players(space, 3 * [ThresholdStrategy((300,) * 6)])
        >>> [seat.texts(4) for seat in seats]
        [('0.5603', '0.5604'), ('0.2757', '0.2758'), ('0.1639', '0.164')]
    """
    count = len(strategies)
    if not 2 <= count <= MOST_PLAYERS:
        raise PositionError(f"{count} players: a match has 2 to {MOST_PLAYERS}")
    space.rules.require_six_dice()
    width = _width(space, count)
    chains = {s: _Chain(space, s, width) for s in set(strategies)}
    seats = [chains[strategy] for strategy in strategies]
    wins = [0.0] * count
    split = space.rules.final_round_tie == "split"
    for _ in range(MOST_TURNS):
        for player in chains.values():
            player.take_turn()
        for seat, leader in enumerate(seats):
            # The seats after the leader have had one turn less.
            order = chain(
                ((k, seats[k].before) for k in range(seat + 1, count)),
                ((k, seats[k].after) for k in range(seat)),
            )
            ends = _final_round(seat, leader.reached, order, split)
            for holders, totals in ends.items():
                for holder in holders:
                    wins[holder] = plus(wins[holder], LESS / len(holders), _sum(totals))
        # Play goes on only while no player has reached the target.
        if min(player.at.sum() for player in seats) < SETTLED:
            break
    return enclosures(wins)


class Followers(NamedTuple):
    """The ends of a follower's last turn, by the leader's total a.

    A follower is a player who has not reached the target when a leader has. The
    follower passes the leader and ends at the total b with the probability ``passes[a,
    b]``, has to stop level with the leader with ``level[a]``, and stays behind with
    ``fails[a]``. Totals are the units past the target. All are joint probabilities with
    the event that the follower has not reached the target before.
    """

    passes: Array
    level: Array
    fails: Array


class _Chain:
    """The distribution of a player's state after each turn.

    Totals that reach the target are counted from the target.
    """

    def __init__(
        self, space: StateSpace, strategy: ThresholdStrategy, width: int
    ) -> None:
        self.space = space
        self.width = width
        self.step = np.zeros((space.states, space.states))
        self.past = np.zeros((space.states, width))
        self._fill(strategy)
        self.at = np.zeros(space.states)
        self.at[space.start * space.statuses] = 1.0
        self.reached = np.zeros(width)
        self.overtaking = _overtaking(space, width)
        self.before = self.after = self._followers()

    def _fill(self, strategy: ThresholdStrategy) -> None:
        space = self.space
        statuses = self.space.statuses
        turns = {m: turn_distribution(space, strategy, m) for m in space.minimums}
        for score, status in np.ndindex(space.scores, statuses):
            row = score * statuses + status
            minimum = int(space.minimum[score, status])
            turn = turns[minimum]
            missing = space.scores - score
            # The minimum to bank can be more than the units that are missing.
            reached = max(missing, minimum)
            # n units lead to the score n higher, whose states
            # begin ``statuses`` further on.
            self.step[row, score * statuses + space.banked_status :: statuses] += (
                turn.banked[:missing]
            )
            farkle_score = space.farkle_score[score, status] * statuses
            farkled = farkle_score + space.farkle_status[status]
            lost = score * statuses + space.lost_status[status]
            self.step[row, farkled] += turn.farkle[reached]
            self.step[row, lost] += turn.lost[reached]
            over = turn.past[reached]
            begin = reached - missing
            self.past[row, begin : begin + len(over)] = over
        # Several ends may lead to one state, and their addition rounds.
        self.step *= LESS

    def take_turn(self) -> None:
        """Advance by one turn of the players who have not reached the target."""
        self.before = self.after
        self.reached = matrix_product(self.at, self.past)
        self.at = matrix_product(self.at, self.step)
        self.after = self._followers()

    def _followers(self) -> Followers:
        level, fails = np.zeros((2, self.width))
        passes = np.zeros((self.width, self.width))
        if not self.space.rules.final_round:
            return Followers(passes, level, np.full(self.width, _sum(self.at)))
        followers = Followers(passes, level, fails)
        minimum = self.space.minimum.ravel()
        statuses = self.space.statuses
        scores = self.space.scores
        _last_turns(self.at, minimum, statuses, scores, self.overtaking, followers)
        return followers


def _final_round(
    leader: int, totals: Array, order: chain[tuple[int, Followers]], split: bool
) -> dict[tuple[int, ...], Array]:
    """Return the winners of a final round: by seats, the probability of each total."""
    ahead: dict[tuple[int, ...], Array] = {(leader,): totals}
    for seat, following in order:
        then: dict[tuple[int, ...], Array] = {}
        for holders, by_total in ahead.items():
            level = (*holders, seat) if split else holders
            # Passing takes the lead alone. Stopping level
            # shares it only if ties are split.
            for who, reached in (
                ((seat,), matrix_product(by_total, following.passes)),
                (level, by_total * following.level * LESS),
                (holders, by_total * following.fails * LESS),
            ):
                if reached.any():
                    then[who] = (then.get(who, 0.0) + reached) * LESS
        ahead = then
    return ahead


def _width(space: StateSpace, count: int) -> int:
    """Return an upper limit on the totals past the target that can occur at the end."""
    return (count + 1) * (int(space.tables.points.max()) + 1) + max(space.minimums)


def _sum(probabilities: Array) -> float:
    return float(matrix_product(probabilities, np.ones(len(probabilities))))


class Overtaking(NamedTuple):
    """Lower bounds on the ends of a last turn that rolls for more than ``need`` units.

    ``over[need, n]`` is the probability that the turn scores ``need + 1 + n`` units.
    Where the rules have no hot dice, a turn also ends when all dice have scored. It
    ends so at exactly ``need`` units with the probability ``level[need]``.
    ``fails[need]`` is the probability of a farkle, or of such an end below ``need``.
    """

    over: Array
    level: Array
    fails: Array


def _overtaking(space: StateSpace, width: int) -> Overtaking:
    """Return the ends of last turns that maximise the probability of getting ahead."""
    if not space.rules.final_round:
        return Overtaking(np.zeros((0, 0)), np.zeros(0), np.zeros(0))
    tables = space.tables
    deepest = space.scores + width + max(space.minimums)
    top = deepest + 1
    reach = int(tables.points.max())
    weights = weight, farkle = lower_bound_weights(tables)
    # A farkle has the value 0, so its weight adds nothing.
    numbers = Numbers(weight, np.zeros_like(farkle), np.zeros_like(farkle))
    policy = StakePolicy.blank(top, tables)
    never = np.full(len(tables.total), NEVER)
    boundary = Boundary(np.ones(top + reach), never, never, 0.0, 0.0)
    value = np.zeros((top + reach, len(tables.total)))
    backward(tables, numbers, None, boundary, 0, top, policy, True, ALIKE, value)
    level, fails = np.zeros((2, deepest))
    over = np.zeros((deepest, reach))
    every_dice = np.ones(len(tables.total))
    for need in range(deepest):
        # Stakes are shifted so that the stake ``deepest`` is level with the leader.
        flow = follow(tables, weights, policy, top, start=deepest - need)
        # Without dice left the turn stops level, or fails.
        level[need] = flow.at[deepest, 0]
        fails[need] = plus(flow.lost[deepest], 1.0, flow.farkle[top])
        over[need] = matrix_product(flow.at[top:], every_dice)
    return Overtaking(over, level, fails)


@compiled
def _last_turns(
    at: Array,
    minimum: Array,
    statuses: int,
    scores: int,
    overtaking: Overtaking,
    followers: Followers,
) -> None:
    """Write a follower's last turns, averaged over the follower's states ``at``."""
    over, level, fails = overtaking
    width = len(followers.fails)
    for leader in range(width):
        for state in range(len(at)):
            if at[state] == 0.0:
                continue
            # The minimum to bank may need more than getting ahead of the leader does.
            score = state // statuses
            behind = scores + leader - score
            need = max(behind, minimum[state] - 1)
            missed = plus(followers.fails[leader], at[state], fails[need])
            # Dice that stop level count only if that is enough to bank.
            if behind >= minimum[state]:
                followers.level[leader] = plus(
                    followers.level[leader], at[state], level[need]
                )
            else:
                missed = plus(missed, at[state], level[need])
            followers.fails[leader] = missed
            for n in range(over.shape[1]):
                total = score + need + 1 + n - scores
                if total < width:
                    followers.passes[leader, total] = plus(
                        followers.passes[leader, total], at[state], over[need, n]
                    )
