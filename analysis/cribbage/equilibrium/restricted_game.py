"""The restricted game over the classes whose best responses cycle, and its mixture.

Only a few classes of deals keep changing their discard. With all other classes fixed,
the payoff is bilinear in the weights of those classes. Its coefficients are exact
integers: at most 24 hands of an opponent's class avoid a deal. The mixture is the
solution of a linear programme. It is rounded to the common denominator that loses the
least.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.equilibrium.rounded_weights import Floats, round_off
from trueodds.analysis.cribbage.strategy import Choices
from trueodds.analysis.cribbage.strategy_file import ROLES
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.rules.cribbage import CribbageRules

Support = dict[int, list[int]]
"""The discards to choose from, by class."""
Mixture = dict[int, tuple[int, ...]]
"""Fifteen weights by class."""
_SUITS = np.array(list(permutations(range(4))))


@dataclass(frozen=True, eq=False, slots=True)
class RestrictedGame:
    """A zero-sum game in which few suit classes of six cards have a choice of discards.

    A row is one discard of one class of the dealer, and a column one discard of one
    class of pone. With the dealer's weights x and pone's weights y, the dealer's payoff
    is ``x @ dealer + x @ crib @ y - y @ pone``. ``rows`` has the class of each row, and
    ``columns`` the class of each column. A suit class has all sets of cards that differ
    only in the names of the suits.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    dealer: Floats
    pone: Floats
    crib: Floats


def restricted_game(
    support: Mapping[str, Support],
    choices: Mapping[str, Choices],
    totals: Mapping[str, NDArray[np.int64]],
    rules: CribbageRules,
) -> RestrictedGame:
    """Return the game in which only the classes of ``support`` choose a discard.

    A suit class has all sets of cards that differ only in the names of the suits.

    Args:
        support: For each role, the discards to choose from, by suit class of six cards.
        choices: For each role, the discard of all other classes: (962988,) of 0 to 14.
        totals: For each role, ``DiscardValues.totals`` against the choices of the
            opponent.
        rules: The rules.

    Returns:
        The game. Its payoffs are computed in integers on one scale, and converted to
        floats at the end.
    """
    (rows, dealer), (columns, pone) = (
        np.array([(c, d) for c, discards in support[r].items() for d in discards]).T
        for r in ROLES
    )
    sets = all_classes(6).sets
    # Python integers: these products pass 64 bits.
    weights = sets[rows].astype(object), sets[columns].astype(object)
    cribs = [
        _cribs(*discard, support["pone"], rules)
        for discard in zip(rows, dealer, strict=True)
    ]
    crib = np.array(cribs, dtype=object) * np.outer(*weights)

    # Payoff against the fixed classes = value over all deals minus the contribution of
    # the support's current discards.
    thrown = (choices["pone"][columns] == pone).astype(object)
    kept = (choices["dealer"][rows] == dealer).astype(object)
    gains = weights[0] * totals["dealer"][rows, dealer] - crib @ thrown
    losses = weights[1] * totals["pone"][columns, pone] + kept @ crib
    # A common scale and a constant for each class change no equilibrium. Floats then
    # have all their digits for the differences.
    scale = max(int(np.abs(crib).max()), 1)
    return RestrictedGame(
        rows,
        columns,
        (_below_best(gains, rows) / scale).astype(float),
        (_below_best(losses, columns) / scale).astype(float),
        (crib / scale).astype(float),
    )


def mixtures(
    game: RestrictedGame, support: Mapping[str, Support]
) -> dict[str, tuple[Mixture, int]]:
    """Return each role's equilibrium weights as integers, and their denominator.

    ``support`` has each role's discards to choose from, by suit class of six cards.
    They are those from which ``game`` was made, in the same order. The weights of a
    role are fifteen for each of these classes, one for each discard. A suit class has
    all sets of cards that differ only in the names of the suits.
    """
    dealer, pone = solve_game(game)

    def to_pone(weights: Floats) -> Floats:
        return game.pone - weights @ game.crib

    def to_dealer(weights: Floats) -> Floats:
        return game.dealer + weights @ game.crib.T

    rounded = {
        "dealer": round_off(dealer, game.rows, to_pone, pone, game.columns),
        "pone": round_off(pone, game.columns, to_dealer, dealer, game.rows),
    }
    mixed: dict[str, tuple[Mixture, int]] = {}
    for role, (weights, denominator) in rounded.items():
        following = iter(weights.tolist())
        mixture = {}
        for deal, discards in support[role].items():
            # ``zip`` asks ``discards`` first, so it takes no weight of the next class.
            row = dict(zip(discards, following, strict=False))
            mixture[deal] = tuple(row.get(d, 0) for d in range(len(DISCARDS)))
        mixed[role] = mixture, denominator
    return mixed


