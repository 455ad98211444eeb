"""``trueodds claims``: what others have published, and whether it is true."""

import click

from trueodds.reports.cli._shared import format_option


@click.command()
@click.argument("source", required=False, metavar="[SOURCE]")
@format_option("table", "json", "markdown")
def claims(source: str | None, format_: str) -> None:
    """Judge published claims by exact numbers, each computed anew.

    SOURCE is one of S1 to S5, elsewhere, or a claim such as S1.e; all, unless named.
    """
    from trueodds.proofs.claims import judge
    from trueodds.reports.progress import shown
    from trueodds.reports.text.claims import render

    with shown() as progress:
        judged = judge(source, progress)
    click.echo(render(judged, format_), nl=False)
