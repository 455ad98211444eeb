"""Markov decision processes of one player, solved exactly by policy iteration.

The process is explored from its start and solved component by component, each after
all components that it leads to (Howard 1960). Within a component: start from a policy
that ends almost surely, solve for its value exactly, and take another action only if
that is strictly better. A policy that improves but need not end would collect reward in
a cycle indefinitely, which makes the value infinite; so every policy on the way ends,
and no policy comes twice. At the end the Bellman equations are checked by substitution
in every state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from flint import fmpq

from trueodds.core.errors import UnansweredError
from trueodds.core.models.linear import fraction, rational, solve
from trueodds.core.models.process import (
    Action,
    Exact,
    Graph,
    Move,
    State,
    components,
    exact_at,
    explore,
    labelled_graph,
    networkx,
)

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Action", "DecisionProcess", "Solution"]

Label = TypeVar("Label")


@dataclass(frozen=True, slots=True)
class Solution(Generic[State, Label]):
    """The value of the start and of every state, and an optimal policy.

    ``values`` has the value of each state, and ``policy`` the label of the best action
    in each state that is no end.
    """

    value: Fraction
    values: dict[State, Fraction]
    policy: dict[State, Label]


class DecisionProcess(Generic[State, Label]):
    """Actions with random outcomes until a terminal state, explored from the start.

    ``actions(state)`` returns the exact value of a terminal state, or the actions
    there by label. The solution is the best expected total of rewards and terminal
    value among the policies that end almost surely.

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
        """Return every state that can follow the start, with its actions, as a graph.

        The field ``ends`` of the graph has the value of each terminal state, by number.

        Raises ``ModelError`` for a state without actions, a number that is not exact,
        and probabilities that do not add up to 1.
        """
        graph = explore(self.start, self._actions)
        for number, value in graph.ends.items():
            graph.ends[number] = exact_at(
                graph.states[number],
                value,
                "one for an end, or actions by label: {'go': Action({'won': 1})}",
            )
        return graph

    def graph(self) -> nx.MultiDiGraph:
        """Return the process as a graph of networkx.

        Two actions can lead to one state, and so there can be two edges between states.

        Returns:
            A graph of the states, from the start on. It has an edge for each outcome of
            an action, with the label of the ``action``, the exact ``probability``, and
            the ``reward`` of the action.

        Raises:
            ModelError: If a state has no actions, a number is not exact, or
                probabilities do not add up to 1.
            ValueError: If None is a state, because networkx does not allow it.

        Example:
            >>> ways = {"walk": Action({"home": 1}, -3), "run": Action({"home": 1}, -2)}
            >>> process = DecisionProcess("out", {"out": ways, "home": 0}.get)
            >>> [*process.graph().edges(data="reward")]
            [('out', 'home', Fraction(-3, 1)), ('out', 'home', Fraction(-2, 1))]
        """
        explored = self.explore()
        return labelled_graph(explored.states, explored.moves)

    def solve(self, *, maximise: bool) -> Solution[State, Label]:
        """Return the best expected total from every state, and an optimal policy.

        The best total is the highest if ``maximise`` is true, and otherwise the lowest.
        Exact: the Bellman equations hold by substitution. An action replaces another
        only if it is strictly better.

        Raises ``ModelError`` for a state without actions, weights that do not add up,
        a cycle without exit, and a cycle that makes the value infinite.
        """
        return solve_graph(self.explore(), maximise=maximise)


def solve_graph(
    graph: Graph[State], *, maximise: bool, names: Sequence[object] = ()
) -> Solution[State, Any]:
    """Return the best expected totals of an explored process, and an optimal policy.

    The best total is the highest if ``maximise`` is true, and otherwise the lowest. The
    ``ends`` of the graph are the exact terminal values. ``names`` are what error
    messages call the states; by default, the states themselves. Raises ``ModelError``
    for a cycle without exit, and for a cycle that makes the value infinite.

    >>> move = Move("go", Fraction(2), {1: 1}, 1)
    >>> ends = {1: Fraction(3)}
    >>> solve_graph(Graph(["here", "end"], [[move], []], ends), maximise=True).value
    Fraction(5, 1)
    """
    return _Solver(graph, 1 if maximise else -1, names or graph.states).solve()


@dataclass(frozen=True, slots=True)
class _Row:
    """The value of an action, as a linear function of the values of its component.

    ``inner[i]`` is the probability of going to state i of the component. ``constant``
    is the reward plus the expected value of the next state outside the component.
    ``leaves`` is true if the probability of leaving the component is positive.
    """

    constant: fmpq
    inner: dict[int, fmpq]
    leaves: bool

    def value(self, values: Sequence[fmpq]) -> fmpq:
        """Return the expected total after this action, given the states' values."""
        return sum((p * values[i] for i, p in self.inner.items()), self.constant)


