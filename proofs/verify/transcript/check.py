"""A recorded game to a verdict. A game is a module here, and a line of ``GAMES``."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from trueodds.core import rulebook
from trueodds.core.errors import UnknownNameError, listed
from trueodds.core.games import Game
from trueodds.core.printing import counted
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify.transcript.recording import (
    EndedError,
    Recording,
    WrongLineError,
)
from trueodds.proofs.verify.verdict import Example, Verdict, Word

GAMES = ("bunco", "baccarat", "farkle")
"""The games whose dialogue has been published."""


def verify_transcript(game: Game, rules: Rules, lines: Iterable[str]) -> Verdict:
    """Replay a recorded game: agrees, or refuted at its first wrong line.

    Undecided where all is right but the recording ends in the middle of a game, and
    failed where there is no game in it. Raises ``UnknownNameError`` for a game that has
    no published dialogue.

    >>> from trueodds.core import games
    >>> bunco = games.find("bunco")
    >>> lines = ["You rolled: 6 4 3", "score = 7"]
    >>> verify_transcript(bunco, rulebook.load(bunco), lines).example.expected
    'score = 0 or score = 1'
    """
    if game.name not in GAMES:
        raise UnknownNameError(
            f"{game.name} has no published dialogue; there are: {listed(GAMES)}"
        )
    module = import_module(f"{__package__}.{game.name}")
    recording = Recording(lines)
    example = None
    word: Word
    try:
        played = module.replay(recording, rules)
    except WrongLineError as wrong:
        word = "refuted"
        summary = f"line {wrong.line} is wrong; {_right(recording)} before it"
        example = Example(f"line {wrong.line}", wrong.expected, wrong.got, wrong.why)
    except EndedError as ended:
        word = "undecided"
        summary = (
            f"{_right(recording)}, but the recording ends in the middle of a game, "
            f"where {ended.expected!r} was to come"
        )
    else:
        word, summary = "agrees", _right(recording)
        if not played:
            word, summary = "failed", f"no line begins a game of {game.name}"
    notes = list(dict.fromkeys(recording.notes))
    if recording.skipped:
        lines = counted(recording.skipped, "lines outside of games")
        notes.append(f"not looked at: {lines}")
    return Verdict(
        word=word,
        subject="transcript",
        game=game.name,
        rules_digest=rulebook.digest(game.name, rules),
        question="transcript",
        summary=summary,
        counts={"lines": len(recording.checked), "skipped": recording.skipped},
        example=example,
        notes=tuple(notes),
        details={"checked": [[line, text] for line, text in recording.checked]},
    )


def _right(recording: Recording) -> str:
    """How many lines are right, in words."""
    number = len(recording.checked)
    return f"{counted(number, 'lines')} {'is' if number == 1 else 'are'} right"
