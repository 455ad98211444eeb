"""``trueodds rules``, ``cache`` and ``completion``: set up and look around."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import TABLES, prints
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import set_up as functions
from trueodds.reports.output import Output


@click.command()
@click.argument("game", required=False)
@click.argument("name", required=False)
@click.option(
    "--show",
    metavar="NAME",
    help="Print all fields of a preset or a file as TOML, each one explained: a start "
    "for house rules.",
)
@click.option(
    "--default",
    metavar="NAME",
    help="Play GAME by these rules from now on, in tables on your terminal only.",
)
@prints(*TABLES)
def rules(
    game: str | None, name: str | None, show: str | None, default: str | None
) -> Output:
    """List the rules of GAME, or of every game, and explain the fields.

    With NAME, print the fields of a preset or a file, as --show does.
    """
    from trueodds.core import games
    from trueodds.reports import settings
    from trueodds.reports.text import rules as rule_texts

    if game is None:
        for option, name in (("--show", show), ("--default", default)):
            if name is not None:
                raise click.UsageError(
                    f"{option} needs a game; such as: rules farkle {option} box"
                )
        return rule_texts.every_game()
    column = games.find(game)
    if default is not None:
        settings.set_default_rules(column, default)
        return rule_texts.default_rules(column, default)
    if shown := show or name:
        return rule_texts.house_rules(column, shown)
    return rule_texts.one_game(column)


cache = command_of(functions.cache, *TABLES)
completion = command_of(functions.completion)
