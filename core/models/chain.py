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
from typing import TYPE_CHECKING, Generic

from flint import fmpq

from trueodds.core.errors import UnansweredError
from trueodds.core.models.linear import fraction, solve
from trueodds.core.models.process import (
    Action,
    Exact,
    Outcomes,
    State,
    components,
    exact_at,
    explore,
    networkx,
)

if TYPE_CHECKING:
    import networkx as nx


class MarkovChain(Generic[State]):
    """A finite chain that is absorbed almost surely, explored from its start.

    ``step(state)`` returns the distribution of the next state (a ``Distribution``, or
    a mapping from states to exact probabilities), or None where the chain ends.
    ``name(state)`` is what error messages call a state; by default, the state itself.

    Raises ``ModelError`` for probabilities that do not add up to exactly 1, and
    ``UnansweredError`` for a state from which the chain is never absorbed.

    >>> coin = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    >>> heads_in_a_row = lambda n: None if n == 3 else {0: coin[0], n + 1: coin[1]}
    >>> MarkovChain(0, heads_in_a_row).expected_steps()
    Fraction(14, 1)
    """

    def __init__(
        self,
        start: State,
        step: Callable[[State], Outcomes[State] | None],
        *,
        name: Callable[[State], object] = lambda state: state,
    ) -> None:
        def only_action(state: State) -> dict[str, Action] | None:
            outcomes = step(state)
            return None if outcomes is None else {"step": Action(outcomes)}

        explored = explore(start, only_action)
        self.states = explored.states
        self._ends = explored.ends
        self._rows = [
            {
                target: fmpq(weight, move.total)
                for move in moves
                for target, weight in move.weights.items()
            }
            for moves in explored.moves
        ]
        graph = explored.successors()
        # Searched backwards from the ends, a state that is
        # not reached has no way to an end.
        layers = networkx().bfs_layers(graph.reverse(copy=False), self._ends)
        if endless := graph.nodes - set().union(*layers):
            state = self.states[min(endless)]
            raise UnansweredError(f"state {name(state)!r} never absorbs")
        self._parts = components(graph)

    def graph(self) -> nx.DiGraph:
        """Return the chain as a graph of networkx.

        Returns:
            A graph of the states, from the start on. An edge leads to each next state,
            and has its exact ``probability``.

        Raises:
            ValueError: If None is a state, because networkx does not allow it.

        Example:
            >>> toss = {"heads": Fraction(1, 3), "tails": Fraction(2, 3)}
            >>> chain = MarkovChain("toss", {"toss": toss}.get)
            >>> [*chain.graph().edges(data="probability")]
            [('toss', 'heads', Fraction(1, 3)), ('toss', 'tails', Fraction(2, 3))]
        """
        graph = networkx().DiGraph()
        graph.add_nodes_from(self.states)
        for state, row in zip(self.states, self._rows, strict=True):
            for target, weight in row.items():
                graph.add_edge(state, self.states[target], probability=fraction(weight))
        return graph

    @cached_property
    def _visits(self) -> list[fmpq]:
        """The expected number of visits to each state, absorbing states included."""
        visits = [fmpq(0)] * len(self.states)
        visits[0] = fmpq(1)
        for part in reversed(self._parts):
            # The visits of a component are the solution of v = (visits from
            # outside) + A v, with A transposed: visits flow in, while
            # probabilities are listed by flowing out.
            place = {state: i for i, state in enumerate(part)}
            inflow: list[dict[int, fmpq]] = [{} for _ in part]
            for state in part:
                for target, probability in self._rows[state].items():
                    if target in place:
                        inflow[place[target]][place[state]] = probability
            solved = solve(inflow, [visits[state] for state in part])
            for state, times in zip(part, solved, strict=True):
                visits[state] = times
                for target, probability in self._rows[state].items():
                    # Later components start from the visits that flow into them.
                    if target not in place:
                        visits[target] += times * probability
        return visits

    def expected_visits(self) -> dict[State, Fraction]:
        """Return the expected visits to each transient state, from the start on.

        >>> MarkovChain(1, lambda n: {n - 1: 1} if n else None).expected_visits()
        {1: Fraction(1, 1)}
        """
        return {
            self.states[i]: fraction(times)
            for i, times in enumerate(self._visits)
            if i not in self._ends
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
