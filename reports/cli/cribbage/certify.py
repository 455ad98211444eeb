"""``trueodds cribbage certify``: two exact best responses prove the equilibrium."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import prints, scheduler_option
from trueodds.reports.output import Output


@click.command()
@click.option(
    "--strategy",
    metavar="FILE",
    default="equilibrium",
    help="The pair of strategies: the shipped one, or a file that solve wrote.",
)
@scheduler_option
@prints("table", "json", "markdown", "latex", "tsv")
def certify(strategy: str, scheduler: str | None) -> Output:
    """Recompute both best responses, and print the bounds that they prove.

    The dealer's best response to pone's strategy is an upper bound of the value of the
    game. Pone's best response to the dealer's strategy is a lower bound. The difference
    is the exploitability. No cached result is used.
    """
    from trueodds.analysis.cribbage.crib.all_deals import Evaluator
    from trueodds.analysis.cribbage.equilibrium.solve import Solution
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.core.storage.cluster import executor
    from trueodds.reports.answers.cribbage import equilibrium
    from trueodds.reports.progress import shown

    rules = CribbageRules.load()
    with executor(scheduler) as workers, shown() as progress:
        solution = Solution.named(strategy, Evaluator(rules, workers, progress))
    return equilibrium.output(solution, rules)
