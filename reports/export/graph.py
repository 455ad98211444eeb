"""A model as a graph: DOT for Graphviz, GraphML for everything else.

Nodes are states. An edge is one outcome of a choice, with the name of the choice, the
probability and the reward of the choice, as fractions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx

from trueodds.core.exact.printing import fraction_text
from trueodds.core.models.model import Model


def dot_files(model: Model) -> dict[str, str]:
    """Return a digraph in the language of Graphviz."""
    return {"dot": "\n".join(["digraph model {", *_statements(model), "}"]) + "\n"}


def graphml_files(model: Model) -> dict[str, str]:
    """Return a directed multigraph in GraphML, written by networkx."""
    graph: Any = nx.MultiDiGraph(title=model.title)
    for number, labels in enumerate(model.labels):
        state = zip(model.variables, model.states[number], strict=True)
        graph.add_node(number, labels=" ".join(labels), **dict(state))
    for number, target, action, probability, reward in _edges(model):
        graph.add_edge(
            number, target, action=action, probability=probability, reward=reward
        )
    return {"graphml": "\n".join(nx.generate_graphml(graph)) + "\n"}


def _statements(model: Model) -> Iterator[str]:
    yield f'  label="{model.title}";'
    for number, labels in enumerate(model.labels):
        text = "\\n".join([model.name(number), *labels])
        shape = ", shape=box" if labels else ""
        yield f'  {number} [label="{text}"{shape}];'
    for number, target, action, probability, reward in _edges(model):
        pays = "" if reward == "0" else f" (+{reward})"
        text = f"{action}{pays}: {probability}"
        yield f'  {number} -> {target} [label="{text}"];'


def _edges(model: Model) -> Iterator[tuple[int, int, str, str, str]]:
    for number, moves in enumerate(model.moves):
        for move in moves:
            reward = fraction_text(move.reward)
            for target, probability in move.probabilities.items():
                yield number, target, move.label, fraction_text(probability), reward
