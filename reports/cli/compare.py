"""``trueodds compare``: the same quantities under several rule sets."""

import click

from trueodds.reports.cli._shared import format_option, game_argument


@click.command()
@game_argument
@click.argument("rules", nargs=-1, metavar="RULES RULES [RULES]...")
@format_option("table", "json", "csv", "markdown")
def compare(game: str, rules: tuple[str, ...], format_: str) -> None:
    """Print the odds of GAME under several RULES (presets or files) side by side."""
    if len(set(rules)) < 2:
        raise click.UsageError(
            "compare needs two different rule sets or more, such as: "
            "trueodds compare bunco bunco published-script"
        )
    from trueodds.analysis.run import odds
    from trueodds.reports.text.compare import render

    found = {name: odds(game, name) for name in rules}
    click.echo(render(game, found, format_), nl=False)
