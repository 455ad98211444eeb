"""What is left in the shoe, from the texts in which people say it.

A shoe is ``A:30,2:32,…,K:29``; what is not named has none left. Where J, Q and K are
not named, ``10`` is all ten-valued cards together. What has been seen is a list of
cards (``KH``) or of ranks (``K``) dealt from that shoe, or else from full decks.
"""

import re

from trueodds.core.cards import RANKS, Card, Shoe, parse_rank_name
from trueodds.core.errors import CardError, RulesError, listed

DEALT = 6
"""The most cards that a coup takes."""

MOST_OF_A_RANK = 1_000_000
FACES = RANKS[10:]


def read_shoe(text: str) -> Shoe | None:
    """The shoe that a text names, None for an empty one.

    Raises ``RulesError`` for a rank there is not or that is there twice, and for a
    count that is none.

    >>> read_shoe("A:4,9:2,10:16").counts
    (4, 0, 0, 0, 0, 0, 0, 0, 2, 16)
    """
    counts: dict[str, int] = {}
    for item in re.split(r"[,;\s]+", re.sub(r"\s*[:=]\s*", ":", text.strip())):
        if not item:
            continue
        name, colon, number = item.partition(":")
        rank = parse_rank_name(name)
        if rank is None or not colon:
            raise RulesError(
                f"shoe: {item!r:.40} is not RANK:COUNT, such as A:30; "
                f"the ranks are {listed(RANKS)}"
            )
        if not re.fullmatch(r"[0-9]{1,7}", number) or int(number) > MOST_OF_A_RANK:
            raise RulesError(
                f"shoe: {item!r:.40} counts no cards; "
                f"0 to {MOST_OF_A_RANK:,} of a rank is right"
            )
        if RANKS[rank] in counts:
            raise RulesError(f"shoe: {RANKS[rank]} is there twice")
        counts[RANKS[rank]] = int(number)
    if not counts:
        return None
    together = "10" in counts and not any(face in counts for face in FACES)
    return Shoe(tuple(counts.get(rank, 0) for rank in RANKS[: 10 if together else 13]))


def shoe_text(shoe: Shoe) -> str:
    """The standard text of a shoe of ranks."""
    named = zip(RANKS, shoe.counts, strict=False)
    return ",".join(f"{rank}:{count}" for rank, count in named)


def read_seen(text: str) -> tuple[Card | int, ...]:
    """The cards, or ranks where no suit is told, that a text names.

    Raises ``RulesError`` for what is neither.

    >>> [str(seen) for seen in read_seen("KH, 5d 3")]
    ['KH', '5D', '2']
    """
    return tuple(_card_or_rank(word) for word in re.split(r"[,;\s]+", text) if word)


def seen_text(seen: tuple[Card | int, ...]) -> str:
    """The standard text of what has been seen."""
    return " ".join(RANKS[s] if isinstance(s, int) else str(s) for s in seen)


def what_is_left(decks: int, shoe: Shoe | None, seen: tuple[Card | int, ...]) -> Shoe:
    """The shoe without what has been seen of it; six cards or more.

    Suits are known where the shoe is of full decks and every card seen has its suit.
    Raises ``RulesError`` for a card seen more often than the shoe holds it, and where
    no coup can be dealt.
    """
    left = shoe or Shoe.of_cards(decks)
    if left.suits_known and any(isinstance(card, int) for card in seen):
        _take(left, [card for card in seen if isinstance(card, Card)])
        left = left.without_suits()
    left = _take(left, seen)
    if left.total < DEALT:
        raise RulesError(
            f"the shoe has {left.total} cards left; a coup can take {DEALT}"
        )
    return left


def _take(shoe: Shoe, seen: "list[Card] | tuple[Card | int, ...]") -> Shoe:
    try:
        return shoe.after(seen)
    except CardError as error:
        raise RulesError(f"seen: {error}") from None


def _card_or_rank(word: str) -> Card | int:
    rank = parse_rank_name(word)
    if rank is not None:
        return rank
    try:
        return Card.parse(word)
    except CardError as error:
        raise RulesError(f"seen: {error}") from None
