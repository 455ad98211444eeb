"""The deals of a right recording of cribbage, for a review."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from trueodds.core import games
from trueodds.core.errors import PositionError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import RecordedDeal
from trueodds.proofs.verify.transcript import verify_transcript
from trueodds.proofs.verify.transcript.cribbage import TRANSCRIPTS
from trueodds.proofs.verify.transcript.recording import (
    EndedError,
    Recording,
    without_controls,
)


def recorded_deals(
    lines: Sequence[str], rules: CribbageRules
) -> tuple[list[RecordedDeal], str]:
    """Return the deals of a recording, and why it is not whole.

    The last deal of a recording that ends within a game may not be whole.

    Raises:
        PositionError: A line is wrong, or no line begins a game.

    Example:
        >>> recorded_deals(["Bob deals at 10 to 130"], CribbageRules.load())
        Traceback (most recent call last):
            ...
        trueodds.core.errors.PositionError: line 1 is wrong; 0 lines are right before \
it; right is Bob deals at _ to _; a game ends at 121, so 130 is not in play
    """
    verdict = verify_transcript(games.find("cribbage"), rules, lines)
    if verdict.word not in ("agrees", "undecided"):
        fault = verdict.summary
        if verdict.example:
            why = verdict.example.expected, *verdict.example.why
            fault += f"; right is {'; '.join(map(str, why))}"
        raise PositionError(fault)
    recording = Recording(map(without_controls, lines))
    with suppress(EndedError):
        TRANSCRIPTS.replay(recording, rules)
    return recording.kept, "" if verdict.word == "agrees" else verdict.summary
