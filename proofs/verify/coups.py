"""Coups of baccarat as programs print them, on a line, and what is wrong with them.

A line has the cards in the order dealt, or both hands, or the totals, or the winner. A
bracket behind a hand is its total or its third card, whichever fits.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain

from trueodds.core.cards import (
    DECK,
    RANK_NAMES,
    RANKS,
    SUIT_NAMES,
    Card,
    Shoe,
    card_words,
    parse_rank_name,
)
from trueodds.core.errors import CardError, PositionError
from trueodds.core.rules.baccarat import WINNER_CODES, BaccaratRules, Winner, hand_total
from trueodds.core.rules.baccarat.bets import winner_of

MOST = 6
"""The most cards of a coup."""

FORM = (
    "its 4 to 6 cards in the order dealt, Player first, such as 6 K 8 A 9, or both "
    "hands: 6 8 9 | K A"
)
TIMES = {1: "once", 2: "twice"}
WINNERS: dict[str, Winner] = {
    "p": "player",
    "player": "player",
    "punto": "player",
    "b": "banker",
    "banker": "banker",
    "banco": "banker",
    "dealer": "banker",
    "t": "tie",
    "tie": "tie",
    "tied": "tie",
    "draw": "tie",
    "drawn": "tie",
    "push": "tie",
    "egalite": "tie",
}
"""The winner by the words for it."""

NOTHING = frozenset({"NA", "N/A", "NAN", "NONE", "NULL", "X", "-", "_", "."})
"""The words for a third card that was not dealt."""

HAND = r"player|punto|banker|banco|dealer|p|b"
NAMED = re.compile(rf"(?i)(?:{HAND})\b")
OF_SUIT = re.compile(
    rf"(?i)\b({'|'.join(RANK_NAMES)}|[AJQKT])\s+of\s+({'|'.join(SUIT_NAMES)})\b"
)
WINNER_FIRST = re.compile(
    rf"(?i)\s*({'|'.join(WINNERS)})(?:\s*[,;]\s*|(?<=tie)\s+|\s+wins\W+)([0-9])"
    r"(?:\s*[-,;:]\s*|\s+to\s+)([0-9])\s*"
)
"""A winner and both totals, in any order of these."""

TOTAL = re.compile(
    r"(?i)\(?\s*(?:=\s*|\b(?:hand\s+)?(?:total|value|points|score)\b[\s:=\"]*)(\d+)\s*\)?"
)
MARKED = re.compile(r"#\d{1,9}")
"""A total as ``_reading`` marks it; a # without a number is no card, and no total."""
LONE_T = re.compile(r"(?i)^\s*T(?=[\s,;:])"), re.compile(r"(?i)[\s,;]T\W*$")
"""A T at an end of a line, which is a ten or a tie: whichever fits the tableau."""

BRACKET = re.compile(r"(?<=\w)\s*\(\s*(\d+)\s*\)")
WON = re.compile(
    rf"(?i)\b(?:winner|result|outcome|wins)\b\W*({'|'.join(WINNERS)})\b"
    rf"|\b({HAND})\s+(?:wins|won)\b"
    r"|\bresult\b\W*([012])\b"
    r"|\b(?:it(?:\s+is|'s)\s+)?(?:an?\s+)?(tie|tied|push|egalite)\b|\b(draw)\W*$"
)
PARTS = re.compile(rf"(?i)[|\[\](){{}};/]|\s[-]\s|\b(?:vs|versus)\b|(?=\b(?:{HAND})\b)")
"""A separator of two hands, or the place before the name of a hand."""

AROUND = re.compile(
    r"(?i)[\"':=*.!]|\b(?:takes|draws)\s+an?\s+card\b|\b(?:hand|cards?|is|was|has|dealt|takes|draws|with|and|play|"
    r"complete)\b"
)
"""Signs and words beside the names and the cards of hands, which are ignored."""

KEYS = re.compile(rf"(?i)\b(?:{HAND}|winner|result|outcome|cards|dealt)\b")
"""The keys of a JSON object that tell about a coup."""

