"""``trueodds compare``: the odds of a game under several rules."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import FORMATS, Command, GameCommand, read_changes
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import compare as functions


def _rule_sets(command: Command) -> Command:
    """Add ``--rules`` and ``--set``, which may be given more than once."""
    command = click.option(
        "--set",
        "changes",
        multiple=True,
        metavar="KEY=VALUE",
        is_eager=True,  # so that --rules finds the changes
        callback=lambda context, option, pairs: [
            read_changes(context, option, [pair]) for pair in pairs
        ],
        help="Compare the first rules with this change too. May be given more than "
        "once.",
    )(command)
    return click.option(
        "--rules",
        multiple=True,
        metavar="NAME|FILE.toml",
        callback=lambda context, option, names: (names, context.params.pop("changes")),
        help="Compare these rules too.",
    )(command)


compare = command_of(
    functions.compare,
    *FORMATS,
    cls=GameCommand,
    rules=_rule_sets,
    all_option="",
)
