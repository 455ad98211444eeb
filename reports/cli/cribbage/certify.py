"""``trueodds cribbage certify``: two exact best answers prove the equilibrium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import prints, scheduler_option

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command()
@click.option(
    "--strategy",
    metavar="FILE",
    default="equilibrium",
    help="Another pair of strategies than the shipped one, as solve writes it.",
)
@scheduler_option
@prints("table", "json")
def certify(strategy: str, scheduler: str | None) -> Output:
    """Recompute both best answers, and print what they prove.

    The dealer's best answer to pone's strategy is an upper bound of the value of the
    game, pone's to the dealer's a lower one; their difference is the exploitability.
    Nothing that was kept is used.
    """
    from trueodds.core.cluster import executor
    from trueodds.reports.games.cribbage import equilibrium
    from trueodds.reports.progress import shown

    with executor(scheduler) as workers, shown() as progress:
        found = equilibrium.certify(strategy, workers, progress)
    return equilibrium.output(found)
