"""Strongly connected components and attractors of a process's graph.

A chain or a decision process is solved component by component, each after all
components that it leads to, so that every component sees only its own unknowns.
networkx finds the components; past ten thousand states scipy's compiled ``csgraph``
does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

NETWORKX_STATES = 10_000


def components(successors: Sequence[Iterable[int]]) -> list[list[int]]:
    """Return the strongly connected components, each after all its successors.

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
    parts = [sorted(part) for part in nx.strongly_connected_components(graph)]
    place = {node: number for number, part in enumerate(parts) for node in part}
    _check_order(all(place[i] >= place[j] for i, j in graph.edges))
    return parts


def component_labels(pointers: NDArray[Any], targets: NDArray[Any]) -> NDArray[Any]:
    """Return the component of each node; an edge never leads to a larger label.

    The edges of node i are ``targets[pointers[i] : pointers[i + 1]]``.
    """
    # Imported here: slow to import, and small processes do not need it.
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
    """Check the order, as neither library documents that it is topological."""
    if not holds:
        raise ArithmeticError("defect: the components are out of topological order")


def attractor(
    actions: Sequence[Sequence[Iterable[int]]],
    goals: Iterable[int],
    free: Collection[int] = (),
) -> dict[int, int]:
    """Return the nodes from which a goal is reached with positive probability.

    ``actions[node]`` lists the actions of a node, each as the nodes it may lead to. The
    result maps each node to the action that leads nearer to a goal. A node in ``free``
    may take any action, so each of its actions has to lead nearer. In a finite process,
    play that stays in the attractor of its ends does end almost surely: from every node
    an end is reached within as many steps as there are nodes, with a probability that
    is bounded below.

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
