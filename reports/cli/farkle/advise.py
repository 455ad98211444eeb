"""``trueodds farkle advise``: bank or roll, and what to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import prints, rules_options
from trueodds.reports.cli.farkle._shared import load_rules, opening_option

if TYPE_CHECKING:
    from trueodds.analysis.farkle.match import Situation
    from trueodds.core.dice import Roll
    from trueodds.core.rules.farkle import FarkleRules
    from trueodds.reports.output import Output


@click.command()
@click.option(
    "--stake",
    type=int,
    default=0,
    show_default=True,
    help="Points of the turn so far.",
)
@click.option(
    "--dice", type=int, help="Number of dice left to roll [default: those of --roll]."
)
@click.option("--roll", help="The dice you just rolled, such as 1556.")
@click.option("--score", type=int, help="Your banked points in a match of two.")
@click.option("--opponent", type=int, help="Your opponent's banked points.")
@click.option(
    "--farkles", type=int, help="Your farkles in a row, where these cost points."
)
@click.option("--opponent-farkles", type=int, help="Your opponent's farkles in a row.")
@opening_option
@rules_options
@prints("table", "json", "markdown", "latex", "tsv")
def advise(
    stake: int,
    dice: int | None,
    roll: str | None,
    score: int | None,
    opponent: int | None,
    farkles: int | None,
    opponent_farkles: int | None,
    opening: bool,
    rules: str | None,
    changes: dict[str, str],
) -> Output:
    """Bank or roll? With --roll: which dice to keep, and what to do then.

    The answer plays for the highest average turn. With --score and --opponent it plays
    to win a match of two against perfect play; the match is solved once and cached.
    """
    if dice is None and roll is None:
        raise click.UsageError(
            "say how many dice are left (--dice) or shown (--roll); such as --dice 3"
        )
    if (score is None) != (opponent is None):
        raise click.UsageError("a match needs both --score and --opponent")
    if score is None and (farkles is not None or opponent_farkles is not None):
        raise click.UsageError(
            "farkles in a row need --score and --opponent; they count in a match only"
        )
    if opening and score is not None:
        raise click.UsageError(
            "--opening is for a turn without --score; a player with --score 0 has not "
            "opened"
        )
    from trueodds.analysis.farkle.roll_classes import dice_left
    from trueodds.core.rules.farkle import read_roll

    shown = None if roll is None else read_roll(roll)
    left = dice_left(dice, shown)
    record = load_rules(rules, changes)
    if score is not None and opponent is not None:
        from trueodds.analysis.farkle.match import Situation

        scores = Situation(score, opponent, farkles or 0, opponent_farkles or 0)
        return _in_match(record, scores, stake, left, shown)
    # Slow to import, and a match that is solved does not need it.
    from trueodds.analysis.farkle.turn.advice import Adviser
    from trueodds.reports.games.farkle.advice import advice_output, choice_output

    adviser = Adviser(record, opening=opening)
    choice = adviser.choice(stake, left)
    if shown is None:
        return choice_output(adviser, stake, left, choice)
    return advice_output(adviser, shown, stake)


def _in_match(
    rules: FarkleRules,
    scores: Situation,
    stake: int,
    dice: int,
    roll: Roll | None,
) -> Output:
    from trueodds.analysis.farkle.match import solved_on, state_space
    from trueodds.reports.games.farkle.match_advice import (
        keeps_output,
        position_output,
    )
    from trueodds.reports.progress import shown

    space = state_space(rules)
    scores.states(space, stake, dice)
    with shown() as progress:
        match = solved_on(space, progress)
    if roll is None:
        return position_output(match, scores, stake, dice)
    return keeps_output(match, scores, stake, roll)
