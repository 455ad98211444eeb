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
from trueodds.core.rules.cribbage_play import MOST_CARDS, count_of, ranks_text

SEED = 1

RandomPosition = Callable[[Any, Random], str]


def sample(
    game: Game, rules: Rules, count: int, seed: int = SEED, rule: str | None = None
) -> list[str]:
    """So many random positions, the same for the same seed.

    Raises ``UnknownNameError`` for a game that has no random positions.

    >>> from trueodds.core import games, rulebook
    >>> farkle = games.find("farkle")
    >>> sample(farkle, rulebook.load(farkle), 3)
    ['51', '144', '6421']
    """
    ours = BY_RULE.get((game.name, rule)) or OURS.get(game.name)
    position = ours or getattr(game.room("rules"), "random_position", None)
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


def _play(rules: Any, random: Random) -> str:
    """Cards dealt one by one as long as they fit, up to a random number of them."""
    most, pile = random.randint(1, MOST_CARDS), list[int]()
    for card in random.sample(DECK, most):
        if count_of([*pile, card.rank]) > rules.play.count_limit:
            break
        pile.append(card.rank)
    return ranks_text(pile)


def _farkle(rules: Any, random: Random) -> str:
    return "".join(str(random.randint(1, 6)) for _ in range(random.randint(1, 6)))


BY_RULE: dict[tuple[str, str | None], RandomPosition] = {("cribbage", "play"): _play}
"""Scoring rules whose positions are others than the usual ones of the game."""

OURS: dict[str, RandomPosition] = {
    "bunco": _bunco,
    "baccarat": _baccarat,
    "cribbage": _cribbage,
    "farkle": _farkle,
}
