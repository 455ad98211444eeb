"""``trueodds farkle solitaire``: the fewest expected turns to the target."""

import click

from trueodds.reports.cli._shared import format_option, rules_options
from trueodds.reports.cli.farkle._shared import load_rules, reproduce


@click.command()
@rules_options
@format_option("table", "json", "csv", "markdown")
def solitaire(rules: str | None, changes: dict[str, str], format_: str) -> None:
    """Print the fewest expected turns to the target (--set target=...).

    Beside it stand the turns it takes when each is played for the most points, banking
    whatever reaches the target.
    """
    from trueodds.analysis.farkle.solitaire import quantities
    from trueodds.core.odds import Odds
    from trueodds.reports.text.odds import render

    record = load_rules(rules, changes)
    command = reproduce("solitaire", [], rules, changes)
    odds = Odds("farkle", record, command, quantities(record))
    click.echo(render(odds, format_), nl=False)
