"""Deals and games of cribbage in words, with a line for each thing said or done.

Everything except the cards follows from the rules: whose turn it is, the count, the
points, the order of the shows and the end. A player who passes after the opponent's go
says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from trueodds.core.cards import (
    DECK,
    Card,
    card_words,
    format_cards,
    require_different,
)
from trueodds.core.rules import Line
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import (
    CARDS_DEALT,
    CARDS_SHOWN,
    CARDS_THROWN,
    Deal,
    GameState,
    RecordedDeal,
    Score,
    Seat,
)
from trueodds.core.rules.cribbage_play import (
    DEALER,
    PONE,
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
    """Check a game or a deal, whose first line has been taken.

    Right lines are added to ``recording.checked``. Raises ``WrongLineError`` at the
    first wrong line, and ``EndedError`` if the recording ends within a game.
    """
    if match := GAME.fullmatch(recording.text):
        names = match[2], match[3]
        form = f"Game to {rules.target}: {names[0]} and {names[1]}"
        why = f"{rules.target} points win by these rules"
        if int(match[1]) != rules.target:
            why += f"; add --set target={match[1]} for this game"
        recording.right(form, why)
        first = DEALS.fullmatch(recording.take(f"{names[0]} deals at 0 to 0"))
        # Either player may deal first: seat 0 is the one who does.
        if first and squeezed(first[1]) == squeezed(names[1]):
            names = names[1], names[0]
        game = _Game(recording, rules, names, (0, 0))
        recording.right(game.deal_line(), "a game begins at 0 to 0")
        game.deal()
        while game.state.winner is None:
            why = "the deal passes, with the score so far"
            recording.require(game.deal_line(), why)
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
        self.recording = recording
        self.names = list(names)
        self.state = GameState.start(rules, 0, scores)
        self.dealer: Seat = 0

    def deal_line(self) -> str:
        """Return the line that begins a deal, with the dealer's score first."""
        dealer = self.state.dealer
        scores = self.state.scores
        return f"{self.names[dealer]} deals at {scores[dealer]} to {scores[1 - dealer]}"

    def deal(self) -> None:
        """Check a deal, whose first line has been checked already."""
        self.dealer = dealer = self.state.dealer
        pone = self.state.seat(PONE)
        # A single deal names the dealer only. Pone's name comes with the cards.
        if not self.names[pone]:
            match = DEALT.fullmatch(self.recording.take("_ is dealt _ _ _ _ _ _"))
            if not match or squeezed(match[1]) == squeezed(self.names[dealer]):
                why = f"the opponent of {self.names[dealer]} is dealt first"
                raise self.recording.wrong("_ is dealt _ _ _ _ _ _", why)
            self.names[pone] = match[1]
            self.recording.back()
        six = self._cards(pone, "is dealt", CARDS_DEALT, DECK)
        other_six = self._cards(dealer, "is dealt", CARDS_DEALT, {*DECK} - {*six})
        thrown = [self._cards(pone, "throws", CARDS_THROWN, six)]
        lines = [self.recording.line]
        thrown.append(self._cards(dealer, "throws", CARDS_THROWN, other_six))
        # The places of both discards, by which a review names them.
        lines.append(self.recording.line)
        starter = self._starter({*DECK} - {*six, *other_six})
        deal = Deal((six, other_six), (thrown[0], thrown[1]), starter)
        first, second = self.names
        # Kept before the play, so that a deal that is cut off is there for a review.
        recorded = RecordedDeal((first, second), self.state, deal, [], lines)
        self.recording.kept.append(recorded)
        self.state, counted = self.state.begin(deal)
        self._count(counted, deal)
        # The game ends at once when a player is at the target, even during the play.
        while self.state.play is not None and self.state.winner is None:
            self._turn(self.state.play, deal)
        if (winner := self.state.winner) is not None:
            scores = self.state.scores
            score = f"{scores[winner]} to {scores[1 - winner]}"
            why = f"the game ends as soon as a player has {self.state.rules.target}"
            self.recording.require(f"{self.names[winner]} wins: {score}", why)

    def _turn(self, play: PlayState, deal: Deal) -> None:
        """Check a card or a go, and the points for it."""
        seat = self.state.to_play
        player = play.to_play
        assert seat is not None
        assert player is not None
        name = self.names[seat]
        if play.legal_cards():
            counted = self._card(name, play)
        else:
            # A player whose opponent has passed or has no cards says nothing.
            if not any(play.passed) and all(play.hands):
                held = format_cards(play.hands[player])
                why = f"{name} holds {held}, and nothing fits at {play.count}"
                self.recording.require(f"{name} says go: {play.count}", why)
            self.state, counted = self.state.go()
        self._count(counted, deal)

    def _card(self, name: str, play: PlayState) -> tuple[Score, ...]:
        """Check a card and the count that is called."""
        form = f"{name} plays _: _"
        line = self.recording.take(form)
        pattern = rf"\s*{re.escape(name)}\s+plays\s+(\S+?)\s*:\s*(\d+)\s*"
        match = re.fullmatch(pattern, line, re.IGNORECASE)
        if not match:
            legal = format_cards(play.legal_cards())
            why = f"{name} can play {legal} at {play.count}"
            raise self.recording.wrong(form, why)
        card = Card.parse(match[1])
        with self.recording.parsing(form):
            after, counted = self.state.play_card(card)
        count = play.count + card_value(card.rank)
        why = f"{card} makes the count {count}"
        self.recording.right(f"{name} plays {match[1]}: {count}", why)
        self.recording.kept[-1].played.append(card)
        self.recording.kept[-1].lines.append(self.recording.line)
        self.state = after
        return counted

    def _count(self, counted: Sequence[Score], deal: Deal) -> None:
        """Check the lines of scored points, and the cards shown for a hand or crib."""
        for score in counted:
            name = self.names[score.seat]
            expected = f"{name} scores {score.points}: {score.score}"
            if score.event in ("hand", "crib"):
                self._show(score, deal)
            elif not score.points:
                # By house rules a go, for example, may have no points. Its line may be
                # left out.
                ahead = map(squeezed, self.recording.ahead(1))
                if squeezed(expected) not in ahead:
                    continue
            self.recording.require(expected, in_words(score.lines))

    def _show(self, score: Score, deal: Deal) -> None:
        """Check that the right cards are shown, in any order of the cards."""
        role = DEALER if score.seat == self.dealer else PONE
        crib = score.event == "crib"
        cards = deal.crib if crib else deal.hand(role)
        verb = "shows the crib" if crib else "shows"
        expected = f"{self.names[score.seat]} {verb} {format_cards(cards)}"
        why = "pone's hand is shown first, then the dealer's, then the crib"
        self._cards(score.seat, verb, CARDS_SHOWN, cards, expected, why)

    def _starter(self, allowed: Collection[Card]) -> Card | None:
        """Check the starter. Rules without a starter have no such line."""
        if not self.state.rules.starter:
            return None
        match = STARTER.fullmatch(self.recording.take("Starter: _"))
        if not match:
            raise self.recording.wrong("Starter: _")
        starter = Card.parse(match[1])
        if starter not in allowed:
            raise self.recording.wrong("Starter: _", f"{starter} is dealt already")
        self.recording.right(f"Starter: {match[1]}")
        return starter

    def _cards(
        self,
        seat: Seat,
        verb: str,
        number: int,
        allowed: Collection[Card],
        expected: str | None = None,
        *why: str,
    ) -> tuple[Card, ...]:
        """Check the next line, whose cards must be allowed cards.

        ``expected`` and ``why`` are the text of the error for a line that begins with
        other words.
        """
        form = f"{self.names[seat]} {verb}" + " _" * number
        line = self.recording.take(expected or form)
        words = map(re.escape, f"{self.names[seat]} {verb}".split())
        begin = r"\s+".join(words)
        match = re.match(rf"\s*{begin}\s+", line, re.IGNORECASE)
        # "shows the crib" also begins with "shows".
        if not match or (expected and line[match.end() :].lower().startswith("the ")):
            raise self.recording.wrong(expected or form, *why)
        cards = tuple(map(Card.parse, card_words(line[match.end() :])))
        with self.recording.parsing(form):
            require_different(cards)
        if len(cards) != number:
            raise self.recording.wrong(form, f"{number} cards, not {len(cards)}")
        for card in cards:
            if card not in allowed:
                fault = f"{self.names[seat]} does not hold {card}"
                if number == CARDS_DEALT:
                    fault = f"{card} is dealt already"
                raise self.recording.wrong(form, fault)
        self.recording.accept()
        return cards


def in_words(lines: Sequence[Line]) -> str:
    """Return the scoring items in words, such as ``fifteen 5H 10S: 2, pair 5H 5S: 2``.

    ``lines`` are the scoring items of a show or of a play.

    >>> in_words([Line("fifteen", "5 10", 2)])
    'fifteen 5 10: 2'
    """
    return ", ".join(f"{e.name} {e.what}: {e.points}" for e in lines) or "nothing"
