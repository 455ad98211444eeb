"""Components of random graphs, as networkx finds them."""

import random

import networkx as nx

from trueodds.core.models.process import components


def test_components_come_after_all_that_they_lead_to():
    rng = random.Random(8)
    for size in (1, 2, 10, 200):
        successors = [
            {rng.randrange(size) for _ in range(rng.randrange(3))} for _ in range(size)
        ]
        parts = components(successors)
        edges = [(i, j) for i in range(size) for j in successors[i]]
        known = nx.DiGraph(edges)
        known.add_nodes_from(range(size))
        assert {frozenset(part) for part in parts} == {
            frozenset(part) for part in nx.strongly_connected_components(known)
        }
        place = {node: p for p, part in enumerate(parts) for node in part}
        assert all(place[j] <= place[i] for i, j in edges)


def test_a_long_chain_is_no_deep_recursion():
    size = 100_000
    parts = components([[n + 1] for n in range(size - 1)] + [[]])
    assert parts == [[n] for n in reversed(range(size))]
