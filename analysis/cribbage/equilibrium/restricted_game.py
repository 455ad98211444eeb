"""Where pure strategies chase each other: a small zero-sum game, and its mixture.

Only a few classes of deals keep changing their discard. All others held fixed, the
payoff is bilinear in the weights of those classes, and its coefficients are exact
integers: the other's hands of one class that avoid a deal are at most 24. The mixture
is a linear programme's solution, rounded to the common denominator that loses least.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.strategy import Choices
from trueodds.analysis.cribbage.strategy_file import MOST
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.rules.cribbage import CribbageRules

Open = dict[int, list[int]]
"""The discards to choose from, by class."""
Mixture = dict[int, tuple[int, ...]]
"""Fifteen weights by class."""
Floats = NDArray[np.float64]
TINY = 1e-9
"""Weights below this are a linear programme's rounding errors."""
_SUITS = np.array(list(permutations(range(4))))


@dataclass(frozen=True, eq=False, slots=True)
class Game:
    """A zero-sum game over the open discards, row = one of the dealer's.

    The dealer's payoff of weights x, y is ``x @ dealer + x @ crib @ y - y @ pone``.
    ``rows`` and ``columns`` name the class of each discard of dealer and pone.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    dealer: Floats
    pone: Floats
    crib: Floats


def small_game(
    opened: Mapping[str, Open],
    choices: Mapping[str, Choices],
    totals: Mapping[str, NDArray[np.int64]],
    rules: CribbageRules,
) -> Game:
    """The game over the open discards, everybody else throwing by ``choices``.

    ``totals`` are those of ``answers.Worth`` for dealer and pone against the other's
    choices. Integers throughout; turned into floats at the end, on one scale.
    """
    sets = all_classes(6).sets
    dealer, pone = (_listed(opened[role]) for role in ("dealer", "pone"))
    crib = np.zeros((len(dealer), len(pone)), dtype=object)
    for row, (deal, discard) in enumerate(dealer):
        crib[row] = _cribs(deal, discard, opened["pone"], rules)
    crib *= np.outer([int(sets[deal]) for deal, _ in dealer], [1] * len(pone))
    crib *= np.array([int(sets[deal]) for deal, _ in pone], dtype=object)

    # What the closed classes are worth is the pass, less the open ones as chosen.
    thrown = np.array([choices["pone"][deal] == d for deal, d in pone], dtype=object)
    kept = np.array([choices["dealer"][deal] == d for deal, d in dealer], dtype=object)
    own = [int(sets[deal]) * int(totals["dealer"][deal, d]) for deal, d in dealer]
    others = [int(sets[deal]) * int(totals["pone"][deal, d]) for deal, d in pone]
    gains = np.array(own, dtype=object) - crib @ thrown
    losses = np.array(others, dtype=object) + kept @ crib
    scale = max(int(np.abs(crib).max()), 1)
    rows = np.array([deal for deal, _ in dealer])
    columns = np.array([deal for deal, _ in pone])
    return Game(
        rows,
        columns,
        (_from_best(gains, rows) / scale).astype(float),
        (_from_best(losses, columns) / scale).astype(float),
        (crib / scale).astype(float),
    )


def mixtures(game: Game, opened: Mapping[str, Open]) -> dict[str, tuple[Mixture, int]]:
    """An equilibrium of the game in whole weights, with their denominator, by role."""
    dealer, pone = solve_game(game)

    def to_pone(weights: Floats) -> Floats:
        return game.pone - weights @ game.crib

    def to_dealer(weights: Floats) -> Floats:
        return game.dealer + weights @ game.crib.T

    of_dealer = round_off(dealer, game.rows, to_pone, pone, game.columns)
    of_pone = round_off(pone, game.columns, to_dealer, dealer, game.rows)
    return {
        "dealer": _as_mixture(*of_dealer, game.rows, opened["dealer"]),
        "pone": _as_mixture(*of_pone, game.columns, opened["pone"]),
    }


def solve_game(game: Game) -> tuple[Floats, Floats]:
    """Weights of an equilibrium, dealer's and pone's; each class's add up to one.

    The dealer maximises x @ dealer plus, for each class of pone's, the least that its
    discards leave; pone's weights are the prices of those limits.
    """
    deals, hands = np.unique(game.rows), np.unique(game.columns)
    belongs = (game.columns[:, None] == hands).astype(float)
    programme = linprog(
        -np.concatenate([game.dealer, np.ones(len(hands))]),
        A_ub=np.hstack([-game.crib.T, belongs]),
        b_ub=-game.pone,
        A_eq=np.hstack(
            [
                (deals[:, None] == game.rows).astype(float),
                np.zeros((len(deals), len(hands))),
            ]
        ),
        b_eq=np.ones(len(deals)),
        bounds=[(0, None)] * len(game.rows) + [(None, None)] * len(hands),
        method="highs-ds",
        options={
            "primal_feasibility_tolerance": 1e-10,
            "dual_feasibility_tolerance": 1e-10,
        },
    )
    return programme.x[: len(game.rows)], -programme.ineqlin.marginals


def round_off(
    weights: Floats,
    classes: NDArray[np.int64],
    worth: Callable[[Floats], Floats],
    other: Floats,
    others: NDArray[np.int64],
) -> tuple[NDArray[np.int64], int]:
    """Whole weights, and the common denominator whose rounding costs least.

    What it costs is what ``other`` then loses on its best answer: ``worth`` says what
    each of the other's discards is worth against (n, discards) weights.
    """
    wholes = np.arange(1, MOST + 1)
    rounded = np.empty((len(wholes), len(weights)), dtype=np.int64)
    for deal in np.unique(classes):
        of = classes == deal
        shares = np.where(weights[of] > TINY, weights[of], 0)
        rounded[:, of] = _largest_remainders(shares / shares.sum(), wholes)
    against = worth(rounded / wholes[:, None])
    loss = -(against * other).sum(axis=1)
    for deal in np.unique(others):
        loss += against[:, others == deal].max(axis=1)
    best = int(loss.argmin())
    return rounded[best], int(wholes[best])


def _largest_remainders(shares: Floats, wholes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Whole parts of each whole: rounded down, then the largest remainders up."""
    exact = shares * wholes[:, None]
    parts = np.floor(exact)
    missing = wholes - parts.sum(axis=1)
    order = np.argsort(np.argsort(parts - exact, axis=1, kind="stable"), axis=1)
    parts += order < missing[:, None]
    return parts.astype(np.int64)


