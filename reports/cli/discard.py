"""``trueodds discard``: which two of six cards to throw into the crib."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import opponent_option, prints

if TYPE_CHECKING:
    from trueodds.reports.output import Output


@click.command()
@click.argument("hand")
@click.option(
    "--role",
    type=click.Choice(["dealer", "pone"]),
    required=True,
    help="Whose crib it is: yours as dealer, the other's as pone.",
)
@opponent_option
@click.option(
    "--throw", metavar="CARDS", help='Only this discard of the 15, such as "2D 9S".'
)
@click.option(
    "--distribution",
    is_flag=True,
    help="How likely each number of points is; printed for the best discard, in JSON "
    "for all.",
)
@click.option("--no-cache", is_flag=True, help="Neither use kept sums nor keep them.")
@prints("table", "json")
def discard(
    hand: str,
    role: str,
    opponent: str,
    throw: str | None,
    distribution: bool,
    no_cache: bool,
) -> Output:
    """Rank the 15 discards of HAND, six cards such as "5H 5D JS QC 2D 9S".

    By exact means: of the own hand over the 46 starters, of the crib over all hands
    that the opponent may throw from. The dealer's total is own + crib, pone's is own -
    crib.
    """
    from trueodds.analysis.cribbage.discard.ranking import discard as exact_discards
    from trueodds.reports.games.cribbage import discard as discards
    from trueodds.reports.progress import shown

    with shown() as progress:
        found = exact_discards(
            hand,
            role,
            opponent=opponent,
            distribution=distribution,
            use_cache=not no_cache,
            progress=progress,
        )
    chosen = found if throw is None else (found.of(throw),)
    return discards.output(found, chosen)
