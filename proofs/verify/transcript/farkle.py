"""Transcripts of the Farkle assignment's game (S4), of whole games or single turns.

The reference dialogue plays the game again. What it says has to be in the transcript;
what it is told, dice and answers, it reads there. A terminal shows what is typed after
its prompt. Output that went to a file does not, and then the answers follow from what
comes next.
"""

from __future__ import annotations

import re
from collections import deque
from itertools import product

from trueodds.analysis.farkle.published.dialogue import PLAYERS, Table
from trueodds.analysis.farkle.published.dice_group import DiceGroup
from trueodds.core.errors import DiceError
from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.proofs.verify.transcript.recording import (
    EndedError,
    Recording,
    WrongLineError,
)

WELCOME = "Welcome to Farkle!\n"
TURN = "Rolling 6 dice..."
SCORES = re.compile(r"SCORES -- (\d+: -?\d+(?:, \d+: -?\d+)*)")
SAID = re.compile(
    r"Keeping (\d+)|No match|Must keep|Rolling|Turn score|Enter a seed|SCORES"
    r"|Which to keep|HOT DICE|\d dice left|How many"
)
"""What may come right after a prompt when answers are not shown."""

AGAIN = "?"
"""An answer to no question, after which it is asked again."""

NOT_PUBLISHED = (
    "what is printed for several players is not published; the words expected are "
    "those of trueodds farkle play"
)


def replay(recording: Recording, rules: FarkleRules) -> int:
    """Check all games and turns of a recording; how many there are.

    Raises ``WrongLineError`` and ``EndedError``.
    """
    tape = Tape(recording, rules)
    games = 0
    while tape.find_start():
        try:
            tape.game()
        finally:
            tape.tell()
        games += 1
    return games


class Tape:
    """The text of a recording, and how far it has been checked."""

    def __init__(self, recording: Recording, rules: FarkleRules) -> None:
        self.recording, self.rules = recording, rules
        lines = [line.removesuffix("\r") for _, line in recording.lines]
        self.text = "\n".join(lines).rstrip("\n") + "\n"
        self.place = 0
        self.start = 0
        self.dice = DiceGroup()
        self.typed: deque[str] = deque()

    def find_start(self) -> bool:
        """Go to where the next game or turn begins, if there is one."""
        while self.place < len(self.text):
            if self.text.startswith((WELCOME, TURN), self.place):
                self.start = self.place
                self.typed.clear()
                return True
            end = self.text.index("\n", self.place) + 1
            if self.text[self.place : end].strip():
                self.recording.skip()
            self.place = end
        return False

    def game(self) -> None:
        """Play the game or the turn that begins here again."""
        table = Table(self.rules, self, self.say)
        if self.text.startswith(TURN, self.place):
            table.turn(self.rolled)
            return
        rest = self.text[self.place + len(WELCOME) :]
        asked = rest.startswith(PLAYERS) or PLAYERS.startswith(rest.rstrip())
        players = self._players()
        if players > 1:
            self.recording.notes.append(NOT_PUBLISHED)
        table.play(None if asked else players, 0, self.rolled)

    def tell(self) -> None:
        """Tell the recording which lines were right."""
        number = self.text.count("\n", 0, self.start) + 1
        right = self.text[self.start : self.place].split("\n")[:-1]
        for line, text in enumerate(right, start=number):
            if text.strip():
                self.recording.checked.append((line, text.rstrip()))

    def say(self, expected: str) -> None:
        """What comes next has to be this."""
        if self.text.startswith(expected, self.place):
            self.place += len(expected)
            return
        rest = self.text[self.place :]
        if expected.startswith(rest.rstrip()):
            raise EndedError(expected.strip())
        same = next(n for n, sign in enumerate(expected) if rest[n] != sign)
        raise self._wrong(self.place + same, expected[same:])

    def next(self, wanted: str) -> str:
        """What was typed next."""
        while not self.typed:
            if self.place >= len(self.text):
                raise EndedError(wanted)
            if SAID.match(self.text, self.place):
                return self._follows(wanted)
            end = self.text.index("\n", self.place)
            self.typed.extend(self.text[self.place : end].split())
            self.place = end + 1
        return self.typed.popleft()

    def rolled(self, number: int) -> DiceGroup:
        """The dice of the roll that is printed next."""
        end = self.text.find("\n", self.place)
        shown = self.text[self.place : end].strip()
        if len(shown) < number and end == len(self.text) - 1:
            raise EndedError(f"a roll of {number} dice")
        try:
            self.dice = DiceGroup.parse(shown)
        except DiceError:
            raise self._wrong(self.place, "_" * number) from None
        if len(self.dice) != number:
            raise self._wrong(self.place, "_" * number)
        return self.dice

    def _follows(self, wanted: str) -> str:
        """The answer that must have been given, by what was said to it."""
        said = SAID.match(self.text, self.place)
        assert said
        if wanted == "the number of players":
            return AGAIN if said[0] == "How many" else str(self._players())
        if wanted == "a seed":
            return AGAIN if said[0] == "Enter a seed" else "0"
        if wanted == "y or n":
            asked = said[0].endswith(("dice left", "HOT DICE"))
            return AGAIN if asked else "y" if said[0] == "Rolling" else "n"
        if said[0] == "Must keep":
            return self._no_keep()
        return said[1] or AGAIN

    def _no_keep(self) -> str:
        """Some of the dice that may not be kept; all of them where there are none."""
        legal = dict(Scorer(self.rules).options(self.dice.counts))
        for kept in product(*(range(number + 1) for number in self.dice.counts)):
            if any(kept) and kept not in legal:
                return str(DiceGroup(kept))
        return str(self.dice)

    def _players(self) -> int:
        """How many players the first line of scores has."""
        scores = SCORES.search(self.text, self.place)
        return scores[1].count(",") + 1 if scores else 1

    def _wrong(self, place: int, expected: str) -> WrongLineError:
        """The line at ``place`` is wrong, where this should have come."""
        start = self.text.rfind("\n", 0, place) + 1
        got = self.text[start : self.text.find("\n", start)]
        line = self.text.count("\n", 0, place) + 1
        right = self.text[start:place] + expected.partition("\n")[0]
        self.place = start
        return WrongLineError(line, right.rstrip(), got.rstrip())
