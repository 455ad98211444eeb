"""``trueodds farkle options``: every legal keep of a roll, with its average turn."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import prints, rules_options, with_fields
from trueodds.reports.cli.farkle._shared import (
    dice_option,
    load_rules,
    opening_option,
    read_roll,
)
from trueodds.reports.output import Output


@click.command()
@click.argument("roll", nargs=-1, required=True)
@click.option("--stake", default=0, help="Points of the turn so far.")
@dice_option
@opening_option
@rules_options
@prints("table", "json", "markdown", "latex", "tsv")
def options(
    roll: tuple[str, ...],
    stake: int,
    dice: str | None,
    opening: bool,
    rules: str | None,
    changes: dict[str, str],
) -> Output:
    """List every legal keep of ROLL (such as 113334 or 1 1 3), the best first.

    Each keep has the average points of the turn if the rest is played for points. With
    --dice, write the die of each face, such as weighted=1 fair=5; faces alone are
    enough if all dice are equal.
    """
    record = load_rules(rules, with_fields(changes, {"dice": dice}))
    from trueodds.analysis.farkle.turn.advice import Adviser
    from trueodds.reports.answers.farkle.advice import options_output

    adviser = Adviser(record, opening=opening)
    return options_output(adviser, read_roll(adviser.dice, " ".join(roll)), stake)
