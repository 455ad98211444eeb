"""``trueodds claims``: what others have published, and whether it is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import prints

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command()
@click.argument("source", required=False, metavar="[SOURCE]")
@prints("table", "json", "markdown")
def claims(source: str | None) -> Output:
    """Judge published claims by exact numbers, each computed anew.

    SOURCE is one of S1 to S5, elsewhere, or a claim such as S1.e; all, unless named.
    """
    from trueodds.proofs.claims import judge
    from trueodds.reports.progress import shown
    from trueodds.reports.text.claims import output

    with shown() as progress:
        judged = judge(source, progress)
    return output(judged)
