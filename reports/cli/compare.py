"""``trueodds compare``: the same quantities under several rule sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import game_argument, prints

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command()
@game_argument
@click.argument("rules", nargs=-1, metavar="RULES RULES [RULES]...")
@prints("table", "json", "csv", "markdown")
def compare(game: str, rules: tuple[str, ...]) -> Output:
    """Print the odds of GAME under several RULES (presets or files) side by side."""
    if len(set(rules)) < 2:
        raise click.UsageError(
            "compare needs two different rule sets or more, such as: "
            "trueodds compare bunco bunco published-script"
        )
    from trueodds.analysis.run import odds
    from trueodds.reports.text.compare import output

    found = {name: odds(game, name) for name in rules}
    return output(game, found)