CardOrRank = Card | int


@dataclass(frozen=True, slots=True)
class Printed:
    """A coup of baccarat as a line prints it.

    ``cards`` are in the order dealt; a card without a suit is its rank, from 0 for the
    ace. ``drawn`` is the number of Player's cards, if both hands are printed.
    ``totals`` are Player's and Banker's; a total that is not printed is None. ``fault``
    says what is wrong with the coup by the rules, or is "".
    """

    cards: tuple[CardOrRank, ...] = ()
    drawn: int | None = None
    totals: tuple[int | None, int | None] = (None, None)
    winner: Winner | None = None
    fault: str = field(default="")


def read_coup(text: str, rules: BaccaratRules) -> Printed | None:
    """Return the coup that a line prints; None for a line without a coup.

    ``fault`` of the coup says what is wrong by the rules. Raises ``PositionError`` for
    cards or totals that are no coup.

    >>> rules = BaccaratRules.load()
    >>> read_coup("Player: K A 5 (6), Banker: 7 2 (9)", rules).fault
    'Player drew on 1 against a natural 9'
    >>> read_coup("B,7,6", rules).totals
    (6, 7)
    """
    if winner := WINNER_FIRST.fullmatch(text):
        return _of_winner(*winner.groups())
    plain = _plain(text)
    read = []
    errors = []
    # A number in a bracket is a total or a card, and a T at an end a tie or a ten.
    texts = [BRACKET.sub(number, plain) for number in (r" #\1 ", r" \1 ")]
    texts += [end.sub("; tie; ", each) for end in LONE_T for each in texts]
    for each in dict.fromkeys(texts):
        try:
            coup = _reading(each, text)
        except PositionError as error:
            errors.append(error)
            continue
        # Without cards or hands there is no coup, whatever a bracket or a T means.
        if coup is None:
            return None
        read.append(replace(coup, fault=_fault(coup, rules)))
    if not read:
        raise errors[0]
    # A program is not refuted if any reading of its line is right.
    return next((coup for coup in read if not coup.fault), read[0])


def _of_winner(name: str, first: str, second: str) -> Printed:
    """Return the coup of a winner and of both totals, in any order of these."""
    winner = WINNERS[name.lower()]
    # The winner has the higher total, so the order of both totals does not matter.
    low, high = sorted((int(first), int(second)))
    equal = low == high
    if equal != (winner == "tie"):
        fault = f"{winner} cannot be right with {low} to {high}"
        return Printed(winner=winner, fault=fault)
    totals = (high, low) if winner == "player" else (low, high)
    return Printed(totals=totals, winner=winner)


def _plain(text: str) -> str:
    """Return a line without JSON and without words for cards."""
    if text.lstrip().startswith("{"):
        try:
            record = json.loads(text)
            words = {_key(key): _value(value) for key, value in record.items()}
            # Other fields, such as a number of the coup, would be read as cards.
            known = filter(KEYS.search, words)
            text = "; ".join(f"{key}: {words[key]}" for key in known)
        except (ValueError, RecursionError):
            raise PositionError(f"{text[:40]!r} is not a JSON object") from None
    text = re.sub("(?<=[a-z])_(?=[a-z])", " ", text)
    return OF_SUIT.sub(_short_card, text)


def _short_card(match: re.Match[str]) -> str:
    rank = match[1].lower()
    short = RANKS[RANK_NAMES.index(rank)] if rank in RANK_NAMES else rank
    return short + match[2][0]


def _key(key: str) -> str:
    """Return the words of a key such as ``playerTotal`` or ``player_cards``."""
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", key).replace("_", " ")


def _value(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(_value, value))
    if isinstance(value, dict):
        parts = []
        for place, part in enumerate(value.values()):
            parts.append(str(part)[: 2 - place])
        return "".join(parts)
    return "" if value is None else str(value)


