"""A dealer of baccarat that shares no code with the scorer of coups.

Cards are numbers from 0 to 51: 4 * rank + suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import DECK, RANKS
from trueodds.core.rules.baccarat import BaccaratRules

Array: TypeAlias = NDArray[Any]

MOST = 6
"""The most cards of a coup."""


class Coups(NamedTuple):
    """Coups: the number of cards, and the totals of both hands."""

    cards: Array
    player: Array
    banker: Array


class Dealer:
    """A dealer who follows the tableau of some rules.

    ``draws[third, total]`` is true where Banker draws. Player's third card is a rank
    from 0 (ace) to 12 (king), or 13 if Player stands.
    """

    def __init__(self, rules: BaccaratRules) -> None:
        self.natural = rules.natural
        self.player_draws = np.isin(range(10), rules.player_draws)
        thirds = [rules.banker_draws[third] for third in (*RANKS, "none")]
        self.draws = np.array([np.isin(range(10), totals) for totals in thirds])

    def deal(self, rows: Array) -> Coups:
        """Deal a coup from each row of six cards."""
        ranks = rows // 4
        points = np.minimum(ranks + 1, 10) % 10
        player, banker = points[:, [0, 2]].sum(1) % 10, points[:, [1, 3]].sum(1) % 10
        goes_on = np.maximum(player, banker) < self.natural
        third = goes_on & self.player_draws[player]
        last = goes_on & self.draws[np.where(third, ranks[:, 4], len(RANKS)), banker]
        drawn = np.where(third, points[:, 5], points[:, 4])
        return Coups(
            4 + third + last,
            (player + third * points[:, 4]) % 10,
            (banker + last * drawn) % 10,
        )


def full_shoe(decks: int) -> Array:
    """Return the cards of full decks."""
    return np.tile(np.arange(len(DECK)), decks)


def fresh(generator: np.random.Generator, shoe: Array, count: int) -> Array:
    """Return the first six cards of ``count`` well shuffled shoes."""
    places = generator.integers(len(shoe), size=(2 * count, MOST))
    # Six random places are a fair draw without replacement if no place comes twice.
    different = (np.diff(np.sort(places, axis=1)) > 0).all(axis=1)
    return shoe[places[different][:count]]


def shoes(
    generator: np.random.Generator, dealer: Dealer, shoe: Array, count: int, coups: int
) -> Iterator[Coups]:
    """Yield the first coups of well shuffled shoes, one after the other."""
    rows = generator.permuted(np.tile(shoe, (count, 1)), axis=1)
    shown = np.zeros(count, np.int64)
    for _ in range(coups):
        places = shown[:, None] + np.arange(MOST)
        dealt = dealer.deal(np.take_along_axis(rows, places, axis=1))
        shown += dealt.cards
        yield dealt


def card_lines(rows: Array, coups: Coups, words: Sequence[str]) -> list[str]:
    """Return the cards of each coup on a line; ``words`` names the 52 cards."""
    pairs = zip(rows.tolist(), coups.cards.tolist(), strict=True)
    return [" ".join(words[card] for card in row[:cards]) for row, cards in pairs]


def winners(coups: Coups) -> list[str]:
    """Return the winner of each coup: P, B or T."""
    return ["TPB"[sign] for sign in np.sign(coups.player - coups.banker).tolist()]