def solve_game(game: RestrictedGame) -> tuple[Floats, Floats]:
    """Return the weights of both players at equilibrium.

    The first array has the dealer's weights, by row of ``game``, and the second pone's
    weights, by column. The weights of each class add up to 1. A linear programme
    maximises ``x @ game.dealer`` plus the sum of a number m for each class of pone,
    where x are the dealer's weights. For each of pone's discards, a constraint says
    that the m of its class is at most its entry of ``x @ game.crib - game.pone``. The
    dual value of the constraint is pone's weight of the discard.
    """
    import highspy

    deals = np.unique(game.rows)
    hands = np.unique(game.columns)
    rows = len(game.rows)
    columns = len(game.columns)
    # A row for each of pone's discards, then one for each class of the dealer's.
    # The variables are the dealer's weights, then the least payoff of each of pone's
    # classes.
    payoffs = np.hstack([-game.crib.T, game.columns[:, None] == hands])
    chosen = np.hstack(
        [deals[:, None] == game.rows, np.zeros((len(deals), len(hands)))]
    )
    matrix = np.vstack([payoffs, chosen])
    above = np.full(len(hands), np.inf)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("solver", "simplex")
    for name in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
        highs.setOptionValue(name, 1e-10)
    # Weights are not negative; payoffs have any sign.
    highs.addVars(
        rows + len(hands),
        np.append(np.zeros(rows), -above),
        np.append(np.full(rows, np.inf), above),
    )
    # HiGHS minimises by default, so the dealer's payoff is negated.
    for variable, cost in enumerate([*-game.dealer, *-np.ones(len(hands))]):
        highs.changeColCost(variable, cost)
    line, column = np.nonzero(matrix)
    # A payoff is at most that of each of pone's discards, and a class's weights add up
    # to 1.
    highs.addRows(
        len(matrix),
        np.append(np.full(columns, -np.inf), np.ones(len(deals))),
        np.append(-game.pone, np.ones(len(deals))),
        len(line),
        np.searchsorted(line, np.arange(len(matrix))).astype(np.int32),
        column.astype(np.int32),
        matrix[line, column],
    )
    highs.run()
    solution = highs.getSolution()
    # The duals of upper limits in a minimisation are not positive.
    weights = np.array(solution.col_value)[:rows]
    return weights, -np.array(solution.row_dual)[:columns]


def _below_best(
    values: NDArray[np.object_], classes: NDArray[np.int64]
) -> NDArray[np.object_]:
    """Return the values minus the maximum of their class, in exact integers."""
    best = {c: max(values[classes == c]) for c in np.unique(classes)}
    return np.array([v - best[c] for v, c in zip(values, classes, strict=True)])


def _cribs(deal: Any, discard: Any, hands: Support, rules: CribbageRules) -> list[int]:
    """Return the crib's points summed over the opponent's hands and the starters.

    The result has one number for each supported discard of each class of hands. It is a
    sum over those of the 24 ways to name the hand's suits in which the hand avoids the
    deal, and over the 40 starters left.
    """
    cards = all_classes(6).cards.astype(np.int64)
    ours = cards[deal]
    thrown = ours[list(DISCARDS[discard])]
    sums = []
    for index, discards in hands.items():
        renamed = cards[index] & ~3 | _SUITS[:, cards[index] & 3]
        # Both players hold different cards, and the starter is in neither hand.
        renamed = renamed[~np.isin(renamed, ours).any(axis=1)]
        free = np.ones((len(renamed), 52), dtype=bool)
        free[:, ours] = False
        np.put_along_axis(free, renamed, False, axis=1)
        hand, starters = np.nonzero(free)
        for theirs in discards:
            pair = renamed[hand][:, list(DISCARDS[theirs])]
            shows = np.column_stack(
                [np.broadcast_to(thrown, pair.shape), pair, starters]
            )
            sums.append(int(score_shows(shows.astype(np.uint8), True, rules).sum()))
    return sums
