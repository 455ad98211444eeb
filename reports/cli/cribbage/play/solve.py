"""``trueodds cribbage play solve``: discounted regret minimisation, resumable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import scheduler_option
from trueodds.reports.cli.cribbage._shared import (
    gap_option,
    hands_option,
    solution_option,
)

if TYPE_CHECKING:
    from fractions import Fraction


@click.command()
@hands_option
@gap_option(default="0.0001")
@click.option(
    "--iterations",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop after iteration N at the latest [default: no limit]",
)
@solution_option(default="cribbage-play")
@click.option(
    "--start",
    metavar="DIR",
    help="A folder with a solution for other hands, to start a new solve from.",
)
@scheduler_option
def solve(
    hands: str,
    gap: Fraction,
    iterations: int | None,
    out: str,
    start: str | None,
    scheduler: str | None,
) -> int:
    """Solve the play: discounted counterfactual regret minimisation.

    Takes 2 GiB and many minutes. Progress is saved in DIR every 20 iterations; after
    an interruption, the same command resumes. DIR/play.strategy is the best strategy so
    far, for "certify". Exit code 1 if --iterations ends the solve above --gap.
    """
    from pathlib import Path

    from trueodds.analysis.cribbage.play import saved_solution
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.core.storage.cluster import executor
    from trueodds.reports.progress import shown

    if not out:
        raise click.BadParameter("it names no folder", param_hint="--out")
    folder, rules = Path(out), CribbageRules.load()
    with executor(scheduler) as workers, shown() as progress:
        measures = saved_solution.solve(
            *(folder, rules, hands, gap, iterations, progress, workers),
            start=None if start is None else Path(start),
        )
    for measure in measures:
        click.echo(
            f"After {measure.iterations} iterations: exploitability "
            f"{measure.exploitability:.2g} points (measured in floating point)"
        )
    click.echo(f"Wrote {folder / saved_solution.STRATEGY}")
    return int(measures[-1].exploitability > gap)
