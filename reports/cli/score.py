"""``trueodds score``: positions scored, with the reasons."""

from __future__ import annotations

import click

from trueodds.core.errors import PositionError, TrueoddsError
from trueodds.core.games import Game
from trueodds.core.storage.files import read_text
from trueodds.reports.cli._shared import (
    FORMATS,
    ChosenRules,
    PositionsCommand,
    game_argument,
    prints,
    rule_option,
    rules_options,
)
from trueodds.reports.output import Output

POSITIONS = """\b
bunco     "3 | 2 3 3"          round | dice
baccarat  "6 K 8 A 9 5"        the next six cards of the shoe
cribbage  "5H 5C 5S JD | 5D"   hand | starter
farkle    "113456"             one to six dice
          "1 joker 12"         other dice, all equal
          "weighted=1 fair=5"  dice that differ
"""


@click.command(cls=PositionsCommand, epilog=POSITIONS)
@game_argument
@click.argument("positions", nargs=-1, required=True, metavar="POSITION...")
@rules_options
@rule_option
@prints(*FORMATS)
def score(
    game: Game, positions: tuple[str, ...], rules: ChosenRules, rule: str | None
) -> Output:
    """Score each POSITION of GAME, with the reasons.

    Words that are single cards or dice are one position: trueodds score farkle 1 1 3.
    Quote each of several positions. A single - reads them from standard input, one a
    line.
    A game can have options of its own: trueodds score GAME --help.
    """
    from trueodds.reports.text.score import output

    rule = game.scoring_rule(rule)
    record = rules.of_game(game)
    read = positions == ("-",)
    if read:
        positions = tuple(read_text("-", PositionError).splitlines())
    else:
        positions = game.positions(positions, record)
    breakdowns = []
    for number, position in enumerate(positions, 1):
        if read and not position.strip():
            continue
        try:
            breakdowns.append(game.rules_part.score(position.strip(), record, rule))
        except TrueoddsError as error:
            if not read and len(positions) == 1:
                raise
            place = f"{'line' if read else 'position'} {number}"
            raise type(error)(f"{place}: {error}") from None
    return output(game.name, record, rule, breakdowns)
