"""The best strategies that can be remembered, and what each simplification costs.

The thresholds are found by changing one at a time by one unit while that wins more
against the optimum. What a strategy is worth is proved; that no other thresholds are
better still is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from trueodds.analysis.farkle.match.optimal.cache import Match
from trueodds.analysis.farkle.match.state_space import Array
from trueodds.analysis.farkle.match.strategies.head_to_head import Duel, Optimum
from trueodds.analysis.farkle.match.strategies.threshold import NEVER, Strategy
from trueodds.core import rulebook, store
from trueodds.core.progress import Progress, silent
from trueodds.core.rules.farkle import DICE

MADE_BY = "duels/2"
BETTER = 1e-9
"""What a change of a threshold must win to be made."""

FIRST = 300
"""The single threshold from which the search starts."""


@dataclass(frozen=True)
class Remembered:
    """A strategy, in words and in numbers, and how it does against the optimum."""

    label: str
    strategy: Strategy
    duel: Duel


LABELS = {
    "most_points": "every turn for the most points",
    "by_dice": "bank by dice left, keep what suits the turn best",
    "one": "bank at one stake, keep what suits the turn best",
    "by_dice_most": "bank by dice left, keep the most points",
    "one_most": "bank at one stake, keep the most points",
}


def remembered(
    match: Match, progress: Progress = silent, *, use: bool = True
) -> Mapping[str, Remembered]:
    """Strategies by name, from all that a turn can tell down to a single number.

    "most_points" plays every turn for the most expected points. "by_dice" has a
    threshold for each number of dice left, "one" a single one, with hot dice always
    rolled where that is better; both keep what has the most expected points, and
    "by_dice_most" and "one_most" the most points of the roll. Kept on disk.

    Raises ``RulesError`` where no strategy can be played (``Optimum``).
    """
    rules = match.board.rules
    digest = rulebook.digest("farkle", rules)
    arrays = store.fetch(
        f"farkle-duels-{digest.removeprefix('sha256:')[:16]}",
        {"rules": digest, "made by": MADE_BY},
        lambda: _search(match, progress),
        use=use,
    )
    return {
        name: Remembered(
            label,
            Strategy(tuple(arrays[f"{name}.bank_at"].tolist()), _keep(name)),
            Duel.of(arrays[f"{name}.floors"]),
        )
        for name, label in LABELS.items()
    }


def _keep(name: str) -> Literal["most", "best"]:
    return "most" if name.endswith("_most") else "best"


def _search(match: Match, progress: Progress) -> store.Arrays:
    optimum = Optimum(match, progress)
    known: dict[Strategy, Array] = {}

    def floors(strategy: Strategy) -> Array:
        if strategy not in known:
            known[strategy] = optimum.floors(strategy)
        return known[strategy]

    def wins(strategy: Strategy) -> float:
        return float(floors(strategy)[:, 0].mean())

    board = match.board
    turn = Strategy.most_points(board.rules, board.rolls)
    everything = tuple(range(DICE))
    found = {}
    for number, name in enumerate(LABELS):
        progress("searching for thresholds", number, len(LABELS))
        if name == "most_points":
            best = turn
        elif name.startswith("by_dice"):
            best = replace(turn, keep=_keep(name))
            best = _climb(best, [(n,) for n in everything], board.unit, wins)
        else:
            hot = Strategy((FIRST,) * DICE, _keep(name))
            cold = replace(hot, bank_at=(*hot.bank_at[:-1], NEVER))
            best = max(
                _climb(hot, [everything], board.unit, wins),
                _climb(cold, [everything[:-1]], board.unit, wins),
                key=wins,
            )
        found[f"{name}.bank_at"] = np.array(best.bank_at)
        found[f"{name}.floors"] = floors(best)
    progress("searching for thresholds", len(LABELS), len(LABELS))
    return found


def _climb(
    strategy: Strategy,
    together: list[tuple[int, ...]],
    unit: int,
    wins: Callable[[Strategy], float],
) -> Strategy:
    """Move thresholds by a unit, those of each group together, while it wins more."""
    improved = True
    while improved:
        improved = False
        for group in together:
            for step in (-unit, unit):
                while True:
                    moved = _moved(strategy, group, step)
                    if wins(moved) <= wins(strategy) + BETTER:
                        break
                    strategy, improved = moved, True
    return strategy


def _moved(strategy: Strategy, group: tuple[int, ...], step: int) -> Strategy:
    """The strategy with the thresholds of a group moved; those for never stay."""
    bank_at = tuple(
        max(0, at + step) if n in group and at != NEVER else at
        for n, at in enumerate(strategy.bank_at)
    )
    return replace(strategy, bank_at=bank_at)
