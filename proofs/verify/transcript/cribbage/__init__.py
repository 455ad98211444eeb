"""Transcripts of cribbage: deals and games in words, and OpenSpiel's histories.

The first line of a game shows its format.
"""

from trueodds.proofs.verify.transcript.cribbage import in_words, open_spiel
from trueodds.proofs.verify.transcript.recording import (
    Form,
    Transcripts,
    by_first_line,
)

TRANSCRIPTS = Transcripts(
    by_first_line(
        Form(in_words.begins, in_words.replay),
        Form(open_spiel.begins, open_spiel.replay),
    ),
    changes={"crib_flush": 4},
)
