"""``trueodds verify receipt``: derive the verdict on a simulator again."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import prints
from trueodds.reports.output import Output


@click.command()
@click.argument("file")
@prints("table", "json", "markdown", "latex", "tsv")
def receipt(file: str) -> Output:
    """Check a FILE written by "trueodds verify simulator --receipt".

    The distribution is derived again from the rules, the evidence from the counts, and
    the verdict from the evidence. The exit code is that of the verdict, or 2 when
    anything differs.
    """
    from pathlib import Path

    from trueodds.proofs.verify.simulator.receipt import check
    from trueodds.proofs.verify.simulator.verdict import verdict
    from trueodds.reports.text.simulator import outcome_table
    from trueodds.reports.text.verdict import output

    judgement = verdict(*check(Path(file)))
    return output(judgement, outcome_table(judgement))
