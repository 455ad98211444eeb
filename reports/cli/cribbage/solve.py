"""``trueodds cribbage solve``: the equilibrium of the discard, from scratch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import scheduler_option
from trueodds.reports.cli.cribbage._shared import gap_option, solution_option

if TYPE_CHECKING:
    from fractions import Fraction


@click.command()
@solution_option(default="cribbage-equilibrium")
@gap_option(default="1e-9")
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
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.core.storage.cluster import executor
    from trueodds.reports.answers.cribbage import equilibrium
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
