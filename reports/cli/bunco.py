"""``trueodds bunco``: questions about a night of Bunco."""

from __future__ import annotations

import click

from trueodds.reports.chosen import ChosenRules
from trueodds.reports.cli import Commands
from trueodds.reports.cli._shared import WITH_ROWS, prints, rules_options
from trueodds.reports.output import Printed


@click.group(cls=Commands)
def bunco() -> None:
    """Ask about a game of Bunco."""


@bunco.lists("What to expect of a night: your points, and the prizes.")
@click.option(
    "--players",
    type=click.IntRange(2),
    metavar="N",
    help="Players in the room, who fill tables of four  [default: 12]",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    metavar="N",
    help="Rounds of the night  [default: 6]",
)
@rules_options
@prints(*WITH_ROWS)
def night(players: int | None, rounds: int | None, rules: ChosenRules) -> Printed:
    """Print what to expect of a night: your points and Buncos, and the prizes.

    Winners move up a table after each round, and partners change. The other players'
    results are taken as independent of each other.
    """
    from trueodds.core.rules.bunco import BuncoRules
    from trueodds.reports.answers.bunco import night_of

    fields = {"rounds": None if rounds is None else str(rounds)}
    seats = rules.load(BuncoRules).players_per_table
    if players is not None:
        if players % seats:
            more = (players // seats + 1) * seats
            raise click.UsageError(
                f"{players} players do not fill tables of {seats}; take {more}"
            )
        fields["tables"] = str(players // seats)
    return night_of(rules.with_fields(fields).odds("bunco"))
