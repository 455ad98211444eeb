"""The certificate of a turn of Farkle with any dice: loaded, mixed, with jokers.

For each stake and each choice of dice to roll, it states how many points the best play
wins on average beyond the stake. The numbers are integers. They follow by backward
induction from the stake at which banking is best for all dice.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from trueodds.analysis.farkle.dice.dice_set import DiceSet, dice_set
from trueodds.analysis.farkle.dice.roll_classes import Array, RollTables
from trueodds.analysis.farkle.turn.bounded import top_stake
from trueodds.core.errors import ModelError, NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.kernels.compiled import compiled
from trueodds.core.odds import Odds
from trueodds.core.rulebook import to_table
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.coverage import require_covered
from trueodds.core.storage.progress import Progress
from trueodds.proofs.certificates.format import Certificate, exact

PARTS = 10**6
"""The bounds differ by less than 1 / ``PARTS`` of a point, if 62 bits suffice."""

MOST_NUMBERS = 750_000
"""Upper limit on the numbers in a certificate: its checker reads at most 16 MB."""

LIMB = 21
"""Bits of a limb: numbers of 62 bits are added up in three limbs."""

SCORES = (
    "singles",
    "of_a_kind",
    "straight",
    "three_pairs",
    "four_and_two",
    "two_triplets",
    "nothing",
)
"""The fields of points in every certificate."""


def turn(odds: Odds, progress: Progress) -> Certificate:
    """Return the certificate of the most expected points of a turn with any dice.

    The certificate is for the rules and the dice of ``odds``. ``progress`` is called as
    the work goes on.

    Raises:
        NotDescribedError: If the rules have a special rule that the certificate does
            not cover, such as ``must_roll_hot_dice`` or ``exact_target``.
        ModelError: If the weights or stakes are too large for the checker.
        RulesError: If some of the dice can never farkle.
    """
    rules = odds.rules_as(FarkleRules)
    require_covered("this certificate", rules, NotDescribedError)
    dice = dice_set(rules)
    tables = dice.tables
    unit = dice.unit
    least = max(-(-rules.minimum_to_bank // unit), 1)
    top = top_stake(dice, least)
    # Columns from ``top`` on stay 0: there is nothing to be won beyond the stake.
    width = top + int(tables.points.max()) + 1
    # A limb times a weight must fit into 62 bits.
    if int(tables.total.max()) > 2 ** (2 * LIMB - 1):
        raise ModelError("the weights of these dice are too large for a certificate")
    # As fine as the claimed accuracy asks, and no finer than 62 bits allow.
    wanted = len(str(top * unit * PARTS))
    allowed = len(str(2**61 // (2 * width))) - 1
    scale = 10 ** min(wanted, allowed)
    more = np.zeros((len(dice.multisets), width), np.int64)
    if not rules.hot_dice:
        # Without hot dice a turn without dice left is over: a stake below the minimum
        # is lost.
        more[0, :least] = -scale * np.arange(least)
    progress("solving the turn", 0, 1)
    induct(tables, top, least, scale, more)
    # Zeros at the end mean that the player banks. The checker adds them again.
    rows = [np.trim_zeros(row, "b").tolist() for row in more[1:]]
    if sum(map(len, rows)) > MOST_NUMBERS:
        raise ModelError(
            f"with these dice stakes up to {top * unit:,} have to be considered, which "
            "are too many for a certificate; choose dice that farkle more often"
        )
    start = int(more[-1, 0])
    # A roll adds at least a unit and loses less than a part by rounding: at most
    # ``top`` parts are missing.
    mean = Enclosure(*(Fraction(n * unit, scale) for n in (start, start + top)))
    return Certificate(
        "decision farkle dice-turn",
        _rules(rules, dice),
        {"turn.mean": exact(mean)},
        {"unit": unit, "scale": scale, "more": rows},
    )


def _rules(rules: FarkleRules, dice: DiceSet) -> dict[str, object]:
    """Return the rules of a turn as plain values for JSON."""
    table = scores(rules, "jokers", "hot_dice", "junk", "minimum_to_bank")
    del table["straight"]  # one of the straights
    return {
        "dice": [
            {"count": count, "weights": list(kind.weights), "joker": kind.joker}
            for kind, count in zip(dice.kinds, dice.multisets[-1], strict=True)
        ],
        **table,
        "straights": {
            " ".join(map(str, pattern.faces)): pattern.points
            for pattern in rules.all_patterns
            if pattern.name == "straight"
        },
    }


def scores(rules: FarkleRules, *further: str) -> dict[str, Any]:
    """Return the scoring rules, and the rules in ``further``, as values for JSON.

    ``further`` are names of other rules, such as "minimum_to_bank". The keys of the
    result are the names of the rules.
    """
    table = to_table(rules)
    # Certificates that are older than these two tables have no such fields.
    later = (name for name in ("straights", "patterns") if table[name])
    return {name: table[name] for name in (*SCORES, *later, *further)}


@compiled
def induct(tables: RollTables, top: int, least: int, scale: int, more: Array) -> None:
    """Fill the int64 array ``more[n, stake]``: the mean points won beyond a stake.

    The means are rounded down. ``tables`` has the rolls of each multiset of dice, and
    their keeps. The player plays best. ``n`` is the index of a multiset of dice to
    roll. Stakes are in units, and the points in parts: a unit has ``scale`` parts.
    Stakes below ``least`` may not be banked, and from ``top`` on banking is best.
    """
    low = (1 << LIMB) - 1
    for stake in range(top - 1, -1, -1):
        for n in range(1, len(tables.total)):
            # A farkle loses the stake. Shifts round down, so negative numbers split
            # rightly too.
            parts = -scale * stake
            high = tables.farkle[n] * (parts >> 2 * LIMB)
            middle = tables.farkle[n] * (parts >> LIMB & low)
            rest = tables.farkle[n] * (parts & low)
            for c in range(tables.first_class[n], tables.first_class[n + 1]):
                first = tables.first_keep[c]
                end = tables.first_keep[c + 1]
                # Below every value, so that the first keep replaces it.
                parts = -(1 << 62)
                for k in range(first, end):
                    points = tables.points[k]
                    won = points * scale + more[tables.left[k], stake + points]
                    parts = max(parts, won)
                high += tables.weight[c] * (parts >> 2 * LIMB)
                middle += tables.weight[c] * (parts >> LIMB & low)
                rest += tables.weight[c] * (parts & low)
            total = tables.total[n]
            # Long division by limbs, from the highest down: remainders are carried to
            # the next limb.
            middle += (high % total) << LIMB
            rest += (middle % total) << LIMB
            won = (((high // total) << LIMB) + middle // total << LIMB) + rest // total
            more[n, stake] = max(won, 0) if stake >= least else won
