"""``trueodds farkle options``: every legal keep of a roll, with its average turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import prints, rules_options
from trueodds.reports.cli.farkle._shared import load_rules, opening_option

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command()
@click.argument("roll", nargs=-1, required=True)
@click.option(
    "--stake", default=0, show_default=True, help="Points of the turn so far."
)
@opening_option
@rules_options
@prints("table", "json", "markdown", "latex", "tsv")
def options(
    roll: tuple[str, ...],
    stake: int,
    opening: bool,
    rules: str | None,
    changes: dict[str, str],
) -> Output:
    """List every legal keep of ROLL (such as 113334 or 1 1 3), the best first.

    Each keep has the average points of the turn if the rest is played for points.
    """
    from trueodds.analysis.farkle.turn.advice import Adviser
    from trueodds.core.rules.farkle import read_roll
    from trueodds.reports.games.farkle.advice import options_output

    dice = read_roll(" ".join(roll))
    adviser = Adviser(load_rules(rules, changes), opening=opening)
    return options_output(adviser, dice, stake)