def _as_mixture(
    weights: NDArray[np.int64], whole: int, classes: NDArray[np.int64], opened: Open
) -> tuple[Mixture, int]:
    """Fifteen whole weights for every class."""
    found = {}
    for deal, discards in opened.items():
        row = [0] * len(DISCARDS)
        for discard, weight in zip(discards, weights[classes == deal], strict=True):
            row[discard] = int(weight)
        found[deal] = tuple(row)
    return found, whole


def _listed(opened: Open) -> list[tuple[int, int]]:
    return [
        (deal, discard) for deal, discards in opened.items() for discard in discards
    ]


def _from_best(
    values: NDArray[np.object_], classes: NDArray[np.int64]
) -> NDArray[np.object_]:
    """Less the largest of the same class, so that floats have something to say."""
    best = {c: max(values[classes == c]) for c in np.unique(classes)}
    return np.array([v - best[c] for v, c in zip(values, classes, strict=True)])


def _cribs(deal: int, discard: int, hands: Open, rules: CribbageRules) -> list[int]:
    """The crib's points summed over the other's hands and the starters.

    One number for each open discard of each class of hands: over the 24 ways to name
    the suits of the hand, where it avoids the deal, and the 40 starters left.
    """
    cards = all_classes(6).cards.astype(np.int64)
    ours = cards[deal]
    thrown = ours[list(DISCARDS[discard])]
    sums = []
    for index, discards in hands.items():
        renamed = cards[index] & ~3 | _SUITS[:, cards[index] & 3]
        renamed = renamed[~np.isin(renamed, ours).any(axis=1)]
        free = np.ones((len(renamed), 52), dtype=bool)
        free[:, ours] = False
        np.put_along_axis(free, renamed, False, axis=1)
        hand, starters = np.nonzero(free)
        for other in discards:
            theirs = renamed[hand][:, list(DISCARDS[other])]
            ours_too = np.broadcast_to(thrown, theirs.shape)
            shows = np.column_stack([ours_too, theirs, starters]).astype(np.uint8)
            sums.append(int(score_shows(shows, True, rules).sum()))
    return sums
