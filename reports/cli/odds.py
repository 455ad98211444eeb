"""``trueodds odds``: the exact odds of one game."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import (
    GameCommand,
    game_argument,
    prints,
    rules_options,
)
from trueodds.reports.output import Output


def _complete_id(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[str]:
    """Return the ids that begin as typed, under the game's default rules."""
    from trueodds.analysis.run import odds as exact_odds

    return [id for id in exact_odds(context.params["game"]) if id.startswith(typed)]


@click.command(cls=GameCommand)
@game_argument
@click.argument(
    "names", nargs=-1, metavar="[ID|FAMILY|GLOB]...", shell_complete=_complete_id
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
@prints("table", "json", "csv", "markdown", "latex", "tsv")
def odds(
    game: str,
    names: tuple[str, ...],
    everything: bool,
    plot: bool,
    exact: bool,
    digits: int | None,
    rules: str | None,
    changes: dict[str, str],
) -> Output:
    """Print the exact odds of GAME: bunco, baccarat, cribbage or farkle.

    The most asked-for numbers are printed, or those that you name: an id such as
    turn.mean, a family such as game.total, or a glob such as 'turn.*'. JSON, CSV and
    Markdown have all numbers, or those that you name.

    A game can have options of its own: trueodds odds GAME --help.
    """
    if plot and not names:
        raise click.UsageError(
            "--plot needs a family; such as: trueodds odds bunco game.total --plot"
        )
    from trueodds.analysis.run import odds as exact_odds
    from trueodds.reports.progress import shown
    from trueodds.reports.text.odds import View, view_output

    with shown() as progress:
        quantities = exact_odds(game, rules, changes=changes, progress=progress)
        return view_output(quantities, View(names, everything, exact, plot, digits))
