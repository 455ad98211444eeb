"""The directive ``command-functions``: the Python function of every command."""

import inspect
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from tables import literal, table, text

from trueodds.reports.functions import Functions, commands


class CommandFunctions(SphinxDirective):
    """List every function with its arguments and the first line of its help."""

    def run(self) -> list[nodes.Node]:
        """Return a table of the functions."""
        rows = [
            (
                literal(name, [name]),
                literal(str(inspect.signature(function))),
                text((function.__doc__ or "").partition("\n\n")[0]),
            )
            for name, function in _functions("trueodds", commands())
        ]
        return [table(("function", "arguments", "what it does"), rows)]


def _functions(path: str, group: Functions) -> Iterator[tuple[str, Any]]:
    for name in dir(group):
        member = getattr(group, name)
        if isinstance(member, Functions):
            yield from _functions(f"{path}.{name}", member)
        else:
            yield f"{path}.{name}", member


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("command-functions", CommandFunctions)
    return {"parallel_read_safe": True}
