"""``trueodds cribbage play``: the equilibrium of the play."""

import click

from trueodds.reports.cli import Commands

COMMANDS = {
    "certify": "Prove a solution: recompute both best responses.",
    "solve": "Solve the play for its equilibrium.",
    "table": "Write what every hand earns in the play, from a certified solution.",
}


@click.group(cls=Commands, package=__name__, helps=COMMANDS)
def play() -> None:
    """Solve the play, bound its value, and list what every hand earns.

    The payoff is the dealer's points minus pone's.
    """
