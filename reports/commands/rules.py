"""List the rules of the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from trueodds.core.errors import OptionError
from trueodds.core.games import Game
from trueodds.reports.signatures import Words, checked

if TYPE_CHECKING:
    from trueodds.reports.answers.rules import RuleSets


@checked
def rules(
    game: Annotated[str | Game | None, Words("[GAME]")] = None,
    name: Annotated[str | None, Words("[NAME]")] = None,
    /,
    *,
    show: Annotated[str | None, "NAME"] = None,
    default: Annotated[str | None, "NAME"] = None,
) -> RuleSets:
    """List the rules of GAME, or of every game, and explain the fields.

    With NAME, print the fields of a preset or a file, as ``show`` does.

    Args:
        game: The game. Without it, every game is listed.
        name: A preset or a file of rules.
        show: Print all fields of a preset or a file as TOML, each one explained: a
            start for house rules.
        default: Play GAME by these rules from now on, in tables on your terminal only.

    Returns:
        The rule sets and the fields of the game, or the rules of this name.

    Raises:
        TrueoddsError: There are no such rules, or an argument is wrong.

    Example:
        >>> rules("bunco").presets[0].name
        'bunco'
        >>> rules("bunco", "d20").rules.sides
        20
    """
    from trueodds.core.games import find
    from trueodds.reports import settings
    from trueodds.reports.answers import rules as answers

    if game is None:
        for option, named in (("--show", show), ("--default", default)):
            if named is not None:
                raise OptionError(
                    f"{option} needs a game; such as: rules farkle {option} box"
                )
        return answers.every_game()
    column = find(game)
    if default is not None:
        settings.set_default_rules(column, default)
        return answers.default_rules(column, default)
    if shown := show or name:
        return answers.house_rules(column, shown)
    return answers.one_game(column)
