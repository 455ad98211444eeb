"""Components and attractors on graphs with known answers."""

import random

import networkx as nx
import pytest

from trueodds.core.models import graph
from trueodds.core.models.graph import attractor, components


@pytest.mark.parametrize("largest_for_networkx", [0, 10_000])
def test_components_come_after_all_that_they_lead_to(monkeypatch, largest_for_networkx):
    monkeypatch.setattr(graph, "NETWORKX_STATES", largest_for_networkx)
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


def test_who_may_take_any_action_has_to_be_led_by_every_one():
    leads_away = [[[1], [2]], [[1]], []]
    assert set(attractor(leads_away, goals=[2])) == {0, 2}
    assert set(attractor(leads_away, goals=[2], free={0})) == {2}
    leads_there = [[[2], [1, 2]], [[1]], []]
    assert set(attractor(leads_there, goals=[2], free={0})) == {0, 2}
