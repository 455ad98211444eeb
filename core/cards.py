"""Cards of the 52-card deck, their text forms, and shoes of several decks.

Cards are ordered by rank (ace low), then clubs, diamonds, hearts, spades, and are
printed as ``5H``, ``10S``, ``JD``. ``Card.number`` is 4 * rank + suit.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from trueodds.core.errors import CardError, listed

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
RANK_NAMES = ("ace", *RANKS[1:10], "jack", "queen", "king")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SYMBOLS = "♣♦♥♠"
_SUIT_SYMBOLS = str.maketrans("♣♧♦♢♥♡♠♤", "CCDDHHSS")


class Card(NamedTuple):
    """A card: ``rank`` 0 (ace) to 12 (king), ``suit`` 0 to 3 (clubs to spades).

    >>> Card.parse("ts"), str(Card.parse("10♠"))
    (Card('10S'), '10S')
    """

    rank: int
    suit: int

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read ``5H``, ``10S``, ``TS``, ``0S``, ``jd``, ``J♦`` or ``H5``.

        Raises ``CardError`` with the text and the accepted forms.

        >>> Card.parse("H5"), Card.parse("0♦")
        (Card('5H'), Card('10D'))
        """
        plain = text.strip().translate(_SUIT_SYMBOLS).upper()
        if plain[:1] in SUITS:
            plain = plain[1:] + plain[:1]
        rank = parse_rank_name(plain[:-1])
        suit = plain[-1:]
        if rank is None or not suit or suit not in SUITS:
            raise CardError(
                f"{text!r} is not a card: a rank (A, 2 … 10 or T, J, Q, K) "
                "and a suit (C, D, H, S), such as 5H or 10S"
            )
        return cls(rank, SUITS.index(suit))

    @classmethod
    def of_number(cls, number: int) -> "Card":
        """Return the card with this number from 0 to 51, which is 4 * rank + suit."""
        return cls(*divmod(number, 4))

    @property
    def number(self) -> int:
        """The number of the card from 0 to 51: 4 * rank + suit."""
        return 4 * self.rank + self.suit

    @property
    def symbol(self) -> str:
        """The card with the symbol of its suit, such as 2♦."""
        return RANKS[self.rank] + SYMBOLS[self.suit]

    @property
    def name(self) -> str:
        """The card in words, such as king of spades."""
        return f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


DECK = tuple(Card.of_number(number) for number in range(52))
"""The 52 cards in order."""


def parse_rank_name(text: str) -> int | None:
    """Return the rank 0 to 12 of ``A``, ``2`` … ``10``, ``J``, ``Q``, ``K``.

    ``T`` and ``0`` are ten. Other text gives None.
    """
    name = text.upper()
    name = "10" if name in ("T", "0") else name
    return RANKS.index(name) if name in RANKS else None


def parse_rank(text: str) -> int:
    """Read a rank, or the rank of a card, as a number from 0 (ace) to 12 (king).

    Raises ``CardError`` with the text and the thirteen ranks.

    >>> parse_rank("t"), parse_rank("10♠")
    (9, 9)
    """
    plain = text.strip()
    rank = parse_rank_name(plain)
    if rank is None:
        with suppress(CardError):
            return Card.parse(plain).rank
        raise CardError(f"{text!r} is not a rank: {listed(RANKS)} (T is 10)")
    return rank


def card_words(text: str, *, whole: bool = True) -> list[str]:
    """Split a list of cards or ranks into words. Separators are optional.

    A number of two digits is two ranks only if it is the whole list. It is a single
    word if the text is only a part of a list (``whole=False``).

    >>> card_words("5h,JD 10♣2s K"), card_words("6K8A10"), card_words("[H5, ♦0]")
    (['5h', 'JD', '10♣', '2s', 'K'], ['6', 'K', '8', 'A', '10'], ['H5', '♦0'])
    >>> card_words("28 3"), card_words("28")
    (['28', '3'], ['2', '8'])
    """
    words = text.translate(_SEPARATORS).split()
    if whole and len(words) == 1:
        return _joined_cards(words[0])
    parts = (
        [word] if _NUMBER.fullmatch(word) else _joined_cards(word) for word in words
    )
    return [card for part in parts for card in part]


def _joined_cards(word: str) -> list[str]:
    """Return the cards of a word without separators, or its parts if one is no card."""
    for card in (_RANK_FIRST, _SUIT_FIRST):
        cards = card.findall(word)
        if "".join(cards) == word:
            return cards
    return _AFTER_SUIT.sub(" ", word).split()


