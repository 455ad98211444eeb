"""``trueodds farkle match``: optimal play of two, proved, and what people play."""

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
    help="Banked points that end the game, instead of what the rules say.",
)
@rules_options
@prints("table", "json", "csv", "markdown")
def match(target: str | None, rules: str | None, changes: dict[str, str]) -> Output:
    """Solve a match of two: who wins how often, and when to bank.

    Both play best; the chance is proved. Beside it: strategies to remember and what
    each loses, and two to four players who play every turn for the most points. A match
    is solved once and kept; stopped, it goes on from there the next time.
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
        found = Odds("farkle", record, command, quantities(record, progress))
    return output(found)