def _reading(plain: str, text: str) -> Printed | None:
    """Return a line of cards, hands or a winner, in which ``#6`` is a total."""
    plain = TOTAL.sub(r" #\1 ", plain)
    won = WON.search(plain)
    named = next(filter(None, won.groups())).lower() if won else ""
    winner = WINNERS.get(CODES.get(named, named))
    hands: list[_Hand] = []
    name = ""
    # The words of the result are taken out first, as they name a hand too.
    for part in PARTS.split(WON.sub(" ", plain)):
        # Cards may be written without blanks, but not beside a total.
        words = card_words(AROUND.sub(" ", part), whole="#" not in part)
        if words and NAMED.fullmatch(words[0]):
            if name:
                raise PositionError(f"{text[:40]!r} names a hand without its cards")
            name = WINNERS[words.pop(0).lower()]
        if not words:
            continue
        # A hand may be named twice: with its cards, then with its total or its third
        # card.
        hand = next((hand for hand in hands if name and hand.name == name), None)
        # A total alone belongs to the hand before it.
        if hand is None and hands and not name and words[0].startswith("#"):
            hand = hands[-1]
        if hand is None:
            hand = _Hand(name)
            hands.append(hand)
        ended = False
        for word in words:
            if MARKED.fullmatch(word):
                hand.total = int(word[1:])
                ended = bool(hand.cards)
                continue
            if ended:
                # A card behind the total of a hand is the first of the next hand.
                hand = _Hand("")
                hands.append(hand)
                ended = False
            hand.cards.append(word)
        name = ""
    if name:
        # A name at the end, without cards, is that of the winner.
        winner = WINNERS[name]
    return _of_hands(text, *_lone_winner(hands, winner))


@dataclass(slots=True)
class _Hand:
    """A hand as printed: its name, or "", the words of its cards, and its total."""

    name: str
    cards: list[str] = field(default_factory=list)
    total: int | None = None

    @property
    def only_total(self) -> bool:
        """True if the hand has a name, but no cards except a single number."""
        if not self.name:
            return False
        if not self.cards:
            return True
        return len(self.cards) == 1 and self.cards[0].isdigit()

    @property
    def printed_total(self) -> int:
        """The total of a hand without cards, or its single number."""
        if self.cards:
            return int(self.cards[0])
        return self.total or 0

    def dealt(self) -> list[CardOrRank]:
        """Return the cards. Raises ``CardError`` for another word."""
        # Words for a card that was not dealt stand in for a third card.
        return [_card(word) for word in self.cards if word.upper() not in NOTHING]


def _lone_winner(
    hands: list[_Hand], winner: Winner | None
) -> tuple[list[_Hand], Winner | None]:
    """Return the hands, and the winner if it stands alone between or behind them."""
    for hand in hands:
        if len(hand.cards) != 1:
            continue
        word = hand.cards[0].lower()
        # A digit is a winner only at the end: elsewhere it is a card.
        if hand is hands[-1]:
            word = CODES.get(word, word)
        rest = [other for other in hands if other is not hand]
        other_cards = sum(len(other.cards) for other in rest)
        # Without four other cards, the word may be a card itself, such as T.
        if word in WINNERS and other_cards >= 4:
            return rest, WINNERS[word]
    return hands, winner


CODES = {str(code): winner for winner, code in WINNER_CODES.items()}


