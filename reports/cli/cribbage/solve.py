"""``trueodds cribbage solve``: the equilibrium of the discard, from scratch."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import scheduler_option

if TYPE_CHECKING:
    from fractions import Fraction


def _gap(context: click.Context, parameter: click.Parameter, text: str) -> Fraction:
    from fractions import Fraction

    if not re.fullmatch(r"[0-9]*\.?[0-9]+(e-?[0-9]{1,3})?|[0-9]+/0*[1-9][0-9]*", text):
        raise click.BadParameter(f"{text!r} is not a number of points, such as 1e-9")
    return Fraction(text)


@click.command()
@click.option(
    "--out",
    metavar="DIR",
    default="cribbage-equilibrium",
    help="Output folder. An unfinished solve in it is resumed.",
)
@click.option(
    "--gap",
    metavar="POINTS",
    default="1e-9",
    callback=_gap,
    help="Exploitability, in points a deal, at which to stop.",
)
@scheduler_option
def solve(out: str, gap: Fraction, scheduler: str | None) -> None:
    """Solve for the equilibrium: iterated best response, then a double oracle.

    Takes minutes. Every step is saved in DIR. After an interruption, the same command
    resumes and reaches the same result. It writes equilibrium.strategy, for --opponent
    and certify, and value-bounds.json.
    """
    from pathlib import Path

    from trueodds.analysis.cribbage.crib.all_deals import Evaluator
    from trueodds.analysis.cribbage.equilibrium import checkpoint
    from trueodds.core.cluster import executor
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.reports.games.cribbage import equilibrium
    from trueodds.reports.progress import shown

    if not out:
        raise click.BadParameter("it names no folder", param_hint="--out")
    folder, rules = Path(out), CribbageRules.load()
    with executor(scheduler) as workers, shown() as progress:
        solution = checkpoint.resume(
            folder / equilibrium.CHECKPOINT, gap, Evaluator(rules, workers, progress)
        )
    equilibrium.write(solution, rules, folder)
    click.echo(equilibrium.output(solution, rules).text("table"), nl=False)
    click.echo(f"Wrote {folder / equilibrium.STRATEGIES}")
    if solution.bounds.exploitability > gap:
        click.echo("This is the smallest gap that 16-bit weights reach: above --gap.")
        raise click.exceptions.Exit(1)
