"""``trueodds cribbage win``: the probability of winning a game from a score."""

from __future__ import annotations

import click

from trueodds.reports.cli._shared import prints, rules_options
from trueodds.reports.cli.discard import ROLES
from trueodds.reports.output import Output


@click.command()
@click.option("--score", type=int, metavar="N", help="Your score [default: 0].")
@click.option(
    "--opponent", type=int, metavar="N", help="The opponent's score [default: 0]."
)
@click.option(
    "--role",
    type=click.Choice(ROLES, case_sensitive=False),
    help="Who deals now: you (dealer, mine) or the opponent (pone, theirs). Without "
    "scores, the first dealer is you.",
)
@click.option(
    "--deals",
    metavar="FILE",
    help='Sampled deals that "cribbage sample" has written. [default: shipped ones]',
)
@click.option(
    "--table",
    metavar="FILE",
    help="Also write the probability at every score: a .csv or .parquet file.",
)
@click.option("--force", is_flag=True, help="Replace a table that exists.")
@rules_options
@prints("table", "json", "markdown", "latex", "tsv")
def win(
    score: int | None,
    opponent: int | None,
    role: str | None,
    deals: str | None,
    table: str | None,
    force: bool,
    rules: str | None,
    changes: dict[str, str],
) -> Output:
    """Say who wins a game of cribbage from a score before a deal.

    The probabilities are sampled, with standard errors: the strategies of both players
    have played millions of deals. A Markov chain over both scores and whose deal it is
    has them counted in order. The target may be changed: --set target=61.
    """
    from pathlib import Path

    from trueodds.analysis.cribbage.discard.ranking import ROLE_NAMES
    from trueodds.analysis.cribbage.game import deal_counts, win_chain
    from trueodds.core.errors import OptionError
    from trueodds.core.rules.cribbage import CribbageRules
    from trueodds.reports.answers.cribbage import win as wins
    from trueodds.reports.progress import shown

    record = CribbageRules.load(rules, **changes)
    is_start = role is None
    if is_start and (score is not None or opponent is not None):
        raise OptionError(
            "a score needs --role; add --role mine if you deal now, or --role theirs"
        )
    for name, points in (("score", score), ("opponent", opponent)):
        if points is not None and not 0 <= points < record.target:
            raise OptionError(
                f"--{name} {points} is not a score in play; a game to {record.target} "
                f"is played from 0 to {record.target - 1}"
            )
    for name, file in (("--deals", deals), ("--table", table)):
        if file == "":
            raise click.BadParameter("it names no file", param_hint=name)
    if table:
        wins.check_place(Path(table), force)
    at = wins.Position(
        score or 0, opponent or 0, ROLE_NAMES[role or "dealer"], is_start
    )
    counts = (
        deal_counts.read_counts(Path(deals)) if deals else deal_counts.shipped_counts()
    )
    with shown() as progress:
        chain = win_chain.win_table(counts, record, progress)
    notes = [wins.write_table(chain, Path(table))] if table else []
    return wins.output(chain, counts, record, at, notes)