def _of_hands(
    text: str, hands: Sequence[_Hand], winner: Winner | None
) -> Printed | None:
    """Return the coup of the hands, or None if they have fewer than two cards."""
    named = any(hand.name for hand in hands)
    if not named and sum(len(hand.cards) for hand in hands) < 2:
        if winner and not hands:
            return Printed(winner=winner)
        return None
    if len(hands) == 2 and named:
        first, second = hands
        if not first.name or not second.name:
            # The only name may be that of the winner.
            raise PositionError(
                f"{text[:40]!r} names one hand of two; name both or none"
            )
        if first.name == "banker":
            # Player is always first, as in the order of the deal.
            first, second = second, first
            hands = [first, second]
        both = first.name == "player" and second.name == "banker"
        if both and first.only_total and second.only_total:
            totals = first.printed_total, second.printed_total
            return Printed(totals=totals, winner=winner)
    try:
        cards = [hand.dealt() for hand in hands]
    except CardError:
        raise PositionError(f"{text[:40]!r} is not a coup; expected {FORM}") from None
    if len(cards) == 2 and {len(hand) for hand in cards} <= {2, 3}:
        player, banker = cards
        # Both hands are put back into the order of the deal: Player and Banker in turn.
        firsts = chain(*zip(player[:2], banker[:2], strict=True))
        dealt = (*firsts, *player[2:], *banker[2:])
        of_both = hands[0].total, hands[1].total
        return Printed(dealt, len(player), of_both, winner)
    dealt = tuple(chain(*cards))
    # Between more than two hands there may be their totals.
    unclear = len(cards) > 2 and max(map(len, cards)) > 1
    if unclear or named or not 4 <= len(dealt) <= MOST:
        raise PositionError(f"{text[:40]!r} is not a coup; expected {FORM}")
    return Printed(dealt, winner=winner)


def cards_of(text: str) -> list[CardOrRank]:
    """Return the cards or ranks of a line. Raises ``CardError`` for another word.

    A card without a suit is its rank, from 0 for the ace.

    >>> cards_of("[K of Spades, 10, 0♦]")
    [Card('KS'), 9, Card('10D')]
    """
    words = AROUND.sub(" ", _plain(text))
    return list(map(_card, card_words(words)))


def number_of_cards(text: str) -> int:
    """Return the number of cards of a line; -1 if a word is no card."""
    with suppress(CardError):
        return len(cards_of(text))
    return -1


def _card(word: str) -> CardOrRank:
    """Return a card or a rank. A program that prints values has 1 for an ace."""
    # Not the 1 of a 10.
    word = re.sub("^1(?!0)", "A", word)
    rank = parse_rank_name(word)
    return Card.parse(word) if rank is None else rank


def ranks_of(cards: Sequence[CardOrRank]) -> list[int]:
    """Return the ranks of cards as numbers, from 0 for the ace.

    A card without a suit is passed as its rank.
    """
    return [card if isinstance(card, int) else card.rank for card in cards]


def _fault(coup: Printed, rules: BaccaratRules) -> str:
    """Return the first fault of a coup in words, or "" if it has none."""
    if coup.cards:
        # Only the first fault is named: a wrong draw changes all that follows.
        faults = chain(_too_many(coup.cards, rules.left()), _wrong_draws(coup, rules))
        if fault := next(faults, ""):
            return fault
    # A winner alone has nothing that could contradict it.
    elif None in coup.totals:
        return ""
    return next(_wrong_end(coup, rules), "")


def card_name(card: CardOrRank) -> str:
    """Return the name of a card, or of a rank from 0 (the ace) to 12 (the king).

    >>> card_name(Card.parse("KS")), card_name(0)
    ('king of spades', 'ace')
    """
    return RANK_NAMES[card] if isinstance(card, int) else card.name


def numbers_of(
    cards: Sequence[CardOrRank], left: Shoe
) -> Iterator[tuple[str, int, int]]:
    """Yield the name of each card, how often it came, and how often the shoe has it.

    ``cards`` are the cards that came, and ``left`` is the full shoe, whose
    cards are named. A card without a suit is its rank, from 0 for the ace.

    If some card or the shoe has no suits, ranks are counted in place of cards.

    >>> [*numbers_of([0, 0, Card.parse("KS")], Shoe.of_decks(1))][-1]
    ('king', 1, 4)
    """
    names: Sequence[CardOrRank] = DECK
    if not left.suits_known or any(isinstance(card, int) for card in cards):
        left = left.without_suits()
        ranks = ranks_of(cards)
        # A shoe by values has a single class for the cards of value 0.
        last = len(left.counts) - 1
        cards = [min(rank, last) for rank in ranks]
        names = range(last + 1)
    came = Counter(cards)
    for card, number in zip(names, left.counts, strict=True):
        yield card_name(card), came[card], number


