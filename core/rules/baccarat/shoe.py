"""Parser of a shoe's remaining cards.

A shoe is written ``A:30,2:32,…,K:29``; ranks left out are gone. Without J, Q and K,
``10`` counts all ten-valued cards together. Cards seen are a list of cards (``KH``) or
of ranks (``K``), dealt from that shoe or, without a shoe, from full decks.
"""

import re

from trueodds.core.cards import RANKS, Card, Shoe, card_words, parse_rank_name
from trueodds.core.errors import CardError, RulesError, listed
from trueodds.core.exact.digits import counted

DEALT = 6
"""The most cards that a coup takes."""

MOST_OF_A_RANK = 1_000_000
FACES = RANKS[10:]


def read_shoe(text: str) -> Shoe | None:
    """Read the text of a shoe; return None for an empty text.

    Raises ``RulesError`` for an unknown or repeated rank, and for text that is not a
    count.

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
                f"shoe: {item!r:.40} has no valid count; "
                f"expected 0 to {MOST_OF_A_RANK:,} cards of a rank"
            )
        if RANKS[rank] in counts:
            raise RulesError(f"shoe: {RANKS[rank]} is there twice")
        counts[RANKS[rank]] = int(number)
    if not counts:
        return None
    together = "10" in counts and not any(face in counts for face in FACES)
    return Shoe(tuple(counts.get(rank, 0) for rank in RANKS[: 10 if together else 13]))


def shoe_text(shoe: Shoe) -> str:
    """Return the text of a shoe that counts ranks, such as A:4,2:3 and so on."""
    named = zip(RANKS, shoe.counts, strict=False)
    return ",".join(f"{rank}:{count}" for rank, count in named)


def read_seen(text: str) -> tuple[Card | int, ...]:
    """Read a list of cards, or of ranks without a suit.

    Raises ``RulesError`` for a word that is neither.

    >>> [str(card) for card in read_seen("KH, 5d 3")]
    ['KH', '5D', '2']
    """
    return tuple(map(_card_or_rank, card_words(text)))


def seen_text(seen: tuple[Card | int, ...]) -> str:
    """Return the text of the cards seen, such as "KH 5D", or "K 5" without suits."""
    return " ".join(RANKS[s] if isinstance(s, int) else str(s) for s in seen)


def what_is_left(decks: int, shoe: Shoe | None, seen: tuple[Card | int, ...]) -> Shoe:
    """Return the shoe without the cards seen, if a coup can be dealt from it.

    If ``shoe`` is None, the shoe is ``decks`` full decks. ``seen`` are cards, or ranks
    from 0 (ace) to 12 (king). Suits are known if the shoe consists of full decks and
    every card seen has a suit. Raises ``RulesError`` for a card seen more often than
    the shoe holds it, and for fewer than six cards left.
    """
    left = shoe or Shoe.of_cards(decks)
    # A rank without a suit leaves ranks alone. But first, cards with a suit are checked
    # against the full decks, card by card.
    if left.suits_known and any(isinstance(card, int) for card in seen):
        _take(left, [card for card in seen if isinstance(card, Card)])
        left = left.without_suits()
    left = _take(left, seen)
    if left.total < DEALT:
        raise RulesError(
            f"only {counted(left.total, 'cards')} left in the shoe; "
            f"a coup may need {DEALT}"
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
