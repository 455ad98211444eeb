"""``trueodds report``: pages to read and files to cite."""

import click


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--out",
    metavar="DIR",
    default="odds-report",
    show_default=True,
    help="The folder to write; made if it is not there.",
)
def report(games: tuple[str, ...], out: str) -> None:
    """Write a page for each GAME (all, unless named), with its JSON, CSV and Markdown.

    Nothing is written before everything is computed.
    """
    if not out:
        raise click.BadParameter("it names no folder", param_hint="--out")
    from pathlib import Path

    from trueodds.reports.html import site

    headlines = site.write(games, Path(out))
    click.echo(headlines, nl=False)
