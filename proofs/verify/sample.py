"""Random positions of a game, in the text form that scorers read.

A game of ours has a function here; a game from another package has a function
``random_position(rules, random)`` in its module of rules.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from trueodds.core.cards import DECK, RANKS, format_cards
from trueodds.core.errors import UnknownNameError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules

SEED = 1

RandomPosition = Callable[[Any, Random], str]


def sample(game: Game, rules: Rules, count: int, seed: int = SEED) -> list[str]:
    """So many random positions, the same for the same seed.

    Raises ``UnknownNameError`` for a game that has no random positions.

    >>> from trueodds.core import games, rulebook
    >>> farkle = games.find("farkle")
    >>> sample(farkle, rulebook.load(farkle), 3)
    ['51', '144', '6421']
    """
    position = OURS.get(game.name) or getattr(
        game.room("rules"), "random_position", None
    )
    if position is None:
        raise UnknownNameError(
            f"{game.name} has no random positions; its module of rules needs a "
            "function random_position(rules, random)"
        )
    random = Random(seed)
    return [position(rules, random) for _ in range(count)]


def _bunco(rules: Any, random: Random) -> str:
    dice = [str(random.randint(1, rules.sides)) for _ in range(rules.dice)]
    return f"{random.randint(1, rules.rounds)} | {' '.join(dice)}"


def _baccarat(rules: Any, random: Random) -> str:
    ranks = random.sample(RANKS, k=6, counts=[4 * rules.decks] * len(RANKS))
    return " ".join(ranks)


def _cribbage(rules: Any, random: Random) -> str:
    *hand, starter = random.sample(DECK, 5)
    return f"{format_cards(hand)} | {starter}" if rules.starter else format_cards(hand)


def _farkle(rules: Any, random: Random) -> str:
    return "".join(str(random.randint(1, 6)) for _ in range(random.randint(1, 6)))


OURS: dict[str, RandomPosition] = {
    "bunco": _bunco,
    "baccarat": _baccarat,
    "cribbage": _cribbage,
    "farkle": _farkle,
}
