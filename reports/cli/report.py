"""``trueodds report``: an HTML report, with data files."""

from pathlib import Path

import click

from trueodds.reports.cli import echo
from trueodds.reports.cli._shared import folder_option, games_argument


@click.command()
@games_argument
@folder_option(
    "--out",
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
def report(games: list[str], out: Path, full: bool, opens: bool) -> None:
    """Write an HTML page for each GAME, with its data as JSON, CSV and Markdown.

    Without GAME, all games are written. Nothing is written before everything is
    computed.
    """
    import webbrowser

    from trueodds.reports.html import site

    headlines = site.write(games, out, full=full)
    echo(headlines, nl=False)
    index = (out / "index.html").resolve()
    if opens and not webbrowser.open(index.as_uri()):
        echo(f"no browser can be started; open {index} yourself", err=True)
