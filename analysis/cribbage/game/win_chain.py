"""Win probabilities at all scores, between proved bounds.

A shipped or cached table is read without compiled code.
"""

from __future__ import annotations

from dataclasses import dataclass

from trueodds.analysis.cribbage.game.game_bounds import (
    ArrayBounds,
    deal_bounds,
    win_bounds,
)
from trueodds.analysis.cribbage.game.whole_deals import (
    Chosen,
    chosen,
    deal_distribution,
)
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.models.bounds import enclosure
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress, silent

MADE_BY = "win/3"
"""Changes whenever the cached bounds would come out or be stored differently."""


@dataclass(frozen=True, eq=False)
class WinTable:
    """Bounds of the dealer's probability to win the game, at all pairs of scores.

    The scores are those before a deal. ``bounds`` are float64 (target + 1, target + 1),
    by the points that pone and the dealer need.
    """

    target: int
    bounds: ArrayBounds

    def win(self, score: int, opponent: int, *, deals: bool) -> Enclosure:
        """Return bounds of the probability that a player wins the game.

        ``score`` is the player's score before a deal, and ``opponent`` is the
        opponent's. ``deals`` is True if the player deals next.
        """
        own = self.target - score
        other = self.target - opponent
        place = (other, own) if deals else (own, other)
        share = enclosure(side[place] for side in self.bounds)
        return share if deals else Enclosure(1 - share.upper, 1 - share.lower)


def win_table(
    by: Chosen,
    rules: CribbageRules,
    *,
    solve: bool = False,
    progress: Progress = silent,
) -> WinTable:
    """Return the win probabilities at all scores, for the strategies of both players.

    Args:
        by: How both players discard and play.
        rules: The rules, of any target.
        solve: True to compute the distribution of a deal's points if the user's cache
            does not have it.
        progress: Is called as a computation goes on.

    Raises:
        RulesError: The distribution of a deal's points is neither shipped nor cached,
            and ``solve`` is False.
        OutputError: The cache folder, which gets the sums so far, cannot be written.
    """

    def make() -> store.Arrays:
        distribution = deal_distribution(by, rules, solve=solve, progress=progress)
        bounds = win_bounds(deal_bounds(distribution), rules.target, progress)
        return {"lower": bounds.lower, "upper": bounds.upper}

    square = ((rules.target + 1,) * 2, "f")
    fits = store.having(lower=square, upper=square)
    name, key = cache_key(by, rules)
    arrays = store.fetch(name, key, make, fits, use=not solve)
    return WinTable(rules.target, ArrayBounds(arrays["lower"], arrays["upper"]))


def cache_key(by: Chosen, rules: CribbageRules) -> tuple[str, dict[str, object]]:
    """Return the name and the key under which win probabilities are cached.

    ``by`` says how both players discard and play.
    """
    key = {"made by": MADE_BY, "target": rules.target, "deals": by.name}
    return f"cribbage-win-{rules.target}-{by.name}", key


def shipped_wins(rules: CribbageRules, progress: Progress = silent) -> WinTable:
    """Return the win probabilities at all scores, for the shipped strategies.

    Raises ``RulesError`` if the rules differ from six-card cribbage in more than the
    target.
    """
    return win_table(chosen(rules), rules, progress=progress)
