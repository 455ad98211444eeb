"""Bunco: what to expect of a night."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from trueodds.core.errors import OptionError
from trueodds.reports.chosen import chosen
from trueodds.reports.signatures import Between, checked, text_of

if TYPE_CHECKING:
    from trueodds.reports.answers.bunco import Night
    from trueodds.reports.chosen import RulesSource


@checked
def night(
    *,
    players: Annotated[int | None, "N", Between(2)] = None,
    rounds: Annotated[int | None, "N", Between(1)] = None,
    rules: RulesSource = None,
    set: Mapping[str, object] | None = None,
) -> Night:
    """Print what to expect of a night: your points and Buncos, and the prizes.

    Winners move up a table after each round, and partners change. The players' results
    are taken as independent of each other.

    Args:
        players: Players in the room, who fill tables of four [default: 12].
        rounds: Rounds of the night [default: 6].
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.

    Returns:
        The averages of a player, and the prizes.

    Raises:
        TrueoddsError: The players do not fill the tables, rounds are too long for
            close bounds, or an argument is wrong.

    Example:
        >>> night(players=16).points
        (31, 79)
    """
    from trueodds.core.rules.bunco import BuncoRules
    from trueodds.reports.answers.bunco import night_of

    changed = chosen(rules, set)
    seats = changed.load(BuncoRules).players_per_table
    tables = None
    if players is not None:
        tables, more = divmod(players, seats)
        if more:
            fill = (tables + 1) * seats
            raise OptionError(
                f"{players} players do not fill tables of {seats}; take {fill}"
            )
    fields = {"rounds": text_of(rounds), "tables": text_of(tables)}
    changed = changed.with_fields(fields)
    return night_of(changed.odds("bunco"), changed.command("bunco", "night"))
