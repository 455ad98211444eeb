"""``trueodds rules``: the presets, and what every field means."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import TABLES, prints
from trueodds.reports.output import Output


@click.command()
@click.argument("game", required=False)
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
def rules(game: str | None, show: str | None, default: str | None) -> Output:
    """List the rules of GAME, or of every game, and explain the fields."""
    from trueodds.core import games
    from trueodds.reports import settings
    from trueodds.reports.text import rules as rule_texts

    if game is None and show is not None:
        raise click.UsageError("--show needs a game; such as: rules farkle --show box")
    if game is None and default is not None:
        raise click.UsageError(
            "--default needs a game; such as: rules farkle --default box"
        )
    if game is None:
        return rule_texts.every_game()
    column = games.find(game)
    if default is not None:
        settings.set_default_rules(column, default)
        return rule_texts.default_rules(column, default)
    if show is not None:
        return rule_texts.house_rules(column, show)
    return rule_texts.one_game(column)
