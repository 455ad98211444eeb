"""Checker of cribbage games in certificates of trueodds, deal by deal.

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
verifies only what must hold of them: H adds up to 1. The dealer reaches a points
exactly if the dealer's total is at least a, and pone has at most pone's total at that
time.
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
    """Verify bounds of the dealer's win probabilities, by both players' missing points.

    ``rules`` has the target. Cell [b - 1][a - 1] of ``lower`` and ``upper`` is a bound
    where pone needs b points and the dealer a. ``totals`` and ``reached`` have a table
    "lower" and a table "upper". Cell [j][i] of ``totals`` is the probability that pone
    scores j points in a deal and the dealer i. Cell [j][a - 1] of ``reached`` is the
    probability that the dealer reaches a points while pone has j. Both are zero beyond
    their rows and columns. All bounds are in units of 1 / ``scale``. Return the bounds
    at the start of a game, by quantity id.
    """
    # The certificate chooses the scale and the size of the deal's tables, up to limits.
    low = totals["lower"]
    natural(scale, MOST_SCALE, least=1)
    height = natural(len(low), MOST_POINTS, least=1)
    width = natural(len(low[0]), MOST_POINTS, least=1)
    # C has a column fewer than H, since C starts at one point.
    check_bounds(totals, height, width, scale)
    check_bounds(reached, height, width - 1, scale)
    target = rules["target"]
    wins = {"lower": lower, "upper": upper}
    check_bounds(wins, target, target, scale)

    # won[side][j][a - 1]: the dealer reaches a points while pone has at most j.
    won = {side: summed(rows) for side, rows in reached.items()}
    check_deal(totals, won, scale)

    # V grows with H and C, and falls with the V of the next deal. So the lower bound
    # of the second sum has the upper bounds of the next V in it, and vice versa.
    high = totals["upper"]
    least_later = after_deal(low, upper, scale)
    most_later = after_deal(high, lower, scale)
    for b, a in product(range(target), repeat=2):
        # Places begin at 0: the dealer needs a + 1 points and pone b + 1. So pone may
        # score up to b in this deal. The last row of a deal's tables has the most
        # points of pone.
        pone = min(b, height - 1)
        # The slice is empty beyond the last column, where C is 0.
        column = slice(a, a + 1)
        least_won = sum(won["lower"][pone][column])
        most_won = sum(won["upper"][pone][column])
        # Add both sums of V, in units of 1 / scale**2. A probability is at most 1.
        least = least_won * scale + least_later[b][a]
        most = most_won * scale + most_later[b][a]
        most = min(most, scale**2)
        # The bounds that the certificate states must be as wide, or wider.
        low_holds = lower[b][a] * scale <= least
        high_holds = most <= upper[b][a] * scale
        require(
            low_holds and high_holds,
            f"the bounds do not follow where the dealer needs {a + 1}, pone {b + 1}",
        )
    # At the start of a game both players need the target: the last row and column.
    least_value = Fraction(lower[-1][-1], scale)
    most_value = Fraction(upper[-1][-1], scale)
    return {ID: (least_value, most_value)}


def check_bounds(bounds: Bounds, height: int, width: int, scale: int) -> None:
    """Raise ``MalformedError`` for tables of other sizes, or bounds out of order.

    ``bounds`` has a table "lower" and a table "upper", each of ``height`` rows of
    ``width`` integers. Each lower bound must be from 0 to its upper bound, and each
    upper bound at most ``scale``.
    """
    for rows in bounds.values():
        widths = [len(row) for row in rows]
        if widths != [width] * height:
            refuse(f"expected {height} rows of {width} bounds")
    # Each lower bound is at most its upper bound, which is at most 1.
    lower = chain(*bounds["lower"])
    upper = chain(*bounds["upper"])
    for low, high in zip(lower, upper, strict=True):
        most = natural(high, scale)
        natural(low, most)


def check_deal(totals: Bounds, won: Bounds, scale: int) -> None:
    """Raise ``UnprovedError`` if the bounds for a deal's points contradict each other.

    The error is also raised if a deal without points is possible. ``totals`` and
    ``won`` each have a table of lower and a table of upper bounds. Cell [j][i] of
    ``totals`` bounds the probability that pone scores j points and the dealer i. Cell
    [j][a - 1] of ``won`` bounds the probability that the dealer reaches a points while
    pone has at most j. Bounds are integers in units of 1 / ``scale``.
    """
    low = totals["lower"]
    high = totals["upper"]
    # Without points in a deal, V would depend on itself.
    require(high[0][0] == 0, "there may be deals without points")
    # H adds up to 1, so 1 lies between the sums of its lower and its upper bounds.
    least_sum = sum(map(sum, low))
    most_sum = sum(map(sum, high))
    require(
        least_sum <= scale <= most_sum,
        "the probabilities of a deal's points do not add up to 1",
    )
    # ended[side][j][a - 1]: the dealer's total is at least a, and pone's at most j.
    ended = Bounds()
    for side, rows in totals.items():
        tails = map(at_least, rows)
        ended[side] = summed(tails)
    # A dealer who ends with at least a has reached a, while pone had no more than in
    # the end. So no lower bound of ``ended`` is above the upper bound of ``won``. The
    # last row allows pone every total, so that both have the same probabilities. There,
    # no lower bound of ``won`` is above the upper bound of ``ended`` either.
    most_won = chain(*won["upper"], ended["upper"][-1])
    least_won = chain(*ended["lower"], won["lower"][-1])
    agree = all(map(le, least_won, most_won))
    require(agree, "the points reached contradict the points after the deal")


def summed(rows: Iterable[list[int]]) -> Rows:
    """Return for each row the sum of this row and all earlier rows, cell by cell."""

    def added(above: list[int], row: list[int]) -> list[int]:
        return list(map(add, above, row))

    return list(accumulate(rows, added))


def at_least(row: list[int]) -> list[int]:
    """Return, for each place of a row from 1 on, the sum from this place to the end.

    For probabilities of 0, 1, 2 … points, these are the probabilities of 1 point or
    more, 2 or more, and so on.
    """
    # Add up from the last place on. Then turn the sums round, without the first place.
    tails = list(accumulate(reversed(row)))
    return tails[-2::-1]


def after_deal(totals: Rows, wins: Rows, scale: int) -> Rows:
    """Return bounds of the probability that this deal's dealer wins in a later deal.

    Cell [b - 1][a - 1] is for b points that pone needs and a points that the dealer
    needs, in units of 1 / ``scale**2``. Cell [j][i] of ``totals`` bounds the
    probability that pone scores j points in this deal and the dealer i. ``wins`` bounds
    the win probability of the dealer of the next deal: cell [b - 1][a - 1] is for b
    points that this deal's dealer needs and a points that this deal's pone needs. Both
    are in units of 1 / ``scale``. The result is a lower bound if ``wins`` are upper
    bounds, and an upper bound if they are lower bounds.

    One multiplication computes all sums (Kronecker substitution). Each of the two
    tables is packed into one large integer, and a cell of the product is a sum. Zeros
    fill up each row, so that a product of two rows ends before the next row begins.
    """
    target = len(wins)
    size = len(totals[0]) + len(wins)

    row_bytes = CELL * size

    def packed(rows: Iterable[list[int]]) -> int:
        content = b""
        for row in rows:
            cells = b"".join(n.to_bytes(CELL, "little") for n in row)
            content += cells.ljust(row_bytes, b"\0")
        return int.from_bytes(content, "little")

    # In the next deal the players change places, so rows and columns do too. The next
    # pone wins where the next dealer does not.
    loses = []
    for column in zip(*wins, strict=True):
        row = [scale - bound for bound in column]
        loses.append(row)
    whole = packed(totals) * packed(loses)
    # No cell carries over: a sum of products fits in its CELL bytes.
    rows = len(totals) + target
    content = whole.to_bytes(row_bytes * rows, "little")
    later = []
    for b in range(target):
        # Only the first cells of a row are for points that the dealer can need.
        begin = b * row_bytes
        starts = range(begin, begin + CELL * target, CELL)
        cells = [int.from_bytes(content[at : at + CELL], "little") for at in starts]
        later.append(cells)
    return later


def condition(parts: Values) -> str:
    """Return in words which points of a deal the claims assume.

    The words have bounds of both players' mean points in a deal. They also say whether
    the points have the distribution that trueodds ships. ``parts`` are the parts of the
    certificate by name. The function uses "scale", and the tables of a deal's points,
    "totals" and "reached".
    """
    scale = parts["scale"]
    totals = parts["totals"]
    # The rows are pone's points, and the columns are the dealer's.
    columns = {side: [*zip(*rows, strict=True)] for side, rows in totals.items()}
    of_dealer = mean(columns, scale)
    of_pone = mean(totals, scale)
    # The digest tells whether this is the deal that trueodds ships.
    stated = [scale, totals, parts["reached"]]
    deal = json.dumps(stated, separators=(",", ":"))
    digest = sha256(deal.encode()).hexdigest()
    known = "" if digest == SHIPPED_DEAL else "not "
    return (
        "with bounds of the probability to win at all pairs of scores, if a deal gives "
        f"the dealer {of_dealer} points on average and pone {of_pone}; "
        f"this is {known}the deal that trueodds ships"
    )


def mean(totals: dict[str, Any], scale: int) -> str:
    """Return bounds of a player's mean points in a deal, in words.

    ``totals`` has a table of lower and a table of upper bounds. Row n of a table has
    the probabilities of n points of this player, by the opponent's points, as integers
    in units of 1 / ``scale``.
    """
    means = []
    for rows in totals.values():
        weighted = sum(points * sum(row) for points, row in enumerate(rows))
        means.append(Fraction(weighted, scale))
    lower, upper = means
    return between(lower, upper, 2)


GRID = [[int]]
TABLE = {
    "lower": GRID,
    "upper": GRID,
}
RULES = {"target": partial(natural, most=MOST_TARGET, least=1)}
DATA = {
    "scale": int,
    "totals": TABLE,
    "reached": TABLE,
    **TABLE,
}
KINDS = {
    "chain cribbage win": Kind(
        cribbage_win,
        RULES,
        DATA,
        words=condition,
        follows="follows from the deal that it states",
    )
}
