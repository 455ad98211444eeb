"""Proved bounds on the chance to win, where the exact rationals are too large.

A floating solution v is only a guess. From it come two tables of integers over one
scale, L and U, and an explicit policy, for which it is checked in integers that
- L(s) <= the mean, under the policy's action, of L, or of 1 - U where the move passes;
- U(s) >= the mean, under every action, of U, or of 1 - L where the move passes;
- the policy ends the play almost surely, whatever the other player does: from every
  state, whoever is to move, some outcome has a smaller rank, and terminals have rank 0.
This proves L <= value <= U. Play the policy against anybody, and write down L when you
are to move and 1 - U when the other is. By the first inequality its mean does not fall
when you move, and by the second (read as 1 - U(s) <= the mean of 1 - U, or of L) not
when the other does, whatever they do. It starts at L, and as the play ends almost
surely it ends at your chance to have won. So the mover can make sure of L, and by the
same from the other's seat nobody can get more than U. Without the ranks it would prove
nothing: two players who never bank never finish. (One player: the same without passing;
U is then above the chance of any play, ending or not, as it never falls below 0.)

The inequalities need slack to survive rounding, and v +- epsilon has none. v +- epsilon
h does, where h bounds the expected number of steps that remain: one step takes one off.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Generic, TypeVar

import numpy as np

from trueodds.core.decision import DecisionProcess, Passed, require_chances
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import ModelError
from trueodds.core.graph import Numbering, component_labels
from trueodds.core.sweeps import Array, iterate, rank

State = TypeVar("State")
Label = TypeVar("Label")

SCALE = 10**15
INT64 = 2**62

# How far the guess may be off in one step, and the largest epsilon, 1024 / SCALE.
TOLERANCE = 5e-16
DOUBLINGS = 10

# An action that falls short of the best by more than this stays below U however it is
# widened; h has to cover the others.
NEAR = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class WinBounds(Generic[State, Label]):
    """The chance to win between two bounds, and all that proves them.

    ``lower[s] <= scale * value(states[s]) <= upper[s]`` for every state. ``policy`` is
    the label of the action that guarantees the lower bound, None at terminals.
    ``ranks[s, side]`` is 0 at terminals, and elsewhere falls along some outcome of that
    action (side 0: whoever plays the policy is to move) and of every action (side 1:
    the other is to move; games for two only).
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
    """The best chance to win from the start between two bounds, proved in integers.

    For processes without rewards whose terminal values lie in [0, 1], for one player
    or, with ``Passed`` outcomes, for two. The width is some 1e-15 times the expected
    number of steps.

    Raises ``ModelError`` for states without actions, weights that do not add up and
    rewards, and where the proof fails: where the policy need not end the play, where
    waiting for ever is as good as the best action, or where the guess is too rough.

    >>> from trueodds.core.decision import Action
    >>> half = Fraction(1, 2)
    >>> def flip(state):
    ...     if state == "won":
    ...         return 1
    ...     return {"flip": Action({"won": half, Passed(0): half})}
    >>> win_enclosure(DecisionProcess(0, flip)).value.texts(12)
    ('0.666666666666', '0.666666666667')
    """
    game = _Explored(process)
    guess = game.guess()
    shortfall = game.shortfall(guess)
    policy = game.first_action_where(shortfall == 0)
    ranks = game.ranks(policy)
    steps = game.steps(allowed=shortfall <= NEAR)
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


