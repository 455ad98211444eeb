"""``trueodds farkle solitaire``: the fewest expected turns to the target."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import prints, rules_options, with_fields
from trueodds.reports.cli.farkle._shared import dice_option, load_rules, reproduce
from trueodds.reports.output import Output


@click.command()
@dice_option
@rules_options
@prints("table", "json", "csv", "markdown", "latex", "tsv")
def solitaire(dice: str | None, rules: str | None, changes: dict[str, str]) -> Output:
    """Print the fewest expected turns to the target (--set target=...).

    The answer also has the turns of a player who always plays for points, and banks
    whatever reaches the target.
    """
    from trueodds.analysis.farkle.solitaire import quantities
    from trueodds.core.odds import Odds
    from trueodds.reports.answers.farkle.averages import solitaire_output
    from trueodds.reports.progress import shown

    changes = with_fields(changes, {"dice": dice})
    record = load_rules(rules, changes)
    command = reproduce("solitaire", [], rules, changes)
    with shown() as progress:
        odds = Odds("farkle", record, command, quantities(record, progress))
    return solitaire_output(odds)
