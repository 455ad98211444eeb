"""Exploration of a process: numbered states, their actions, and the graph of both.

Markov chains, decision processes and written-out models all begin here. A step function
names what may follow a state; ``explore`` follows it until no new state appears, and
checks that probabilities and rewards are exact.

A chain or a decision process is solved component by component, each after all
components that it leads to, so that every component sees only its own unknowns. The
components are found by Tarjan's algorithm (SIAM Journal on Computing 1, 1972). It keeps
a stack of its own here, because many processes are too deep for Python's recursion.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from trueodds.core.errors import ModelError
from trueodds.core.exact.distribution import Distribution

State = TypeVar("State")
Exact: TypeAlias = Fraction | int
Outcomes: TypeAlias = Distribution[State] | Mapping[State, Exact]


@dataclass(frozen=True, slots=True)
class Action:
    """The outcomes of an action, and its immediate reward.

    Outcomes are states, as a ``Distribution`` or a mapping to exact probabilities.
    """

    outcomes: Outcomes[Any]
    reward: Exact = 0


class Move(NamedTuple):
    """An action of a numbered state.

    Outcome k leads to the state number ``targets[k]`` with probability
    ``weights[k] / total``.
    """

    label: Any
    reward: Fraction
    targets: list[int]
    weights: list[int]
    total: int

    @property
    def distribution(self) -> Distribution[int]:
        """The distribution of the next state's number, in ascending order."""
        return Distribution(dict(sorted(zip(self.targets, self.weights, strict=True))))

    @property
    def probabilities(self) -> dict[int, Fraction]:
        """The probability of each next state's number, in ascending order."""
        ordered = self.distribution
        return {target: ordered[target] for target in ordered}


@dataclass(frozen=True, slots=True)
class Graph(Generic[State]):
    """An explored process; the start is state 0.

    ``moves[i]`` are the actions of ``states[i]``. They are empty where the process
    ends, and ``ends[i]`` is then what the step function returned.
    """

    states: list[State]
    moves: list[list[Move]]
    ends: dict[int, Any]


def explore(start: State, step: Callable[[State], Any]) -> Graph[State]:
    """Explore every state that can follow ``start``.

    ``step(state)`` returns a mapping from labels to an ``Action``. Anything else marks
    the end of the process, and is kept.

    Raises ``ModelError`` for a state without actions, for a reward that is not exact,
    and for probabilities that do not add up to exactly 1.

    >>> graph = explore(1, lambda n: {"double": Action({2 * n: 1})} if n < 4 else "end")
    >>> graph.states, graph.ends
    ([1, 2, 4], {2: 'end'})
    """
    states, numbers = [start], {start: 0}
    moves: list[list[Move]] = []
    ends: dict[int, Any] = {}

    def number(state: State) -> int:
        if state not in numbers:
            numbers[state] = len(states)
            states.append(state)
        return numbers[state]

    def move(state: State, label: Any, action: Action) -> Move:
        outcomes = distribution_at(state, action.outcomes)
        targets = [number(outcome) for outcome in outcomes]
        weights = [weight for _, weight in outcomes.items()]
        reward = exact_at(state, action.reward)
        return Move(label, reward, targets, weights, outcomes.total)

    for place, state in enumerate(states):  # which grows
        actions = step(state)
        if not isinstance(actions, Mapping):
            ends[place] = actions
            actions = {}
        elif not actions:
            raise ModelError(f"state {state!r} has no actions and no terminal value")
        moves.append([move(state, *labelled) for labelled in actions.items()])
    return Graph(states, moves, ends)


def exact_at(state: object, number: Exact) -> Fraction:
    """Return the number; raise ``ModelError`` naming ``state`` if it is not exact."""
    if isinstance(number, Fraction | int):
        return Fraction(number)
    raise ModelError(f"state {state!r}: {number!r} is not an exact number")


def distribution_at(state: object, outcomes: Outcomes[State]) -> Distribution[State]:
    """Return the distribution of the next state after ``state``.

    Raises ``ModelError`` for probabilities of a mapping that are not exact, are
    negative or do not add up to exactly 1.

    >>> distribution_at("start", {"heads": Fraction(1, 3), "tails": Fraction(2, 3)})
    Distribution({'heads': 1, 'tails': 2})
    """
    if isinstance(outcomes, Distribution):
        return outcomes
    for outcome, probability in outcomes.items():
        if not isinstance(probability, Fraction | int) or probability < 0:
            raise ModelError(
                f"state {state!r}: the probability of {outcome!r} is {probability!r},"
                " which is not an exact number from 0 to 1"
            )
    total = sum(outcomes.values())
    if total != 1:
        raise ModelError(f"state {state!r}: the probabilities add up to {total}, not 1")
    common = lcm(*(probability.denominator for probability in outcomes.values()))
    return Distribution({o: int(p * common) for o, p in outcomes.items()})


def components(successors: Sequence[Iterable[int]]) -> list[list[int]]:
    """Return the strongly connected components, each after all its successors.

    >>> components([[1], [2, 0], [3], []])
    [[3], [2], [0, 1]]
    """
    places: dict[int, int] = {}  # nodes, by the order in which they were met
    lowest: dict[int, int] = {}  # the first node met that a node leads back to
    closed: set[int] = set()  # nodes whose component is complete
    open_nodes: list[int] = []  # met, and not closed
    parts: list[list[int]] = []
    for start in range(len(successors)):
        path = [] if start in places else [(start, iter(successors[start]))]
        while path:
            node, rest = path[-1]
            if node not in places:
                places[node] = lowest[node] = len(places)
                open_nodes.append(node)
            for target in rest:
                if target not in places:
                    path.append((target, iter(successors[target])))
                    break
                if target not in closed:
                    lowest[node] = min(lowest[node], lowest[target])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    lowest[before] = min(lowest[before], lowest[node])
                if lowest[node] == places[node]:
                    part = [open_nodes.pop()]
                    while part[-1] != node:
                        part.append(open_nodes.pop())
                    closed.update(part)
                    parts.append(sorted(part))
    return parts


def attractor(
    actions: Sequence[Sequence[Iterable[int]]], goals: Iterable[int]
) -> dict[int, int]:
    """Return the nodes from which a goal is reached with positive probability.

    ``actions[node]`` lists the actions of a node, each as the nodes it may lead to. The
    result maps each node to the action that leads nearer to a goal. In a finite
    process, play that stays in the attractor of its ends does end almost surely: from
    every node an end is reached within as many steps as there are nodes, with a
    probability that is bounded below.

    >>> attractor([[[0], [1]], [[0, 2]], [[]]], goals=[2])
    {2: 0, 1: 0, 0: 1}
    """
    users: list[list[tuple[int, int]]] = [[] for _ in actions]
    for node, choices in enumerate(actions):
        for action, targets in enumerate(choices):
            for target in targets:
                users[target].append((node, action))
    reached = dict.fromkeys(goals, 0)
    queue = deque(reached)
    while queue:
        for node, action in users[queue.popleft()]:
            if node not in reached:
                reached[node] = action
                queue.append(node)
    return reached
