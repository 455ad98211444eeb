"""``trueodds verify receipt``: derive the verdict on a simulator anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import prints

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command()
@click.argument("file")
@prints("table", "json")
def receipt(file: str) -> Output:
    """Check a FILE that "trueodds verify simulator --receipt" wrote.

    The law is derived anew from the rules, the evidence from the counts, and the
    verdict from both; the exit code is its own, and 2 when anything differs.
    """
    from pathlib import Path

    from trueodds.proofs.verify.simulator.receipt import check
    from trueodds.proofs.verify.simulator.verdict import verdict
    from trueodds.reports.text.verdict import output

    found = verdict(*check(Path(file)))
    return output(found)
