"""Hypothesis strategies for the positions and the rules of every game.

Failing examples shrink to few dice, low cards and small numbers. A game without
strategies of its own has its random positions and its presets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hypothesis import strategies as st

from trueodds.core import games, rulebook
from trueodds.core.errors import RulesError, UnknownNameError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.parts import parts

__all__ = ["positions", "rules"]


class Strategies(NamedTuple):
    """The Hypothesis strategies of a game; None for a strategy that the game lacks.

    ``positions(rules, rule)`` draws positions of a scoring rule. ``changes()`` draws
    changes of the default rules: new values by field. ``rules()`` draws whole rules; it
    replaces the strategy that is made of ``changes`` and the presets.
    """

    positions: Callable[[Any, str | None], st.SearchStrategy[str]] | None = None
    changes: Callable[[], st.SearchStrategy[dict[str, object]]] | None = None
    rules: Callable[[], st.SearchStrategy[Rules]] | None = None


def positions(
    game: str, rules: str | Rules | None = None, rule: str | None = None
) -> st.SearchStrategy[str]:
    """Return a Hypothesis strategy that draws positions of a game, as texts.

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
    make = parts(column).strategies().positions
    if make is not None:
        return make(record, rule)
    position = parts(column).positions().random
    if position is None:
        # A game without a scorer has a better message than this one.
        column.scorer()
        raise UnknownNameError(
            f"{game} has no random positions; its package declares positions by "
            "Game(scoring=…)"
        )
    return st.randoms(use_true_random=False).map(
        lambda random: position(record, random, rule)
    )


def rules(game: str) -> st.SearchStrategy[Rules]:
    """Return a Hypothesis strategy that draws rules of a game.

    The rules are the presets, and changes of the default preset.

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
        (2, 3, 21)
    """
    column = games.find(game)
    strategies = parts(column).strategies()
    if strategies.rules is not None:
        return strategies.rules()
    presets = [rulebook.load(column, name) for name in rulebook.preset_names(column)]
    drawn: st.SearchStrategy[Any] = st.sampled_from(presets)
    if strategies.changes is not None:
        changes = strategies.changes()
        # Not every change leaves rules that can be played.
        drawn |= changes.map(lambda change: _changed(column, change)).filter(bool)
    return drawn


def _changed(game: Game, changes: Mapping[str, object]) -> Rules | None:
    """Return the default rules with changes, None where these are impossible."""
    try:
        return rulebook.load(game, None, changes)
    except RulesError:
        return None
