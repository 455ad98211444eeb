"""Deals and games of cribbage in words, with a line for each thing said or done.

Everything except the cards follows from the rules: whose turn it is, the count, the
points, the order of the shows and the end. A player who passes after the opponent's go
says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from trueodds.core.cards import DECK, Card, format_cards, parse_cards
from trueodds.core.errors import CardError
from trueodds.core.rules import Line
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import (
    CARDS_DEALT,
    CARDS_SHOWN,
    CARDS_THROWN,
    Deal,
    GameState,
    Score,
    Seat,
)
from trueodds.core.rules.cribbage_play import (
    DEALER,
    PONE,
    IllegalPlayError,
    PlayState,
    card_value,
)
from trueodds.proofs.verify.transcript.recording import Recording, squeezed

GAME = re.compile(
    r"\s*Game\s*to\s*([0-9]+)\s*:\s*(.+?)\s+and\s+(.+?)\s*", re.IGNORECASE
)
NUMBER = "([0-9]{1,9})"
DEALS = re.compile(
    rf"\s*(.+?)\s+deals\s+at\s+{NUMBER}\s+to\s+{NUMBER}\s*", re.IGNORECASE
)
DEALT = re.compile(r"\s*(.+?)\s+is\s+dealt\s+(.+?)\s*", re.IGNORECASE)
STARTER = re.compile(r"\s*Starter\s*:\s*(\S+)\s*", re.IGNORECASE)


def begins(recording: Recording) -> bool:
    """Return True if the line just read is the first of a game or single deal."""
    return bool(GAME.fullmatch(recording.text) or DEALS.fullmatch(recording.text))


def replay(recording: Recording, rules: CribbageRules) -> None:
    """Check a game or a deal, of which the first line is taken.

    Raises ``WrongLineError`` and ``EndedError``.
    """
    if match := GAME.fullmatch(recording.text):
        names = match[2], match[3]
        form = f"Game to {rules.target}: {names[0]} and {names[1]}"
        recording.right(form, f"{rules.target} points win by these rules")
        line = recording.take(f"{names[0]} deals at 0 to 0")
        first = DEALS.fullmatch(line)
        dealer = first[1] if first else names[0]
        if squeezed(dealer) == squeezed(names[1]):
            names = names[1], names[0]
        game = _Game(recording, rules, names, (0, 0))
        recording.right(game.deal_line(), "a game begins at 0 to 0")
        game.deal()
        while game.state.winner is None:
            expected = game.deal_line()
            recording.take(expected)
            recording.right(expected, "the deal passes, with the score so far")
            game.deal()
        return
    match = DEALS.fullmatch(recording.text)
    assert match
    scores = int(match[2]), int(match[3])
    for score in scores:
        if score >= rules.target:
            raise recording.wrong(
                f"{match[1]} deals at _ to _",
                f"a game ends at {rules.target}, so {score} is not in play",
            )
    game = _Game(recording, rules, (match[1], ""), scores)
    recording.right(game.deal_line())
    game.deal()


class _Game:
    """The game so far. Seat 0 belongs to the player who deals first."""

    def __init__(
        self,
        recording: Recording,
        rules: CribbageRules,
        names: tuple[str, str],
        scores: tuple[int, int],
    ) -> None:
        self.recording, self.names = recording, list(names)
        self.state = GameState.start(rules, 0, scores)
        self.dealer: Seat = 0

    def deal_line(self) -> str:
        """Return the line that begins a deal, with the dealer's score first."""
        dealer = self.state.dealer
        scores = self.state.scores
        return f"{self.names[dealer]} deals at {scores[dealer]} to {scores[1 - dealer]}"

    def deal(self) -> None:
        """Check a deal, of which the first line is right."""
        self.dealer = self.state.dealer
        pone: Seat = 1 if self.dealer == 0 else 0
        if not self.names[pone]:
            match = DEALT.fullmatch(self.recording.take("_ is dealt _ _ _ _ _ _"))
            if not match or squeezed(match[1]) == squeezed(self.names[self.dealer]):
                why = f"the opponent of {self.names[self.dealer]} is dealt first"
                raise self.recording.wrong("_ is dealt _ _ _ _ _ _", why)
            self.names[pone] = match[1]
        else:
            self.recording.take(f"{self.names[pone]} is dealt _ _ _ _ _ _")
        six = self._cards(pone, "is dealt", CARDS_DEALT, unseen(()))
        self.recording.take(f"{self.names[self.dealer]} is dealt _ _ _ _ _ _")
        other_six = self._cards(self.dealer, "is dealt", CARDS_DEALT, unseen(six))
        thrown = []
        for seat, held in ((pone, six), (self.dealer, other_six)):
            self.recording.take(f"{self.names[seat]} throws _ _")
            thrown.append(self._cards(seat, "throws", CARDS_THROWN, held))
        starter = self._starter(unseen((*six, *other_six)))
        deal = Deal((six, other_six), (thrown[0], thrown[1]), starter)
        self.state, counted = self.state.begin(deal)
        self._count(counted, deal)
        while self.state.play is not None and self.state.winner is None:
            self._turn(self.state.play, deal)
        if (winner := self.state.winner) is not None:
            scores = self.state.scores
            score = f"{scores[winner]} to {scores[1 - winner]}"
            expected = f"{self.names[winner]} wins: {score}"
            self.recording.take(expected)
            why = f"the game ends as soon as a player has {self.state.rules.target}"
            self.recording.right(expected, why)

    def _turn(self, play: PlayState, deal: Deal) -> None:
        """Check a card or a go, and the points for it."""
        seat, player = self.state.to_play, play.to_play
        assert seat is not None
        assert player is not None
        name, legal = self.names[seat], play.legal_cards()
        if legal:
            counted = self._card(name, legal)
        else:
            # A player whose opponent has passed or has no cards says nothing.
            if not any(play.passed) and all(play.hands):
                expected = f"{name} says go: {play.count}"
                self.recording.take(expected)
                held = format_cards(play.hands[player])
                why = f"{name} holds {held}, and nothing fits at {play.count}"
                self.recording.right(expected, why)
            self.state, counted = self.state.go()
        self._count(counted, deal)

    def _card(self, name: str, legal: Sequence[Card]) -> tuple[Score, ...]:
        """Check a card and the count that is called."""
        assert self.state.play is not None
        count, form = self.state.play.count, f"{name} plays _: _"
        line = self.recording.take(form)
        pattern = rf"\s*{re.escape(name)}\s+plays\s+(\S+?)\s*:\s*(\d+)\s*"
        match = re.fullmatch(pattern, line, re.IGNORECASE)
        if not match:
            why = f"{name} can play {format_cards(legal)} at {count}"
            raise self.recording.wrong(form, why)
        try:
            card = Card.parse(match[1])
            after, counted = self.state.play_card(card)
        except (CardError, IllegalPlayError) as error:
            raise self.recording.wrong(form, str(error)) from None
        new_count = count + card_value(card.rank)
        why = f"{card} makes the count {new_count}"
        self.recording.right(f"{name} plays {match[1]}: {new_count}", why)
        self.state = after
        return counted

    def _count(self, counted: Sequence[Score], deal: Deal) -> None:
        """Check the lines of what is counted; those of shows include the cards."""
        for score in counted:
            name = self.names[score.seat]
            if score.event in ("hand", "crib"):
                self._show(score, deal)
            expected = f"{name} scores {score.points}: {score.score}"
            self.recording.take(expected)
            self.recording.right(expected, in_words(score.lines))

    def _show(self, score: Score, deal: Deal) -> None:
        """Check that the right cards are shown, in any order of the cards."""
        role = DEALER if score.seat == self.dealer else PONE
        crib = score.event == "crib"
        cards = deal.crib if crib else deal.hand(role)
        verb = "shows the crib" if crib else "shows"
        expected = f"{self.names[score.seat]} {verb} {format_cards(cards)}"
        self.recording.take(expected)
        match = re.match(self._pattern(score.seat, verb), self.recording.text, re.I)
        if not match or self.recording.text[match.end() :].lower().startswith("the "):
            why = "pone's hand is shown first, then the dealer's, then the crib"
            raise self.recording.wrong(expected, why)
        self._cards(score.seat, verb, CARDS_SHOWN, cards)

    def _starter(self, allowed: Collection[Card]) -> Card | None:
        """Check the starter. Rules without a starter have no such line."""
        if not self.state.rules.starter:
            return None
        match = STARTER.fullmatch(self.recording.take("Starter: _"))
        if not match:
            raise self.recording.wrong("Starter: _")
        try:
            starter = Card.parse(match[1])
        except CardError as error:
            raise self.recording.wrong("Starter: _", str(error)) from None
        if starter not in allowed:
            raise self.recording.wrong("Starter: _", f"{starter} is dealt already")
        self.recording.right(f"Starter: {match[1]}")
        return starter

    def _pattern(self, seat: Seat, verb: str) -> str:
        words = f"{self.names[seat]} {verb}".split()
        return r"\s*" + r"\s+".join(map(re.escape, words)) + r"\s+"

    def _cards(
        self, seat: Seat, verb: str, number: int, allowed: Collection[Card]
    ) -> tuple[Card, ...]:
        """Check the cards of the line just read, which must be allowed cards."""
        form = f"{self.names[seat]} {verb}" + " _" * number
        match = re.match(self._pattern(seat, verb), self.recording.text, re.IGNORECASE)
        if not match:
            raise self.recording.wrong(form)
        try:
            cards = parse_cards(self.recording.text[match.end() :])
        except CardError as error:
            raise self.recording.wrong(form, str(error)) from None
        if len(cards) != number:
            raise self.recording.wrong(form, f"{number} cards, not {len(cards)}")
        for card in cards:
            if card not in allowed:
                why = f"{self.names[seat]} does not hold {card}"
                if number == CARDS_DEALT:
                    why = f"{card} is dealt already"
                raise self.recording.wrong(form, why)
        self.recording.accept()
        return cards


def unseen(seen: Sequence[Card]) -> set[Card]:
    """Return the cards of the deck without the seen cards."""
    return {*DECK} - {*seen}


def in_words(lines: Sequence[Line]) -> str:
    """Return what scores in words, such as ``fifteen 5H 10S: 2, pair 5H 5S: 2``.

    >>> in_words([Line("fifteen", "5 10", 2)])
    'fifteen 5 10: 2'
    """
    return ", ".join(f"{e.name} {e.what}: {e.points}" for e in lines) or "nothing"
