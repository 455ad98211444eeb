"""The positions of our games, a module for each game, and random positions."""

from random import Random

from trueodds.core.errors import UnknownNameError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.parts import parts

SEED = 1


def sample(
    game: Game, rules: Rules, count: int, seed: int = SEED, rule: str | None = None
) -> list[str]:
    """Return ``count`` random positions; the same seed gives the same positions.

    ``rule`` selects the positions of a scoring rule, if they differ by rule.

    >>> from trueodds.core import games, rulebook
    >>> farkle = games.find("farkle")
    >>> sample(farkle, rulebook.load(farkle), 3)
    ['51', '144', '6421']
    """
    position = parts(game).positions().random
    if position is None:
        # A game without a scorer has a better message than this one.
        game.scorer()
        raise UnknownNameError(
            f"{game.name} has no random positions; its package declares positions "
            "by Game(scoring=…)"
        )
    random = Random(seed)
    return [position(rules, random, rule) for _ in range(count)]
