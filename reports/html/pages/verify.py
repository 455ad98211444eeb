"""The page that judges the outcomes of a reader's simulator."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from trueodds.core import games
from trueodds.core.errors import PositionError, RulesError, UnknownNameError
from trueodds.core.odds import Odds
from trueodds.proofs.verify.simulator.outcomes import OutcomeDistribution, kinds_of
from trueodds.proofs.verify.simulator.verdict import things_of
from trueodds.reports.html.book import BookPage, page_of


def build(all_odds: Sequence[Odds]) -> BookPage:
    """Return the page, with the distributions of the games as data.

    The page computes in floating point, so the distributions are decimals. It names the
    kinds of outcome with a number, and the families of quantities, which only the
    command judges.
    """
    kinds: list[dict[str, Any]] = []
    further: dict[str, list[str]] = {}
    for odds in all_odds:
        # A game from another package may have no kinds.
        with suppress(UnknownNameError):
            for name, kind in kinds_of(games.find(odds.game), odds.rules).items():
                if kind.numbered or kind.family:
                    further.setdefault(odds.game, []).append(name)
                    continue
                # Rules may leave a kind no single distribution.
                with suppress(PositionError, RulesError):
                    kinds.append(_record(odds.game, kind.distribution()))
    data = {"outcomes": json.dumps(kinds).encode()}
    values = {"kinds": kinds, "further": further}
    return replace(page_of("verify"), values=values, data=data)


def _record(game: str, known: OutcomeDistribution) -> dict[str, Any]:
    return {
        "game": game,
        "kind": known.kind,
        "description": known.description,
        "things": things_of(known),
        "outcomes": known.outcomes,
        "probabilities": [float(p) for p in known.probabilities],
        "words": dict(known.words),
        "high": known.high,
        "unordered": known.unordered,
    }
