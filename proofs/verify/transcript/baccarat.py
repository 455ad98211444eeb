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
from contextlib import suppress

from trueodds.core.cards import DECK, RANKS, Card
from trueodds.core.errors import PositionError
from trueodds.core.rules.baccarat import (
    BaccaratRules,
    Coup,
    hand_total,
    play,
)
from trueodds.core.rules.baccarat.bets import winner_of
from trueodds.proofs.verify.coup_lines import coup_lines, unread
from trueodds.proofs.verify.coups import (
    MOST,
    WINNERS,
    Printed,
    ranks_of,
    read_coup,
    totals_of,
)
from trueodds.proofs.verify.transcript.recording import (
    Form,
    Recording,
    RecordingRow,
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
LINES = re.compile(
    rf"(?i)\W*{HAND}\s*(?:was\s*dealt|takes\s*a\s*card)"
    rf"|\s*Play\s*is\s*complete\b.*\b(?:{'|'.join(WINNERS)})\b"
)
"""The lines that are read. A wrong line of other words is not judged."""

KING = len(RANKS) - 1


def replay_rows(
    recording: Recording, rows: Sequence[RecordingRow], rules: BaccaratRules
) -> int:
    """Check coups, one in each row, and return the number of coups.

    ``rows`` are the lines of ``recording``. Raises ``WrongLineError`` at the first
    wrong coup.
    """
    for row in recording.rows(rows):
        coup = read_coup(row.text, rules)
        if coup is None:
            raise PositionError(f"{row.text[:40]!r} is not a coup")
        if coup.fault:
            raise recording.wrong(_right_line(coup, rules), coup.fault)
    return len(rows)


def coup_rows(
    lines: Sequence[str], columns: Sequence[str], names: Sequence[str] = ()
) -> list[RecordingRow] | None:
    """Return a row for each coup of a recording with one coup on each line.

    ``names`` are the names of the columns, if the lines are a table without a header.
    ``columns`` makes no difference. The result is None for other recordings: the first
    line with words is no coup.
    """
    rows = [
        RecordingRow(place, text.strip(), {})
        for place, text in enumerate(coup_lines(lines, names), start=1)
        if text.strip()
    ]
    # The first line shows if these are the script's words or a coup a line.
    if rows and not DEALT.match(rows[0].text):
        with suppress(PositionError):
            coup = read_coup(rows[0].text, BaccaratRules.load())
            if coup and (coup.cards or None not in coup.totals):
                return rows
    return None


def _right_line(printed: Printed, rules: BaccaratRules) -> str:
    """Return the cards of a coup as dealt, and its winner if all cards are right."""
    ranks = ranks_of(printed.cards)
    # Only totals are printed, and the winner does not fit them.
    if not ranks:
        return f"_ | {winner_of(*totals_of(printed, rules))}"
    coup = _coup(ranks, rules)
    cards = [
        RANKS[card] if isinstance(card, int) else str(card) for card in printed.cards
    ]
    shown = " ".join([*cards, *"_" * MOST][: coup.cards])
    result = coup.winner if coup.cards == len(cards) else "_"
    return f"{shown} | {result}"


def _coup(ranks: Sequence[int], rules: BaccaratRules) -> Coup:
    """Return the coup of some cards as dealt, followed by kings."""
    # Kings have no value, and ``play`` takes only the cards that the tableau asks for.
    return play([*ranks, *[KING] * MOST][:MOST], rules)


class _Coup:
    """A coup, whose first line has been read.

    Raises:
        RulesError: If the shoe is not full decks, or cards were seen.
    """

    def __init__(self, recording: Recording, rules: BaccaratRules) -> None:
        rules.require_full_decks("each coup of such a recording is from full decks")
        self.recording = recording
        self.rules = rules
        self.seen: Counter[Card] = Counter()

    def replay(self) -> None:
        # The line that began the coup is read again, as the first of its cards.
        self.recording.back()
        player = self._cards(DEALT_LINE, "Player")
        banker = self._cards(DEALT_LINE, "Banker")
        ranks = [player[0], banker[0], player[1], banker[1]]
        # The tableau alone decides if a line with a card has to follow.
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
        # The script says Dealer, too, so names are compared by their meaning.
        if not match or WINNERS[squeezed(match[1])] != name.lower():
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
            raise PositionError(
                f"{text!r} is not a card such as 6 of Clubs or Ace of Spades"
            )
        # Each coup is from a full shoe, so a card comes once for each deck at most.
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
    """Return the winners that a text names: "player", "banker" or "tie"."""
    words = re.findall(r"\w+", text.lower())
    return {WINNERS[word] for word in words if word in WINNERS}


def _text(card: Card) -> str:
    return card.name.title().replace("Of", "of")


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
    rows=coup_rows,
    lines=LINES,
    unread=unread,
)
