"""Search for the best threshold strategies, and the cost of each simplification.

The search is coordinate ascent: it changes one threshold at a time by one unit while
that wins more often against optimal play. The result of a strategy is proved. It is not
proved that no other thresholds do better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Literal, NamedTuple

import numpy as np

from trueodds.analysis.farkle.match.optimal.cache import MADE_BY as MATCH
from trueodds.analysis.farkle.match.optimal.cache import Match, cache_key
from trueodds.analysis.farkle.match.strategies.against_optimal import (
    HeadToHead,
    OptimalPlay,
)
from trueodds.analysis.farkle.match.strategies.threshold_strategy import (
    NEVER,
    ThresholdStrategy,
)
from trueodds.core.rules.farkle import DICE
from trueodds.core.storage import store
from trueodds.core.storage.progress import Progress, silent

MADE_BY = "duels/2"
"""Changes whenever the cached results would come out differently.

The match, which they start from, has a number of its own.
"""

BETTER = 1e-9
"""The least gain for which a threshold is changed."""

FIRST = 300
"""The single threshold from which the search starts."""


class SearchResult(NamedTuple):
    """A strategy, its label, and its head-to-head result against optimal play."""

    label: str
    strategy: ThresholdStrategy
    result: HeadToHead


LABELS = {
    "most_points": "always play for points",
    "by_dice": "threshold per number of dice; keep by expected points",
    "one": "one threshold; keep by expected points",
    "by_dice_most": "threshold per number of dice; keep the most points",
    "one_most": "one threshold; keep the most points",
}


FITS = store.having(
    **{f"{name}.bank_at": ((DICE,), "i") for name in LABELS},
    **{f"{name}.floors": ((2, 2), "f") for name in LABELS},
)


def threshold_strategies(
    match: Match, progress: Progress = silent, *, use: bool = True
) -> Mapping[str, SearchResult]:
    """Return the best threshold strategies by name, from many thresholds to one.

    "most_points" plays every turn for the most expected points. "by_dice" has a
    threshold for each number of dice left. "one" has a single threshold, but always
    rolls hot dice if that wins more often. "by_dice" and "one" take the keep with the
    most expected points. "by_dice_most" and "one_most" are like them, but keep the most
    points of the roll. ``match`` is the solved match in which the strategies play. The
    results are cached. If ``use`` is false, the cache is left alone.

    Raises:
        RulesError: If no strategy can be evaluated under the rules of the match.
    """
    name, key = cache_key("duels", match.space.rules, f"{MADE_BY} {MATCH}")
    arrays = store.fetch(name, key, lambda: _search(match, progress), FITS, use=use)
    return {
        name: SearchResult(
            label,
            ThresholdStrategy(tuple(arrays[f"{name}.bank_at"].tolist()), _keep(name)),
            HeadToHead.from_lower_bounds(arrays[f"{name}.floors"]),
        )
        for name, label in LABELS.items()
    }


def _keep(name: str) -> Literal["most", "best"]:
    return "most" if name.endswith("_most") else "best"


def _search(match: Match, progress: Progress) -> store.Arrays:
    optimal_play = OptimalPlay(match, progress)
    # The search asks for the same thresholds again and again.
    lower_bounds = cache(optimal_play.lower_bounds)

    def wins(strategy: ThresholdStrategy) -> float:
        return float(lower_bounds(strategy)[:, 0].mean())

    space = match.space
    turn = ThresholdStrategy.most_points(space.dice)
    everything = tuple(range(DICE))
    arrays = {}
    for number, name in enumerate(LABELS):
        progress("searching for thresholds", number, len(LABELS))
        if name == "most_points":
            best = turn
        elif name.startswith("by_dice"):
            best = replace(turn, keep=_keep(name))
            best = _climb(best, [(n,) for n in everything], space.unit, wins)
        else:
            hot = ThresholdStrategy((FIRST,) * DICE, _keep(name))
            cold = replace(hot, bank_at=(*hot.bank_at[:-1], NEVER))
            best = max(
                _climb(hot, [everything], space.unit, wins),
                _climb(cold, [everything[:-1]], space.unit, wins),
                key=wins,
            )
        arrays[f"{name}.bank_at"] = np.array(best.bank_at)
        arrays[f"{name}.floors"] = lower_bounds(best)
    progress("searching for thresholds", len(LABELS), len(LABELS))
    return arrays


def _climb(
    strategy: ThresholdStrategy,
    together: list[tuple[int, ...]],
    unit: int,
    wins: Callable[[ThresholdStrategy], float],
) -> ThresholdStrategy:
    """Move the thresholds of each group by a unit while that wins more often."""
    improved = True
    while improved:
        improved = False
        for group in together:
            for step in (-unit, unit):
                while True:
                    moved = _moved(strategy, group, step)
                    if wins(moved) <= wins(strategy) + BETTER:
                        break
                    strategy = moved
                    improved = True
    return strategy


def _moved(
    strategy: ThresholdStrategy, group: tuple[int, ...], step: int
) -> ThresholdStrategy:
    """Return the strategy with a group's thresholds moved, except for ``NEVER``."""
    bank_at = tuple(
        max(0, at + step) if n in group and at != NEVER else at
        for n, at in enumerate(strategy.bank_at)
    )
    return replace(strategy, bank_at=bank_at)
