"""``trueodds claims``: fact-check published claims."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import prints
from trueodds.reports.output import Output


@click.command()
@click.argument("source", required=False, metavar="[SOURCE]")
@click.option(
    "--verdict",
    "verdicts",
    type=click.Choice(("true", "approximate", "false", "unspecified")),
    multiple=True,
    help="Print only claims with this verdict. May be given more than once.",
)
@prints("table", "json", "markdown", "latex", "tsv")
def claims(source: str | None, verdicts: tuple[str, ...]) -> Output:
    """Fact-check published claims by exact numbers, each computed anew.

    A few are judged by a sample, and say so.

    SOURCE is S1, S2, S3, S4, S5 or elsewhere, a game such as bunco, or a claim such as
    S1.e [default: all]. A claim is approximate if it is right except for rounding.
    "trueodds cite S1.e" cites a verdict.
    """
    from trueodds.proofs.claims import judge
    from trueodds.reports.progress import shown
    from trueodds.reports.text.claims import output

    with shown() as progress:
        judged = judge(source, progress)
    return output([c for c in judged if not verdicts or c.verdict in verdicts])
