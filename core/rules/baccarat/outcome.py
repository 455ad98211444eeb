"""The outcome of a coup, as seen by bets; and the value of a hand."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

Winner = Literal["player", "banker", "tie"]
WINNER_CODES: dict[Winner, int] = {"player": 1, "banker": 2, "tie": 0}

NO_PAIR, MIXED_PAIR, PERFECT_PAIR = range(3)


def winner_of(player: int, banker: int) -> Winner:
    """Return the hand with the higher total, or "tie"."""
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"


class Outcome(NamedTuple):
    """The properties of a finished coup on which bets can depend.

    ``natural``: the first two cards of either hand ended the coup. ``player_match`` and
    ``banker_match`` compare the first two cards of that hand: ``NO_PAIR``, equal ranks
    (``MIXED_PAIR``), or equal ranks and suits (``PERFECT_PAIR``). ``same_pair``: both
    hands have a pair of the same rank. If suits are not known, no pair is perfect.
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
        """The hand with the higher total, or "tie"."""
        return winner_of(self.player_total, self.banker_total)

    @property
    def cards(self) -> int:
        """The number of cards dealt."""
        return self.player_cards + self.banker_cards

    @property
    def margin(self) -> int:
        """The difference of the two totals."""
        return abs(self.player_total - self.banker_total)

    @property
    def player_pair(self) -> bool:
        """True if Player's first two cards have the same rank."""
        return self.player_match != NO_PAIR

    @property
    def banker_pair(self) -> bool:
        """True if Banker's first two cards have the same rank."""
        return self.banker_match != NO_PAIR

    @property
    def pairs(self) -> int:
        """The number of hands that began with a pair."""
        return self.player_pair + self.banker_pair

    @property
    def player_perfect_pair(self) -> bool:
        """True if Player's first two cards have the same rank and suit."""
        return self.player_match == PERFECT_PAIR

    @property
    def banker_perfect_pair(self) -> bool:
        """True if Banker's first two cards have the same rank and suit."""
        return self.banker_match == PERFECT_PAIR

    @property
    def perfect_pairs(self) -> int:
        """The number of hands that began with a perfect pair."""
        return self.player_perfect_pair + self.banker_perfect_pair


def value(rank: int) -> int:
    """Return the value of a rank: ace 1, 2 to 9 themselves, ten and faces 0.

    >>> [value(rank) for rank in (0, 8, 9, 12)]
    [1, 9, 0, 0]
    """
    return rank + 1 if rank < 9 else 0


def hand_total(ranks: Sequence[int]) -> int:
    """Return the last digit of the sum of the values."""
    return sum(map(value, ranks)) % 10
