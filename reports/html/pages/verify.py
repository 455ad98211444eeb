"""The page that judges the outcomes of a reader's simulator."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from trueodds.core import games
from trueodds.core.odds import Odds
from trueodds.proofs.verify.simulator.outcomes import (
    outcome_distribution,
    plain_kinds,
)
from trueodds.reports.html.book import BookPage, page_of


def build(all_odds: Sequence[Odds]) -> BookPage:
    """Return the page, with the distributions of the games as data.

    The page computes in floating point, so the distributions are decimals.
    """
    kinds = [kind for odds in all_odds for kind in _kinds(odds)]
    data = {"outcomes": json.dumps(kinds).encode()}
    return replace(page_of("verify"), values={"kinds": kinds}, data=data)


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
