"""``trueodds bench``: measure speed, and gate changes that make code slower."""

import click

from trueodds.reports.cli import Commands


@click.group(cls=Commands)
def bench() -> None:
    """Measure speed, and find changes that make code slower."""


@bench.imports("Measure a scorer's speed.")
def _scorer() -> click.Command:
    from trueodds.reports.cli.bench.scorer import scorer

    return scorer


@bench.imports("Is one version slower than another?")
def _gate() -> click.Command:
    from trueodds.reports.cli.bench.gate import gate

    return gate


@bench.imports("Draw the history of gate runs.")
def _history() -> click.Command:
    from trueodds.reports.cli.bench.history import history

    return history
