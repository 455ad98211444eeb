"""Transcripts of baccarat as a magazine's shell script prints it (S2).

The tableau decides who draws. So an extra line, a missing line and a line of the wrong
hand are wrong. A card that the shoe no longer holds is wrong, too. The script's words
for Player's win and for a tie are not published: a line is right if it names the right
winner and no other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from trueodds.core.cards import DECK, RANKS, Card, parse_rank_name
from trueodds.core.rules.baccarat import (
    WINNER_CODES,
    BaccaratRules,
    Coup,
    hand_total,
    play,
)
from trueodds.proofs.verify.transcript.recording import (
    Form,
    Recording,
    Row,
    Transcripts,
    by_first_line,
    squeezed,
)

VALUE = r"\(\s*hand\s*value\s*=\s*(\d+)\s*\)\s*"
HAND = r"(Player|Banker|Dealer)"
DEALT = re.compile(
    rf"\s*\*\*\s*{HAND}\s*was\s*dealt\s*:\s*(.+?)\s*,\s*(.+?)\s*{VALUE}", re.IGNORECASE
)
TAKES = re.compile(
    rf"\s*{HAND}\s*takes\s*a\s*card\s*:\s*(.+?)\s*{VALUE}", re.IGNORECASE
)
DEALT_LINE = "** {} was dealt: {}, {} (hand value = {})"
TAKES_LINE = "{} takes a card: {} (hand value = {})"
COMPLETE = re.compile(r"\s*Play\s*is\s*complete\s*\.\s*(.+)", re.IGNORECASE)
WINNERS = {
    "player": re.compile(r"\bplayer\b", re.IGNORECASE),
    "banker": re.compile(r"\b(banker|dealer)\b", re.IGNORECASE),
    "tie": re.compile(r"\b(tie|tied|draw|drawn|push|egalite)\b", re.IGNORECASE),
}
SUIT_NAMES = ("Clubs", "Diamonds", "Hearts", "Spades")
RANK_NAMES = ("Ace", *RANKS[1:10], "Jack", "Queen", "King")

CARDS = 6
KING = len(RANKS) - 1


def replay_rows(recording: Recording, rows: Sequence[Row], rules: BaccaratRules) -> int:
    """Check coups in a neutral format, and return their number.

    Raises ``WrongLineError``.
    """
    for row in recording.rows(rows):
        cards = row.cells["cards"].upper().split()
        ranks = _ranks(recording, cards, rules)
        coup = _coup(ranks, rules)
        dealt = len(coup.player) + len(coup.banker)
        if len(ranks) != dealt:
            shown = " ".join([*cards, *"_" * dealt][:dealt])
            totals = hand_total(coup.player[:2]), hand_total(coup.banker[:2])
            why = (
                f"Player has {totals[0]} and Banker {totals[1]} in two cards: "
                f"{dealt} cards are dealt"
            )
            raise recording.wrong(f"{shown} | _", why)
        if coup.winner not in _results(row.cells["result"]):
            why = f"{hand_total(coup.player)} to {hand_total(coup.banker)}"
            raise recording.wrong(f"{' '.join(cards)} | {coup.winner}", why)
    return len(rows)


def _coup(ranks: Sequence[int], rules: BaccaratRules) -> Coup:
    """Return the coup of some cards as dealt, followed by kings."""
    return play([*ranks, *[KING] * CARDS][:CARDS], rules)


def _ranks(recording: Recording, cards: list[str], rules: BaccaratRules) -> list[int]:
    """Return the ranks of cards with or without suits, of which the shoe has enough."""
    form = "four to six cards | result"
    ranks = []
    for card in cards:
        rank = parse_rank_name(card)
        with recording.parsing(form):
            ranks.append(Card.parse(card).rank if rank is None else rank)
    for card, number in Counter(cards).items():
        most = rules.decks * (1 if parse_rank_name(card) is None else 4)
        if number > most:
            raise recording.wrong(form, f"{card} came {number} times; there are {most}")
    return ranks


def _results(text: str) -> set[str]:
    """Return the winners that a result names: by a word, a letter or our code."""
    codes = {str(code): winner for winner, code in WINNER_CODES.items()}
    codes |= {winner[0]: winner for winner in WINNER_CODES}
    return {codes[text]} if text in codes else winners(text)


class _Coup:
    """A coup, whose first line has been read."""

    def __init__(self, recording: Recording, rules: BaccaratRules) -> None:
        self.recording = recording
        self.rules = rules
        self.seen: Counter[Card] = Counter()

    def replay(self) -> None:
        self.recording.back()
        player = self._cards(DEALT_LINE, "Player")
        banker = self._cards(DEALT_LINE, "Banker")
        ranks = [player[0], banker[0], player[1], banker[1]]
        if len(_coup(ranks, self.rules).player) > len(player):
            why = f"Player has {hand_total(player)} and draws"
            ranks += self._cards(TAKES_LINE, "Player", player, why)
        if len(_coup(ranks, self.rules).banker) > len(banker):
            drew = "stands" if len(ranks) == 4 else "has drawn"
            why = f"Banker has {hand_total(banker)} and draws, as Player {drew}"
            ranks += self._cards(TAKES_LINE, "Banker", banker, why)
        self._complete(_coup(ranks, self.rules))

    def _cards(
        self, line: str, name: str, hand: Sequence[int] = (), *why: str
    ) -> list[int]:
        """Check a line with the cards that join a hand, and return their ranks."""
        form = line.format(name, *"___")
        pattern = DEALT if line == DEALT_LINE else TAKES
        match = pattern.fullmatch(self.recording.take(form))
        if not match or not _names(name, match[1]):
            raise self.recording.wrong(form, *why)
        cards = [self._card(text, form) for text in match.groups()[1:-1]]
        ranks = [card.rank for card in cards]
        total = hand_total([*hand, *ranks])
        expected = line.format(match[1].capitalize(), *map(_text, cards), total)
        self.recording.right(expected, "the last digit of the sum of the values")
        return ranks

    def _card(self, text: str, form: str) -> Card:
        """Return a card that the shoe still holds."""
        card = BY_TEXT.get(squeezed(text))
        if card is None:
            why = f"{text!r} is not a card such as 6 of Clubs or Ace of Spades"
            raise self.recording.wrong(form, why)
        self.seen[card] += 1
        if self.seen[card] > self.rules.decks:
            why = f"{text} came {self.seen[card]} times, in {self.rules.decks} deck(s)"
            raise self.recording.wrong(form, why)
        return card

    def _complete(self, coup: Coup) -> None:
        wins = f"{coup.winner.capitalize()} wins"
        form = f"Play is complete. {'It is a tie' if coup.winner == 'tie' else wins}"
        match = COMPLETE.fullmatch(self.recording.take(form))
        if not match or winners(match[1]) != {coup.winner}:
            totals = f"{hand_total(coup.player)} to {hand_total(coup.banker)}"
            why = f"neither hand draws, with {totals}"
            raise self.recording.wrong(form, why)
        self.recording.right(f"Play is complete. {match[1]}")


def winners(text: str) -> set[str]:
    """Return the winners that a text names."""
    return {name for name, words in WINNERS.items() if words.search(text)}


def _names(name: str, printed: str) -> bool:
    printed = squeezed(printed)
    return printed == name.lower() or (name == "Banker" and printed == "dealer")


def _text(card: Card) -> str:
    return f"{RANK_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


BY_TEXT = {squeezed(_text(card)): card for card in DECK}
"""The cards by their texts without white space, in lower case."""


TRANSCRIPTS = Transcripts(
    by_first_line(
        Form(
            lambda recording: DEALT.fullmatch(recording.text),
            lambda recording, rules: _Coup(recording, rules).replay(),
        )
    ),
    ("cards", "result"),
    replay_rows,
)
