"""``trueodds verify odds``: check a table of odds to the digits printed."""

from __future__ import annotations

from typing import TextIO

import click

from trueodds.reports.cli._shared import game_argument, prints, rules_options
from trueodds.reports.output import Output


@click.command()
@game_argument
@click.argument("file", type=click.File(encoding="utf-8-sig"))
@rules_options
@prints("table", "json", "csv", "markdown", "latex", "tsv")
def odds(game: str, file: TextIO, rules: str | None, changes: dict[str, str]) -> Output:
    """Check a table of odds in FILE, or - for standard input.

    Each line holds the id or the label of a quantity, a comma, and its value, such as
    0.0046, 0.46 %, 1 in 216 or 1/216. A value is right if it is the exact one to the
    digits written. Exit code 1: a value is wrong.
    """
    from trueodds.analysis.run import odds as exact_odds
    from trueodds.proofs.verify.odds import judge_table
    from trueodds.reports.progress import shown
    from trueodds.reports.text.odds_table import output

    with shown() as progress:
        exact = exact_odds(game, rules, changes=changes, progress=progress)
    return output(judge_table(file.read(), exact), exact)
