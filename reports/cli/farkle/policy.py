"""``trueodds farkle policy``: how to play a turn for the most points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import prints, rules_options
from trueodds.reports.cli.farkle._shared import load_rules, opening_option

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command()
@opening_option
@rules_options
@prints("table", "json")
def policy(opening: bool, rules: str | None, changes: dict[str, str]) -> Output:
    """Print when to bank, and the rolls where taking fewer points is better."""
    from trueodds.analysis.farkle.turn.advice import Adviser
    from trueodds.reports.games.farkle.policy import output

    adviser = Adviser(load_rules(rules, changes), opening=opening)
    return output(adviser)
