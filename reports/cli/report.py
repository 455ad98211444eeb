"""``trueodds report``: an HTML report, with data files."""

import click


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--out",
    metavar="DIR",
    default="odds-report",
    show_default=True,
    help="Output folder, created if missing.",
)
def report(games: tuple[str, ...], out: str) -> None:
    """Write an HTML page for each GAME, with its data as JSON, CSV and Markdown.

    Without GAME, all games are written. Nothing is written before everything is
    computed.
    """
    if not out:
        raise click.BadParameter("the name of the folder is empty", param_hint="--out")
    from pathlib import Path

    from trueodds.reports.html import site

    headlines = site.write(games, Path(out))
    click.echo(headlines, nl=False)
