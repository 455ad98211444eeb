"""``trueodds bench``: measure speed, and gate changes that make code slower."""

import click

from trueodds.reports.cli import Commands

HELPS = {
    "scorer": "Measure a scorer's speed.",
    "gate": "Is one version slower than another?",
    "history": "Draw the history of gate runs.",
}


@click.group(cls=Commands, package=__name__, helps=HELPS)
def bench() -> None:
    """Measure speed, and find changes that make code slower."""
