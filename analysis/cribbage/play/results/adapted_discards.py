"""Discards adapted to a solved play: a step of fictitious play on discard and play.

In the game of both stages the payoff is hand, crib and play. For every deal, the best
discard of a player is computed against the opponent's discards and play. The player's
own play stays as it is. The adapted strategy moves towards these best responses by a
share (fictitious play; Brown 1951). The play is then solved again for the hands that
the adapted strategies keep, and so on.

The values of hand and crib are exact, those of the play are in floating point.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from trueodds.analysis.cribbage.deals import Array, all_classes
from trueodds.analysis.cribbage.play.results.all_discards import (
    SINGLE_ROUNDING,
    play_values,
    show_totals,
)
from trueodds.analysis.cribbage.play.solving.kept_hands import DEALT, KEPT
from trueodds.analysis.cribbage.play.solving.known_cards import SIX
from trueodds.analysis.cribbage.play.solving.saved_solution import (
    hands_of,
    net_points,
    strategy_file,
    values_of,
)
from trueodds.analysis.cribbage.strategy import Strategy, strategy
from trueodds.analysis.cribbage.strategy_file import OPPONENT, ROLES
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.progress import Progress, silent


@dataclass(frozen=True, eq=False)
class Adapted:
    """An adapted strategy of a role, and its gain before it was adapted.

    ``gain`` are the points a deal that the best discards gain while nothing else
    changes, and ``most`` the largest gain in a deal. The best discard differs from the
    most frequent one with probability ``changed``.
    """

    strategy: Strategy
    gain: float
    most: float
    changed: float


def adapt(
    folder: Path, rules: CribbageRules, share: Fraction, progress: Progress = silent
) -> dict[str, Adapted]:
    """Return the strategies of both roles, adapted to a solved play.

    Args:
        folder: A solution of the play, certified, for the hands of a strategy file or
            of the shipped equilibrium.
        rules: The rules.
        share: Share of the best responses in the adapted strategies, above 0 to 1.
        progress: Called with the steps done.

    Raises:
        RulesError: If the folder has no certified play of kept hands, or the common
            denominator of a mixture would be too large.
    """
    name = values_of(folder).name
    if name == DEALT:
        raise RulesError(f"{folder} has the play of {DEALT} hands, not of kept ones")
    source = "equilibrium" if name == KEPT else name
    pair = {role: strategy(source, role, rules) for role in ROLES}
    for each in pair.values():
        each.require_room(share)
    strategy_file(folder, rules.play, hands_of(folder, rules, name, progress))
    adapted = {}
    for role in ROLES:
        opponent = pair[OPPONENT[role]]
        totals = show_totals(role, opponent, rules, progress)
        totals += play_values(opponent.table, net_points(folder, role), progress)
        adapted[role] = respond(pair[role], totals, share)
    return adapted


def respond(current: Strategy, totals: Array, share: Fraction) -> Adapted:
    """Move a strategy towards the best discards; ties keep the most frequent one.

    ``totals`` are the points of each class of deals and discard, (962988, 15).
    """
    sets = all_classes(SIX).sets
    best, rows = totals.argmax(axis=1), np.arange(len(totals))
    most = totals[rows, best]
    gains = most - (totals * current.weights).sum(axis=1) / current.denominator
    usual = current.weights.argmax(axis=1)
    tied = most - totals[rows, usual] <= SINGLE_ROUNDING
    choices = np.where(tied, usual, best)
    return Adapted(
        current.toward(choices, share),
        float(gains @ sets / sets.sum()),
        float(gains.max()),
        float(sets[choices != usual].sum() / sets.sum()),
    )
