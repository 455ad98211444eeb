"""Farkle alone: the fewest expected turns to the target, between proved bounds.

A player's state is the score and the status, as in a match. The status has the farkles
in a row, and whether the player has opened, where the rules need this. Let c be a table
of costs, by state, and let T(c) be one more than the least expected c after a turn,
over all ways to play the turn. Two integer tables L and U prove the bounds. L <= T(L),
hence no policy needs fewer turns than L. U >= T(U), hence the policy that is best
against U needs at most U turns; it ends, since every turn costs one. T is computed in
integers, rounded down for L and up for U. Value iteration in floats only guesses c, and
c (1 ± d) leaves a slack of d a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

import numpy as np

from trueodds.analysis.farkle.dice.roll_classes import Array
from trueodds.analysis.farkle.match.state_space import (
    PlayerState,
    StateSpace,
    state_space,
)
from trueodds.analysis.farkle.turn.bounded import points_policy
from trueodds.analysis.farkle.turn.induction import (
    Boundary,
    Numbers,
    StakePolicy,
    at_any_stake,
    backward,
    follow,
    lower_bound_weights,
)
from trueodds.analysis.farkle.turn.optimal import Turn, TurnState
from trueodds.core.errors import ModelError, RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.models.lower_bounds import LESS, float_below, matrix_product
from trueodds.core.packages import require
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.coverage import require_covered
from trueodds.core.storage.progress import Progress, silent

MOST_SWEEPS = 10_000
MOST_TURNS = 10**6
MOST_STEPS = 100
MOST_PACE = 100
RARE = Fraction(1, 10**4)
SETTLED = 1e-13
"""The relative change below which a sweep counts as converged."""

WIDEST = 2**24
"""The widest margin tried, in units of the scale a turn."""

Policies = dict[int, StakePolicy]
"""Policies of a turn by the least number of units that may be banked."""


def quantities(rules: FarkleRules, progress: Progress = silent) -> Iterator[Quantity]:
    """Yield the fewest expected turns to the target of a player who plays alone.

    Then yield the expected turns if each turn is played for the most points.

    Raises:
        RulesError: If the target cannot be reached or takes more than a million turns,
            if there are too many scores, or if a rule is not covered.
    """
    require("a game alone")
    require_covered("a game alone", rules)
    space = state_space(rules)
    fewest = expected_turns(space, progress=progress)
    most_points = expected_turns(space, most_points_policies(space), progress)
    for name, label, value in (
        ("mean", f"Fewest expected turns to {rules.target}", fewest),
        (
            "most_points.mean",
            "Expected turns when each is played for the most points",
            most_points,
        ),
    ):
        yield Quantity(
            f"solitaire.{name}",
            label,
            value,
            "turns",
            "value iteration, proved in integers",
        )


def expected_turns(
    space: StateSpace, policies: Policies | None = None, progress: Progress = silent
) -> Enclosure:
    """Return bounds of the expected turns to the target, for a player alone.

    ``space`` has the states of a player under the rules (``state_space``). ``policies``
    has the decisions in a turn, by the least number of units that may be banked. If it
    is None, the player plays for the fewest expected turns.

    >>> rules = FarkleRules.load("ece209", target=50)
    >>> bounds = expected_turns(state_space(rules))
    >>> bounds.lower < Fraction(162, 157) < bounds.upper  # a roll that is no farkle
    True
    """
    lower, upper, scale = proved_bounds(space, policies, progress)
    start = (space.start, 0)
    return Enclosure(
        Fraction(int(lower[start]), scale), Fraction(int(upper[start]), scale)
    )


def proved_bounds(
    space: StateSpace, policies: Policies | None = None, progress: Progress = silent
) -> tuple[Array, Array, int]:
    """Return proved bounds of the expected turns to the target from every state.

    The lower and upper bounds are integer arrays of shape (scores, statuses). The third
    result is the scale: the integer that stands for one turn. ``space`` has the states
    of a player under the rules (``state_space``). ``policies`` has the decisions in a
    turn, by the least number of units that may be banked. If it is None, the player
    plays for the fewest expected turns.

    Raises:
        RulesError: If the target takes more than a million turns.
        ModelError: If the expected turns do not converge, or if the bounds cannot be
            proved.
    """
    solver = _Solver(space, policies)
    guess = solver.guess(progress)
    most = guess.max()
    total = space.tables.total
    # The largest power of ten with which a weighted sum of costs fits
    # in 64 bits, with room for the margin.
    scale = 10 ** int(np.log10(2.0**62 / (total.max() * (most + 2) * 1.1)))
    margin = 8
    while margin <= WIDEST:
        share = margin / scale
        lower = np.floor(guess * scale * (1 - share)).astype(np.int64)
        upper = np.ceil(guess * scale * (1 + share)).astype(np.int64)
        # L <= T(L) and U >= T(U) in integers, where the turn itself costs ``scale``.
        if (scale + solver.after(lower, up=False) >= lower).all() and (
            scale + solver.after(upper, up=True) <= upper
        ).all():
            return lower, upper, scale
        margin *= 2
    raise ModelError("the bounds cannot be proved: the floating values are too rough")


def most_points_policies(space: StateSpace) -> Policies:
    """Return policies that play each turn for the most expected points.

    The key is the least number of units that may be banked. ``space`` has the states of
    a player under the rules (``state_space``).
    """
    tables = space.tables
    policies = {}
    stakes = space.scores + int(space.minimum.max()) + 1
    if space.rules.dice:
        return {
            minimum: points_policy(space.dice, tables, minimum, stakes, space.unit)
            for minimum in space.minimums
        }
    rolls = space.dice.rolls
    # In the order of the tables, whose classes have the same numbers.
    classes = [keeps for rolled in rolls.values() for keeps in rolled if keeps]
    for minimum in space.minimums:
        policy = policies[minimum] = StakePolicy.blank(stakes, tables)
        turn = Turn(space.dice, minimum * space.unit)
        for units in range(0, stakes, turn.grid // space.unit):
            stake = units * space.unit
            for number, keeps in enumerate(classes):
                place = keeps.index(turn.best_keep(stake, keeps))
                policy.keep[units, number] = tables.first_keep[number] + place
            policy.banks[units, 0] = units >= minimum
            for dice in rolls:
                policy.banks[units, dice] = turn.banks(TurnState(stake, dice))
    return policies


def still_playing(space: StateSpace) -> list[Fraction]:
    """Return upper bounds of the probability of needing more than 0, 1, 2, ... turns.

    The turns are those to the target, of a player alone who plays for the fewest
    expected turns. The list ends with the first bound of at most 1 in 10,000, or after
    100 turns. ``space`` has the states of a player. They must differ by the score only,
    and scores must never fall.

    >>> rules = FarkleRules.load("ece209", target=50)
    >>> [float(round(bound, 6)) for bound in still_playing(state_space(rules))]
    [1.0, 0.030864, 0.000953, 2.9e-05]
    """
    solver = _Solver(space, None)
    tables = space.tables
    cost = solver.guess(silent)
    value = np.zeros(solver.shape)
    stakes = solver.shape[0]
    # Lower bounds of the moves between scores. Probability that rounding cuts off never
    # reaches the target, so the results are upper bounds.
    move = np.zeros((space.scores + 1, space.scores + 1))
    # The last entry is the target, where the game stays.
    move[-1, -1] = 1.0
    for score in range(space.scores):
        state = PlayerState(score, 0)
        policy = solver.turn(solver.floats, None, cost, state, value)
        flow = follow(tables, solver.weights, policy, stakes)
        missing = space.scores - score
        move[score, score:-1] = flow.banked[:missing]
        move[score, score] += (flow.farkle[stakes] + flow.lost[stakes]) * LESS
        reaching = sum(map(Fraction, flow.banked[missing:].tolist()), Fraction())
        move[score, -1] = float_below(reaching)
    reached = np.zeros(space.scores + 1)
    reached[space.start] = 1.0
    bounds = [Fraction(1)]
    while bounds[-1] > RARE and len(bounds) <= MOST_PACE:
        reached = matrix_product(reached, move)
        bounds.append(1 - Fraction(float(reached[-1])))
    return bounds


class _Solver:
    """Solver for the expected number of turns from every state, turn by turn."""

    def __init__(self, space: StateSpace, policies: Policies | None) -> None:
        self.space = space
        self.policies = policies
        stakes = space.scores + int(space.minimum.max()) + 1
        stakes += int(space.tables.points.max())
        self._best = StakePolicy.blank(stakes, space.tables)
        self.shape = (stakes, len(space.tables.total))
        self.floats = Numbers.floats(space.tables)
        self.weights = lower_bound_weights(space.tables)

    def guess(self, progress: Progress) -> Array:
        """Return the expected turns in floats, by value iteration."""
        space = self.space
        cost = np.zeros((space.scores, space.statuses))
        for sweep in range(1, MOST_SWEEPS + 1):
            before = cost.copy()
            self._sweep(cost, partial(progress, f"turns, sweep {sweep}"))
            if not (cost < MOST_TURNS).all():
                raise RulesError(
                    f"under these rules {space.rules.target} points take more than "
                    f"{MOST_TURNS} turns"
                )
            if (abs(cost - before) <= SETTLED * cost).all():
                return cost
        raise ModelError("the expected turns cannot be computed: no convergence")

    def after(self, cost: Array, *, up: bool) -> Array:
        """Return the mean of an integer table after one turn, rounded.

        ``cost`` is the table, by score and status. The mean is rounded up if ``up`` is
        true, and down otherwise.
        """
        tables = self.space.tables
        means = np.zeros_like(cost)
        # Values are costs times -1, so they are rounded the other way.
        numbers = Numbers.integers(tables, up=not up)
        value = np.zeros(self.shape, np.int64)
        for score, status in np.ndindex(cost.shape):
            state = PlayerState(score, status)
            self.turn(numbers, tables.total, cost, state, value)
            means[state] = -value[0, -1]
        return means

    def _sweep(self, cost: Array, progress: Callable[[int, int], None]) -> None:
        """Improve the value of every state by Newton steps, from the target down."""
        value = np.zeros(self.shape)
        scores = len(cost)
        for score in range(scores - 1, -1, -1):
            progress(scores - 1 - score, scores)
            for status in range(cost.shape[1] - 1, -1, -1):
                state = PlayerState(score, status)
                # A first guess: one turn more than from the next score.
                if cost[state] == 0.0:
                    cost[state] = 1.0 + cost[min(score + 1, len(cost) - 1), status]
                for _ in range(MOST_STEPS):
                    now = cost[state]
                    policy = self.turn(self.floats, None, cost, state, value)
                    home = self._returns(state, policy)
                    # The policy hardly ever leaves this state,
                    # as staying looks too cheap.
                    if home > 1.0 - 1e-9:
                        cost[state] = 2.0 * now
                    else:
                        # Under one policy the value of the turn is linear in
                        # the cost of the state itself, with the slope
                        # ``home``. This solves for that cost.
                        mean = -value[0, -1]
                        cost[state] = now + (1.0 + mean - now) / (1.0 - home)
                    settled = abs(cost[state] - now) <= 1e-15 * now
                    if settled or home == 0.0 or now > 1e9:
                        break

    def turn(
        self,
        numbers: Numbers,
        divisor: Array | None,
        cost: Array,
        state: PlayerState,
        value: Array,
    ) -> StakePolicy:
        """Fill in the values of a turn, and return the policy that attains them.

        ``numbers`` and ``divisor`` make means of floats or of integers (``Numbers``).
        ``cost`` has the expected turns from each state, as floats or as integers. The
        turn begins in ``state``. ``value`` gets the values by stake and dice: the mean
        costs after the turn, times -1.
        """
        space = self.space
        minimum = int(self.space.minimum[state])
        policy = self.policies[minimum] if self.policies else self._best
        bank = np.zeros(self.shape[0], cost.dtype)
        missing = space.scores - state.score
        # From the target on no turn is missing, so the entries stay 0.
        bank[:missing] = -cost[state.score :, space.banked_status]
        lost = cost[state.score, space.lost_status[state.status]]
        bank[max(space.lost_from - state.score, 0) :] = -lost
        farkle = cost[space.farkle_score[state], space.farkle_status[state.status]]
        _, never = at_any_stake(self.shape[1])
        may = np.full_like(never, minimum)
        backward(
            space.tables,
            numbers,
            divisor,
            Boundary(bank, may, never, -farkle, -lost),
            0,
            max(missing, minimum),
            policy,
            self.policies is None,
            0,
            value,
        )
        return policy

    def _returns(self, state: PlayerState, policy: StakePolicy) -> float:
        """Return the probability that a turn leads back to where it began."""
        space, (score, status) = self.space, state
        farkle_status = space.farkle_status[status]
        farkle = space.farkle_score[state] == score and farkle_status == status
        lost = space.lost_status[status] == status
        if not (farkle or lost):
            return 0.0
        top = max(space.scores - score, int(space.minimum[state]))
        flow = follow(space.tables, self.weights, policy, top)
        # Turns that go past an exact target are lost too; without one this is empty.
        past = flow.at[space.lost_from - score :].sum()
        return float(farkle * flow.farkle[top] + lost * (flow.lost[top] + past))
