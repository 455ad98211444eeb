"""All commands, by the paths of their Python functions."""

from collections.abc import Iterator

import click

from trueodds.reports.cli import cli


def leaves(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield the path of every command, as Python spells it, and the command."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        below = (*path, name.replace("-", "_"))
        if isinstance(command, click.Group):
            yield from leaves(command, below)
        elif command is not None:
            yield below, command


COMMANDS = dict(leaves(cli))
"""The commands by path, such as ("farkle", "best_dice")."""
