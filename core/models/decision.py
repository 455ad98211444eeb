"""Markov decision processes, for one player or for two who alternate, solved exactly.

The process is explored from its start and solved component by component, each after
all components that it leads to, by policy or strategy iteration (``policy.py``).
At the end the Bellman equations are checked by substitution in every state.

Two players of a symmetric game share one table: the probability that the player to
move wins. An action can pass the move, and the probability that the opponent then wins
is lost. A table that satisfies these equations proves nothing if two players may never
finish: if neither ever has to move first, 1/2 satisfies them. So the policy must end
the play almost surely, whatever the opponent does. It then guarantees the mover's value
against every opponent; and the opponent, by the same policy, holds the mover to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Generic, TypeVar

from flint import fmpq

from trueodds.core.errors import ModelError
from trueodds.core.models.graph import components
from trueodds.core.models.linear import fraction, rational
from trueodds.core.models.policy import Row, best_policy
from trueodds.core.models.process import (
    Action,
    Exact,
    Graph,
    Move,
    Passed,
    State,
    exact_at,
    explore,
)

__all__ = ["Action", "DecisionProcess", "Passed", "Solution"]

Label = TypeVar("Label")


@dataclass(frozen=True, slots=True)
class Solution(Generic[State, Label]):
    """The value of the start and of every state, an optimal policy, and the method."""

    value: Fraction
    values: dict[State, Fraction]
    policy: dict[State, Label]
    method: str


class DecisionProcess(Generic[State, Label]):
    """Actions with random outcomes until a terminal state, explored from the start.

    ``actions(state)`` returns the exact value of a terminal state, or the actions
    there by label. The solution is the best expected total of rewards and terminal
    value among the policies that end almost surely. If outcomes are ``Passed``,
    terminal values are the mover's probability to win and there are no rewards.

    A die that may be rolled again, at a cost of one point for each roll:

    >>> from trueodds.core.exact.distribution import Distribution
    >>> die = Distribution(dict.fromkeys(range(1, 7), 1))
    >>> def actions(state):
    ...     if isinstance(state, str):
    ...         return int(state)
    ...     return {"keep": Action({str(state): 1}), "again": Action(die, reward=-1)}
    >>> solution = DecisionProcess(1, actions).solve(maximise=True)
    >>> solution.value, solution.policy[2], solution.policy[3]
    (Fraction(3, 1), 'again', 'keep')
    """

    def __init__(
        self,
        start: State,
        actions: Callable[[State], Exact | Mapping[Label, Action]],
    ) -> None:
        self.start = start
        self._actions = actions

    def explore(self) -> Graph[State]:
        """Explore the process; the ends hold the exact terminal values.

        Raises ``ModelError`` for a state without actions, a number that is not exact,
        and probabilities that do not add up to 1.
        """
        graph = explore(self.start, self._actions)
        ends = {n: exact_at(graph.states[n], v) for n, v in graph.ends.items()}
        return replace(graph, ends=ends)

    def solve(self, *, maximise: bool) -> Solution[State, Label]:
        """Return the best expected total from every state, and an optimal policy.

        Exact: the Bellman equations hold by substitution. In a game of two, each
        player maximises. An action replaces another only if it is strictly better. If
        the rationals of a game for two grow too large, see ``core/bounds.py``.

        Raises ``ModelError`` for a state without actions, weights that do not add up,
        a cycle without exit, and a cycle that makes the value infinite; for two
        players, also if a player can, or would, keep the play from ending.
        """
        return _Solver(self.explore(), 1 if maximise else -1).solve()


def require_probabilities(graph: Graph[State]) -> None:
    """Raise ``ModelError`` unless the values are probabilities, without rewards."""
    for number, value in graph.ends.items():
        if not 0 <= value <= 1:
            state = graph.states[number]
            raise ModelError(f"state {state!r}: {value} is not a probability to win")
    for state, moves in zip(graph.states, graph.moves, strict=True):
        if any(move.reward for move in moves):
            raise ModelError(
                f"state {state!r} pays a reward besides the probability to win"
            )


class _Solver(Generic[State, Label]):
    """An explored process, and the values of the states solved so far."""

    def __init__(self, graph: Graph[State], sign: int) -> None:
        self.graph, self.sign = graph, sign
        self.values = {n: rational(value) for n, value in graph.ends.items()}
        self.policy: dict[State, Label] = {}
        self.for_two = any(any(m.passes) for moves in graph.moves for m in moves)

    def solve(self) -> Solution[State, Label]:
        if self.for_two:
            if self.sign < 0:
                raise ModelError(
                    "two players maximise, each their own probability to win"
                )
            require_probabilities(self.graph)
        successors = [
            {target for move in moves for target in move.targets}
            for moves in self.graph.moves
        ]
        for part in components(successors):
            if part[0] not in self.values:
                self._solve_part(part)
        self._check_bellman()
        states = self.graph.states
        values = {state: fraction(self.values[n]) for n, state in enumerate(states)}
        return Solution(
            value=values[states[0]],
            values=values,
            policy={
                state: self.policy[state] for state in states if state in self.policy
            },
            method="strategy iteration (Hoffman-Karp), exact rationals"
            if self.for_two
            else "policy iteration, exact rationals",
        )

    def _solve_part(self, part: Sequence[int]) -> None:
        """Solve one component; for two players, each state with either side to move."""
        nodes = list(product(part, (0, 1) if self.for_two else (0,)))
        place = {node: i for i, node in enumerate(nodes)}
        rows = [
            [self._row(move, side, place) for move in self.graph.moves[number]]
            for number, side in nodes
        ]
        opponents = {i for i, (_, side) in enumerate(nodes) if side}
        names = [self.graph.states[number] for number, _ in nodes]
        policy, values = best_policy(rows, names, opponents, sign=self.sign)
        for number in part:
            state, node = self.graph.states[number], place[number, 0]
            self.policy[state] = self.graph.moves[number][policy[node]].label
            self.values[number] = values[node]
            if self.for_two and values[place[number, 1]] != 1 - values[node]:
                raise ModelError(
                    f"state {state!r}: the player who waits does better"
                    " when the play never ends"
                )

    def _row(self, move: Move, side: int, place: Mapping[tuple[int, int], int]) -> Row:
        """Return an action of one side as seen by side 0, solved states inserted."""
        constant, inner = rational(move.reward), {}
        for target, passes, weight in zip(
            move.targets, move.passes, move.weights, strict=True
        ):
            node, probability = (target, side ^ passes), fmpq(weight, move.total)
            if node in place:
                inner[place[node]] = probability
            else:
                value = self.values[target]
                constant += probability * (1 - value if node[1] else value)
        return Row(constant, inner, leaves=len(inner) < len(move.targets))

    def _check_bellman(self) -> None:
        for number, moves in enumerate(self.graph.moves):
            totals = [self.sign * self._row(move, 0, {}).constant for move in moves]
            if totals and max(totals) != self.sign * self.values[number]:
                raise ArithmeticError("defect: a Bellman equation does not hold")
