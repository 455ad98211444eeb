"""The positions of our games, a module for each game."""

from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.game_parts import game_part
from trueodds.proofs.verify.positions.space import Space
from trueodds.proofs.verify.scorer.failure_classes import Causes, names_of_lines


def find(game: Game, rules: Rules, rule: str) -> Space | None:
    """Return the space of a game's positions.

    It is None for a game from another package and for rules with more than 10**12
    positions.

    >>> from trueodds.core import games, rulebook
    >>> bunco = games.find("bunco")
    >>> find(bunco, rulebook.load(bunco), "roll").size
    1296
    """
    make = game_part(__name__, game.name, "space")
    space: Space | None = make(rules, rule) if make else None
    return space


def causes(game: Game, rules: Rules) -> Causes:
    """Return the function that names the features of a position by its breakdown."""
    under = game_part(__name__, game.name, "causes_under")
    named: Causes = (
        under(rules)
        if under
        else game_part(__name__, game.name, "causes") or names_of_lines
    )
    return named


def same_positions(game: Game, rules: Rules, other: Rules) -> bool:
    """Return False if a game has other positions under the other rules.

    >>> from trueodds.core import games, rulebook
    >>> farkle = games.find("farkle")
    >>> five_dice = rulebook.load(farkle, None, {"number_of_dice": 5})
    >>> same_positions(farkle, rulebook.load(farkle), five_dice)
    False
    """
    same = game_part(__name__, game.name, "same_positions")
    return same is None or bool(same(rules, other))
