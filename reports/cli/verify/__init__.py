"""``trueodds verify``: whether a program of yours is right."""

import click

from trueodds.reports.cli import Commands

HELPS = {
    "scorer": "A function of the position, on every position.",
    "simulator": "Random outcomes, against their exact law.",
    "transcript": "A recorded game, line by line.",
    "receipt": "What a verdict on a simulator rests on, derived anew.",
}


@click.group(cls=Commands, package=__name__, helps=HELPS)
def verify() -> None:
    """Tell whether a program of yours is right.

    Exit code 0 when it agrees, 1 when it is refuted, 2 when it could not be judged,
    3 when more is needed to decide.
    """