def _too_many(cards: Sequence[CardOrRank], left: Shoe) -> Iterator[str]:
    """Yield the cards that the shoe has less often."""
    for name, number, most in numbers_of(cards, left):
        if number > most:
            times = TIMES.get(number, f"{number} times")
            fault = f"the {name} {times}"
            if most != 1:
                fault += f"; the shoe has {most or 'none'}"
            yield fault


def _wrong_draws(coup: Printed, rules: BaccaratRules) -> Iterator[str]:
    """Yield the first draw that breaks the tableau."""
    ranks = ranks_of(coup.cards)
    player = hand_total(ranks[0:4:2])
    banker = hand_total(ranks[1:4:2])
    number = len(ranks)
    # A natural of either hand ends the coup: no hand draws.
    natural = max(player, banker) >= rules.natural
    draws = player in rules.player_draws and not natural
    drawn = _drawn(coup, rules)
    if drawn == 3 and not draws:
        against = _against_natural(natural, player, banker)
        yield f"Player drew on {player}{against}"
    if drawn == 2 and draws:
        if number == 4:
            yield f"stops too early: Player draws on {player}"
        else:
            yield f"Player stood on {player}"
    # Banker's rule depends on Player's third card, or on that he stood.
    third = None
    against = ""
    if drawn == 3:
        third = ranks[4]
        against = f" against {with_article(third)}"
    draws = rules.banker_draws_on(banker, third) and not natural
    of_banker = number - drawn
    if of_banker == 3 and not draws:
        against = against or _against_natural(natural, banker, player)
        yield f"Banker drew on {banker}{against}"
    # Fewer cards than the tableau asks for are refuted like too many.
    if of_banker == 2 and draws:
        yield f"stops too early: Banker draws on {banker}{against}"


def _against_natural(natural: bool, own: int, other: int) -> str:
    if natural and other > own:
        return f" against a natural {other}"
    return ""


def with_article(rank: int) -> str:
    """Return the name of a rank with its article; ranks are numbered from 0.

    >>> with_article(7), with_article(0), with_article(12)
    ('an 8', 'an ace', 'a king')
    """
    name = RANK_NAMES[rank]
    article = "an" if name in ("ace", "8") else "a"
    return f"{article} {name}"


def _wrong_end(coup: Printed, rules: BaccaratRules) -> Iterator[str]:
    """Yield a total or a winner that the cards, or the totals, do not have."""
    player, banker = totals = totals_of(coup, rules)
    for name, right, printed in zip(
        ("Player", "Banker"), totals, coup.totals, strict=True
    ):
        # A total that is not printed is not judged.
        if printed not in (None, right):
            yield f"{name} has {right}, not {printed}"
    winner = winner_of(player, banker)
    if coup.winner not in (None, winner):
        won = "it is a tie" if winner == "tie" else f"{winner.capitalize()} wins"
        yield f"{won}, {player} to {banker}"


def totals_of(coup: Printed, rules: BaccaratRules) -> tuple[int, int]:
    """Return Player's and Banker's totals at the end of a coup.

    They follow from the cards, which must have no fault in their draws. A coup without
    cards has the totals as printed.
    """
    player, banker = coup.totals
    if not coup.cards and player is not None and banker is not None:
        return player, banker
    ranks = ranks_of(coup.cards)
    # The place of Banker's third card, behind four cards and Player's third, if any.
    third = _drawn(coup, rules) + 2
    of_player = [*ranks[0:4:2], *ranks[4:third]]
    of_banker = [*ranks[1:4:2], *ranks[third:]]
    return hand_total(of_player), hand_total(of_banker)


def _drawn(coup: Printed, rules: BaccaratRules) -> int:
    """Return the number of Player's cards, by the tableau if only the order is known.

    A fifth card is Player's if Player draws, or if there is a sixth one.
    """
    if coup.drawn:
        return coup.drawn
    ranks = ranks_of(coup.cards)
    draws = hand_total(ranks[0:4:2]) in rules.player_draws
    if len(ranks) == MOST or (len(ranks) > 4 and draws):
        return 3
    return 2
