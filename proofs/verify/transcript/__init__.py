"""Verdict on a recorded game. The game is replayed up to the first wrong line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from trueodds.core import games, rulebook
from trueodds.core.errors import (
    PositionError,
    RulesError,
    TrueoddsError,
    UnknownNameError,
    listed,
)
from trueodds.core.exact.digits import counted
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules, rules_name
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.transcript.recording import (
    EndedError,
    Recording,
    Spelling,
    WrongLineError,
    without_controls,
)
from trueodds.proofs.verify.verdict import Example, Verdict, Word


@dataclass(frozen=True, slots=True)
class TranscriptDetails:
    """The details of a verdict on a recording: its right lines with their numbers.

    ``exact`` is true if white space and letter case count. ``spellings`` has the right
    lines that differ from the published lines in white space or letter case.
    """

    checked: tuple[tuple[int, str], ...]
    exact: bool
    spellings: tuple[Spelling, ...]


Found = tuple[Word, str, Example | None]


def verify_transcript(
    game: Game,
    rules: Rules,
    lines: Iterable[str],
    *,
    exact: bool = False,
    named: bool = True,
    columns: Sequence[str] = (),
) -> Verdict[TranscriptDetails]:
    """Replay a recorded game by the rules, and return the verdict on the recording.

    Args:
        game: The game.
        rules: Its rules.
        lines: The lines of the recording.
        exact: True if white space and letter case must be those of the published
            dialogue.
        named: True if a user named the rules. Otherwise a recording that is right by
            other rules is not refuted.
        columns: The names of the columns of a table.

    Returns:
        A verdict that agrees, or is refuted at the first wrong line; undecided if the
        recording ends in the middle of a game, and failed if no game begins in it. It
        is not judged if a line cannot be read or has other words than the dialogue, or
        if the recording is right by rules that were not named.

    Raises:
        UnknownNameError: The game has no published dialogue.
        PositionError: A line of a table lacks a column, or ``columns`` names columns
            that recordings of the game do not have.

    Example:
        >>> from trueodds.core import games
        >>> bunco = games.find("bunco")
        >>> lines = ["You rolled: 6 4 3", "score = 7"]
        >>> verify_transcript(bunco, rulebook.load(bunco), lines).example.expected
        'score = 0 or score = 1'
    """
    transcripts = parts(game).transcripts()
    if transcripts is None:
        having = games.each(lambda each: parts(each).transcripts())
        known = [name for name, transcripts in having.items() if transcripts]
        raise UnknownNameError(
            f"{game.name} has no published dialogue; there are: {listed(known)} (check "
            "a table of positions and answers with: verify scorer --answers FILE)"
        )
    lines = list(map(without_controls, lines))
    rows = None
    unread = transcripts.unread(lines, columns) if transcripts.unread else []
    if transcripts.replay_rows:
        rows = transcripts.rows(lines, transcripts.columns, columns)
    elif columns:
        raise PositionError(f"recordings of {game.name} have no columns")

    def replayed(rules: Rules) -> tuple[Recording, Found]:
        recording = Recording(lines, exact=exact)
        replay = partial(transcripts.replay, recording, rules)
        if transcripts.replay_rows and rows is not None:
            replay = partial(transcripts.replay_rows, recording, rows, rules)
        return recording, finding(
            game, recording, replay, transcripts.lines if rows is None else None
        )

    # A wrong line may be right by other rules, so the recording is played again by
    # these.
    recording, (word, summary, example) = replayed(rules)
    for options, changed in _other_rules(game, rules) if example else ():
        again, (judged, _, other) = replayed(changed)
        # Rules that cannot read the recording say nothing about it.
        if judged in ("failed", "not judged"):
            continue
        # No rules were named, and all is right by these: nothing is refuted.
        if other is None and not named and word == "refuted":
            word = "not judged"
            name = rules_name(game.name, changed)
            summary = f"{_right(again)} by {name}, not by the default"
            recording.notes.append(f"to judge it by these rules, add: {options}")
            continue
        # A single change explains the line even if a later line is wrong by it too.
        further = options.startswith("--set") and again.line > recording.line
        if example and (other is None or further):
            recording.notes.append(f"{example.where} is right under {options}")
    return Verdict(
        word=word,
        subject="transcript",
        game=game.name,
        rules_digest=rulebook.digest(game.name, rules),
        rules=rules_name(game.name, rules),
        question="transcript",
        summary=summary,
        counts={"lines": len(recording.checked), "skipped": recording.skipped},
        example=example,
        notes=tuple(dict.fromkeys([*recording.notes, *unread, *_notes(recording)])),
        details=TranscriptDetails(
            tuple(recording.checked), exact, tuple(recording.spellings)
        ),
    )


def _other_rules(game: Game, rules: Rules) -> Iterator[tuple[str, Rules]]:
    """Yield presets, and changes that known programs play by, with their options."""
    for name in rulebook.preset_names(game):
        yield f"--rules {name}", rulebook.load(game, name)
    transcripts = parts(game).transcripts()
    for field, value in transcripts.changes.items() if transcripts else ():
        options = f"--set {field}={value}"
        yield options, rulebook.load(game, rules, {field: value})


def finding(
    game: Game,
    recording: Recording,
    replay: Callable[[], int],
    lines: re.Pattern[str] | None,
) -> Found:
    """Replay a recorded game; return the verdict's word, its sentence, and an example.

    The word is "not judged" if a line cannot be read, if ``replay`` does not follow the
    rules, or if the first wrong line fits none of the published ``lines``. The example
    is the first wrong line of a refuted recording, else None.

    Args:
        game: The game.
        recording: The lines. ``replay`` adds the right ones to ``recording.checked``.
        replay: Replays the games of the recording and returns their number.
        lines: A pattern of the lines of the published dialogue, if there is one.

    Returns:
        The word, the sentence and the example.

    Example:
        >>> from trueodds.core import games
        >>> finding(games.find("bunco"), Recording([]), lambda: 0, None)
        ('failed', 'no line begins a game of bunco', None)
    """
    try:
        played = replay()
    except RulesError as error:
        # A rule that no replay follows is no fault of the line that was read last.
        return "not judged", str(error), None
    # A line that cannot be read is not known to be wrong.
    except TrueoddsError as error:
        return "not judged", f"line {recording.line}: {error}", None
    except WrongLineError as wrong:
        where = f"line {wrong.line}"
        # Other words at this place are another program, and not another rule.
        if lines and not lines.match(wrong.got):
            where += f" has other words: {wrong.got!r:.60}, not {wrong.expected!r}"
            return "not judged", where, None
        example = Example(where, wrong.expected, wrong.got, wrong.why)
        summary = f"{where} is wrong; {_right(recording)} before it"
        return "refuted", summary, example
    except EndedError as ended:
        middle = f"the middle of a game, before {str(ended)!r}"
        summary = f"{_right(recording)}, but the recording ends in {middle}"
        return "undecided", summary, None
    if not played:
        return "failed", f"no line begins a game of {game.name}", None
    return "agrees", _right(recording), None


def _right(recording: Recording) -> str:
    """Return the number of right lines as text."""
    number = len(recording.checked)
    words = f"{counted(number, 'lines')} {'is' if number == 1 else 'are'} right"
    if recording.spellings:
        words += ", apart from white space or letter case"
    return words


def _notes(recording: Recording) -> list[str]:
    notes = []
    if recording.spellings:
        line, expected, got = recording.spellings[0]
        places = counted(len(recording.spellings), "places")
        notes.append(
            f"white space or letter case differs in {places}, first in line {line}: "
            f"{got!r}, published as {expected!r}; --exact counts that as wrong"
        )
    if recording.skipped:
        lines = counted(recording.skipped, "lines outside of games")
        notes.append(f"not checked: {lines}")
    return notes
