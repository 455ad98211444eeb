"""``trueodds odds``: the exact odds of one game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import (
    GameCommand,
    game_argument,
    prints,
    rules_options,
    with_fields,
)

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command(cls=GameCommand)
@game_argument
@rules_options
@prints("table", "json", "csv", "markdown")
def odds(
    game: str,
    rules: str | None,
    changes: dict[str, str],
    **fields: str | None,
) -> Output:
    """Print the exact odds of GAME (bunco, baccarat, cribbage or farkle).

    A game can have options of its own: trueodds odds GAME --help.
    """
    from trueodds.analysis.run import odds as exact_odds
    from trueodds.reports.progress import shown
    from trueodds.reports.text.odds import output

    with shown() as progress:
        found = exact_odds(
            game, rules, changes=with_fields(changes, fields), progress=progress
        )
    return output(found)
