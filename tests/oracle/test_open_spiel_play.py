"""OpenSpiel's best responses on the play of small decks, against our certificate.

OpenSpiel reads the game from the exported .efg file. Its own cribbage cannot deal from
a small deck.
"""

from typing import Any

import pytest
from explicit_play import dealt, policy_in_parts, solved

from trueodds.analysis.cribbage.play.solving.certificate import certify
from trueodds.analysis.cribbage.play.solving.parts import in_parts
from trueodds.analysis.cribbage.play.tree.explicit_tree import explicit_game
from trueodds.analysis.cribbage.play.tree.public_tree import RanksOfPlay
from trueodds.core.rules.cribbage_play import DEALER, PONE, PlayRules
from trueodds.reports.export import efg_text

pyspiel: Any = pytest.importorskip(
    "pyspiel", reason="there is no open-spiel; it is in the tox environment oracle"
)


@pytest.mark.parametrize(
    ("ranks", "hand"),
    [((0, 1, 2), 2), ((0, 4, 9, 10), 2), ((4, 5, 9), 3), ((8, 9, 11), 4)],
)
@pytest.mark.parametrize("iterations", [1, 200])
def test_best_responses_are_those_of_the_certificate(
    ranks: tuple[int, ...], hand: int, iterations: int
) -> None:
    game = RanksOfPlay(ranks, hand)
    hands = dealt(game)
    totals = solved(game, hands, iterations).totals
    proof = certify(game, hands, in_parts(game, totals))
    explicit = explicit_game(ranks, hand, PlayRules())
    theirs = pyspiel.load_efg_game(efg_text(explicit))
    policy = _in_open_spiel(theirs, policy_in_parts(game, proof.parts, explicit))
    start = theirs.new_initial_state()
    pone, dealer = (
        pyspiel.TabularBestResponse(theirs, player, policy).value_from_state(start)
        for player in (PONE, DEALER)
    )
    assert -pone == pytest.approx(float(proof.value.lower), abs=1e-9)
    assert dealer == pytest.approx(float(proof.value.upper), abs=1e-9)
    gap = pyspiel.nash_conv(theirs, policy)
    assert gap == pytest.approx(float(proof.exploitability), abs=1e-9)
    assert (gap > 0.01) == (iterations == 1)


def _in_open_spiel(theirs: Any, policy: Any) -> dict[str, list[tuple[int, float]]]:
    """Return a policy by OpenSpiel's information states and numbers of actions."""
    shares: dict[str, list[tuple[int, float]]] = {}

    def follow(state: Any) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            player = state.current_player()
            key = state.information_state_string(player)
            information = key.split("-", 3)[-1]
            chosen = policy[player, information]
            shares[key] = [
                (action, float(chosen[state.action_to_string(action)]))
                for action in state.legal_actions()
            ]
        for action in state.legal_actions():
            follow(state.child(action))

    follow(theirs.new_initial_state())
    return shares
