"""``trueodds verify odds``: check a table of odds to the digits printed."""

from typing import TextIO

import click

from trueodds.reports.cli._shared import game_argument, rules_options


@click.command()
@game_argument
@click.argument("file", type=click.File())
@rules_options
def odds(game: str, file: TextIO, rules: str | None, changes: dict[str, str]) -> int:
    """Check a table of odds in FILE, or - for standard input.

    Each line holds the id or the label of a quantity, a comma, and its value, such as
    0.0046, 0.46 %, 1 in 216 or 1/216. A value is right if it is the exact one to the
    digits written. Exit code 1: a value is wrong.
    """
    from trueodds.analysis.run import odds as exact_odds
    from trueodds.core.rules_name import rules_name
    from trueodds.proofs.verify.odds import judge_table
    from trueodds.reports.progress import shown
    from trueodds.reports.text.tables import table_text

    with shown() as progress:
        exact = exact_odds(game, rules, changes=changes, progress=progress)
    rows = judge_table(file.read(), exact)
    faults = [row for row in rows if row.verdict != "true"]
    wrong = sum(row.verdict == "false" for row in rows)
    name = rules_name(game, exact.rules)
    right = len(rows) - len(faults)
    click.echo(f"{right} of {len(rows)} values are right to their digits ({name}).")
    if faults:
        words = {"false": "wrong", "approximate": "cut off", "unspecified": "undecided"}
        cells = [
            [row.quantity.id, row.value, row.right, words[row.verdict]]
            for row in faults
        ]
        header = ["quantity", "table", "right", "verdict"]
        click.echo("\n" + table_text(header, cells), nl=False)
    return 1 if wrong else 0
