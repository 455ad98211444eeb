"""``trueodds farkle match``: optimal play of two players, and simpler strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import prints, rules_options, with_fields

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command()
@click.option(
    "--target",
    metavar="POINTS",
    help="Banked points that end the game [default: the target of the rules].",
)
@rules_options
@prints("table", "json", "csv", "markdown", "latex", "tsv")
def match(target: str | None, rules: str | None, changes: dict[str, str]) -> Output:
    """Who wins a match of two, and when to bank at any score.

    Both players play perfectly, and the result is proved. The answer also has simpler
    strategies with what they lose to perfect play, and two to four players who always
    play for points. A match is solved once and cached; an interrupted solve is resumed.
    """
    from trueodds.analysis.farkle.match.quantities import quantities
    from trueodds.analysis.run import reproducing_command
    from trueodds.core.odds import Odds
    from trueodds.core.rules.farkle import FarkleRules
    from trueodds.reports.games.farkle.match import output
    from trueodds.reports.progress import shown

    changes = with_fields(changes, {"target": target})
    record = FarkleRules.load(rules, **changes)
    command = reproducing_command("farkle", "match", rules, changes)
    with shown() as progress:
        odds = Odds("farkle", record, command, quantities(record, progress))
    return output(odds)
