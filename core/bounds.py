"""Proved bounds on a probability to win, for games whose exact rationals are too large.

A floating-point solution v is only a guess. It gives two tables of integers over one
scale, L and U, and an explicit policy, for which three facts are checked in integers:

- L(s) <= the mean, under the policy's action, of L, or of 1 - U where the move passes;
- U(s) >= the mean, under every action, of U, or of 1 - L where the move passes;
- the policy ends the play almost surely, whatever the opponent does: from every state,
  for either side to move, some outcome has a smaller rank, and terminals have rank 0.

This proves L <= value <= U. Play the policy against any opponent, and write down L on
your moves and 1 - U on the opponent's. By the first inequality the mean of this number
does not fall on your moves. By the second, read as 1 - U(s) <= the mean of 1 - U, or of
L, it does not fall on the opponent's moves either. It starts at L and, as the play ends
almost surely, ends at your probability to have won. So the mover can make sure of L;
and from the opponent's seat the same argument gives that no player can get more than U.
Without the ranks this would prove nothing: two players who never bank never finish.
(One player: the same without passing; U is then above the probability of any play,
ending or not, as it never falls below 0.)

v ± ε leaves no room for rounding errors. Widening v by ε h(s) does, where h bounds the
expected number of remaining steps: h drops by at least one a step, which leaves a slack
of ε.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import ceil, floor
from typing import Generic, TypeVar

import numpy as np

from trueodds.core.errors import ModelError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.models.decision import DecisionProcess, require_probabilities
from trueodds.core.models.graph import component_labels
from trueodds.core.models.process import State
from trueodds.core.sweeps import Array, iterate, rank

Label = TypeVar("Label")

SCALE = 10**15
INT64 = 2**62

TOLERANCE = 5e-16
"""The error of the guess in one step."""

DOUBLINGS = 10
"""Epsilon is at most 2**10 / SCALE."""

NEAR = 1e-6
"""An action with a larger regret stays below U for every epsilon; h covers the rest."""


@dataclass(frozen=True, slots=True, eq=False)
class WinBounds(Generic[State, Label]):
    """The probability to win between two bounds, and all that proves them.

    ``lower[s] <= scale * value(states[s]) <= upper[s]`` for every state. ``policy`` is
    the label of the action that guarantees the lower bound, None at terminals.
    ``ranks[s, side]`` is 0 at terminals, and elsewhere falls along some outcome of that
    action (side 0: the player of the policy is to move) and of every action (side 1:
    the opponent is to move; games for two only).
    """

    value: Enclosure
    states: list[State]
    lower: Array
    upper: Array
    scale: int
    policy: list[Label | None]
    ranks: Array
    method: str


def win_enclosure(process: DecisionProcess[State, Label]) -> WinBounds[State, Label]:
    """Return proved bounds on the best probability to win from the start.

    For processes without rewards whose terminal values lie in [0, 1], for one player
    or, with ``Passed`` outcomes, for two. The width is some 1e-15 times the expected
    number of steps.

    Raises ``ModelError`` for states without actions, weights that do not add up and
    rewards, and if the proof fails: if the policy need not end the play, if waiting
    indefinitely is as good as the best action, or if the guess is too rough.

    >>> from trueodds.core.models.decision import Action, Passed
    >>> half = Fraction(1, 2)
    >>> def flip(state):
    ...     if state == "won":
    ...         return 1
    ...     return {"flip": Action({"won": half, Passed(0): half})}
    >>> win_enclosure(DecisionProcess(0, flip)).value.texts(12)
    ('0.666666666666', '0.666666666667')
    """
    game = _Arrays(process)
    guess = game.guess()
    regret = game.regret(guess)
    policy = game.first_action_where(regret == 0)
    ranks = game.ranks(policy)
    steps = game.steps(allowed=regret <= NEAR)
    for doubling in range(DOUBLINGS + 1):
        lower, upper = game.widened(guess, 2**doubling * steps)
        if game.proves(lower, upper, policy):
            at_start = (Fraction(int(table[0]), SCALE) for table in (lower, upper))
            return WinBounds(
                value=Enclosure(*at_start),
                states=game.states,
                lower=lower,
                upper=upper,
                scale=SCALE,
                policy=[None if a < 0 else game.labels[a] for a in policy],
                ranks=ranks,
                method=f"value iteration, proved in integers over {SCALE}",
            )
    raise ModelError("the bounds cannot be proved: the floating values are too rough")


class _Arrays(Generic[State, Label]):
    """An explored process as flat arrays, in the layout of ``core/sweeps.py``."""

    def __init__(self, process: DecisionProcess[State, Label]) -> None:
        graph = process.explore()
        require_probabilities(graph)
        self.states, self.terminals = graph.states, graph.ends
        moves = [move for moves in graph.moves for move in moves]
        self.labels: list[Label] = [move.label for move in moves]
        # Every sum below is at most a total times the scale.
        largest = max((move.total for move in moves), default=0)
        whole = np.int64 if largest * SCALE < INT64 else object
        self.totals = np.array([move.total for move in moves], whole)
        outcomes = [len(move.targets) for move in moves]
        self.weights = np.array([*chain(*(m.weights for m in moves))], whole)
        self.target = np.array([*chain(*(m.targets for m in moves))], np.int64)
        self.passed = np.array([*chain(*(m.passes for m in moves))], np.bool_)
        self.probability = np.array(
            [weight / move.total for move in moves for weight in move.weights]
        )
        actions = np.cumsum([0, *map(len, graph.moves)])
        self.first_outcome = np.cumsum([0, *outcomes])
        self.owner = np.repeat(np.arange(len(self.states)), np.diff(actions))
        labels = component_labels(self.first_outcome[actions], self.target)
        # Inside a component, the states explored last tend to be nearest to the end.
        order = np.lexsort((-np.arange(len(labels)), labels))
        parts = np.flatnonzero(np.diff(labels[order], prepend=-1, append=-1))
        self.layout = (order, parts, actions, self.first_outcome, self.target)

    def guess(self) -> Array:
        """Return the values of the states in floating point."""
        values = np.zeros(len(self.states))
        for number, value in self.terminals.items():
            values[number] = value
        every = np.ones(len(self.totals), np.bool_)
        iterate(
            *self.layout, self.passed, self.probability, every, 0.0, TOLERANCE, values
        )
        return values

    def steps(self, allowed: Array) -> Array:
        """Return an h with h >= 1/2 + the mean of h after every allowed action.

        The iteration rises to 1 + the mean, and stops once a step is at most 1/2.
        """
        h = np.zeros(len(self.states))
        never = np.zeros_like(self.passed)
        iterate(*self.layout, never, self.probability, allowed, 1.0, 0.5, h)
        return h

    def _sums(self, values: Array, after_passing: Array, weights: Array) -> Array:
        """Return the weighted sum over the outcomes of each action."""
        seen = np.where(self.passed, after_passing[self.target], values[self.target])
        sums: Array = np.add.reduceat(weights * seen, self.first_outcome[:-1])
        return sums

    def regret(self, values: Array) -> Array:
        """Return the loss of each action against the best action of its state."""
        after = self._sums(values, 1 - values, self.probability)
        best = np.full(len(self.states), -np.inf)
        np.maximum.at(best, self.owner, after)
        return best[self.owner] - after

    def first_action_where(self, holds: Array) -> Array:
        """Return the first action of each state that ``holds``, -1 at terminals."""
        actions = np.flatnonzero(holds)[::-1]
        chosen = np.full(len(self.states), -1)
        chosen[self.owner[actions]] = actions  # the last assignment to a place counts
        return chosen

    def ranks(self, policy: Array) -> Array:
        """Return ranks that prove that ``policy`` ends the play."""
        ranks = np.full((len(self.states), 2 if self.passed.any() else 1), -1)
        ranks[list(self.terminals)] = 0
        rank(*self.layout, self.passed, policy, ranks)
        if (ranks < 0).any():
            state = self.states[int(np.argmax((ranks < 0).any(axis=1)))]
            raise ModelError(f"state {state!r}: the play need not end under best play")
        return ranks

    def widened(self, guess: Array, margin: Array) -> tuple[Array, Array]:
        """Return integer tables ``margin`` units below and above the guess."""
        lower = np.clip(np.floor(SCALE * guess - margin), 0, SCALE).astype(np.int64)
        upper = np.clip(np.ceil(SCALE * guess + margin), 0, SCALE).astype(np.int64)
        for number, value in self.terminals.items():
            lower[number], upper[number] = floor(value * SCALE), ceil(value * SCALE)
        return lower, upper

    def proves(self, lower: Array, upper: Array, policy: Array) -> bool:
        """Check the inequalities of the module's docstring in integers."""
        lower, upper = (table.astype(self.weights.dtype) for table in (lower, upper))
        chosen = policy[policy >= 0]
        at_least = self._sums(lower, SCALE - upper, self.weights)[chosen]
        at_most = self._sums(upper, SCALE - lower, self.weights)
        return bool(
            (lower[self.owner[chosen]] * self.totals[chosen] <= at_least).all()
            and (upper[self.owner] * self.totals >= at_most).all()
        )
