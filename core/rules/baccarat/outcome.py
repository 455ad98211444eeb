"""What of a finished coup a bet can depend on, and how a hand is counted."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

Winner = Literal["player", "banker", "tie"]
WINNER_CODES: dict[Winner, int] = {"player": 1, "banker": 2, "tie": 0}

NO_PAIR, MIXED_PAIR, PERFECT_PAIR = range(3)


class Outcome(NamedTuple):
    """What the odds of a coup depend on.

    ``natural``: the first two cards of either hand ended the coup. ``player_match`` and
    ``banker_match`` say of the first two cards of that hand: ``NO_PAIR``, equal ranks
    (``MIXED_PAIR``), or equal ranks and suits (``PERFECT_PAIR``); ``same_pair``: both
    hands have a pair, of one rank. Where suits are not known, no pair is perfect.
    """

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    natural: bool
    player_match: int = NO_PAIR
    banker_match: int = NO_PAIR
    same_pair: bool = False

    @property
    def winner(self) -> Winner:
        """Who has the higher total."""
        if self.player_total == self.banker_total:
            return "tie"
        return "player" if self.player_total > self.banker_total else "banker"

    @property
    def cards(self) -> int:
        """How many cards were dealt."""
        return self.player_cards + self.banker_cards

    @property
    def margin(self) -> int:
        """By how much the winner won."""
        return abs(self.player_total - self.banker_total)

    @property
    def player_pair(self) -> bool:
        """Player's first two cards are of one rank."""
        return self.player_match != NO_PAIR

    @property
    def banker_pair(self) -> bool:
        """Banker's first two cards are of one rank."""
        return self.banker_match != NO_PAIR

    @property
    def pairs(self) -> int:
        """How many hands began with a pair."""
        return self.player_pair + self.banker_pair

    @property
    def player_perfect_pair(self) -> bool:
        """Player's first two cards are of one rank and suit."""
        return self.player_match == PERFECT_PAIR

    @property
    def banker_perfect_pair(self) -> bool:
        """Banker's first two cards are of one rank and suit."""
        return self.banker_match == PERFECT_PAIR

    @property
    def perfect_pairs(self) -> int:
        """How many hands began with a perfect pair."""
        return self.player_perfect_pair + self.banker_perfect_pair


def value(rank: int) -> int:
    """What a rank counts: ace 1, 2 to 9 themselves, ten and faces 0.

    >>> [value(rank) for rank in (0, 8, 9, 12)]
    [1, 9, 0, 0]
    """
    return rank + 1 if rank < 9 else 0


def hand_total(ranks: Sequence[int]) -> int:
    """The last digit of the sum of the values."""
    return sum(map(value, ranks)) % 10
