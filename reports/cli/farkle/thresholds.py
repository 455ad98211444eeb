"""``trueodds farkle thresholds``: the average turn that banks at T, for every T."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import prints, rules_options, with_fields
from trueodds.reports.cli.farkle._shared import dice_option, load_rules, reproduce

if TYPE_CHECKING:
    from trueodds.analysis.farkle.threshold.table import HotRule, KeepRule
    from trueodds.reports.output import Output


@click.command()
@click.option(
    "--keep",
    type=click.Choice(["most", "best", "fewest"]),
    default="most",
    help="Keep the most points, the best keep for this T, or the fewest dice.",
)
@click.option(
    "--hot-dice",
    "hot_dice",
    type=click.Choice(["bank", "roll"]),
    default="bank",
    help="Bank hot dice once T is reached, or roll them.",
)
@click.option(
    "--at",
    type=int,
    metavar="T",
    help="Only this T, with the distribution of its points.",
)
@dice_option
@rules_options
@prints("table", "json", "csv", "markdown", "latex", "tsv")
def thresholds(
    keep: KeepRule,
    hot_dice: HotRule,
    at: int | None,
    dice: str | None,
    rules: str | None,
    changes: dict[str, str],
) -> Output:
    """Print the average turn that banks at T points or more, for T to 10,000."""
    from trueodds.analysis.farkle.threshold.table import (
        Thresholds,
        quantities,
        quantities_at,
    )
    from trueodds.core.odds import Odds
    from trueodds.reports.answers.farkle.averages import thresholds_output
    from trueodds.reports.progress import shown

    changes = with_fields(changes, {"dice": dice})
    record = load_rules(rules, changes)
    words = ["--keep", keep, "--hot-dice", hot_dice]
    turns = Thresholds(record, keep, hot_dice)
    if at is None:
        with shown() as progress:
            averages = list(quantities(turns.table(progress), turns))
    else:
        words += ["--at", str(at)]
        averages = list(quantities_at(turns, at))
    command = reproduce("thresholds", words, rules, changes)
    return thresholds_output(Odds("farkle", record, command, averages), at)
