"""A match of Farkle: optimal play of two, its proof, and what people play instead."""

from trueodds.analysis.farkle.match.advice import (
    Keep,
    Position,
    advise,
    advise_keep,
    require_position,
)
from trueodds.analysis.farkle.match.optimal.cache import Match, solved, solved_on
from trueodds.analysis.farkle.match.state_space import Board, board

__all__ = [
    "Board",
    "Keep",
    "Match",
    "Position",
    "advise",
    "advise_keep",
    "board",
    "require_position",
    "solved",
    "solved_on",
]
