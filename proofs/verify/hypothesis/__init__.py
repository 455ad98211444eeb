"""Hypothesis strategies for the positions and the rules of every game.

They shrink to few dice, low cards and small numbers. A game of ours has a module here
with ``positions(rules)`` and ``rules()``; a game from another package may have both as
``position_strategy(rules)`` and ``rules_strategy()`` in its module of rules, and has
otherwise its ``random_position`` and its presets.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from hypothesis import strategies as st

from trueodds.core import games, rulebook
from trueodds.core.errors import RulesError, UnknownNameError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules

__all__ = ["positions", "rules"]


def positions(
    game: str, rules: str | Rules | None = None, rule: str | None = None
) -> st.SearchStrategy[str]:
    """Positions of a game in their text form, as scorers read them.

    ``rules`` is a preset, a file, or a record such as ``rules(game)`` draws; ``rule``
    is the scoring rule, for a game whose rules score different positions. Raises
    ``UnknownNameError`` for a game that is not there or has no random positions.

    >>> from hypothesis import find
    >>> find(positions("cribbage"), lambda position: True)
    'AC AD AH AS | 2C'
    """
    column = games.find(game)
    record = rulebook.load(column, rules)
    strategy: st.SearchStrategy[str]
    if game in games.OURS:
        module = _module(game)
        by_rule = getattr(module, "BY_RULE", {})
        strategy = by_rule.get(rule, module.positions)(record)
        return strategy
    room = column.room("rules")
    if hasattr(room, "position_strategy"):
        strategy = room.position_strategy(record)
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
    """Rules of a game: its presets, and small changes of the usual one.

    Raises ``UnknownNameError`` for a game that is not there.

    >>> from hypothesis import find
    >>> found = find(rules("bunco"), lambda rules: rules.sides < 6)
    >>> found.sides, found.dice, found.bunco_points
    (2, 1, 0)
    """
    column = games.find(game)
    presets = [rulebook.load(column, name) for name in rulebook.preset_names(column)]
    drawn: st.SearchStrategy[Rules] = st.sampled_from(presets)
    if game in games.OURS:
        changed = _module(game).changes()
        drawn |= changed.map(lambda changes: _changed(column, changes)).filter(bool)
    elif hasattr(column.room("rules"), "rules_strategy"):
        drawn = column.room("rules").rules_strategy()
    return drawn


def _module(game: str) -> Any:
    return import_module(f"{__name__}.{game}")


def _changed(game: Game, changes: Mapping[str, object]) -> Rules | None:
    """The usual rules with changes; None where these contradict each other."""
    try:
        return rulebook.load(game, None, changes)
    except RulesError:
        return None
