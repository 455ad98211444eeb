"""A match of two, a second way: what can be won within so many turns.

Let W(k) be the chance that the player to move can make sure of winning within k turns
of both together, and U(k) the one that the other cannot prevent, both by scores: a
match that is not over by then is lost, or won. Each turn is played best against the
other's bounds for k - 1. The chance to win is between W(k) and U(k) for every k, and
they close in, since a turn is banked sooner or later. In integers, W rounded down and
U up.
"""

from __future__ import annotations

from fractions import Fraction

from trueodds.core.enclosure import Enclosure
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.proofs.farkle.rolls import Laws, grid_of, laws_of

SCALE = 10**18
CLOSE = 10**5
"""Bounds so many units apart are close enough."""

Table = dict[tuple[int, int], int]
"""By the points missing to the player to move, and to the other."""


def first_player(rules: FarkleRules) -> dict[str, Enclosure]:
    """The chance to win of whoever moves first, both playing best, between bounds.

    More points with as many dice left are never worse, as whoever has more can do as if
    they had less. Raises ``ValueError`` for rules with junk, with a final round, with
    penalties, with a least score to open or bank, and without hot dice.
    """
    if rules.penalty_every or rules.minimum_to_open or rules.minimum_to_bank:
        raise ValueError("this derivation is of turns that may be banked at any time")
    if rules.final_round or not rules.hot_dice:
        raise ValueError("this derivation is of hot dice, without a final round")
    laws = laws_of(rules)
    grid = grid_of(laws)
    goal = -(-rules.target // grid)
    pairs = [(a, b) for a in range(1, goal + 1) for b in range(1, goal + 1)]
    lower, upper = dict.fromkeys(pairs, 0), dict.fromkeys(pairs, SCALE)
    while upper[goal, goal] - lower[goal, goal] > CLOSE:
        lower, upper = (
            {pair: _turn(laws, grid, pair, other, up) for pair in pairs}
            for other, up in ((upper, False), (lower, True))
        )
    bounds = (Fraction(table[goal, goal], SCALE) for table in (lower, upper))
    return {"match.first_player": Enclosure(*bounds)}


def _turn(
    laws: Laws, grid: int, missing: tuple[int, int], other: Table, up: bool
) -> int:
    """The best turn of a player, where the other's chances are these."""
    mine, theirs = missing
    passed = SCALE - other[theirs, mine]
    worth: dict[tuple[int, int], int] = {}

    def after(stake: int, points: int, left: int) -> int:
        reached = stake + points // grid
        return worth[reached, left or DICE] if reached < mine else SCALE

    for stake in range(mine - 1, -1, -1):
        for dice, law in laws.items():
            total = law[()] * passed
            for offers, ways in law.items():
                if offers:
                    total += ways * max(after(stake, *keep) for keep in offers)
            rolled = -(-total // 6**dice) if up else total // 6**dice
            banked = SCALE - other[theirs, mine - stake] if stake else 0
            worth[stake, dice] = max(rolled, banked)
    return worth[0, DICE]
