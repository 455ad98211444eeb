"""``trueodds cribbage solve``: the equilibrium of the discard, from scratch."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import scheduler_option

if TYPE_CHECKING:
    from fractions import Fraction


def _gap(context: click.Context, parameter: click.Parameter, given: str) -> Fraction:
    from fractions import Fraction

    if not re.fullmatch(r"[0-9]*\.?[0-9]+(e-?[0-9]{1,3})?|[0-9]+/0*[1-9][0-9]*", given):
        raise click.BadParameter(f"{given!r} is not a number of points, such as 1e-9")
    return Fraction(given)


@click.command()
@click.option(
    "--out",
    metavar="DIR",
    default="cribbage-equilibrium",
    show_default=True,
    help="The folder to write; a solution begun there is gone on with.",
)
@click.option(
    "--gap",
    metavar="POINTS",
    default="1e-9",
    callback=_gap,
    show_default=True,
    help="The exploitability, in points a deal, to stop at.",
)
@scheduler_option
def solve(out: str, gap: Fraction, scheduler: str | None) -> None:
    """Answer each other's strategy exactly in turn; mix the few deals that cycle.

    Takes minutes. Every answer is kept in DIR, so after Ctrl-C, or worse, the same
    command goes on where it was, to the same result: equilibrium.strategy, for
    --opponent and certify, and certificate.json.
    """
    from pathlib import Path

    from trueodds.core.cluster import executor
    from trueodds.reports.games.cribbage import equilibrium
    from trueodds.reports.progress import shown

    if not out:
        raise click.BadParameter("it names no folder", param_hint="--out")
    with executor(scheduler) as workers, shown() as progress:
        found = equilibrium.solve(Path(out), gap, workers, progress)
    click.echo(equilibrium.output(found).text("table"), nl=False)
    click.echo(f"Wrote {Path(out) / equilibrium.STRATEGIES}")
    if found.proof.exploitability > gap:
        click.echo("This is the least gap there is in 16-bit weights: above --gap.")
        raise click.exceptions.Exit(1)
