"""``trueodds cribbage play``: the equilibrium of the play."""

import click

from trueodds.reports.cli import Commands
from trueodds.reports.cli._shared import FORMATS
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import cribbage_play as functions


@click.group(cls=Commands)
def play() -> None:
    """Solve the play, bound its value, and list what every hand earns.

    The payoff is the dealer's points minus pone's.
    """


play.adds(
    command_of(functions.adapt),
    "Adapt the discards of both players to a solved play.",
)
play.adds(
    command_of(functions.advise, *FORMATS),
    "Which card to play, and what the others cost.",
)
play.adds(
    command_of(functions.certify),
    "Prove a solution: recompute both best responses.",
)
play.adds(
    command_of(functions.discards, *FORMATS),
    "Count the deals in which the play changes the best discard.",
)
play.adds(
    command_of(functions.export),
    "Export the play of a small deck to Gambit.",
)
play.adds(
    command_of(functions.knowledge, *FORMATS),
    "Bound the gain from knowing the starter and the discards.",
)
play.adds(
    command_of(functions.solve),
    "Solve the play for its equilibrium.",
)
play.adds(
    command_of(functions.table),
    "List what every hand earns in the play, with bounds.",
)
