"""Transcripts of baccarat as a magazine's shell script prints it (S2).

Whose turn it is to draw follows from the tableau, so a line too many, too few, or of
the wrong hand is wrong, and so is a card that the shoe no longer holds. How the script
says that Player has won, or that it is a tie, is not published: a line that names the
right winner and no other is right.
"""

from __future__ import annotations

import re
from collections import Counter

from trueodds.core.cards import Card
from trueodds.core.rules.baccarat import BaccaratRules, hand_total
from trueodds.proofs.verify.transcript.recording import Recording

DEALT = re.compile(
    r"\*\* (Player|Banker|Dealer) was dealt: (.+), (.+) \(hand value = (\d+)\)"
)
TAKES = re.compile(r"(Player|Banker|Dealer) takes a card: (.+) \(hand value = (\d+)\)")
COMPLETE = re.compile(r"Play is complete\. (.+)")
WINNERS = {
    "player": re.compile(r"\bplayer\b", re.IGNORECASE),
    "banker": re.compile(r"\b(banker|dealer)\b", re.IGNORECASE),
    "tie": re.compile(r"\b(tie|tied|draw|drawn|push|egalite)\b", re.IGNORECASE),
}
CARD = re.compile(r"(Ace|[2-9]|10|Jack|Queen|King) of (Clubs|Diamonds|Hearts|Spades)")


def replay(recording: Recording, rules: BaccaratRules) -> int:
    """Check all coups of a recording; how many there are.

    Raises ``WrongLineError`` and ``EndedError``.
    """
    coups = 0
    while (line := recording.next()) is not None:
        if DEALT.fullmatch(line):
            _Coup(recording, rules).replay()
            coups += 1
        else:
            recording.skip()
    return coups


class _Coup:
    """A coup, of which the first line is taken."""

    def __init__(self, recording: Recording, rules: BaccaratRules) -> None:
        self.recording, self.rules = recording, rules
        self.seen: Counter[Card] = Counter()

    def replay(self) -> None:
        player = self._dealt("Player")
        self.recording.take("** Banker was dealt: _, _ (hand value = _)")
        banker = self._dealt("Banker")
        totals = hand_total(player), hand_total(banker)
        if max(totals) < self.rules.natural:
            third = None
            if totals[0] in self.rules.player_draws:
                why = f"Player has {totals[0]} and draws"
                player.append(self._takes("Player", player, why))
                third = player[-1]
            if self.rules.banker_draws_on(totals[1], third):
                drew = "stands" if third is None else "has drawn"
                why = f"Banker has {totals[1]} and draws, as Player {drew}"
                banker.append(self._takes("Banker", banker, why))
        self._complete(hand_total(player), hand_total(banker))

    def _dealt(self, name: str) -> list[int]:
        form = f"** {name} was dealt: _, _ (hand value = _)"
        found = DEALT.fullmatch(self.recording.text)
        if not found or not _is(name, found[1]):
            raise self.recording.wrong(form)
        ranks = [self._rank(found[2], form), self._rank(found[3], form)]
        self._value(ranks, found[4])
        return ranks

    def _takes(self, name: str, hand: list[int], why: str) -> int:
        form = f"{name} takes a card: _ (hand value = _)"
        found = TAKES.fullmatch(self.recording.take(form))
        if not found or not _is(name, found[1]):
            raise self.recording.wrong(form, why)
        rank = self._rank(found[2], form)
        self._value([*hand, rank], found[3])
        return rank

    def _rank(self, text: str, form: str) -> int:
        """The rank of a card that the shoe still holds."""
        found = CARD.fullmatch(text)
        if not found:
            why = f"{text!r} is no card; 6 of Clubs or Ace of Spades is"
            raise self.recording.wrong(form, why)
        rank = found[1] if found[1].isdigit() else found[1][0]
        card = Card.parse(rank + found[2][0])
        self.seen[card] += 1
        if self.seen[card] > self.rules.decks:
            why = f"{text} has come {self.seen[card]} times, of {self.rules.decks}"
            raise self.recording.wrong(form, why)
        return card.rank

    def _value(self, ranks: list[int], told: str) -> None:
        total = hand_total(ranks)
        if told != str(total):
            head = self.recording.text.rpartition("(")[0]
            why = "the last digit of the sum of the values"
            raise self.recording.wrong(f"{head}(hand value = {total})", why)
        self.recording.right()

    def _complete(self, player: int, banker: int) -> None:
        winner = (
            "tie" if player == banker else "player" if player > banker else "banker"
        )
        named = {"tie": "It is a tie"}.get(winner, f"{winner.capitalize()} wins")
        form = f"Play is complete. {named}"
        found = COMPLETE.fullmatch(self.recording.take(form))
        names = {
            name for name, words in WINNERS.items() if found and words.search(found[1])
        }
        if names != {winner}:
            why = f"neither hand draws, with {player} to {banker}"
            raise self.recording.wrong(form, why)
        self.recording.right()


def _is(name: str, told: str) -> bool:
    return told == name or (name == "Banker" and told == "Dealer")
