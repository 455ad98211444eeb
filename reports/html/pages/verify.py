"""The page that judges the outcomes of a reader's simulator."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from trueodds.core import games
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.odds import Odds
from trueodds.proofs.verify.simulator.outcomes import OutcomeDistribution, kinds_of
from trueodds.proofs.verify.simulator.verdict import things_of
from trueodds.reports.html.book import BookPage, page_of


class Kinds(NamedTuple):
    """The kinds of outcome of a game by which a simulator of it is judged.

    ``records`` has the distributions of the kinds that the report's page judges.
    ``further`` has the names of kinds that only the command ``verify simulator``
    judges. These are kinds whose name ends in N, where a user writes a number, and
    kinds that are families of quantities. The outcomes of a family are the numbers N at
    the end of ids such as game.total.N. A family is in ``records`` all the same if it
    is the only kind of its game.
    """

    records: list[dict[str, Any]]
    further: list[str]


def kinds(odds: Odds) -> Kinds:
    """Return the kinds of outcome by which a simulator of a game is judged.

    A game of another package may have none.

    The report's page computes in floating point, so the distributions are decimals.
    """
    known = Kinds([], [])
    of_game = kinds_of(games.find(odds.game), odds.rules)
    for name, kind in of_game.items():
        # A distribution for each number or family would make the page large.
        if kind.numbered or (kind.family and len(of_game) > 1):
            known.further.append(name)
            continue
        # Rules may leave a kind no single distribution.
        with suppress(PositionError, RulesError):
            known.records.append(_record(odds.game, kind.distribution()))
    return known


def build(by_game: Mapping[str, Kinds]) -> BookPage:
    """Return the page that judges simulators, with the distributions as data.

    ``by_game`` has the kinds of outcome of each game, by its name.
    """
    records = [record for known in by_game.values() for record in known.records]
    further = {}
    for game, known in by_game.items():
        if known.further:
            further[game] = known.further
    data = {"outcomes": json.dumps(records).encode()}
    values = {"kinds": records, "further": further}
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
