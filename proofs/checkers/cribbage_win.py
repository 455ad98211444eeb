"""Win probabilities of cribbage in certificates of trueodds: whole games, deal by deal.

Let H[j][i] be the probability that after a deal pone has scored j points and the dealer
i. Let C[j][a] be the probability that the dealer reaches a points while pone has j. If
the dealer needs a points and pone needs b, the dealer wins with the probability

    V[b][a] = sum over j < b of C[j][a]
            + sum over j < b, i < a of H[j][i] (1 - V[a - i][b - j]).

In the first sum he wins in this deal. In the second, pone deals next. In every deal
some player scores, so that V is known by induction on a + b.

The certificate has lower and upper bounds of H, C and V, in units of 1 / ``scale``. The
proof verifies in integers that the bounds of V follow for all H and C within theirs.

It does not prove that H and C are those of a deal of cribbage, for any strategies. It
verifies only what must hold of them: H adds up to 1, and the dealer reaches a points
exactly if his total is at least a, at a time when pone has at most his own total.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import accumulate, chain, product
from operator import add, le
from typing import Any, TypeAlias

from .proving import Kind
from .reading import Values, natural, refuse, require
from .words import between

Rows: TypeAlias = list[list[int]]
Bounds: TypeAlias = dict[str, Rows]

ID = "game.first_dealer"
SHIPPED_DEAL = "d8fbf649147fda1e47efa0da94b3339dd6c132b26adc51517bdea990f1524955"
"""SHA-256 of the scale and the two tables of the deal that trueodds ships."""
MOST_TARGET = 121  # two seconds of work
MOST_POINTS = 128  # of a player in a deal, and none
MOST_SCALE = 2**62
CELL = 18  # bytes of a sum of 128 * 128 products below 2**124


def cribbage_win(
    rules: Values, scale: int, totals: Bounds, reached: Bounds, lower: Rows, upper: Rows
) -> Values:
    """Verify bounds of the dealer's win probabilities, by what pone and he need.

    ``totals`` has H, by pone's points and the dealer's. ``reached`` has C, by pone's
    points and the dealer's from 1. Both are zero beyond their rows and columns.
    """
    target = rules["target"]
    low = totals["lower"]
    high = totals["upper"]
    natural(scale, MOST_SCALE, least=1)
    height = natural(len(low), MOST_POINTS, least=1)
    width = natural(len(low[0]), MOST_POINTS, least=1)
    check_bounds(totals, height, width, scale)
    check_bounds(reached, height, width - 1, scale)
    check_bounds({"lower": lower, "upper": upper}, target, target, scale)
    require(high[0][0] == 0, "there may be deals without points")
    enclosed = sum(map(sum, low)) <= scale <= sum(map(sum, high))
    require(enclosed, "the probabilities of a deal's points do not add up to 1")

    # By pone's points j: the dealer reaches a while pone has at most j.
    won = {side: summed(rows) for side, rows in reached.items()}
    # By pone's points j: the dealer's total is at least a, and pone's at most j.
    ended = {side: summed(map(at_least, rows)) for side, rows in totals.items()}
    # Who has a in the end has reached it. At last, who has reached it has it.
    most_won = chain(*won["upper"], ended["upper"][-1])
    least_won = chain(*ended["lower"], won["lower"][-1])
    require(
        all(map(le, least_won, most_won)),
        "the points reached contradict the points after the deal",
    )

    # V grows with H and C, and falls with the V of the next deal.
    least_later = after_deal(low, upper, scale)
    most_later = after_deal(high, lower, scale)
    for b, a in product(range(target), repeat=2):
        # Nobody scores more in a deal than its tables have.
        pone = min(b, height - 1)
        least, most = (sum(rows[pone][a : a + 1]) for rows in won.values())
        least = least * scale + least_later[b][a]
        most = most * scale + most_later[b][a]
        # A probability is at most 1.
        most = min(most, scale**2)
        require(
            lower[b][a] * scale <= least and most <= upper[b][a] * scale,
            f"the bounds do not follow where the dealer needs {a + 1}, pone {b + 1}",
        )
    return {ID: (Fraction(lower[-1][-1], scale), Fraction(upper[-1][-1], scale))}


def check_bounds(bounds: Bounds, height: int, width: int, scale: int) -> None:
    """Raise ``MalformedError`` for tables of other sizes or bounds out of order."""
    for rows in bounds.values():
        if [len(row) for row in rows] != [width] * height:
            refuse(f"expected {height} rows of {width} bounds")
    lower, upper = (chain(*rows) for rows in bounds.values())
    for low, high in zip(lower, upper, strict=True):
        natural(low, natural(high, scale))


def summed(rows: Iterable[list[int]]) -> Rows:
    """Return the sums of the rows up to each row."""
    return list(accumulate(rows, lambda above, row: list(map(add, above, row))))


def at_least(row: list[int]) -> list[int]:
    """Return the sum of a row from each place on, but the first."""
    return list(accumulate(reversed(row)))[-2::-1]


def after_deal(totals: Rows, wins: Rows, scale: int) -> Rows:
    """Return the second sum of V, from bounds of H and of V: by b, then a, from 1.

    All sums are cells of the product of two large integers, whose cells are the factors
    (Kronecker substitution). A row of zeros separates what one row would carry over.
    """
    target = len(wins)
    size = len(totals[0]) + len(wins)

    def packed(rows: Iterable[list[int]]) -> int:
        content = b""
        for row in rows:
            cells = b"".join(n.to_bytes(CELL, "little") for n in row)
            content += cells.ljust(CELL * size, b"\0")
        return int.from_bytes(content, "little")

    # Now the dealer is the next pone: the table is turned round.
    loses = ([scale - bound for bound in column] for column in zip(*wins, strict=True))
    whole = packed(totals) * packed(loses)
    content = whole.to_bytes(CELL * size * (len(totals) + target), "little")
    starts = range(0, CELL * size * target, CELL)
    cells = [int.from_bytes(content[at : at + CELL], "little") for at in starts]
    return [cells[b * size :][:target] for b in range(target)]


def condition(parts: Values) -> str:
    """Return what the deal of a certificate is, on which the claim depends."""
    scale = parts["scale"]
    totals = parts["totals"]
    columns = {side: [*zip(*rows, strict=True)] for side, rows in totals.items()}
    # The digest tells whether this is the deal that trueodds ships.
    deal = json.dumps([scale, totals, parts["reached"]], separators=(",", ":"))
    digest = sha256(deal.encode()).hexdigest()
    known = "" if digest == SHIPPED_DEAL else "not "
    return (
        "with bounds of the probability to win at all pairs of scores, if a deal gives "
        f"the dealer {mean(columns, scale)} points on average and pone "
        f"{mean(totals, scale)}; this is {known}the deal that trueodds ships"
    )


def mean(totals: dict[str, Any], scale: int) -> str:
    """Return bounds of the mean of the number of a row, in words."""
    lower, upper = (
        Fraction(sum(points * sum(row) for points, row in enumerate(rows)), scale)
        for rows in totals.values()
    )
    return between(lower, upper, 2)


GRID = [[int]]
TABLE = {"lower": GRID, "upper": GRID}
KINDS = {
    "chain cribbage win": Kind(
        cribbage_win,
        {"target": partial(natural, most=MOST_TARGET, least=1)},
        {"scale": int, "totals": TABLE, "reached": TABLE, **TABLE},
        words=condition,
        follows="follows from the deal that it states",
    )
}
