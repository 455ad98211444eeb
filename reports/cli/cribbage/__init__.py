"""``trueodds cribbage``: what is true of all deals of cribbage."""

import click

from trueodds.reports.cli import Commands

COMMANDS = {
    "certify": "Recompute both best answers: the proof of the equilibrium.",
    "solve": "Solve for the equilibrium of the discard from scratch.",
    "table": "Write the worth of every discard of every deal, or mean cribs by pair.",
}


@click.group(cls=Commands, package=__name__, helps=COMMANDS)
def cribbage() -> None:
    """The discard over all 20,358,520 deals, in 962,988 suit classes.

    Six-card cribbage; dealer's hand and crib against pone's hand.
    """
