"""``trueodds odds``: the exact odds of one game."""

from __future__ import annotations

from typing import Any

import click

from trueodds.core.games import Game
from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli._shared import (
    FORMATS,
    GameCommand,
    game_argument,
    prints,
    rules_options,
)
from trueodds.reports.output import Answer
from trueodds.reports.progress import shown


def _complete_id(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[str]:
    """Return the ids that begin with the typed text, under the game's default rules."""
    from trueodds.analysis.run import odds as exact_odds

    return [
        id for id in exact_odds(context.params["game"].name) if id.startswith(typed)
    ]


@click.command(cls=GameCommand)
@game_argument
@click.argument(
    "names", nargs=-1, metavar="[ID|FAMILY|GLOB|WORD]...", shell_complete=_complete_id
)
@click.option("--all", "everything", is_flag=True, help="Print every number.")
@click.option("--plot", is_flag=True, help="Draw a bar for each probability.")
@click.option("--exact", is_flag=True, help="Print fractions in full.")
@click.option(
    "--digits",
    type=click.IntRange(1, 100),
    metavar="N",
    help="Print N significant digits.",
)
@rules_options
@prints(*FORMATS, all_option="everything")
def odds(game: Game, rules: ChosenRules, **view: Any) -> Answer:
    """Print the exact odds of GAME: bunco, baccarat, cribbage, farkle or dice.

    The most asked-for numbers are printed, or those that you name: an id such as
    turn.mean, a group of ids such as game.total, a glob such as 'turn.*', or words such
    as three dice. JSON, CSV and Markdown have all numbers, or those that you name.

    A game can have options of its own: trueodds odds GAME --help. A roll is short for
    the game dice: trueodds odds 4d6dl1, trueodds odds '7d10c>=7'.
    """
    if view["plot"] and not view["names"]:
        raise click.UsageError(
            "--plot needs a family; such as: trueodds odds bunco game.total --plot"
        )
    from trueodds.reports.answers.odds import View, view_output

    with shown() as progress:
        return view_output(rules.odds(game.name, progress), View(**view))
