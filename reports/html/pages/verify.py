"""The page that judges the outcomes of a reader's simulator."""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trueodds.core import games
from trueodds.core.odds import Odds
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeDistribution,
    outcome_distribution,
    plain_kinds,
)
from trueodds.reports.html.book import BookPage

MOST_LISTED = 6


class Kind(NamedTuple):
    """A kind of outcome of a game, with its exact distribution."""

    game: str
    known: OutcomeDistribution

    @property
    def outcomes(self) -> str:
        """Return the first outcomes as text."""
        names = self.known.outcomes
        more = ", …" if len(names) > MOST_LISTED else ""
        return ", ".join(names[:MOST_LISTED]) + more

    @property
    def command(self) -> str:
        """Return the command that judges outcomes of this kind."""
        return (
            f"trueodds verify simulator {self.game} --outcome {self.known.kind} "
            "--file outcomes.txt"
        )


def build(all_odds: Sequence[Odds]) -> BookPage:
    """Return the page, with the distributions of the games as data.

    The page computes in floating point, so that the distributions are decimals.
    """
    kinds = [kind for odds in all_odds for kind in _kinds(odds)]
    records = [
        {
            "game": kind.game,
            "kind": kind.known.kind,
            "description": kind.known.description,
            "outcomes": kind.known.outcomes,
            "probabilities": [float(p) for p in kind.known.probabilities],
            "words": dict(kind.known.words),
            "high": kind.known.high,
        }
        for kind in kinds
    ]
    return BookPage(
        name="verify",
        title="Verify a simulator",
        answers="Does your program roll and deal with the right probabilities? Paste "
        "its outcomes, or the counts of them.",
        values={"kinds": kinds},
        menu="Verify",
        scripts=("engines/e_process.js", "widgets/verify.js"),
        data={"outcomes": json.dumps(records).encode()},
    )


def _kinds(odds: Odds) -> Iterator[Kind]:
    game = games.find(odds.game)
    for name in plain_kinds(game, odds.rules):
        yield Kind(odds.game, outcome_distribution(game, odds.rules, name))
