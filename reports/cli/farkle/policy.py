"""``trueodds farkle policy``: how a turn is played for the most points."""

import click

from trueodds.reports.cli._shared import format_option, rules_options
from trueodds.reports.cli.farkle._shared import load_rules, opening_option


@click.command()
@opening_option
@rules_options
@format_option("table", "json")
def policy(
    opening: bool, rules: str | None, changes: dict[str, str], format_: str
) -> None:
    """Print when to bank, and every roll that is not best kept for the most points."""
    from trueodds.analysis.farkle.turn.advice import Adviser
    from trueodds.reports.games.farkle.policy import render

    adviser = Adviser(load_rules(rules, changes), opening=opening)
    click.echo(render(adviser, format_), nl=False)
