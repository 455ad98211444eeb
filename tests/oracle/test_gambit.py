"""Gambit's solution of the play of small decks, against our certificate.

Gambit reads the exported .efg file and solves the linear programme of the sequence form
in rationals, so its value of the game is exact.
"""

import io
from fractions import Fraction
from typing import Any

import pytest
from explicit_play import dealt

from trueodds.analysis.cribbage.play.certificate import certify, in_parts
from trueodds.analysis.cribbage.play.explicit_tree import explicit_game
from trueodds.analysis.cribbage.play.solver import Solver
from trueodds.analysis.cribbage.play.tree import Game
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayRules
from trueodds.reports.export.efg import efg_text

pygambit: Any = pytest.importorskip(
    "pygambit", reason="there is no pygambit; it is in the tox environment oracle"
)


@pytest.mark.parametrize(
    ("ranks", "hand"), [((0, 1, 2), 2), ((0, 4, 9, 10), 2), ((4, 5, 9), 3)]
)
def test_the_exact_value_is_between_our_bounds(
    ranks: tuple[int, ...], hand: int
) -> None:
    game = Game(ranks, hand)
    hands = dealt(game)
    solver = Solver(game, hands)
    for _ in range(500):
        solver.iterate()
    bounds = certify(game, hands, in_parts(game, solver.totals)).value
    theirs = pygambit.read_efg(
        io.StringIO(efg_text(explicit_game(ranks, hand, PlayRules())))
    )
    (solution,) = pygambit.nash.lp_solve(theirs, rational=True).equilibria
    pone, dealer = (
        Fraction(str(solution.payoff(theirs.players[player])))
        for player in (PONE, DEALER)
    )
    print(f"ranks {ranks}, hands of {hand}: {dealer}, within {float(bounds.width):.1g}")
    assert pone == -dealer
    assert bounds.lower <= dealer <= bounds.upper
    assert bounds.width < Fraction(1, 1000)
