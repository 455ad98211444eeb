"""Transcripts of cribbage: deals and games in words, and OpenSpiel's histories.

The first line of a game shows its format.
"""

from __future__ import annotations

from trueodds.core.rules.cribbage import CribbageRules
from trueodds.proofs.verify.transcript.cribbage import in_words, open_spiel
from trueodds.proofs.verify.transcript.recording import (
    EndedError,
    Recording,
    Transcripts,
)

FORMATS = (in_words, open_spiel)


def replay(recording: Recording, rules: CribbageRules) -> int:
    """Check all games and single deals of a recording, and return their number.

    Raises ``WrongLineError``, and ``EndedError`` after the last game if a game is not
    recorded to its end.
    """
    games = 0
    ended: EndedError | None = None
    while recording.next() is not None:
        begun = next((form for form in FORMATS if form.begins(recording)), None)
        if begun is None:
            recording.skip()
        else:
            try:
                begun.replay(recording, rules)
            except EndedError as error:
                ended = ended or error
            games += 1
    if ended is not None:
        raise ended
    return games


TRANSCRIPTS = Transcripts(replay)
