"""The positions of our games, a module each."""

from importlib import import_module
from math import inf

from trueodds.core import games
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.positions.space import MOST, Space
from trueodds.proofs.verify.scorer.failure_classes import Causes, names_of_lines


def find(game: Game, rules: Rules, rule: str) -> Space | None:
    """The positions of a game, or None where nobody can go through them.

    That is a game from another package, or rules with more than 10**12 positions.

    >>> from trueodds.core import rulebook
    >>> bunco = games.find("bunco")
    >>> find(bunco, rulebook.load(bunco), "roll").size
    1296
    """
    if game.name not in games.OURS:
        return None
    module = import_module(f"{__name__}.{game.name}")
    size = getattr(module, "size", lambda rules: -inf)(rules)
    space: Space | None = None if size > MOST else module.space(rules, rule)
    return space


def causes(game: Game) -> Causes:
    """What names the kinds of wrong answers; usually the names of what scores."""
    if game.name not in games.OURS:
        return names_of_lines
    module = import_module(f"{__name__}.{game.name}")
    named: Causes = getattr(module, "causes", names_of_lines)
    return named