_SEPARATORS = str.maketrans(dict.fromkeys(",;[](){}\"'", " "))
_NUMBER = re.compile("[0-9]{2}")
_RANK = "(?:10|[02-9AJQKT])"
_SUIT = "[CDHS♣♧♦♢♥♡♠♤]"
_RANK_FIRST = re.compile(f"(?i){_RANK}{_SUIT}?")
_AFTER_SUIT = re.compile(rf"(?i)(?<=[0-9AJQKT]{_SUIT})(?=\w)")
_SUIT_FIRST = re.compile(f"(?i){_SUIT}{_RANK}")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards in the order written; white space or commas between them are optional.

    Raises ``CardError`` for text that is no card and for a repeated card.

    >>> [str(card) for card in parse_cards("5h, JD 10♣2s")]
    ['5H', 'JD', '10C', '2S']
    """
    cards = tuple(map(Card.parse, card_words(text)))
    require_different(cards)
    return cards


def require_different(cards: Sequence[Card]) -> None:
    """Raise ``CardError`` for a repeated card."""
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise CardError(f"{card} is there twice; a deck has one of each card")


def format_cards(cards: Iterable[Card]) -> str:
    """Return the text form of several cards, in their order."""
    return " ".join(map(str, cards))


@dataclass(frozen=True, slots=True)
class Shoe:
    """The cards left in a shoe, counted by rank, by card or by value.

    ``counts`` has 13 entries, ace to king; or 52, by ``Card.number``, if suits are
    known; or 10, ace to 9 and all ten-valued cards, if not even ranks are known.
    Raises ``CardError`` for anything else.

    >>> Shoe.of_decks(8).total
    416
    >>> Shoe.of_decks(1).after([0, 0]).counts[:2]
    (2, 4)
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) not in (10, 13, 52) or min(self.counts) < 0:
            raise CardError(
                "a shoe is 13 counts of 0 or more, ace to king, or 52 by card, or 10 "
                f"with all ten-valued cards together, not {self.counts}"
            )

    @classmethod
    def of_decks(cls, decks: int) -> "Shoe":
        """Return a full shoe of this many decks, with a count for each rank."""
        return cls((4 * decks,) * len(RANKS))

    @classmethod
    def of_cards(cls, decks: int) -> "Shoe":
        """Return a full shoe of this many decks, with a count for each card."""
        return cls((decks,) * len(DECK))

    @property
    def total(self) -> int:
        """The number of cards left."""
        return sum(self.counts)

    @property
    def ranks_known(self) -> bool:
        """True if ten-valued ranks are counted separately."""
        return len(self.counts) > 10

    @property
    def suits_known(self) -> bool:
        """True if suits are counted separately."""
        return len(self.counts) == len(DECK)

    def by_rank(self) -> tuple[tuple[int, ...], ...]:
        """Return a tuple for each rank, or value, with its count or its counts by suit.

        The tuple has four counts, clubs to spades, if suits are known, and else a
        single count.
        """
        step = len(SUITS) if self.suits_known else 1
        starts = range(0, len(self.counts), step)
        return tuple(self.counts[start : start + step] for start in starts)

    def without_suits(self) -> "Shoe":
        """Return the same shoe with the suits of a rank added up."""
        return Shoe(tuple(map(sum, self.by_rank())))

    def after(self, dealt: Iterable[Card | int]) -> "Shoe":
        """Return the shoe without the cards ``dealt``.

        For a shoe without suits, a card can also be a rank: 0 (ace) to 12 (king).

        Raises ``CardError`` if the shoe holds too few of a card, and for a rank if the
        shoe distinguishes suits.

        >>> Shoe.of_cards(1).after([Card.parse("AC")]).total
        51
        """
        counts = list(self.counts)
        for card in dealt:
            name = RANKS[card] if isinstance(card, int) else str(card)
            if self.suits_known:
                if isinstance(card, int):
                    raise CardError(
                        f"this shoe distinguishes suits; give the {name} a suit, "
                        f"such as {name}H"
                    )
                place = card.number
            else:
                rank = card if isinstance(card, int) else card.rank
                # In a shoe by value, the last place counts all ten-valued ranks.
                place = min(rank, len(counts) - 1)
            if not counts[place]:
                raise CardError(f"the shoe holds no further {name}")
            counts[place] -= 1
        return Shoe(tuple(counts))
