"""``trueodds verify receipt``: derive the verdict on a simulator anew."""

import click

from trueodds.reports.cli._shared import format_option


@click.command()
@click.argument("file")
@format_option("table", "json")
def receipt(file: str, format_: str) -> int:
    """Check a FILE that "trueodds verify simulator --receipt" wrote.

    The law is derived anew from the rules, the evidence from the counts, and the
    verdict from both; the exit code is its own, and 2 when anything differs.
    """
    from pathlib import Path

    from trueodds.proofs.verify.simulator.receipt import check
    from trueodds.proofs.verify.simulator.verdict import verdict
    from trueodds.reports.text.verdict import render

    found = verdict(*check(Path(file)))
    click.echo(render(found, format_), nl=False)
    return found.exit_code
