"""Hypothesis strategies for the positions and the rules of every game.

They shrink to few dice, low cards and small numbers. Our games have a module here with
``positions(rules)`` and ``changes()``. A game from another package may have
``position_strategy(rules)`` and ``rules_strategy()`` in its module of rules; otherwise
its ``random_position`` and its presets are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

from trueodds.core import games, rulebook
from trueodds.core.errors import RulesError, UnknownNameError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.game_parts import game_part

__all__ = ["positions", "rules"]


def positions(
    game: str, rules: str | Rules | None = None, rule: str | None = None
) -> st.SearchStrategy[str]:
    """Return a strategy for the positions of a game, as texts.

    Every scoring item of the game is likely, also a rare one such as a straight.

    Args:
        game: The name of the game.
        rules: A preset, a file, or a record such as ``rules(game)`` draws.
        rule: The scoring rule, where it has positions of its own.

    Returns:
        The strategy.

    Raises:
        UnknownNameError: There is no such game, or it has no random positions.

    Example:
        >>> from hypothesis import find
        >>> find(positions("cribbage"), lambda position: True)
        'AC AD AH AS | 2C'
    """
    column = games.find(game)
    record = rulebook.load(column, rules)
    room = column.room("rules")
    make = (
        game_part(__name__, game, f"positions_of_{rule}")
        or game_part(__name__, game, "positions")
        or getattr(room, "position_strategy", None)
    )
    if make is not None:
        strategy: st.SearchStrategy[str] = make(record)
        return strategy
    if not hasattr(room, "random_position"):
        raise UnknownNameError(
            f"{game} has no random positions; its module of rules needs a function "
            "position_strategy(rules) or random_position(rules, random)"
        )
    return st.randoms(use_true_random=False).map(
        lambda random: room.random_position(record, random)
    )


def rules(game: str) -> st.SearchStrategy[Rules]:
    """Return a strategy for rules: the presets, and changes of the default preset.

    Args:
        game: The name of the game.

    Returns:
        The strategy.

    Raises:
        UnknownNameError: There is no such game.

    Example:
        >>> from hypothesis import find
        >>> drawn = find(rules("bunco"), lambda rules: rules.sides < 6)
        >>> drawn.sides, drawn.dice, drawn.bunco_points
        (2, 1, 0)
    """
    column = games.find(game)
    presets = [rulebook.load(column, name) for name in rulebook.preset_names(column)]
    drawn: st.SearchStrategy[Rules] = st.sampled_from(presets)
    changes = game_part(__name__, game, "changes")
    if changes is not None:
        drawn |= changes().map(lambda change: _changed(column, change)).filter(bool)
    elif hasattr(column.room("rules"), "rules_strategy"):
        drawn = column.room("rules").rules_strategy()
    return drawn


def _changed(game: Game, changes: Mapping[str, object]) -> Rules | None:
    """Return the default rules with changes, None where these are impossible."""
    try:
        return rulebook.load(game, None, changes)
    except RulesError:
        return None
