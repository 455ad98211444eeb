"""Strongly connected components and attractors of a process's graph.

A chain or a decision process is solved component by component, each after all
components that it leads to, so that every component sees only its own unknowns. The
components are those of Tarjan (SIAM Journal on Computing 1, 1972), with a stack of its
own, because a process is often deeper than Python's recursion may go.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence


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
