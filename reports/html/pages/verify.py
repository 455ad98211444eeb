"""The page that judges the outcomes of a reader's simulator."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from trueodds.core import games
from trueodds.core.odds import Odds
from trueodds.proofs.verify.simulator.outcomes import (
    outcome_distribution,
    plain_kinds,
)
from trueodds.reports.html.book import BookPage


def build(all_odds: Sequence[Odds]) -> BookPage:
    """Return the page, with the distributions of the games as data.

    The page computes in floating point, so the distributions are decimals.
    """
    kinds = [kind for odds in all_odds for kind in _kinds(odds)]
    return BookPage(
        name="verify",
        title="Verify a simulator",
        answers="Does your program roll and deal with the right probabilities? Paste "
        "its outcomes, or the counts of them.",
        values={"kinds": kinds},
        menu="Verify",
        scripts=("engines/e_process.js", "widgets/verify.js"),
        data={"outcomes": json.dumps(kinds).encode()},
    )


def _kinds(odds: Odds) -> Iterator[dict[str, Any]]:
    """Yield the kinds of outcome of a game, with their exact distributions."""
    game = games.find(odds.game)
    for name in plain_kinds(game, odds.rules):
        known = outcome_distribution(game, odds.rules, name)
        yield {
            "game": odds.game,
            "kind": known.kind,
            "description": known.description,
            "outcomes": known.outcomes,
            "probabilities": [float(p) for p in known.probabilities],
            "words": dict(known.words),
            "high": known.high,
            "unordered": known.unordered,
        }
