"""The deals of a recording of cribbage without wrong lines, for a review."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from trueodds.core import games
from trueodds.core.errors import PositionError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_game import RecordedDeal
from trueodds.proofs.verify.transcript import finding
from trueodds.proofs.verify.transcript.cribbage import TRANSCRIPTS
from trueodds.proofs.verify.transcript.recording import Recording, without_controls


def recorded_deals(
    lines: Sequence[str], rules: CribbageRules
) -> tuple[list[RecordedDeal], str]:
    """Return the deals of a recording, and the reason if it ends within a game.

    ``lines`` are the lines of the recording. The reason is empty for a whole recording.
    If the recording ends within a game, its last deal may not be whole.

    Raises:
        PositionError: A line is wrong, or no line begins a game.

    Example:
        >>> recorded_deals(["Bob deals at 10 to 130"], CribbageRules.load())
        Traceback (most recent call last):
            ...
        trueodds.core.errors.PositionError: line 1 is wrong: 'Bob deals at 10 to 130'; \
right is 'Bob deals at _ to _' (a game ends at 121, so 130 is not in play)
    """
    recording = Recording(map(without_controls, lines))
    replay = partial(TRANSCRIPTS.replay, recording, rules)
    game = games.find("cribbage")
    word, summary, example = finding(game, recording, replay, TRANSCRIPTS.lines)
    if word not in ("agrees", "undecided"):
        if example:
            why = f" ({'; '.join(example.why)})" if example.why else ""
            summary = (
                f"{example.where} is wrong: {example.got!r:.60}; "
                f"right is {example.expected!r}{why}"
            )
        raise PositionError(summary)
    return recording.kept, "" if word == "agrees" else summary
