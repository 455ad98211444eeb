"""Independent derivation of several players: the turns that each needs alone.

Without a final round no player's turn depends on the others, so the numbers of turns
that they need are independent. Seat S of N wins in round t if it needs t turns, the
seats before it need more, and the seats after it need t or more. Probabilities are
integers, rounded down; a seat has at most what the others leave.
"""

from __future__ import annotations

from fractions import Fraction

from trueodds.core.errors import NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.farkle.turns import Play

SCALE = 10**30
PLAYERS = (2, 3, 4)


def seats(rules: FarkleRules) -> dict[str, Enclosure]:
    """Return bounds of each seat's probability to win, if all play for points.

    Raises:
        NotDescribedError: If the rules have a final round, penalties, a minimum to open
            or to bank, junk, no hot dice, or dice that cannot farkle.
    """
    if rules.penalty_every or rules.minimum_to_open or rules.minimum_to_bank:
        raise NotDescribedError(
            "this derivation is of turns that may be banked at any time"
        )
    if rules.final_round:
        raise NotDescribedError("this derivation is of a match without a final round")
    there, not_yet = _needed(rules)
    bounds = {}
    for players in PLAYERS:
        wins = []
        for before in range(players):
            after = players - 1 - before
            wins.append(
                sum(
                    now * left**before * earlier**after // SCALE ** (players - 1)
                    for now, left, earlier in zip(
                        there, not_yet[1:], not_yet, strict=False
                    )
                )
            )
        rest = SCALE - sum(wins)
        for seat, won in enumerate(wins, start=1):
            bounds[f"match.players.{players}.seat.{seat}"] = Enclosure(
                Fraction(won, SCALE), Fraction(won + rest, SCALE)
            )
    return bounds


def _needed(rules: FarkleRules) -> tuple[list[int], list[int]]:
    """Return the probability to need t turns, from 1 on, and more than t, from 0 on."""
    play = Play.of(rules, 0)
    goal = -(-rules.target // play.grid)
    laws = {}
    for missing in range(1, goal + 1):
        law, farkle = play.ends(missing * play.grid)
        law[0] += farkle
        laws[missing] = law
    at = {goal: SCALE}
    there, not_yet = [], [SCALE]
    while not_yet[-1] > 0:
        after: dict[int, int] = {}
        for missing, chance in at.items():
            for units, share in enumerate(laws[missing]):
                left = max(missing - units, 0)
                part = chance * int(share.p) // int(share.q)
                after[left] = after.get(left, 0) + part
        there.append(after.pop(0, 0))
        at = after
        not_yet.append(sum(at.values()))
    return there, not_yet
