"""``trueodds farkle match``: optimal play of two players, and simpler strategies."""

from __future__ import annotations

import shlex

import click

from trueodds.reports.cli._shared import (
    prints,
    require_text,
    rules_options,
    with_fields,
)
from trueodds.reports.cli.farkle._shared import against_option, dice_option
from trueodds.reports.output import Output


@click.command()
@click.option(
    "--target",
    metavar="POINTS",
    help="Banked points that end the game [default: the target of the rules].",
)
@dice_option
@against_option
@rules_options
@prints("table", "json", "csv", "markdown", "latex", "tsv")
def match(
    target: str | None,
    dice: str | None,
    against: str | None,
    rules: str | None,
    changes: dict[str, str],
) -> Output:
    """Who wins a match of two, and when to bank at any score.

    Both players play perfectly, and the result is proved. The answer also has simpler
    strategies with what they lose to perfect play, and two to four players who always
    play for points. A match is solved once and cached; an interrupted solve is resumed.

    With --dice and --against the players may have different dice. The answer then has
    who wins, for either player moving first, and when to bank.
    """
    from trueodds.analysis.farkle.match.quantities import quantities
    from trueodds.analysis.run import reproducing_command
    from trueodds.core.odds import Odds
    from trueodds.core.rules.farkle import FarkleRules
    from trueodds.reports.answers.farkle.match import dice_match_output, output
    from trueodds.reports.progress import shown

    require_text("against", against)
    changes = with_fields(changes, {"target": target, "dice": dice})
    record = FarkleRules.load(rules, **changes)
    command = reproducing_command("farkle", "match", rules, changes)
    if record.dice or against is not None:
        if against is not None:
            words = shlex.join(["--against", against])
            command = command.replace(" match", f" match {words}", 1)
        with shown() as progress:
            without = {name: to for name, to in changes.items() if name != "dice"}
            named = FarkleRules.load(rules, **without)
            return dice_match_output(record, named, against, command, progress)
    with shown() as progress:
        odds = Odds("farkle", record, command, quantities(record, progress))
    return output(odds)
