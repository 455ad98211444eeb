"""Transcripts of Bunco as a magazine's shell script prints it (S1).

A transcript has games of all rounds, or single rolls. The script does not print the
round of a single roll, so a single roll is right when it is right in any round.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from trueodds.core.dice import counts_of, plain_dice
from trueodds.core.errors import PositionError
from trueodds.core.rules.bunco import BuncoRules, RollAward, award
from trueodds.proofs.verify.transcript.recording import (
    Form,
    Recording,
    RecordingRow,
    Transcripts,
    by_first_line,
)

FACE = "(?:0|[1-9][0-9]{0,8})"
FACES = re.compile(rf"{FACE}(?: {FACE})*")
COLUMNS = {"round": FACE, "dice": ".*", "points": FACE}
"""The columns of the neutral format, and patterns of the cells that are read."""

ROLL = re.compile(rf"\s*You\s*rolled\s*:\s*({FACE}(?:\s+{FACE})*)\s*", re.IGNORECASE)
ROUND = re.compile(rf"\s*Round\s*({FACE})\s*\.{ROLL.pattern}", re.IGNORECASE)
LINES = re.compile(
    r"(?i)\s*(?:(?:Round\s*\d+\s*\.\s*)?You\s*rolled\s*:[\d\s]+$|(?:Mini\s*)?Bunco\b"
    r"|.*\bscore\b.*\d\s*$)"
)
"""The lines that are read. A wrong line of other words is not judged."""

NO_ROUND = "single rolls do not print their round, so any round may be meant"
NAMES = {"Bunco": "BUNCO!", "mini Bunco": "Mini Bunco!"}


def replay_rows(
    recording: Recording, rows: Sequence[RecordingRow], rules: BuncoRules
) -> int:
    """Check the rolls in the rows of a table, and return the number of rolls.

    ``rows`` are the lines of ``recording``. Raises ``WrongLineError`` at the first
    wrong roll.
    """
    for row in recording.rows(rows, COLUMNS):
        number = int(row.cells["round"])
        dice = row.cells["dice"]
        if number not in rules.round_numbers:
            form = "round | dice | points"
            raise recording.wrong(form, f"the rounds are 1 to {rules.rounds}")
        faces = plain_dice(dice).split()
        # Dice without blanks, such as 633.
        if len(faces) == 1 and rules.dice > 1:
            faces = [*dice]
        dice = " ".join(faces)
        form = f"{number} |{' _' * rules.dice} | _"
        if not FACES.fullmatch(dice):
            raise PositionError(f"{dice!r} is not a roll")
        scored = award_of(recording, dice, number, rules, form)
        if int(row.cells["points"]) != scored.points:
            expected = f"{number} | {dice} | {scored.points}"
            raise recording.wrong(expected, why(scored, dice, number, rules))
    return len(rows)


def _game(recording: Recording, rules: BuncoRules) -> None:
    """Check a game, whose first line has been read."""
    total = 0
    for number in rules.round_numbers:
        form = f"Round {number}. You rolled:" + " _" * rules.dice
        # The line of round 1 has been taken already: it began the game.
        line = recording.text if number == 1 else recording.take(form)
        match = ROUND.fullmatch(line)
        if not match or match[1] != str(number):
            raise recording.wrong(form)
        dice = " ".join(match[2].split())
        scored = award_of(recording, dice, number, rules, form)
        recording.right(f"Round {number}. You rolled: {dice}")
        total += scored.points
        expected = f"  {NAMES.get(scored.name, f'score this round: {scored.points}')}"
        recording.require(expected, why(scored, dice, number, rules))
    expected = f"Game over. Your total score was {total}"
    recording.require(expected, "the points of all rounds together")


def _single(recording: Recording, rules: BuncoRules) -> None:
    """Check a single roll, whose first line has been read."""
    match = ROLL.fullmatch(recording.text)
    assert match
    dice = " ".join(match[1].split())
    form = "You rolled:" + " _" * rules.dice
    # The round is not printed, so the awards of all rounds are possible.
    awards = {
        award_of(recording, dice, number, rules, form) for number in rules.round_numbers
    }
    recording.right(f"You rolled: {dice}")
    recording.notes.append(NO_ROUND)
    by_points = sorted(awards, key=lambda scored: scored.points)
    possible = [_single_lines(scored) for scored in by_points]
    place = 0
    while possible:
        expected = list(dict.fromkeys(lines[place] for lines in possible))
        recording.take(" or ".join(expected))
        line = next(filter(recording.fits, expected), None)
        if line is None:
            raise recording.wrong(" or ".join(expected), f"{dice} in any round")
        recording.right(line)
        place += 1
        # Only awards whose lines agree so far, and go on, are left.
        possible = [lines for lines in possible if len(lines) > place and line in lines]


def _single_lines(scored: RollAward) -> list[str]:
    name = [NAMES[scored.name]] if scored.name in NAMES else []
    return [*name, f"score = {scored.points}"]


def award_of(
    recording: Recording, dice: str, number: int, rules: BuncoRules, form: str
) -> RollAward:
    """Return the award for the dice of a line: the points, and their name.

    ``dice`` are the faces as text, such as "6 4 3", in the line that ``recording`` has
    just taken. ``number`` is that of the round. Raises ``WrongLineError`` if the dice
    form no roll. The error has ``form``, the right line with ``_`` in place of what is
    not known yet.
    """
    faces = [int(face) for face in dice.split()]
    with recording.parsing(form):
        roll = counts_of(faces, rules.sides)
    if len(faces) != rules.dice:
        raise recording.wrong(form, f"{rules.dice} dice are rolled")
    return award(roll, rules.target(number), rules)


def why(scored: RollAward, dice: str, number: int, rules: BuncoRules) -> str:
    """Return the reason for the points of a roll, as a text for an error.

    ``scored`` is the award, ``dice`` are the faces as text, and ``number`` is that of
    the round.
    """
    points = f"{scored.name}: {scored.points}"
    return f"{dice} in round {number}, whose target is {rules.target(number)}: {points}"


TRANSCRIPTS = Transcripts(
    by_first_line(
        Form(lambda recording: ROUND.fullmatch(recording.text), _game),
        Form(lambda recording: ROLL.fullmatch(recording.text), _single),
    ),
    COLUMNS,
    replay_rows,
    lines=LINES,
)