class _Solver(Generic[State, Label]):
    """An explored process, and the values of the states solved so far."""

    def __init__(self, graph: Graph[State], sign: int, names: Sequence[object]) -> None:
        self.graph = graph
        self.sign = sign
        self.names = names
        self.values = {n: rational(value) for n, value in graph.ends.items()}
        self.policy: dict[int, Label] = {}

    def solve(self) -> Solution[State, Label]:
        for part in components(self.graph.successors()):
            # An end leads nowhere, so it is a component by
            # itself, and its value is known.
            if part[0] not in self.values:
                self._solve_part(part)
        self._check_bellman()
        states = self.graph.states
        values = {state: fraction(self.values[n]) for n, state in enumerate(states)}
        policy = {states[n]: self.policy[n] for n in sorted(self.policy)}
        return Solution(values[states[0]], values, policy)

    def _solve_part(self, part: Sequence[int]) -> None:
        """Solve one component, given the values of all components that it leads to."""
        place = {number: i for i, number in enumerate(part)}
        rows = [
            [self._row(move, place) for move in self.graph.moves[number]]
            for number in part
        ]
        names = [self.names[number] for number in part]
        policy, values = self._best_policy(rows, names)
        for number, action, value in zip(part, policy, values, strict=True):
            self.policy[number] = self.graph.moves[number][action].label
            self.values[number] = value

    def _best_policy(
        self, rows: Sequence[Sequence[_Row]], names: Sequence[object]
    ) -> tuple[list[int], list[fmpq]]:
        """Return the best action and the exact value of every state of a component.

        ``rows[i]`` are the actions of the component's state i, called ``names[i]``.
        """
        policy = _ending_policy(rows, names, "is in a cycle without exit")
        while True:
            chosen = [rows[i][action] for i, action in enumerate(policy)]
            values = solve([r.inner for r in chosen], [r.constant for r in chosen])
            if not self._improve(policy, rows, values):
                return policy, values
            # With one action in each state, this only asks
            # whether the policy still ends.
            _ending_policy(
                [[rows[i][action]] for i, action in enumerate(policy)],
                names,
                "has no finite value: a cycle improves the total indefinitely",
            )

    def _improve(
        self,
        policy: list[int],
        rows: Sequence[Sequence[_Row]],
        values: Sequence[fmpq],
    ) -> bool:
        """Take strictly better actions in ``policy``; return True if any was taken."""
        changed = False
        for i, actions in enumerate(rows):
            # The action in use keeps ties, so that every change raises the value.
            best = self.sign * values[i]
            for action, row in enumerate(actions):
                value = self.sign * row.value(values)
                if value > best:
                    best, policy[i], changed = value, action, True
        return changed

    def _row(self, move: Move, place: Mapping[int, int]) -> _Row:
        """Return the value of an action, with the values of solved states inserted."""
        constant = rational(move.reward)
        inner = {}
        for target, weight in move.weights.items():
            probability = fmpq(weight, move.total)
            if target in place:
                inner[place[target]] = probability
            else:
                constant += probability * self.values[target]
        return _Row(constant, inner, leaves=len(inner) < len(move.weights))

    def _check_bellman(self) -> None:
        for number, moves in enumerate(self.graph.moves):
            # With no component left, all values are
            # inserted: the constant is the total.
            totals = [self.sign * self._row(move, {}).constant for move in moves]
            if totals and max(totals) != self.sign * self.values[number]:
                raise ArithmeticError("defect: a Bellman equation does not hold")


def _ending_policy(
    rows: Sequence[Sequence[_Row]], names: Sequence[object], fault: str
) -> list[int]:
    """Return the actions by which the play leaves a component almost surely.

    Raises ``UnansweredError``, with the fault, for the first state without such an
    action.
    """
    outside = len(rows)
    actions_to: dict[tuple[int, int], int] = {}  # the first action to each target
    for i, actions in enumerate(rows):
        for action, row in enumerate(actions):
            # All ways out of the component count as one more state, ``outside``.
            for target in (*row.inner, *[outside] * row.leaves):
                actions_to.setdefault((i, target), action)
    # Breadth first from outside, backwards along the actions: each state takes an
    # action that may lead to a state nearer to outside, and so it leaves almost surely.
    nx = networkx()
    graph = nx.DiGraph([*actions_to])
    graph.add_node(outside)
    leading_out = {
        i: actions_to[i, nearer]
        for nearer, i in nx.bfs_edges(graph, outside, reverse=True)
    }
    for i, name in enumerate(names):
        if i not in leading_out:
            raise UnansweredError(f"state {name!r} {fault}")
    return [leading_out[i] for i in range(outside)]
