"""``trueodds reproduce``: derive a JSON file or a report again, and compare."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import prints
from trueodds.reports.output import Output


@click.command()
@click.argument("path", metavar="FILE|DIR")
@prints("table", "json", "markdown", "latex", "tsv")
def reproduce(path: str) -> Output:
    """Derive a JSON FILE, or the report in DIR, again by its own command.

    Prints "identical" or the first difference. Exit code 1: there is a difference.
    """
    from pathlib import Path

    from trueodds.reports.reproduce import reproduced

    return reproduced(Path(path))
