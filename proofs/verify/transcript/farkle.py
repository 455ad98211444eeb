"""Transcripts of the Farkle assignment's game (S4): whole games, or single turns.

The reference dialogue plays the game again. Its words must be in the transcript, and it
takes the dice and the answers from the transcript. A terminal shows an answer after its
prompt. Output that went to a file has no answers, so the answers are derived from the
words that follow.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import combinations

from trueodds.analysis.farkle.published.dialogue import (
    PLAYERS,
    DiceGroup,
    PublishedGame,
)
from trueodds.core.dice import Roll, counted_dice
from trueodds.core.errors import DiceError
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.coverage import require_covered
from trueodds.core.rules.farkle.dice_kinds import DiceKinds, Multiset, dice_kinds
from trueodds.proofs.verify.transcript.recording import (
    EndedError,
    Recording,
    RecordingRow,
    Spelling,
    Transcripts,
    WrongLineError,
    squeezed,
)


def _spaced(text: str) -> re.Pattern[str]:
    """Return a pattern of a text with any white space and any letter case."""
    letters = map(re.escape, "".join(text.split()))
    return re.compile(r"\s*" + r"\s*".join(letters), re.IGNORECASE)


WELCOME = _spaced("Welcome to Farkle!")
ASKS_PLAYERS = _spaced(PLAYERS)
SCORES = re.compile(r"SCORES\s*--((?:\s*\d+\s*:\s*-?\d+)+)", re.IGNORECASE)
REPLY = re.compile(
    r"\s*(Keeping\s*([^,\n]+)|No match|Must keep|Rolling|Turn score|Enter a seed|SCORES"
    r"|Which to keep|HOT DICE|\d dice left|How many|This game)",
    re.IGNORECASE,
)
"""The words that can follow a prompt directly when answers are not shown."""

LINES = re.compile(
    rf"(?i)(?:{REPLY.pattern})|\s*(?:FARKLE|Score\s*so\s*far|Player|Welcome)"
)
"""The lines that are read. A wrong line of other words is not judged."""

AGAIN = "?"
"""A word that answers no question, after which the question is asked again."""

ASKED_AGAIN = {
    "the number of players": ("howmany", "thisgame"),
    "a seed": ("enteraseed",),
    "y or n": ("diceleft", "hotdice"),
}
"""The words that show that a question is asked again, without white space."""

KEEP = "dice to keep"


def replay(recording: Recording, rules: FarkleRules) -> int:
    """Check all games and turns of a recording, and return their number.

    Right lines are added to ``recording.checked``. Raises ``WrongLineError`` at the
    first wrong line, and ``EndedError`` if the recording ends within a game.
    """
    tape = Tape(recording, rules)
    games = 0
    while tape.find_start():
        try:
            tape.game()
        finally:
            # What is right before a wrong line counts, too.
            tape.record()
        games += 1
    return games


NO_DICE = ("", "-", "0", "none", "farkle")
BANK = ("bank", "stop", "n")
ROLL = ("roll", "again", "y")
FARKLE = ("farkle", "", "-")
SHOWN = r"(?:\W*(?:[a-z][\w -]*=)?(?:\d|joker))*\W*"
"""The pattern of dice, perhaps with their names, such as ``weighted=5``."""
COLUMNS = {
    "roll": SHOWN,
    "keep": SHOWN + "|none|farkle",
    "points": "[0-9]{0,9}",
    "then": "|".join(BANK + ROLL + FARKLE),
}
"""The columns of the neutral format, and patterns of the cells that are read."""


def replay_rows(
    recording: Recording, rows: Iterable[RecordingRow], rules: FarkleRules
) -> int:
    """Check the rolls in the rows of a table, and return the number of turns.

    ``rows`` are the lines of ``recording``. Raises ``WrongLineError`` at the first
    wrong row, and ``EndedError`` if the last turn has no end.
    """
    require_covered("a recording of turns", rules)
    dice = dice_kinds(rules)
    turns = 0
    stake = 0
    numbers = dice.numbers
    for row in recording.rows(rows, COLUMNS):
        group = _group(recording, row.cells["roll"], dice, numbers)
        points, left = _kept(recording, row, group, rules)
        stake += points
        then = row.cells["then"]
        # A farkle or a bank ends the turn. The next roll has all dice again.
        if left is None or then in BANK:
            if left is not None and stake < rules.minimum_to_bank:
                why = f"{stake} points; the least that may be banked is"
                raise recording.wrong("roll", f"{why} {rules.minimum_to_bank}")
            turns = turns + 1
            stake = 0
            numbers = dice.numbers
        # No dice left are hot dice: all of them are rolled, if the rules say so.
        elif then in ROLL and (any(left) or rules.hot_dice):
            numbers = left if any(left) else dice.numbers
        else:
            expected = f"{group} | {row.cells['keep']} | {points} | bank or roll"
            raise recording.wrong(expected, f"{then!r} is neither bank nor roll")
    # The last turn has neither banked nor farkled.
    if stake or numbers != dice.numbers:
        raise EndedError(f"a roll of {counted_dice(sum(numbers))}")
    return turns


def _group(
    recording: Recording, text: str, dice: DiceKinds, numbers: Multiset
) -> DiceGroup:
    """Return the dice of a text; they must be as many of each kind as ``numbers``."""
    form = f"{_blanks(dice, numbers)} | _ | _ | _"
    with recording.parsing(form):
        group = DiceGroup.parse(text, dice)
    if len(group) != sum(numbers):
        why = f"{sum(numbers)} dice are rolled, not {len(group)}"
        raise recording.wrong(form, why)
    if group.numbers != numbers:
        why = f"the dice {dice.dice_text(numbers)} are rolled"
        raise recording.wrong(form, why)
    return group


def _blanks(dice: DiceKinds, numbers: Multiset) -> str:
    """Return the text of a roll with ``_`` in place of each face."""
    words = [
        f"{kind.name}=_" if dice.mixed else "_"
        for kind, number in zip(dice.kinds, numbers, strict=True)
        for _ in range(number)
    ]
    return (" " if dice.spaced else "").join(words)


def _kept(
    recording: Recording, row: RecordingRow, group: DiceGroup, rules: FarkleRules
) -> tuple[int, Multiset | None]:
    """Return the points of the dice kept, and the dice left (None for a farkle)."""
    legal = group.options(rules)
    keep = row.cells["keep"]
    then = row.cells["then"]
    points = int(row.cells["points"] or 0)
    if not legal:
        if keep not in NO_DICE or points or then not in FARKLE:
            raise recording.wrong(f"{group} | - | 0 | farkle", "no die scores")
        return 0, None
    form = f"{group} | _ | _ | _"
    # A roll that scores cannot be a farkle: some dice have to be kept.
    if keep in NO_DICE:
        raise recording.wrong(form, _no_farkle(group, legal))
    with recording.parsing(form):
        kept, left = group.select(keep)
    if kept.counts not in legal:
        why = f"{kept or 'nothing'} may not be kept: some of its dice do not score"
        raise recording.wrong(form, why)
    right = legal[kept.counts]
    if points != right:
        expected = f"{group} | {kept} | {right} | {then}"
        raise recording.wrong(expected, f"{kept} scores {right}")
    return right, left.numbers


def _no_farkle(group: DiceGroup, legal: Mapping[Roll, int]) -> str:
    least = min(legal, key=sum)
    kept = group.dice.faces_text(least)
    return f"{kept} scores {legal[least]}, so this is no farkle"


class Tape:
    """The text of a recording, and the place up to which it has been checked.

    ``rules`` are the rules by which the recorded games are replayed.
    """

    def __init__(self, recording: Recording, rules: FarkleRules) -> None:
        self.recording = recording
        self.rules = rules
        self.table = PublishedGame(rules, self, self.say)
        self.first_roll = _spaced(f"Rolling {self.table.dice.size} dice...")
        lines = [line.removesuffix("\r") for _, line in recording.lines]
        # Exactly one line feed at the end, so that every line has one.
        self.text = "\n".join(lines).rstrip("\n") + "\n"
        self.end = len(self.text.rstrip())
        self.place = 0
        self.start = 0
        self.dice = DiceGroup()
        self.typed: deque[str] = deque()
        self.wanted = self.word = ""

    def find_start(self) -> bool:
        """Go to the beginning of the next game or turn.

        Return False if there is no further game or turn.
        """
        while self.place < self.end:
            end = self.text.index("\n", self.place) + 1
            line = self.text[self.place : end]
            if WELCOME.match(line) or self.first_roll.match(line):
                self.start = self.place
                self.typed.clear()
                return True
            if line.strip():
                self.recording.skipped += 1
            self.place = end
        return False

    def game(self) -> None:
        """Check the game or the turn that begins at the current place of the text.

        It is replayed with the recorded dice and answers, and the place moves to its
        end. Raises ``WrongLineError`` at the first wrong line, and ``EndedError`` if
        the text ends within the game.
        """
        welcome = WELCOME.match(self.text, self.place)
        if not welcome:
            self.table.turn(self.rolled)
            return
        rest = self.text[welcome.end() :]
        # The number of players is asked for, or is known from the first scores.
        asked = ASKS_PLAYERS.match(rest) or squeezed(PLAYERS).startswith(squeezed(rest))
        self.table.play(None if asked else self._players(), 0, self.rolled)

    def record(self) -> None:
        """Add the lines that are right so far to ``checked`` of the recording."""
        number = self.text.count("\n", 0, self.start) + 1
        end = self.place + self.text.startswith("\n", self.place)
        right = self.text[self.start : end].split("\n")[:-1]
        for line, text in enumerate(right, start=number):
            if text.strip():
                self.recording.checked.append((line, text.rstrip()))

    def say(self, expected: str) -> None:
        """Check that the recording goes on with the words ``expected``; skip them.

        Raises ``WrongLineError`` for other words, and ``EndedError`` at the end.
        """
        end = self.place + len(expected)
        if not self.text.startswith(expected, self.place):
            # Only if the words are not literally those that were published.
            end = self._loosely(expected)
        self.place = end

    def next(self, wanted: str) -> str:
        """Return the next word that a player typed.

        ``wanted`` says what the program asked for, such as "y or n". If the recording
        does not show typed words, the word is derived from the program's next words.
        """
        while not self.typed:
            if self.place >= self.end:
                raise EndedError(wanted)
            # The program goes on without a typed word, so the recording shows no
            # answers.
            if reply := REPLY.match(self.text, self.place):
                self.typed.append(self._implied(wanted, reply))
            else:
                end = self.text.index("\n", self.place)
                self.typed.extend(self.text[self.place : end].split())
                self.place = end + 1
        self.wanted = wanted
        self.word = self.typed.popleft()
        return self.word

    def rolled(self, numbers: Multiset) -> DiceGroup:
        """Return the dice of the roll that the recording prints next.

        ``numbers`` says how many dice of each kind are rolled. Raises
        ``WrongLineError`` for other dice, and ``EndedError`` if the recording ends
        before them.
        """
        dice = self.table.dice
        end = self.text.find("\n", self.place)
        shown = self.text[self.place : end]
        words = dice.words(shown)
        short = len(words) < sum(numbers) or dice.begins_die(words[-1])
        # A roll that is cut off at the end of the recording is not wrong.
        if short and not self.end > end >= 0:
            raise EndedError(f"a roll of {counted_dice(sum(numbers))}")
        with suppress(DiceError):
            self.dice = DiceGroup.parse(shown, dice)
            if self.dice.numbers == numbers:
                return self.dice
        raise self._wrong(self.place, _blanks(dice, numbers))

    def _loosely(self, expected: str) -> int:
        """Return the end of words that differ from the expected words only in spelling.

        The spelling is the white space and the letter case. Raises ``WrongLineError``
        for other words, and ``EndedError`` at the end of the recording.
        """
        here = self.place
        exact = self.recording.exact
        for at, sign in enumerate(expected):
            # White space does not count, and neither does the letter case.
            if sign.isspace() and not exact:
                continue
            here = here if exact else self._after_spaces(here)
            got = self.text[here : here + 1]
            if got != sign and (exact or squeezed(got) != sign.lower()):
                if here >= self.end:
                    raise EndedError(expected.strip())
                raise self._wrong(here, expected, at, self._why(expected))
            here += 1
        line = self.text.count("\n", 0, here) + 1
        after = expected[len(expected.rstrip()) :]
        if self.text.startswith(after, here):
            here += len(after)
        else:
            here = self._after_spaces(here)
        spelling = Spelling(line, expected, self.text[self.place : here])
        self.recording.spellings.append(spelling)
        return here

    def _after_spaces(self, place: int) -> int:
        while self.text[place : place + 1].isspace():
            place += 1
        return place

    def _implied(self, wanted: str, reply: re.Match[str]) -> str:
        """Return the answer that the program's next words imply."""
        words = squeezed(reply[1])
        if words.endswith(ASKED_AGAIN.get(wanted, ())):
            return AGAIN
        if wanted == "the number of players":
            return str(self._players())
        if wanted == "a seed":
            return "0"
        if wanted == "y or n":
            return "y" if words == "rolling" else "n"
        if words == "mustkeep":
            return self._no_keep()
        kept = (reply[2] or AGAIN).split()
        return ("," if self.table.dice.spaced else "").join(kept)

    def _no_keep(self) -> str:
        """Return dice that may not be kept, or all dice if every choice may be kept."""
        legal = self.dice.options(self.rules)
        every = (
            DiceGroup(shown, self.dice.dice)
            for size in range(1, len(self.dice) + 1)
            for shown in combinations(self.dice.shown, size)
        )
        return next(
            (kept for kept in every if kept.counts not in legal), self.dice
        ).word

    def _players(self) -> int:
        """Return the number of players in the first line of scores."""
        scores = SCORES.search(self.text, self.place)
        return scores[1].count(":") if scores else 1

    def _why(self, expected: str) -> tuple[str, ...]:
        """Return the rule that decides about the answer just given."""
        legal = self.dice.options(self.rules)
        if legal and _spaced("FARKLE").match(self.text, self.place):
            return (_no_farkle(self.dice, legal),)
        word = self.word
        about_keep = ("Keeping", "No match", "Must")
        if self.wanted != KEEP or not expected.startswith(about_keep):
            return ()
        try:
            kept, _ = self.dice.select(word)
        except DiceError as error:
            return (f"keep {word} is no match: {error}",)
        points = legal.get(kept.counts)
        if points is not None:
            return (f"{word} may be kept of {self.dice}, for {points} points",)
        why = [f"{word} is there in {self.dice}, but has dice that score nothing"]
        # A common variant: say so if it explains the keep.
        with_junk = FarkleRules.load(self.rules, junk=True)
        if kept.counts in self.dice.options(with_junk):
            why.append("--set junk=true allows such dice beside scoring dice")
        return tuple(why)

    def _wrong(
        self, place: int, expected: str, at: int = 0, why: tuple[str, ...] = ()
    ) -> WrongLineError:
        """Return the error that the character at ``place`` is not ``expected[at]``."""
        # The message has whole lines, so what is right before the place is put in
        # front.
        before = self.text[self.text.rfind("\n", 0, self.place) + 1 : self.place]
        at += len(before)
        expected = before + expected
        first = expected.rfind("\n", 0, at) + 1
        right = expected[first:].partition("\n")[0]
        self.place = self.text.rfind("\n", 0, place) + 1
        got = self.text[self.place : self.text.find("\n", self.place)]
        line = self.text.count("\n", 0, place) + 1
        return WrongLineError(line, right.rstrip(), got.rstrip(), why)


TRANSCRIPTS = Transcripts(replay, COLUMNS, replay_rows, lines=LINES)
