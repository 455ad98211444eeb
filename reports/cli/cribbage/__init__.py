"""``trueodds cribbage``: tables of all deals, and the equilibrium of the discard."""

import click

from trueodds.reports.cli import Commands

COMMANDS = {
    "certify": "Prove the equilibrium: recompute both best responses.",
    "perft": "Count all lines of legal play of two hands.",
    "play": "The play: solve it, prove the solution, and tabulate every hand.",
    "sample": "Sample whole deals at solved strategies.",
    "solve": "Solve for the equilibrium of the discard from scratch.",
    "table": "Write the values of every discard of every deal, or mean cribs by pair.",
    "win": "Who wins the game from a score, and the first dealer's share.",
}


@click.group(cls=Commands, package=__name__, helps=COMMANDS)
def cribbage() -> None:
    """Cribbage: tables of every deal, and the proof behind them.

    Six-card cribbage: 20,358,520 deals in 962,988 suit classes. The value of the
    discard is the dealer's hand and crib minus pone's hand.
    """
