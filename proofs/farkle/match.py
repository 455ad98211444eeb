"""Independent derivation of a match of two: value iteration by the number of turns.

Let W(k) be the best probability to win if a match that is not over after k turns counts
as lost, and U(k) if it counts as won; both depend on the scores. Each turn is played
best against the opponent's bounds for k - 1 turns. The probability to win is between
W(k) and U(k) for every k, and the two converge, since a turn is banked sooner or later.
They are computed in integers, W rounded down and U rounded up.
"""

from __future__ import annotations

from fractions import Fraction

from trueodds.core.errors import NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.farkle.rolls import Rolls, best_turn, grid_of, laws_of

SCALE = 10**18
CLOSE = 10**5
"""Bounds this many units apart are close enough."""

Table = dict[tuple[int, int], int]
"""Bounds by the units missing to the player to move, and to the opponent."""


def first_player(rules: FarkleRules) -> dict[str, Enclosure]:
    """Return bounds of the probability that the first of two best players wins.

    More points with as many dice left are never worse, because a player who has more
    can do as if they had less.

    Raises:
        NotDescribedError: If the rules have junk, a final round, penalties, a minimum
            to open or to bank, or no hot dice.
    """
    if rules.penalty_every or rules.minimum_to_open or rules.minimum_to_bank:
        raise NotDescribedError(
            "this derivation is of turns that may be banked at any time"
        )
    if rules.final_round or not rules.hot_dice:
        raise NotDescribedError("this derivation is of hot dice, without a final round")
    laws = laws_of(rules)
    grid = grid_of(laws)
    goal = -(-rules.target // grid)
    pairs = [(a, b) for a in range(1, goal + 1) for b in range(1, goal + 1)]
    lower, upper = dict.fromkeys(pairs, 0), dict.fromkeys(pairs, SCALE)
    while upper[goal, goal] - lower[goal, goal] > CLOSE:
        lower, upper = (
            {pair: _turn(laws, pair, other, up) for pair in pairs}
            for other, up in ((upper, False), (lower, True))
        )
    bounds = (Fraction(table[goal, goal], SCALE) for table in (lower, upper))
    return {"match.first_player": Enclosure(*bounds)}


def _turn(laws: Rolls, missing: tuple[int, int], other: Table, up: bool) -> int:
    """Return the value of the best turn, given the opponent's bounds."""
    mine, theirs = missing
    return best_turn(
        laws,
        mine,
        SCALE - other[theirs, mine],
        past=lambda units, dice: SCALE,
        bank=lambda units: SCALE - other[theirs, mine - units] if units else 0,
        up=up,
    )
