"""``trueodds verify``: whether a program of yours is right."""

import signal

import click

from trueodds.reports.cli import Commands

HELPS = {
    "scorer": "A function of the position, on every position.",
    "simulator": "Random outcomes, against their exact law.",
    "transcript": "A recorded game, line by line.",
    "receipt": "What a verdict on a simulator rests on, derived anew.",
}


@click.group(cls=Commands, package=__name__, helps=HELPS)
@click.pass_context
def verify(context: click.Context) -> None:
    """Tell whether a program of yours is right.

    Exit code 0 when it agrees, 1 when it is refuted, 2 when it could not be judged,
    3 when more is needed to decide.
    """
    # Who is ended by a signal ends like by Ctrl-C: with all that was started.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    context.call_on_close(lambda: signal.signal(signal.SIGTERM, before))
