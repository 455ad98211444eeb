"""Models as files of other tools: Storm, PRISM, Graphviz, and GraphML readers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from trueodds.core.models.model import Model
from trueodds.reports.export import drn, graph, prism

FORMATS: Mapping[str, Callable[[Model], Mapping[str, str]]] = {
    "drn": drn.files,
    "prism": prism.files,
    "dot": graph.dot_files,
    "graphml": graph.graphml_files,
}
"""The function of each format: the texts of a model's files, by file extension."""
