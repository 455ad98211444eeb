"""``trueodds farkle``: what to keep, when to bank, and what each is worth."""

import click

from trueodds.reports.cli import Commands

HELPS = {
    "advise": "Say whether to bank or to roll, and what to keep.",
    "match": "Solve a match of two and prove who wins how often.",
    "options": "List every legal keep of a roll and its worth.",
    "play": "Play the assignment's game in its own words.",
    "policy": "Print how a turn is played for the most points.",
    "solitaire": "Print the fewest expected turns to the target.",
    "thresholds": "Print what banking at each threshold is worth.",
}


@click.group(cls=Commands, package=__name__, helps=HELPS)
def farkle() -> None:
    """Ask about a game of Farkle."""
