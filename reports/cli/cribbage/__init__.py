"""``trueodds cribbage``: who wins, tables of all deals, and the discard solved."""

import click

from trueodds.reports.cli import Commands
from trueodds.reports.cli._shared import FORMATS, TABLES, ScoresCommand
from trueodds.reports.cli.cribbage.play import play
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.commands import cribbage as functions
from trueodds.reports.commands.cribbage_play import lead


@click.group(cls=Commands)
def cribbage() -> None:
    """Cribbage: who wins, tables of every deal, and the proofs.

    Six-card cribbage: 20,358,520 deals in 962,988 suit classes. The value of the
    discard is the dealer's hand and crib minus pone's hand.
    """


cribbage.adds(
    command_of(functions.win, *FORMATS, cls=ScoresCommand, exact=True),
    "Who wins the game from a score, and the first dealer's share.",
    "Play",
)
cribbage.adds(
    command_of(lead, *FORMATS),
    "Which card to play first, as pone.",
    "Play",
)
cribbage.adds(
    command_of(functions.review, *FORMATS),
    "What each throw and card of a recorded game cost, and the luck.",
    "Play",
)
cribbage.adds(
    command_of(functions.table),
    "Write the values of every discard of every deal, or mean cribs by pair.",
    "Tables",
)
cribbage.adds(
    command_of(functions.perft, *TABLES),
    "Count all lines of legal play of two hands.",
    "Tables",
)
cribbage.adds(
    command_of(functions.solve),
    "Solve for the equilibrium of the discard from scratch.",
    "Solve and prove",
)
cribbage.adds(
    command_of(functions.certify, *FORMATS, exact=True),
    "Prove the equilibrium: recompute both best responses.",
    "Solve and prove",
)
cribbage.adds(
    play,
    "The play: solve it, prove the solution, and tabulate every hand.",
    "Solve and prove",
)
