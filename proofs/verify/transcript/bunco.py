"""Transcripts of Bunco as a magazine's shell script prints it (S1).

A game of all rounds, or single rolls, of which the script does not print the round: a
single roll is right when it is in any round.
"""

from __future__ import annotations

import re

from trueodds.core.dice import counts_of
from trueodds.core.errors import DiceError
from trueodds.core.rules.bunco import Award, BuncoRules, award
from trueodds.proofs.verify.transcript.recording import Recording

FACE = "(?:0|[1-9][0-9]{0,8})"
ROLL = re.compile(f"You rolled: ({FACE}(?: {FACE})*)")
ROUND = re.compile(rf"Round ({FACE})\. {ROLL.pattern}")
NO_ROUND = "single rolls do not print their round: each is held against any round"
NAMES = {"Bunco": "BUNCO!", "mini Bunco": "Mini Bunco!"}


def replay(recording: Recording, rules: BuncoRules) -> int:
    """Check all games and single rolls of a recording; how many there are.

    Raises ``WrongLineError`` and ``EndedError``.
    """
    games = 0
    while (line := recording.next()) is not None:
        if ROUND.fullmatch(line):
            _game(recording, rules)
        elif ROLL.fullmatch(line):
            _single(recording, rules)
        else:
            recording.skip()
            continue
        games += 1
    return games


def _game(recording: Recording, rules: BuncoRules) -> None:
    """A game, of which the first line is taken."""
    total = 0
    for number in rules.round_numbers:
        form = f"Round {number}. You rolled:" + " _" * rules.dice
        line = recording.text if number == 1 else recording.take(form)
        found = ROUND.fullmatch(line)
        if not found or found[1] != str(number):
            raise recording.wrong(form)
        scored = _award(recording, found[2], number, rules, form)
        recording.right()
        total += scored.points
        expected = f"  {NAMES.get(scored.name, f'score this round: {scored.points}')}"
        if recording.take(expected) != expected:
            raise recording.wrong(expected, _why(scored, found[2], number, rules))
        recording.right()
    expected = f"Game over. Your total score was {total}"
    if recording.take(expected) != expected:
        raise recording.wrong(expected, "the points of all rounds together")
    recording.right()


def _single(recording: Recording, rules: BuncoRules) -> None:
    """A single roll, of which the first line is taken."""
    found = ROLL.fullmatch(recording.text)
    assert found
    form = "You rolled:" + " _" * rules.dice
    rounds = {
        _award(recording, found[1], number, rules, form)
        for number in rules.round_numbers
    }
    recording.right()
    recording.notes.append(NO_ROUND)
    told = [_single_lines(scored) for scored in sorted(rounds, key=_points)]
    place = 0
    while told:
        expected = " or ".join(dict.fromkeys(lines[place] for lines in told))
        line = recording.take(expected)
        told = [lines for lines in told if lines[place] == line]
        if not told:
            raise recording.wrong(expected, f"what {found[1]} is worth in some round")
        recording.right()
        place += 1
        told = [lines for lines in told if len(lines) > place]


def _single_lines(scored: Award) -> list[str]:
    name = [NAMES[scored.name]] if scored.name in NAMES else []
    return [*name, f"score = {scored.points}"]


def _points(scored: Award) -> int:
    return scored.points


def _award(
    recording: Recording, dice: str, number: int, rules: BuncoRules, form: str
) -> Award:
    faces = [int(face) for face in dice.split()]
    try:
        roll = counts_of(faces, rules.sides)
    except DiceError as error:
        raise recording.wrong(form, str(error)) from None
    if len(faces) != rules.dice:
        raise recording.wrong(form, f"{rules.dice} dice are rolled")
    return award(roll, rules.target(number), rules)


def _why(scored: Award, dice: str, number: int, rules: BuncoRules) -> str:
    points = f"{scored.name}: {scored.points}"
    return f"{dice} in round {number}, whose target is {rules.target(number)}: {points}"
