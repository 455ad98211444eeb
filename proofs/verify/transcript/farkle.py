"""Transcripts of the Farkle assignment's game (S4): whole games, or single turns.

The reference dialogue plays the game again. Its words must be in the transcript; its
dice and its answers are read there. A terminal shows an answer after its prompt. Output
that went to a file has no answers, so they are derived from the words that follow.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from trueodds.analysis.farkle.published.dialogue import PLAYERS, Table
from trueodds.analysis.farkle.published.dice_group import DiceGroup
from trueodds.core.errors import DiceError
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer
from trueodds.proofs.verify.transcript.neutral import Row
from trueodds.proofs.verify.transcript.recording import (
    EndedError,
    Recording,
    Spelling,
    WrongLineError,
    squeezed,
)


def _spaced(text: str) -> re.Pattern[str]:
    """Return a pattern of a text with any white space and any letter case."""
    letters = map(re.escape, "".join(text.split()))
    return re.compile(r"\s*" + r"\s*".join(letters), re.IGNORECASE)


WELCOME = _spaced("Welcome to Farkle!")
TURN = _spaced("Rolling 6 dice...")
ASKS_PLAYERS = _spaced(PLAYERS)
SCORES = re.compile(r"SCORES\s*--((?:\s*\d+\s*:\s*-?\d+)+)", re.IGNORECASE)
REPLY = re.compile(
    r"\s*(Keeping\s*(\d+)|No match|Must keep|Rolling|Turn score|Enter a seed|SCORES"
    r"|Which to keep|HOT DICE|\d dice left|How many|This game)",
    re.IGNORECASE,
)
"""The words that can follow a prompt directly when answers are not shown."""

AGAIN = "?"
"""A word that answers no question, after which the question is asked again."""

KEEP = "dice to keep"


class Answer(NamedTuple):
    """A typed word, and the question that it answers."""

    wanted: str
    word: str


def replay(recording: Recording, rules: FarkleRules) -> int:
    """Check all games and turns of a recording, and return their number.

    Raises ``WrongLineError`` and ``EndedError``.
    """
    rules.require_six_dice()
    tape = Tape(recording, rules)
    games = 0
    while tape.find_start():
        try:
            tape.game()
        finally:
            tape.record()
        games += 1
    return games


COLUMNS = ("roll", "keep", "points", "then")
NO_DICE = ("", "-", "0", "none", "farkle")
BANK, ROLL, FARKLE = ("bank", "stop", "n"), ("roll", "again", "y"), ("farkle", "", "-")


def replay_rows(recording: Recording, rows: Iterable[Row], rules: FarkleRules) -> int:
    """Check the rolls of turns in a neutral format, and return the number of turns.

    Raises ``WrongLineError`` and ``EndedError``.
    """
    rules.require_six_dice()
    turns, stake, dice = 0, 0, DICE
    for row in rows:
        recording.begin(row.line, row.text)
        group = _group(recording, row.cells["roll"], dice)
        points, left = _kept(recording, row, group, rules)
        stake += points
        then = row.cells["then"]
        if left is None or then in BANK:
            if left is not None and stake < rules.minimum_to_bank:
                why = f"{stake} points; the least that may be banked is"
                raise recording.wrong("roll", f"{why} {rules.minimum_to_bank}")
            turns, stake, dice = turns + 1, 0, DICE
        elif then in ROLL and (left or rules.hot_dice):
            dice = left or DICE
        else:
            expected = f"{group} | {row.cells['keep']} | {points} | bank or roll"
            raise recording.wrong(expected, f"{then!r} is neither bank nor roll")
        recording.accept()
    if stake or dice != DICE:
        raise EndedError(f"a roll of {dice} dice")
    return turns


def _group(recording: Recording, text: str, dice: int) -> DiceGroup:
    form = f"{'_' * dice} | _ | _ | _"
    try:
        group = DiceGroup.parse("".join(text.split()))
    except DiceError as error:
        raise recording.wrong(form, str(error)) from None
    if len(group) != dice:
        raise recording.wrong(form, f"{dice} dice are rolled, not {len(group)}")
    return group


def _kept(
    recording: Recording, row: Row, group: DiceGroup, rules: FarkleRules
) -> tuple[int, int | None]:
    """Return the points of the dice kept, and the number left, None for a farkle."""
    legal = dict(Scorer(rules).options(group.counts))
    keep, points = "".join(row.cells["keep"].split()), row.cells["points"] or "0"
    if not legal:
        if keep not in NO_DICE or points != "0" or row.cells["then"] not in FARKLE:
            raise recording.wrong(f"{group} | - | 0 | farkle", "no die scores")
        return 0, None
    try:
        kept, left = group.select(keep)
    except DiceError as error:
        raise recording.wrong(f"{group} | _ | _ | _", str(error)) from None
    if kept.counts not in legal:
        why = f"{keep or 'nothing'} may not be kept: some of its dice do not score"
        raise recording.wrong(f"{group} | _ | _ | _", why)
    right = legal[kept.counts]
    if points != str(right):
        expected = f"{group} | {keep} | {right} | {row.cells['then']}"
        raise recording.wrong(expected, f"{keep} scores {right}")
    return right, len(left)


class Tape:
    """The text of a recording, and the place up to which it has been checked."""

    def __init__(self, recording: Recording, rules: FarkleRules) -> None:
        self.recording, self.rules = recording, rules
        lines = [line.removesuffix("\r") for _, line in recording.lines]
        self.text = "\n".join(lines).rstrip("\n") + "\n"
        self.end = len(self.text.rstrip())
        self.place = 0
        self.start = 0
        self.dice = DiceGroup()
        self.typed: deque[str] = deque()
        self.answer = Answer("", "")

    def find_start(self) -> bool:
        """Go to the beginning of the next game or turn, if there is one."""
        while self.place < self.end:
            end = self.text.index("\n", self.place) + 1
            line = self.text[self.place : end]
            if WELCOME.match(line) or TURN.match(line):
                self.start = self.place
                self.typed.clear()
                return True
            if line.strip():
                self.recording.skip()
            self.place = end
        return False

    def game(self) -> None:
        """Replay the game or the turn that begins here."""
        table = Table(self.rules, self, self.say)
        welcome = WELCOME.match(self.text, self.place)
        if not welcome:
            table.turn(self.rolled)
            return
        rest = self.text[welcome.end() :]
        asked = ASKS_PLAYERS.match(rest) or squeezed(PLAYERS).startswith(squeezed(rest))
        table.play(None if asked else self._players(), 0, self.rolled)

    def record(self) -> None:
        """Enter the right lines in the recording."""
        number = self.text.count("\n", 0, self.start) + 1
        end = self.place + self.text.startswith("\n", self.place)
        right = self.text[self.start : end].split("\n")[:-1]
        for line, text in enumerate(right, start=number):
            if text.strip():
                self.recording.checked.append((line, text.rstrip()))

    def say(self, expected: str) -> None:
        """Check that these words come next."""
        end = self.place + len(expected)
        if not self.text.startswith(expected, self.place):
            end = self._loosely(expected)
        self.place = end

    def next(self, wanted: str) -> str:
        """Return the next typed word, or derive it from the words that follow."""
        while not self.typed:
            if self.place >= self.end:
                raise EndedError(wanted)
            if REPLY.match(self.text, self.place):
                self.answer = Answer(wanted, self._implied(wanted))
                return self.answer.word
            end = self.text.index("\n", self.place)
            self.typed.extend(self.text[self.place : end].split())
            self.place = end + 1
        self.answer = Answer(wanted, self.typed.popleft())
        return self.answer.word

    def rolled(self, number: int) -> DiceGroup:
        """Return the dice of the roll that is printed next."""
        end = self.text.find("\n", self.place)
        shown = "".join(self.text[self.place : end].split())
        if len(shown) < number and not self.end > end >= 0:
            raise EndedError(f"a roll of {number} dice")
        try:
            self.dice = DiceGroup.parse(shown)
        except DiceError:
            raise self._wrong(self.place, "_" * number) from None
        if len(self.dice) != number:
            raise self._wrong(self.place, "_" * number)
        return self.dice

    def _loosely(self, expected: str) -> int:
        """Return the end of words that differ only in white space or letter case."""
        here = self.place
        for at, sign in enumerate(expected):
            if not self.recording.exact:
                if sign.isspace():
                    continue
                here = self._after_spaces(here)
            got = self.text[here : here + 1]
            if got != sign and (self.recording.exact or squeezed(got) != sign.lower()):
                raise self._unexpected(expected, at, here)
            here += 1
        line = self.text.count("\n", 0, here) + 1
        after = expected[len(expected.rstrip()) :]
        if self.text.startswith(after, here):
            here += len(after)
        else:
            here = self._after_spaces(here)
        got = self.text[self.place : here]
        self.recording.spellings.append(Spelling(line, expected, got))
        return here

    def _after_spaces(self, place: int) -> int:
        while self.text[place : place + 1].isspace():
            place += 1
        return place

    def _unexpected(
        self, expected: str, at: int, place: int
    ) -> EndedError | WrongLineError:
        """Return the error that text at ``place`` differs from ``expected[at:]``."""
        if place >= self.end:
            return EndedError(expected.strip())
        return self._wrong(place, expected, at, self._why(expected))

    def _implied(self, wanted: str) -> str:
        """Return the answer that the program's next words imply."""
        reply = REPLY.match(self.text, self.place)
        assert reply
        words = squeezed(reply[1])
        if wanted == "the number of players":
            again = words in ("howmany", "thisgame")
            return AGAIN if again else str(self._players())
        if wanted == "a seed":
            return AGAIN if words == "enteraseed" else "0"
        if wanted == "y or n":
            if words.endswith(("diceleft", "hotdice")):
                return AGAIN
            return "y" if words == "rolling" else "n"
        if words == "mustkeep":
            return self._no_keep()
        return reply[2] or AGAIN

    def _no_keep(self) -> str:
        """Return dice that may not be kept, or all dice if any dice may be kept."""
        legal = dict(Scorer(self.rules).options(self.dice.counts))
        for kept in product(*(range(number + 1) for number in self.dice.counts)):
            if any(kept) and kept not in legal:
                return str(DiceGroup(kept))
        return str(self.dice)

    def _players(self) -> int:
        """Return the number of players in the first line of scores."""
        scores = SCORES.search(self.text, self.place)
        return scores[1].count(":") if scores else 1

    def _why(self, expected: str) -> tuple[str, ...]:
        """Return the rule that decides about the answer just given."""
        wanted, word = self.answer
        if wanted != KEEP or not expected.startswith(("Keeping", "No match", "Must")):
            return ()
        try:
            kept, _ = self.dice.select(word)
        except DiceError as error:
            return (f"keep {word} is no match: {error}",)
        points = dict(Scorer(self.rules).options(self.dice.counts)).get(kept.counts)
        if points is not None:
            return (f"{word} may be kept of {self.dice}, for {points} points",)
        why = [f"{word} is there in {self.dice}, but has dice that score nothing"]
        with_junk = FarkleRules.load(self.rules, junk=True)
        if kept.counts in dict(Scorer(with_junk).options(self.dice.counts)):
            why.append("--set junk=true allows such dice beside scoring dice")
        return tuple(why)

    def _wrong(
        self, place: int, expected: str, at: int = 0, why: tuple[str, ...] = ()
    ) -> WrongLineError:
        """Return the error that the character at ``place`` is not ``expected[at]``."""
        before = self.text[self.text.rfind("\n", 0, self.place) + 1 : self.place]
        at += len(before)
        expected = before + expected
        first = expected.rfind("\n", 0, at) + 1
        right = expected[first:].partition("\n")[0]
        self.place = self.text.rfind("\n", 0, place) + 1
        got = self.text[self.place : self.text.find("\n", self.place)]
        line = self.text.count("\n", 0, place) + 1
        return WrongLineError(line, right.rstrip(), got.rstrip(), why)
