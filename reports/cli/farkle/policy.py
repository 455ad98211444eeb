"""``trueodds farkle policy``: how to play a turn for the most points."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import prints, rules_options, with_fields
from trueodds.reports.cli.farkle._shared import dice_option, load_rules, opening_option
from trueodds.reports.output import Output


@click.command()
@dice_option
@opening_option
@rules_options
@prints("table", "json", "markdown", "latex", "tsv")
def policy(
    dice: str | None, opening: bool, rules: str | None, changes: dict[str, str]
) -> Output:
    """Print when to bank, and the rolls where taking fewer points is better.

    With --dice, print the proved average turn with these dice, and when to bank with
    each set of dice left. A die is a name, or the weights of its faces 1 to 6; *3 means
    three such dice.
    """
    from trueodds.analysis.farkle.turn.advice import Adviser
    from trueodds.reports.answers.farkle.policy import output

    record = load_rules(rules, with_fields(changes, {"dice": dice}))
    return output(Adviser(record, opening=opening))
