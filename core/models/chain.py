"""Absorbing Markov chains: where a chain ends and what it collects on the way.

All answers from one start state follow from the expected number of visits to each
state. Visits flow forward, so the components are solved in topological order, each
from the visits that flow into it. An absorbing state is visited exactly as often as
the chain ends there. Source: Kemeny & Snell, Finite Markov Chains, chapter 3.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Generic

from flint import fmpq

from trueodds.core.errors import ModelError
from trueodds.core.models.linear import fraction, solve
from trueodds.core.models.process import (
    Action,
    Exact,
    Outcomes,
    State,
    attractor,
    components,
    exact_at,
    explore,
)


class MarkovChain(Generic[State]):
    """A finite chain that is absorbed almost surely, explored from its start.

    ``step(state)`` returns the distribution of the next state (a ``Distribution``, or
    a mapping from states to exact probabilities), or None where the chain ends.

    Raises ``ModelError`` for probabilities that do not add up to exactly 1, and for a
    state from which the chain is never absorbed.

    >>> coin = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    >>> heads_in_a_row = lambda n: None if n == 3 else {0: coin[0], n + 1: coin[1]}
    >>> MarkovChain(0, heads_in_a_row).expected_steps()
    Fraction(14, 1)
    """

    def __init__(
        self, start: State, step: Callable[[State], Outcomes[State] | None]
    ) -> None:
        def only_action(state: State) -> dict[str, Action] | None:
            outcomes = step(state)
            return None if outcomes is None else {"step": Action(outcomes)}

        graph = explore(start, only_action)
        self.states, self._ends = graph.states, [*graph.ends]
        self._rows = [
            {
                target: fmpq(weight, move.total)
                for move in moves
                for target, weight in zip(move.targets, move.weights, strict=True)
            }
            for moves in graph.moves
        ]
        absorbed = attractor([[row] for row in self._rows], self._ends)
        for number, state in enumerate(self.states):
            if number not in absorbed:
                raise ModelError(f"state {state!r} never absorbs")

    @cached_property
    def _visits(self) -> list[fmpq]:
        """The expected number of visits to each state, absorbing states included."""
        visits = [fmpq(0)] * len(self.states)
        visits[0] = fmpq(1)
        for part in reversed(components(self._rows)):
            place = {state: i for i, state in enumerate(part)}
            inflow: list[dict[int, fmpq]] = [{} for _ in part]
            for state in part:
                for target, probability in self._rows[state].items():
                    if target in place:
                        inflow[place[target]][place[state]] = probability
            solved = solve(inflow, [visits[state] for state in part])
            for state, times in zip(part, solved, strict=True):
                visits[state] = times
            for state in part:
                for target, probability in self._rows[state].items():
                    if target not in place:
                        visits[target] += visits[state] * probability
        return visits

    def expected_visits(self) -> dict[State, Fraction]:
        """Return the expected visits to each transient state, from the start on.

        >>> MarkovChain(1, lambda n: {n - 1: 1} if n else None).expected_visits()
        {1: Fraction(1, 1)}
        """
        ends = set(self._ends)
        return {
            self.states[i]: fraction(times)
            for i, times in enumerate(self._visits)
            if i not in ends
        }

    def absorption(self) -> dict[State, Fraction]:
        """Return the probability of ending in each absorbing state; they add up to 1.

        >>> third = Fraction(1, 3)
        >>> ruin = lambda n: {n - 1: 2 * third, n + 1: third} if 0 < n < 4 else None
        >>> MarkovChain(1, ruin).absorption()
        {0: Fraction(14, 15), 4: Fraction(1, 15)}
        """
        return {self.states[i]: fraction(self._visits[i]) for i in self._ends}

    def expected_steps(self) -> Fraction:
        """Return the expected number of steps until absorption."""
        return self.expected_reward(lambda state: 1)

    def expected_reward(
        self,
        reward: Callable[[State], Exact],
        *,
        terminal: Callable[[State], Exact] | None = None,
    ) -> Fraction:
        """Return the expected sum of ``reward(state)`` over visits to transient states.

        ``terminal(state)`` is added for the absorbing state in which the chain ends.
        Raises ``ModelError`` for a reward that is not an exact number.
        """
        parts = [(self.expected_visits(), reward)]
        if terminal:
            parts.append((self.absorption(), terminal))
        return sum(
            (
                times * exact_at(state, pays(state))
                for visits, pays in parts
                for state, times in visits.items()
            ),
            Fraction(0),
        )
