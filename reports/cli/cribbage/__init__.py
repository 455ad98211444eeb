"""``trueodds cribbage``: who wins, tables of all deals, and equilibria."""

import click

from trueodds.reports.cli import Commands

COMMANDS = {
    "Play": {
        "win": "Who wins the game from a score, and the first dealer's share.",
    },
    "Tables": {
        "table": "Write the values of every discard of every deal, or mean cribs by "
        "pair.",
        "perft": "Count all lines of legal play of two hands.",
    },
    "Solve and prove": {
        "solve": "Solve for the equilibrium of the discard from scratch.",
        "certify": "Prove the equilibrium: recompute both best responses.",
        "play": "The play: solve it, prove the solution, and tabulate every hand.",
        "sample": "Sample whole deals at solved strategies.",
    },
}
"""The commands by group, each with its help."""


@click.group(cls=Commands, package=__name__, groups=COMMANDS)
def cribbage() -> None:
    """Cribbage: who wins, tables of every deal, and the proofs.

    Six-card cribbage: 20,358,520 deals in 962,988 suit classes. The value of the
    discard is the dealer's hand and crib minus pone's hand.
    """
