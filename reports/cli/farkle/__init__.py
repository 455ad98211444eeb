"""``trueodds farkle``: what to keep, when to bank, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import Commands
from trueodds.reports.cli._shared import (
    FORMATS,
    WITH_ROWS,
    ScoresCommand,
    one_of,
    prints,
    rules_options,
)
from trueodds.reports.cli.farkle.best_dice import best_dice
from trueodds.reports.cli.farkle.match import (
    dice_option,
    match,
    play,
    solitaire,
)
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import farkle as functions
from trueodds.reports.commands.farkle import farkle_rules
from trueodds.reports.output import Printed
from trueodds.reports.progress import shown

if TYPE_CHECKING:
    from trueodds.analysis.farkle.threshold.table import HotRule, KeepRule


@click.group(cls=Commands, of_dice="advise")
def farkle() -> None:
    """Farkle: what to keep, when to bank, and who wins."""


farkle.adds(
    command_of(functions.advise, *FORMATS, cls=ScoresCommand),
    "Bank or roll? And what to keep of a roll?",
)
farkle.adds(best_dice, "The best six of the dice that you have.")
farkle.adds(match, "Who wins a match, and when to bank at any score.")
farkle.adds(
    command_of(functions.options, *FORMATS),
    "List every legal keep of a roll, the best first.",
)
farkle.adds(play, "Play the assignment's game with exactly its prompts.")
farkle.adds(
    command_of(functions.policy, *FORMATS),
    "When to bank, and the rolls that are exceptions.",
)
farkle.adds(solitaire, "The fewest turns to the target, playing alone.")


@farkle.lists('The average turn for each "bank at" rule.')
@click.option(
    "--keep",
    type=one_of(["most", "best", "fewest"]),
    default="most",
    help="Keep the most points, the best keep for this T, or the fewest dice.",
)
@click.option(
    "--hot-dice",
    "hot_dice",
    type=one_of(["bank", "roll"]),
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
@prints(*WITH_ROWS)
def thresholds(
    keep: KeepRule,
    hot_dice: HotRule,
    at: int | None,
    dice: str | None,
    rules: ChosenRules,
) -> Printed:
    """Print the average turn that banks at T points or more, for T to 10,000."""
    from trueodds.analysis.farkle.threshold.table import (
        Thresholds,
        quantities,
        quantities_at,
    )
    from trueodds.core.odds import Odds
    from trueodds.reports.answers.farkle.averages import thresholds_of

    rules = rules.with_fields({"dice": dice})
    record = farkle_rules(rules)
    words = ["--keep", keep, "--hot-dice", hot_dice]
    turns = Thresholds(record, keep, hot_dice)
    if at is None:
        with shown() as progress:
            averages = list(quantities(turns.table(progress), turns))
    else:
        words += ["--at", str(at)]
        averages = list(quantities_at(turns, at))
    command = rules.command("farkle", "thresholds", *words)
    return thresholds_of(Odds("farkle", record, command, averages), at)
