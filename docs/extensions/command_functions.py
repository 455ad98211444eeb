"""The directive ``command-functions``: the Python function of every command."""

import inspect
from collections.abc import Iterator
from operator import attrgetter
from typing import Any

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from tables import literal, table, text

import trueodds
from trueodds.reports.cli import cli


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
            for name, function in _functions("trueodds", cli)
        ]
        return [table(("function", "arguments", "what it does"), rows)]


def _functions(path: str, group: click.Group) -> Iterator[tuple[str, Any]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        place = f"{path}.{name.replace('-', '_')}"
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _functions(place, command)
        else:
            yield place, attrgetter(place.partition(".")[2])(trueodds)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("command-functions", CommandFunctions)
    return {"parallel_read_safe": True}