class _Explored(Generic[State, Label]):
    """A process as flat arrays, laid out as ``core/sweeps.py`` says."""

    def __init__(self, process: DecisionProcess[State, Label]) -> None:
        numbering = Numbering(process.start)
        self.states = numbering.states
        self.terminals: dict[int, Fraction] = {}
        self.labels: list[Label] = []
        first_action, first_outcome = array("q", [0]), array("q", [0])
        target, passed, chance = array("q"), array("b"), array("d")
        weights: list[int] = []
        totals: list[int] = []
        for number, state in enumerate(self.states):
            given = process.at(state)
            require_chances(state, given)
            if isinstance(given, Fraction):
                self.terminals[number] = given
                given = []
            for label, law, _ in given:
                for outcome, weight in law.items():
                    passes = isinstance(outcome, Passed)
                    target.append(numbering[outcome.state if passes else outcome])
                    passed.append(passes)
                    chance.append(weight / law.total)
                    weights.append(weight)
                self.labels.append(label)
                totals.append(law.total)
                first_outcome.append(len(target))
            first_action.append(len(totals))
        # Every sum below is at most a total times the scale.
        whole = np.int64 if max(totals, default=0) * SCALE < INT64 else object
        self.weights, self.totals = np.array(weights, whole), np.array(totals, whole)
        self.target, self.chance = np.array(target), np.array(chance)
        self.passed = np.array(passed, np.bool_)
        actions, self.first_outcome = np.array(first_action), np.array(first_outcome)
        self.owner = np.repeat(np.arange(len(self.states)), np.diff(actions))
        labels = component_labels(self.first_outcome[actions], self.target)
        # Inside a component, what was seen last tends to be nearest to the end.
        order = np.lexsort((-np.arange(len(labels)), labels))
        parts = np.flatnonzero(np.diff(labels[order], prepend=-1, append=-1))
        self.layout = (order, parts, actions, self.first_outcome, self.target)

    def guess(self) -> Array:
        """The values of the states in floating point."""
        values = np.zeros(len(self.states))
        for number, value in self.terminals.items():
            values[number] = value
        anything = np.ones(len(self.totals), np.bool_)
        iterate(
            *self.layout, self.passed, self.chance, anything, 0.0, TOLERANCE, values
        )
        return values

    def steps(self, allowed: Array) -> Array:
        """Some h with h >= 1/2 + the mean of h after every action that is allowed.

        Iteration from below leaves h no further from 1 + that mean than its last step.
        """
        h = np.zeros(len(self.states))
        never = np.zeros_like(self.passed)
        iterate(*self.layout, never, self.chance, allowed, 1.0, 0.5, h)
        return h

    def _sums(self, values: Array, after_passing: Array, weights: Array) -> Array:
        """The weighted sum over the outcomes of each action."""
        seen = np.where(self.passed, after_passing[self.target], values[self.target])
        sums: Array = np.add.reduceat(weights * seen, self.first_outcome[:-1])
        return sums

    def shortfall(self, values: Array) -> Array:
        """By how much each action is worth less than the best one of its state."""
        worth = self._sums(values, 1 - values, self.chance)
        best = np.full(len(self.states), -np.inf)
        np.maximum.at(best, self.owner, worth)
        return best[self.owner] - worth

    def first_action_where(self, holds: Array) -> Array:
        """The first action of each state for which ``holds``, -1 at terminals."""
        actions = np.flatnonzero(holds)[::-1]
        chosen = np.full(len(self.states), -1)
        chosen[self.owner[actions]] = actions  # of repeated places the last is kept
        return chosen

    def ranks(self, policy: Array) -> Array:
        """Ranks that prove that ``policy`` ends the play, whatever the other does."""
        ranks = np.full((len(self.states), 2 if self.passed.any() else 1), -1)
        ranks[list(self.terminals)] = 0
        rank(*self.layout, self.passed, policy, ranks)
        if (ranks < 0).any():
            state = self.states[int(np.argmax((ranks < 0).any(axis=1)))]
            raise ModelError(f"state {state!r}: the play need not end under best play")
        return ranks

    def widened(self, guess: Array, margin: Array) -> tuple[Array, Array]:
        """Integer tables ``margin`` units of the scale below and above the guess."""
        lower = np.clip(np.floor(SCALE * guess - margin), 0, SCALE).astype(np.int64)
        upper = np.clip(np.ceil(SCALE * guess + margin), 0, SCALE).astype(np.int64)
        for number, value in self.terminals.items():
            lower[number], upper[number] = floor(value * SCALE), ceil(value * SCALE)
        return lower, upper

    def proves(self, lower: Array, upper: Array, policy: Array) -> bool:
        """Whether the inequalities of the module's docstring hold, in integers."""
        lower, upper = (table.astype(self.weights.dtype) for table in (lower, upper))
        chosen = policy[policy >= 0]
        at_least = self._sums(lower, SCALE - upper, self.weights)[chosen]
        at_most = self._sums(upper, SCALE - lower, self.weights)
        return bool(
            (lower[self.owner[chosen]] * self.totals[chosen] <= at_least).all()
            and (upper[self.owner] * self.totals >= at_most).all()
        )
