"""Histories of OpenSpiel's cribbage: a game as the list of its actions.

A history is the numbers of the actions, a line each or separated by commas, as
``serialize`` and ``history_str`` write them, or their texts: ``Deal 5H``,
``Choose 5H``, ``Choose KD KH`` and ``Pass``. Lines ``Scores: 12 7`` of a printed state
are checked too. Player 0 deals first. Each player in turn plays or passes, also without
cards, and two passes in a row end a count. A history ends when a player has won, or at
the first line of another game. Source: the numbers and texts of actions in
OpenSpiel's ``cribbage.cc``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from trueodds.core.cards import DECK, Card, card_words, format_cards
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import (
    CARDS_DEALT,
    CARDS_THROWN,
    Deal,
    GameState,
    RecordedDeal,
)
from trueodds.core.rules.cribbage_play import PONE, card_value
from trueodds.proofs.verify.transcript.cribbage import in_words
from trueodds.proofs.verify.transcript.recording import EndedError, Recording

RANKS = 13
CARDS = 52
PASS = CARDS + CARDS * CARDS
NAMES = "player 0", "player 1"
PASSES = 2
"""Passes in a row that end a count."""
PAIR_OF_CARDS = CARDS
"""The number of two thrown cards is this, plus 52 times the first, plus the second."""

NUMBERS = re.compile(r"\s*[0-9]{1,9}(\s*,\s*[0-9]{1,9})*\s*,?\s*")
WORDS = re.compile(r"\s*(Deal|Choose|Pass)(?:\s+(\S.*?))?\s*", re.IGNORECASE)
SCORES = re.compile(r"\s*Scores:\s*([0-9]{1,9})\s+([0-9]{1,9})\s*", re.IGNORECASE)
HEADER = re.compile(r"\s*(#.*OpenSpiel.*|\[Meta\]|cribbage\(.*\))\s*")
PREAMBLE = re.compile(r"\s*(#.*|\[\w+\]|Version:.*|cribbage\(.*\))\s*")
"""A line of a serialized game before its first action."""
FIRST = re.compile(r"\s*Deal\s+\w{1,2}[CDHS]\s*", re.IGNORECASE)
LATE = re.compile(
    rf"\s*(Pass\s*|{PASS}\b.*|Choose(\s+\w{{1,2}}[CDHS]){{1,2}}\s*)", re.IGNORECASE
)
"""An action that begins no game. After the end, it belongs to the finished game."""


def begins(recording: Recording) -> bool:
    """Return True if the line just read is the first of a history of OpenSpiel.

    A few lines of bare numbers can be anything, such as answers to a menu. So a history
    has a header, a list with commas, or at least as many lines of numbers as cards are
    dealt.
    """
    lines = [recording.text, *recording.ahead(2 * CARDS_DEALT - 1)]
    if HEADER.fullmatch(lines[0]):
        first = next((line for line in lines if not PREAMBLE.fullmatch(line)), "")
        return bool(NUMBERS.fullmatch(first) or FIRST.fullmatch(first))
    if FIRST.fullmatch(lines[0]):
        return True
    # A list with commas is a history by itself.
    if "," in lines[0]:
        return bool(NUMBERS.fullmatch(lines[0]))
    return len(lines) == 2 * CARDS_DEALT and all(
        NUMBERS.fullmatch(line) and "," not in line for line in lines
    )


def replay(recording: Recording, rules: CribbageRules) -> None:
    """Check a history of OpenSpiel, whose first line has been taken.

    Right lines are added to ``recording.checked``. Raises ``WrongLineError`` at the
    first wrong line, and ``EndedError`` if the recording ends within a game.
    """
    history = _History(recording, rules)
    while history.state.winner is None:
        history.deal()
    for number, cards in enumerate(history.actions):
        if not cards and number < history.unpassed:
            continue  # the passes that end a count may still be recorded
        why = f"the game has ended: a player has {rules.target}"
        raise recording.wrong("no further action", why)


class _History:
    """The state of a game, and the actions still to come.

    ``settled`` is false while OpenSpiel waits for passes before it counts a go.
    ``started`` is true after the header. ``unpassed`` is the number of passes that
    may follow the end.
    """

    def __init__(self, recording: Recording, rules: CribbageRules) -> None:
        self.recording = recording
        self.state = GameState.start(rules, 0)
        self.settled = True
        self.started = False
        self.unpassed = 0
        self.actions = self._read()

    def _read(self) -> Iterator[tuple[Card, ...]]:
        """Yield the cards of each action until the game ends; a pass has no cards."""
        line: str | None = self.recording.text
        while line is not None:
            if self._is_over(line):
                if self.state.winner is None:
                    before = f"before line {self.recording.line}"
                    self.recording.notes.append(f"an unfinished history ends {before}")
                # The next game begins with this line.
                self.recording.back()
                return
            if self.state.winner is not None and not LATE.fullmatch(line):
                self.recording.skipped += 1
            elif NUMBERS.fullmatch(line):
                for number in re.findall("[0-9]+", line):
                    yield self._of_number(int(number))
                self.recording.accept()
            elif words := WORDS.fullmatch(line):
                yield self._of_words(words[1].lower(), words[2] or "")
                self.recording.accept()
            elif scores := SCORES.fullmatch(line):
                self._compare((int(scores[1]), int(scores[2])))
            else:
                self.recording.skipped += 1
            line = self.recording.next()

    def _is_over(self, line: str) -> bool:
        """Return True if a line is the first of another game."""
        if in_words.begins(self.recording):
            return True
        if self.state.winner is None and not HEADER.fullmatch(line):
            return False
        return self.started and not LATE.fullmatch(line) and begins(self.recording)

    def _of_number(self, number: int) -> tuple[Card, ...]:
        if number == PASS:
            return ()
        if number < CARDS:
            return (_card(number),)
        if number < PASS:
            # A throw is 52 + 52 * first + second.
            return tuple(map(_card, divmod(number - PAIR_OF_CARDS, CARDS)))
        raise self.recording.wrong(f"0 to {PASS}", f"{number} is not an action")

    def _of_words(self, verb: str, text: str) -> tuple[Card, ...]:
        if verb == "pass" and not text:
            return ()
        form = "Deal _, Choose _ or Pass"
        cards = tuple(map(Card.parse, card_words(text)))
        if verb == "pass" or not 1 <= len(cards) <= (1 if verb == "deal" else 2):
            raise self.recording.wrong(form)
        return cards

    def _compare(self, scores: tuple[int, int]) -> None:
        """Check a printed score, unless a go has not been counted yet."""
        # The printed score may or may not have the go yet.
        if not self.settled:
            self.recording.skipped += 1
            return
        first, second = self.state.scores
        if scores != (first, second):
            raise self.recording.wrong(f"Scores: {first} {second}")
        self.recording.accept()

    def _next(self, expected: str) -> tuple[Card, ...]:
        """Return the cards of the next action."""
        action = next(self.actions, None)
        # From the first action on, a header begins another game.
        self.started = True
        if action is None:
            raise EndedError(expected)
        return action

    def _card_of(self, expected: str, allowed: Collection[Card], why: str) -> Card:
        """Return the card of the next action, which must be an allowed card."""
        action = self._next(expected)
        if len(action) != 1 or action[0] not in allowed:
            if len(action) == 1 and expected == "Deal _":
                why += f"; {action[0]} is dealt already"
            raise self.recording.wrong(expected, why)
        return action[0]

    def deal(self) -> None:
        """Check the cards dealt, the discards, the starter, and the play."""
        pack = set(DECK)
        dealt: list[list[Card]] = [[], []]
        for six in dealt:
            while len(six) < CARDS_DEALT:
                six.append(self._card_of("Deal _", pack, "a card is dealt"))
                pack.remove(six[-1])
        thrown = []
        lines = []
        for seat, six in enumerate(dealt):
            two = self._next("Choose _ _")
            if len(two) != CARDS_THROWN or two[0] == two[1] or not {*two} <= {*six}:
                why = f"player {seat} throws two of {format_cards(six)}"
                raise self.recording.wrong("Choose _ _", why)
            thrown.append(two)
            lines.append(self.recording.line)
        starter = self._card_of("Deal _", pack, "the starter is turned up")
        dealer = self.state.dealer
        pone = self.state.seat(PONE)
        deal = Deal(
            (dealt[pone], dealt[dealer]), (thrown[pone], thrown[dealer]), starter
        )
        by_role = [lines[pone], lines[dealer]]
        recorded = RecordedDeal(NAMES, self.state, deal, [], by_role)
        self.recording.kept.append(recorded)
        self.state, _ = self.state.begin(deal)
        self._play()

    def _play(self) -> None:
        """Check the cards and passes.

        A count lasts until two passes or the limit. In OpenSpiel this is so even if the
        rules begin a new count at once, because the player of the last card has no card
        left.
        """
        turn = last = self.state.seat(PONE)
        counting = False
        passes = 0
        while self.state.winner is None:
            play = self.state.play
            # Our rules may begin a new count while OpenSpiel still waits for two
            # passes.
            self.settled = not counting or (play is not None and bool(play.pile))
            if play is None and not counting:
                return
            # If our rules have gone on already, OpenSpiel's passes change nothing here.
            moves = self.settled and self.state.to_play == turn
            if play is not None and moves and (legal := play.legal_cards()):
                why = f"player {turn} can play {format_cards(legal)} at {play.count}"
                card = self._card_of("Choose _", legal, why)
                self.recording.kept[-1].played.append(card)
                self.recording.kept[-1].lines.append(self.recording.line)
                self.state, _ = self.state.play_card(card)
                count = play.count + card_value(card.rank)
                # At the limit, both begin a new count at once.
                counting = count != play.rules.count_limit
                passes = 0
                last = turn
            else:
                if self._next("Pass"):
                    why = f"player {turn} has no card that fits, and passes"
                    raise self.recording.wrong("Pass", why)
                if moves:
                    self.state, _ = self.state.go()
                passes += 1
                if passes == PASSES:
                    counting = False
                    passes = 0
                    # The player after the last one to play a card begins the next
                    # count.
                    turn = last
            turn = 1 if turn == 0 else 0
        self.unpassed = PASSES - passes if counting else 0


def _card(number: int) -> Card:
    """Return a card by OpenSpiel's number: clubs, diamonds, hearts, spades."""
    return Card(number % RANKS, number // RANKS)
