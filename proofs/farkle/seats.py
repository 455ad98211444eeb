"""Several players a second way: when each gets there, all by themselves.

Without a final round nobody looks at the others, so how many turns the players need are
independent. Seat S of N wins in round t if it needs t turns, those before it more, and
those after it t or more. Chances are kept in integers, rounded down; a seat has at most
what the others leave.
"""

from __future__ import annotations

from fractions import Fraction

from trueodds.core.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.farkle.turns import Play

SCALE = 10**30
PLAYERS = (2, 3, 4)


def seats(rules: FarkleRules) -> dict[str, Enclosure]:
    """The chance of each seat, all playing every turn for the most points.

    Raises ``ValueError`` for rules with a final round, with penalties, with a least
    score to open or bank, and as ``Play.of`` does.
    """
    if rules.penalty_every or rules.minimum_to_open or rules.minimum_to_bank:
        raise ValueError("this derivation is of turns that may be banked at any time")
    if rules.final_round:
        raise ValueError("this derivation is of a match without a final round")
    there, not_yet = _needed(rules)
    found = {}
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
            found[f"match.players.{players}.seat.{seat}"] = Enclosure(
                Fraction(won, SCALE), Fraction(won + rest, SCALE)
            )
    return found


def _needed(rules: FarkleRules) -> tuple[list[int], list[int]]:
    """The chance to need t turns, from 1 on, and to need more, from 0 on."""
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
