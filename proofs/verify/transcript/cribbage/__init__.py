"""Transcripts of cribbage: deals and games in words, and OpenSpiel's histories.

The first line of a game shows its format.
"""

import re

from trueodds.proofs.verify.transcript.cribbage import in_words, open_spiel
from trueodds.proofs.verify.transcript.recording import (
    Form,
    Transcripts,
    by_first_line,
)

LINES = re.compile(
    r"(?is).*\b(?:plays\s+\S+\s*:\s*\d+|says\s+go\s*:\s*\d+|scores\s+\d+\s*:\s*\d+"
    r"|(?:deals\s+at|wins\s*:)\s*\d+\s+to\s+\d+|(?:is\s+dealt|throws|shows)\s)"
    r"|\s*(?:Starter\s*:|Game\s*to\b|Deal\b|Choose\b|Pass\b|Scores\b|\d)"
)
"""The lines that are read. A wrong line of other words is not judged."""

TRANSCRIPTS = Transcripts(
    by_first_line(
        Form(in_words.begins, in_words.replay),
        Form(open_spiel.begins, open_spiel.replay),
    ),
    changes={"crib_flush": 4},
    lines=LINES,
)
