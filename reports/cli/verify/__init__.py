"""``trueodds verify``: check a user's program."""

import signal

import click

from trueodds.reports.cli import Commands


@click.group(cls=Commands)
@click.pass_context
def verify(context: click.Context) -> None:
    """Check your program: a scorer, a simulator or a recorded game.

    Exit code 0 if it agrees, 1 if it is refuted, 2 if it could not be judged, 3 if more
    is needed to decide.
    """
    # SIGTERM acts like Ctrl-C, which ends all processes that were started.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    context.call_on_close(lambda: signal.signal(signal.SIGTERM, before))


@verify.imports("A scorer, on every position.")
def _scorer() -> click.Command:
    from trueodds.reports.cli.verify.scorer import scorer

    return scorer


@verify.imports("Random outcomes, against their exact distribution.")
def _simulator() -> click.Command:
    from trueodds.reports.cli.verify.simulator import simulator

    return simulator


@verify.imports("A recorded game, line by line.")
def _transcript() -> click.Command:
    from trueodds.reports.cli.verify.transcript import transcript

    return transcript


@verify.imports("A table of odds, to the digits printed.")
def _odds() -> click.Command:
    from trueodds.reports.cli.verify.odds import odds

    return odds


@verify.imports("The evidence behind a verdict on a simulator, recomputed.")
def _receipt() -> click.Command:
    from trueodds.reports.cli.verify.receipt import receipt

    return receipt


@verify.imports("Print a scorer template in Python, C, Java, Go, Rust or JavaScript.")
def _adapter() -> click.Command:
    from trueodds.reports.cli.verify.adapter import adapter

    return adapter
