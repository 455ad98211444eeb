"""A match of Farkle: optimal play of two players with proof, and simpler strategies."""

from trueodds.analysis.farkle.match.advice import (
    Keep,
    Position,
    Situation,
    advise,
    advise_keep,
)
from trueodds.analysis.farkle.match.optimal.cache import Match, solved, solved_on
from trueodds.analysis.farkle.match.state_space import StateSpace, state_space

__all__ = [
    "Keep",
    "Match",
    "Position",
    "Situation",
    "StateSpace",
    "advise",
    "advise_keep",
    "solved",
    "solved_on",
    "state_space",
]
