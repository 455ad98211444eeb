"""Independent derivation of several players: the turns that each player needs alone.

Without a final round no player's turn depends on the opponents, so the numbers of turns
that the players need are independent. Seat S of N wins in round t if three things hold:
it needs t turns, the seats before it need more than t, and the seats after it need t or
more. Probabilities are integers, rounded down. The upper bound of a seat is what the
lower bounds of the other seats leave.

Solitaire played for points follows from the same turns: one turn, plus the expected
number of turns for the points that are then missing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq

from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.models.linear import fraction
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.farkle.turns import TurnPlay

SCALE = 10**30
PLAYERS = (2, 3, 4)


def alone(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the exact expected number of turns of solitaire, by quantity id.

    Solitaire is the game of a single player to the target, who plays each turn for the
    most points. The rules must have hot dice and dice that can farkle, and no
    penalties, junk, or minimum to open or to bank. They may have a final round.
    """
    play = TurnPlay.of(rules, 0)
    turns = [fmpq(0)]
    # From the target backward: the turns for fewer missing units are known.
    for missing in range(1, -(-rules.target // play.grid) + 1):
        farkle, *distribution = _turn(play, missing)
        later = (
            p * turns[max(missing - n, 0)] for n, p in enumerate(distribution, start=1)
        )
        # A farkle leaves the score as it is, so the turns are on both sides of the
        # equation.
        turns.append((1 + sum(later, fmpq(0))) / (1 - farkle))
    return {"solitaire.most_points.mean": fraction(turns[-1])}


def seats(rules: FarkleRules) -> dict[str, Enclosure]:
    """Return bounds of each seat's probability to win, if all play for points.

    There are 2, 3 or 4 players, who play each turn for the most points. Seat 1 moves
    first, and the keys are ``match.players.PLAYERS.seat.SEAT``. The rules must have hot
    dice, dice that can farkle, and no final round, penalties, junk, or minimum to open
    or to bank.
    """
    there, not_yet = _needed(rules)
    bounds = {}
    for players in PLAYERS:
        opponents = players - 1
        wins = [
            sum(
                # This seat needs t turns, the seats before it more than t, and those
                # after it t or more.
                now * left**before * earlier ** (opponents - before) // SCALE**opponents
                for now, left, earlier in zip(there, not_yet[1:], not_yet, strict=False)
            )
            for before in range(players)
        ]
        # All probability that rounding has lost. It may belong to any seat.
        rest = SCALE - sum(wins)
        for seat, won in enumerate(wins, start=1):
            bounds[f"match.players.{players}.seat.{seat}"] = Enclosure(
                Fraction(won, SCALE), Fraction(won + rest, SCALE)
            )
    return bounds


def _turn(play: TurnPlay, missing: int) -> list[Any]:
    """Return the probability of each number of units of a turn; a farkle has none.

    The player banks as soon as the units that are ``missing`` are there.
    """
    distribution, farkle, _ = play.ends(missing * play.grid)
    # Entry 0 is a turn without points, which is a farkle.
    return [farkle, *distribution[1:]]


def _needed(rules: FarkleRules) -> tuple[list[int], list[int]]:
    """Return the probabilities to need t turns, and to need more than t turns.

    The first list starts at t = 1, and the second at t = 0.
    """
    play = TurnPlay.of(rules, 0)
    goal = -(-rules.target // play.grid)
    distributions = {missing: _turn(play, missing) for missing in range(1, goal + 1)}
    at = {goal: SCALE}
    there = []
    not_yet = [SCALE]
    # The sum falls to 0 after finitely many turns, because products are rounded down.
    while not_yet[-1] > 0:
        after: dict[int, int] = {}
        for missing, chance in at.items():
            for units, share in enumerate(distributions[missing]):
                left = max(missing - units, 0)
                part = chance * int(share.p) // int(share.q)
                after[left] = after.get(left, 0) + part
        there.append(after.pop(0, 0))
        at = after
        not_yet.append(sum(at.values()))
    return there, not_yet
