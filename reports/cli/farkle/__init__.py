"""``trueodds farkle``: what to keep, when to bank, and who wins."""

import click

from trueodds.reports.cli import Commands

HELPS = {
    "advise": "Bank or roll? And what to keep of a roll?",
    "best-dice": "The best six of the dice that you have.",
    "match": "Who wins a match, and when to bank at any score.",
    "options": "List every legal keep of a roll, the best first.",
    "play": "Play the assignment's game with exactly its prompts.",
    "policy": "When to bank, and the rolls that are exceptions.",
    "solitaire": "The fewest turns to the target, playing alone.",
    "thresholds": 'The average turn for each "bank at" rule.',
}


@click.group(cls=Commands, package=__name__, helps=HELPS)
def farkle() -> None:
    """Farkle: what to keep, when to bank, and who wins."""
