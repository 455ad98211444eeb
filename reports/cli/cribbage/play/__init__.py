"""``trueodds cribbage play``: the equilibrium of the play."""

import click

from trueodds.reports.cli import Commands

COMMANDS = {
    "adapt": "Adapt the discards of both players to a solved play.",
    "certify": "Prove a solution: recompute both best responses.",
    "discards": "Count the deals in which the play changes the best discard.",
    "export": "Export the play of a small deck to Gambit.",
    "knowledge": "Bound the gain from knowing the starter and the discards.",
    "solve": "Solve the play for its equilibrium.",
    "table": "List what every hand earns in the play, with bounds.",
}


@click.group(cls=Commands, package=__name__, helps=COMMANDS)
def play() -> None:
    """Solve the play, bound its value, and list what every hand earns.

    The payoff is the dealer's points minus pone's.
    """
