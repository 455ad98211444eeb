"""Graphs of networkx: the order in which processes are solved, and what users get."""

import random
from fractions import Fraction

import networkx as nx
import pytest

from trueodds.core.models.chain import MarkovChain
from trueodds.core.models.decision import Action, DecisionProcess
from trueodds.core.models.process import components

HALF = Fraction(1, 2)
END = "end"


def test_components_come_after_all_that_they_lead_to():
    rng = random.Random(8)
    for size in (1, 2, 10, 200):
        graph = nx.DiGraph()
        graph.add_nodes_from(range(size))
        for node in range(size):
            targets = [rng.randrange(size) for _ in range(rng.randrange(3))]
            graph.add_edges_from((node, target) for target in targets)
        parts = components(graph)
        assert sorted(node for part in parts for node in part) == [*range(size)]
        assert all(part == sorted(part) for part in parts)
        place = {node: p for p, part in enumerate(parts) for node in part}
        assert all(place[target] <= place[node] for node, target in graph.edges)
        for node in graph:
            both = nx.descendants(graph, node) & nx.ancestors(graph, node)
            assert {node, *both} == {*parts[place[node]]}


def test_a_long_chain_is_no_deep_recursion():
    size = 10_000
    chain = MarkovChain(size, lambda n: {n - 1: 1} if n else None)
    assert chain.expected_steps() == size
    assert nx.dag_longest_path_length(chain.graph()) == size


def test_the_graph_of_a_chain_has_its_states_and_exact_probabilities():
    third = Fraction(1, 3)
    distribution = {
        "go": {"go": third, "left": third, "right": third},
        "left": {"right": 1},
    }
    chain = MarkovChain("go", distribution.get)
    graph = chain.graph()
    assert type(graph) is nx.DiGraph
    assert [*graph] == chain.states == ["go", "left", "right"]
    assert {
        state: {after: edge["probability"] for after, edge in edges.items()}
        for state, edges in graph.adj.items()
    } == distribution | {"right": {}}
    assert all(type(p) is Fraction for _, _, p in graph.edges(data="probability"))
    before = chain.expected_steps()
    graph.clear()
    assert chain.expected_steps() == before
    assert [*chain.graph()] == chain.states


def test_the_graph_of_a_process_keeps_every_action_between_two_states():
    table = {
        "start": {
            "walk": Action({"end": 1}, reward=-3),
            "run": Action({"end": HALF, "start": HALF}, reward=-HALF),
            "wait": Action({"end": 1}),
        },
        "end": 7,
    }
    graph = DecisionProcess("start", table.__getitem__).graph()
    assert type(graph) is nx.MultiDiGraph
    assert [*graph] == ["start", "end"]
    assert sorted(
        (to, edge["action"], edge["probability"], edge["reward"])
        for _, to, edge in graph.edges(data=True)
    ) == [
        ("end", "run", HALF, -HALF),
        ("end", "wait", 1, 0),
        ("end", "walk", 1, -3),
        ("start", "run", HALF, -HALF),
    ]


def test_networkx_has_no_node_none():
    process = DecisionProcess(1, {1: {"end": Action({None: 1})}, None: 0}.get)
    assert process.solve(maximise=True).values == {1: 0, None: 0}
    with pytest.raises(ValueError, match="None cannot be a node"):
        process.graph()


def test_of_equal_policies_the_nearest_end_and_its_first_action_are_taken():
    table = {
        0: {"on": Action({1: 1}), "out": Action({END: 1}), "off": Action({END: 1})},
        1: {"back": Action({0: 1}), "again": Action({0: 1})},
        END: 0,
    }
    solution = DecisionProcess(0, table.__getitem__).solve(maximise=True)
    assert solution.policy == {0: "out", 1: "back"}
