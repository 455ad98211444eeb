"""``trueodds cribbage table``: every discard of every deal, or mean cribs by pair."""

import click

from trueodds.reports.cli._shared import opponent_option, scheduler_option
from trueodds.reports.cli.cribbage._shared import (
    force_option,
    role_option,
    table_option,
)


@click.command()
@role_option(help="The player who discards. [default: both]")
@click.option(
    "--of",
    "kind",
    type=click.Choice(["deals", "91", "169"]),
    help="All deals; or mean cribs by the pair thrown: 91 pairs of ranks, or 169 pairs "
    "with suits. [default: deals for .parquet and .csv, otherwise 91]",
)
@table_option
@force_option
@opponent_option
@scheduler_option
def table(
    role: str | None,
    kind: str | None,
    out: str | None,
    force: bool,
    opponent: str,
    scheduler: str | None,
) -> None:
    """Tabulate the exact values of discards against an opponent's strategy.

    All deals are 962,988 suit classes of 15 discards for each role. Each pair of cards
    has two mean cribs: over the deals from which the strategy throws the pair, and over
    all deals that contain the pair.
    """
    from pathlib import Path

    from trueodds.core.storage.cluster import executor
    from trueodds.core.storage.files import refuse_to_replace
    from trueodds.reports.answers.cribbage import deal_tables
    from trueodds.reports.progress import shown

    if out == "":
        raise click.BadParameter("it names no file", param_hint="--out")
    request = deal_tables.Request.of(role, kind, Path(out) if out else None, opponent)
    if request.path and not force:
        refuse_to_replace([request.path])
    with executor(scheduler) as workers, shown() as progress:
        printed = deal_tables.write(request, workers, progress)
    click.echo(printed, nl=False)
