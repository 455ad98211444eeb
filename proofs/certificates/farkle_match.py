"""Farkle's certificate of a match: bounds on the mover's probability to win.

The bounds at every start of a turn are those that the game's own solver proves. The
checker proves them again, without the solver.
"""

from __future__ import annotations

import msgspec

from trueodds.analysis.farkle.match.optimal.cache import solved
from trueodds.core.errors import NotDescribedError
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.certificates.farkle import require_plain, scores
from trueodds.proofs.certificates.format import Certificate, exact

WHOLE = 10_000


def whole(odds: Odds, progress: Progress) -> Certificate:
    """Return the certificate of the match to 10,000 points.

    Raises:
        NotDescribedError: If the rules have a final round, penalties, junk or no hot
            dice.
    """
    return match(odds, WHOLE, progress)


def match(odds: Odds, target: int, progress: Progress = silent) -> Certificate:
    """Return a match in which the first player to reach the target wins.

    Raises:
        NotDescribedError: If the rules have a final round, penalties, junk or no hot
            dice.
    """
    rules = msgspec.structs.replace(odds.rules, target=target)
    assert isinstance(rules, FarkleRules)
    require_plain(rules)
    if rules.final_round or (rules.penalty_every and rules.penalty_points):
        raise NotDescribedError(
            "the certificate of a match needs rules without final round and penalties"
        )
    # Only the whole match is worth caching; a small one takes a second.
    bounds = solved(rules, progress, use=target == WHOLE)
    names = ("minimum_to_bank", "minimum_to_open", "target")
    return Certificate(
        "match",
        "farkle",
        "match",
        {**scores(rules), **{name: getattr(rules, name) for name in names}},
        {"match.first_player": exact(bounds.first_player)},
        {
            "scale": bounds.scale,
            "lower": bounds.lower.tolist(),
            "upper": bounds.upper.tolist(),
        },
    )
