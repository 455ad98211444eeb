"""``trueodds discard``: which two of six cards to throw into the crib."""

from __future__ import annotations

from typing import Any

import click

from trueodds.reports.cli._shared import (
    FORMATS,
    ScoresCommand,
    one_of,
    opponent_option,
    prints,
    words_argument,
)
from trueodds.reports.output import Output
from trueodds.reports.progress import shown

ROLES = ("dealer", "pone", "mine", "theirs")


@click.command(cls=ScoresCommand)
@words_argument("cards", required=True)
@click.option(
    "--role",
    type=one_of(ROLES),
    help="Whose crib it is: yours (dealer, mine) or the opponent's (pone, theirs). "
    "[default: both]",
)
@click.option(
    "--all", "all_rows", is_flag=True, help="Rank all 15 discards, also without --role."
)
@opponent_option
@click.option(
    "--throw", metavar="CARDS", help='Only this discard of the 15, such as "2D 9S".'
)
@click.option(
    "--distribution",
    is_flag=True,
    help="Print the probability of each number of points, for the best discard (in "
    "JSON for all).",
)
@click.option(
    "--cuts",
    is_flag=True,
    help="List which starters help, and by how much, for the best discard (in JSON for "
    "all).",
)
@click.option(
    "--with-play",
    is_flag=True,
    help="Add the points of the play: own + crib + play, both playing the certified "
    "equilibrium of the play.",
)
@click.option(
    "--play-from",
    "play_folder",
    metavar="DIR",
    help='A folder that "cribbage play certify" has written. Adds the play against '
    "exactly the hands that your six cards leave. With --score: how both play this "
    "deal. [default then: the highest card that fits]",
)
@click.option(
    "--score",
    metavar="N-N",
    help="Rank by the probability to win from this score before the deal, yours first, "
    "such as 110-112.",
)
@click.option("--exact", is_flag=True, help="Print fractions in full, and all bounds.")
@click.option("--no-cache", is_flag=True, help="Neither read nor write cached tables.")
@prints(*FORMATS, all_option="")
def discard(
    cards: str, role: str | None, throw: str | None, no_cache: bool, **options: Any
) -> Output:
    """Say which two of six CARDS to throw, such as 5H 5D JS QC 2D 9S.

    The values are exact averages: the hand you keep over the 46 starters, and the crib
    over all hands of the opponent. The total is hand + crib if the crib is yours, and
    hand - crib if it is the opponent's. Without --role, the three best discards are
    listed for each crib. With --score, the discards are ranked by the probability to
    win the game, which lies between two proved bounds.
    """
    from trueodds.analysis.cribbage.discard.ranking import ROLE_NAMES
    from trueodds.analysis.cribbage.discard.ranking import discard as rank_discards
    from trueodds.analysis.cribbage.strategy_file import ROLES as BOTH
    from trueodds.reports.answers.cribbage import discard as discards

    shown_as = {name: options.pop(name) for name in ("all_rows", "cuts", "exact")}
    with shown() as progress:
        rankings = [
            rank_discards(
                cards, each, **options, use_cache=not no_cache, progress=progress
            )
            for each in ((ROLE_NAMES[role],) if role else BOTH)
        ]
    selected = [ranked if throw is None else (ranked.of(throw),) for ranked in rankings]
    return discards.output(rankings, selected, **shown_as)
