"""The exact odds of a game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from trueodds.analysis import run
from trueodds.core.games import Game, GameName
from trueodds.core.storage.progress import Progress, silent

if TYPE_CHECKING:
    from trueodds.core.odds import Odds
    from trueodds.core.rulebook import Rules


def odds(
    game: GameName | Game,
    rules: str | Path | Rules | None = None,
    *,
    set: Mapping[str, object] | None = None,
    progress: Progress = silent,
    **fields: object,
) -> Odds:
    """Return the exact odds of a game.

    Args:
        game: The name of a game, such as "bunco", or a game.
        rules: A preset's name, a TOML file, a record of rules, or None for the game's
            default preset.
        set: New values by field, for dotted names such as ``{"singles.1": 200}``.
        progress: Called while results are computed that take long.
        fields: New values of single fields of the rules, by keyword.

    Returns:
        The quantities of the game by id, with the rules and the reproducing command.
        A quantity is computed when it is first asked for, together with its family, if
        it does not ship.

    Raises:
        UnknownNameError: There is no such game or preset.
        WrongTypeError: An argument of a wrong type.
        RulesError: The rules cannot be played. Some rules are only refused when a
            quantity is computed.

    Example:
        >>> odds("bunco")["roll.bunco"].exact
        Fraction(1, 216)
        >>> odds("bunco", weights=(1, 1, 1, 1, 1, 2))["roll.bunco"].exact
        Fraction(13, 2058)
    """
    return run.odds(game, rules, set=set, progress=progress, **fields)
