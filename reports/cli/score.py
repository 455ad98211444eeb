"""``trueodds score``: the reference scorer on positions."""

import click

from trueodds.reports.cli.options import format_option, game_argument, rules_options


@click.command()
@game_argument
@click.argument("positions", nargs=-1, required=True, metavar="POSITION...")
@rules_options
@click.option("--rule", help="Which of the game's scoring rules, such as hand or crib.")
@format_option("table", "json")
def score(
    game: str,
    positions: tuple[str, ...],
    rules: str | None,
    changes: dict[str, str],
    rule: str | None,
    format_: str,
) -> None:
    r"""Score each POSITION of GAME and say why.

    \b
    bunco     "3 | 2 3 3"             round | dice
    baccarat  "6 K 8 A 9 5"           the next six cards of the shoe
    cribbage  "5H 5C 5S JD | 5D"      hand | starter
    farkle    "113456"                one to six dice
    """
    from trueodds.core import games, rulebook
    from trueodds.core.errors import UnknownNameError, listed
    from trueodds.reports import scores

    column = games.find(game)
    room = column.room("rules")
    if rule is None:
        rule = room.RULES_TO_SCORE[0]
    if rule not in room.RULES_TO_SCORE:
        raise UnknownNameError(
            f"{game} has no scoring rule {rule!r}; "
            f"there are: {listed(room.RULES_TO_SCORE)}"
        )
    record = rulebook.load(column, rules, changes)
    found = [room.score(position, record, rule) for position in positions]
    text = scores.render(game, record, rule, found, format_)
    click.echo(text, nl=False)
