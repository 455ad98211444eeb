"""The graph of a process: numbered states, strongly connected components, attractors.

A chain or a decision process is solved component by component, each after all that it
leads to, so that every component sees only its own unknowns. networkx finds the
components; past ten thousand states scipy's compiled ``csgraph`` does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Generic, TypeVar

import networkx as nx
import numpy as np
from numpy.typing import NDArray

State = TypeVar("State")

NETWORKX_STATES = 10_000


class Numbering(Generic[State]):
    """States numbered as they are first seen, from 0.

    ``states`` grows while it is iterated, which is how a process is explored.

    >>> seen = Numbering(1)
    >>> for state in seen.states:
    ...     _ = seen[state * 3 % 7]
    >>> seen.states
    [1, 3, 2, 6, 4, 5]
    """

    def __init__(self, start: State) -> None:
        self.states = [start]
        self._numbers = {start: 0}

    def __getitem__(self, state: State) -> int:
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number


def components(successors: Sequence[Iterable[int]]) -> list[list[int]]:
    """The strongly connected components, each after all that it leads to.

    >>> components([[1], [2, 0], [3], []])
    [[3], [2], [0, 1]]
    """
    size = len(successors)
    if size > NETWORKX_STATES:
        targets = [np.fromiter(nodes, np.int64) for nodes in successors]
        pointers = np.cumsum([0, *map(len, targets)])
        labels = component_labels(pointers, np.concatenate(targets))
        order = np.argsort(labels, kind="stable")
        cuts = np.flatnonzero(np.diff(labels[order])) + 1
        return [part.tolist() for part in np.split(order, cuts)]
    graph = nx.DiGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from((i, j) for i, nodes in enumerate(successors) for j in nodes)
    found = [sorted(part) for part in nx.strongly_connected_components(graph)]
    place = {node: number for number, part in enumerate(found) for node in part}
    _check_order(all(place[i] >= place[j] for i, j in graph.edges))
    return found


def component_labels(pointers: NDArray[Any], targets: NDArray[Any]) -> NDArray[Any]:
    """The component of each node; an edge never leads to a larger label.

    The edges of node i are ``targets[pointers[i] : pointers[i + 1]]``.
    """
    # As slow to import as all the rest, and small processes do not need it.
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    size = len(pointers) - 1
    weights = np.ones(len(targets), np.int8)
    graph = csr_array((weights, targets, pointers), shape=(size, size))
    labels: NDArray[Any] = connected_components(graph, connection="strong")[1]
    sources = np.repeat(labels, np.diff(pointers))
    _check_order(bool((sources >= labels[targets]).all()))
    return labels


def _check_order(holds: bool) -> None:
    """Both libraries number components as they are completed, but do not promise to."""
    if not holds:
        raise ArithmeticError("defect: the components are out of topological order")


def attractor(
    actions: Sequence[Sequence[Iterable[int]]],
    goals: Iterable[int],
    free: Collection[int] = (),
) -> dict[int, int]:
    """The nodes from which a goal is reached with positive probability.

    Each node has actions, and each action the nodes it may lead to. A node chooses
    the action that leads nearer to a goal, and the answer says which; a node in
    ``free`` may take any action, so that each one of them has to lead nearer. In a
    finite process play that stays in the attractor of its ends does end, almost
    surely: from every node the ends are reached within as many steps as there are
    nodes, with a probability that is bounded below.

    >>> attractor([[[0], [1]], [[0, 2]], [[]]], goals=[2])
    {2: 0, 1: 0, 0: 1}
    >>> attractor([[[0], [1]], [[0, 2]], [[]]], goals=[2], free={0})
    {2: 0, 1: 0}
    """
    users: list[list[tuple[int, int]]] = [[] for _ in actions]
    for node, choices in enumerate(actions):
        for action, targets in enumerate(choices):
            for target in targets:
                users[target].append((node, action))
    reached = dict.fromkeys(goals, 0)
    waiting = {node: set(range(len(actions[node]))) for node in free}
    queue = deque(reached)
    while queue:
        for node, action in users[queue.popleft()]:
            if node in reached:
                continue
            if node in waiting:
                waiting[node].discard(action)
                if waiting[node]:
                    continue
            reached[node] = action
            queue.append(node)
    return reached
