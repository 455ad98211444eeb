"""Random positions of a game, in the text form that scorers read.

The function ``random_position(rules, random)`` makes a position. Our games have it in
their module of ``positions``, a game from another package in its module of rules.
"""

from random import Random

from trueodds.core.errors import UnknownNameError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.game_parts import game_part

POSITIONS = "trueodds.proofs.verify.positions"
SEED = 1


def sample(
    game: Game, rules: Rules, count: int, seed: int = SEED, rule: str | None = None
) -> list[str]:
    """Return random positions, the same for the same seed.

    ``rule`` selects the positions of a scoring rule, if they differ by rule. Raises
    ``UnknownNameError`` for a game that has no random positions.

    >>> from trueodds.core import games, rulebook
    >>> farkle = games.find("farkle")
    >>> sample(farkle, rulebook.load(farkle), 3)
    ['51', '144', '6421']
    """
    position = (
        game_part(POSITIONS, game.name, f"random_position_of_{rule}")
        or game_part(POSITIONS, game.name, "random_position")
        or getattr(game.room("rules"), "random_position", None)
    )
    if position is None:
        raise UnknownNameError(
            f"{game.name} has no random positions; its module of rules needs a "
            "function random_position(rules, random)"
        )
    random = Random(seed)
    return [position(rules, random) for _ in range(count)]
