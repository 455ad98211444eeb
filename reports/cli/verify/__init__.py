"""``trueodds verify``: check a user's program."""

import signal

import click

from trueodds.reports.cli import Commands

HELPS = {
    "scorer": "A scorer, on every position.",
    "simulator": "Random outcomes, against their exact distribution.",
    "transcript": "A recorded game, line by line.",
    "odds": "A table of odds, to the digits printed.",
    "receipt": "The evidence behind a verdict on a simulator, recomputed.",
    "adapter": "Print a scorer template in Python, C, Java, Go, Rust or JavaScript.",
}


@click.group(cls=Commands, package=__name__, helps=HELPS)
@click.pass_context
def verify(context: click.Context) -> None:
    """Check your program: a scorer, a simulator or a recorded game.

    Exit code 0 if it agrees, 1 if it is refuted, 2 if it could not be judged, 3 if more
    is needed to decide.
    """
    # SIGTERM acts like Ctrl-C, which ends all processes that were started.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    context.call_on_close(lambda: signal.signal(signal.SIGTERM, before))
