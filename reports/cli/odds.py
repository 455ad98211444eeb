"""``trueodds odds``: the exact odds of one game."""

import click

from trueodds.reports.cli._shared import (
    GameCommand,
    format_option,
    game_argument,
    rules_options,
    with_fields,
)


@click.command(cls=GameCommand)
@game_argument
@rules_options
@format_option("table", "json", "csv", "markdown")
def odds(
    game: str,
    rules: str | None,
    changes: dict[str, str],
    format_: str,
    **fields: str | None,
) -> None:
    """Print the exact odds of GAME (bunco, baccarat, cribbage or farkle).

    A game can have options of its own: trueodds odds GAME --help.
    """
    from trueodds.analysis.run import odds as exact_odds
    from trueodds.reports.progress import shown
    from trueodds.reports.text.odds import render

    with shown() as progress:
        found = exact_odds(
            game, rules, changes=with_fields(changes, fields), progress=progress
        )
    click.echo(render(found, format_), nl=False)
