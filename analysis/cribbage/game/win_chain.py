"""The game to 121 as a Markov chain over both scores and whose deal it is.

V(a, b) is the probability that the dealer wins with a points to go, pone having b to
go. The sums run over the frequencies of ``deal_counts``:

    V(a, b) = Σ_{j < b} reached[a, j]
            + Σ_{i < a, j < b} totals[i, j] (1 - V(b - j, a - i)).

The first sum is a win in this deal. In the second, pone deals next. Some player scores
in every deal, so the recursion goes by the sum a + b.

The standard error is that of V (delta method). The derivative of V in the direction of
a batch's frequencies solves the same recursion. The batches are independent, so the
scatter of these derivatives is the error of their mean. It is at least 1/N for N deals,
since a deal that rare may be missing in the sample.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from trueodds.analysis.cribbage.game.deal_counts import BATCHES, DealCounts
from trueodds.core import rulebook
from trueodds.core.errors import RulesError
from trueodds.core.exact.estimate import Estimate
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress, silent

FORMAT = 2
TARGET = CribbageRules.load().target
"""The default target. Rules are compared with this target, so theirs may differ."""


@dataclass(frozen=True, eq=False)
class WinTable:
    """Win probabilities of the dealer at every pair of scores below the target.

    ``wins`` and ``errors`` are float64 of shape (target, target), by the points
    that the dealer and pone still need, less one. ``errors`` are standard errors.
    """

    target: int
    wins: Any
    errors: Any
    deals: int
    seed: int

    def win(self, score: int, opponent: int, *, deals: bool) -> Estimate:
        """Return the probability that a player wins.

        ``score`` and ``opponent`` are both players' scores before a deal; ``deals`` is
        True if the player deals now.
        """
        own, other = self.target - score - 1, self.target - opponent - 1
        place = (own, other) if deals else (other, own)
        chance = float(self.wins[place])
        error = float(self.errors[place])
        wins = chance if deals else 1 - chance
        return Estimate(wins, error, self.deals, self.seed)


def win_table(
    counts: DealCounts, rules: CribbageRules, progress: Progress = silent
) -> WinTable:
    """Return the win probabilities at every score, cached.

    Args:
        counts: The sampled deals.
        rules: The rules of the sampled deals, but for the target.
        progress: Is called as the recursion goes on.

    Returns:
        The table, with the standard errors that follow from the sample.

    Raises:
        RulesError: If other rules than the target differ.
    """
    target = rules.target
    of_deals = msgspec.structs.replace(rules, target=TARGET)
    if rulebook.digest("cribbage", of_deals) != counts.recipe["rules"]:
        raise RulesError(
            "the sampled deals are of six-card cribbage by the usual rules; only the "
            "target may differ"
        )
    key = {"format": FORMAT, "target": target, "counts": counts.digest}
    name = f"cribbage-win-{target}-{counts.digest[:12]}"
    square = ((target, target), "f")
    fits = store.having(wins=square, errors=square)
    tables = store.fetch(name, key, lambda: _computed(counts, target, progress), fits)
    return WinTable(target, tables["wins"], tables["errors"], counts.deals, counts.seed)


def _computed(counts: DealCounts, target: int, progress: Progress) -> dict[str, Any]:
    import numpy as np

    # Compiled code is loaded only if the table is not cached.
    from trueodds.analysis.cribbage.game.recursion import add_diagonal

    scale = BATCHES / counts.deals
    totals = np.ascontiguousarray(np.moveaxis(counts.totals * scale, 0, 2))
    reached = np.ascontiguousarray(np.moveaxis(counts.reached * scale, 0, 2))
    first = reached.cumsum(axis=1)
    wins, changes = np.zeros((target,) * 2), np.zeros((target, target, BATCHES))
    for need in range(2, 2 * target + 1):
        add_diagonal(need, totals, totals.mean(axis=2), first, wins, changes)
        progress("win probabilities", need - 1, 2 * target - 1)
    errors = np.sqrt((changes**2).sum(axis=2) / (BATCHES * (BATCHES - 1)))
    # Deals that are rarer than one in the sample are not in it.
    return {"wins": wins.clip(0, 1), "errors": errors.clip(1 / counts.deals)}
