"""``trueodds report``: an HTML report, with data files."""

import click

from trueodds.reports.cli._shared import games_argument


@click.command()
@games_argument
@click.option(
    "--out",
    metavar="DIR",
    default="odds-report",
    help="Output folder, created if missing.",
)
@click.option(
    "--full",
    is_flag=True,
    help="Include what takes minutes: whole matches of Farkle, and more opponents of "
    "cribbage discards.",
)
@click.option("--open", "opens", is_flag=True, help="Open the report in your browser.")
def report(games: list[str], out: str, full: bool, opens: bool) -> None:
    """Write an HTML page for each GAME, with its data as JSON, CSV and Markdown.

    Without GAME, all games are written. Nothing is written before everything is
    computed.
    """
    if not out:
        raise click.BadParameter("the name of the folder is empty", param_hint="--out")
    import webbrowser
    from pathlib import Path

    from trueodds.reports.html import site

    folder = Path(out)
    headlines = site.write(games, folder, full=full)
    click.echo(headlines, nl=False)
    index = (folder / "index.html").resolve()
    if opens and not webbrowser.open(index.as_uri()):
        click.echo(f"no browser can be started; open {index} yourself", err=True)
