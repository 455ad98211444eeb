"""``trueodds odds``: the exact odds of one game."""

import click

from trueodds.reports.cli.options import format_option, game_argument, rules_options


@click.command()
@game_argument
@rules_options
@format_option("table", "json", "csv", "markdown")
def odds(game: str, rules: str | None, changes: dict[str, str], format_: str) -> None:
    """Print the exact odds of GAME (bunco, baccarat, cribbage or farkle)."""
    from trueodds.analysis.run import odds as exact_odds
    from trueodds.reports.formats import render

    found = exact_odds(game, rules, changes=changes)
    click.echo(render(found, format_), nl=False)
