"""Proved bounds on chances to win, where the exact value is known; and refusals."""

from fractions import Fraction

import pytest

from trueodds.core.bounds import win_enclosure
from trueodds.core.errors import ModelError
from trueodds.core.models.decision import Action, DecisionProcess, Passed


def shots(hit):
    """Two who shoot in turn; the chance to hit first is 1 / (2 - hit)."""
    return DecisionProcess(
        0,
        lambda state: (
            1 if state == "hit" else {"shoot": Action({"hit": hit, Passed(0): 1 - hit})}
        ),
    )


def test_a_duel_of_alternate_shots():
    assert Fraction(7, 13) in win_enclosure(shots(Fraction(1, 7))).value


def test_a_duel_too_long_for_a_proof_at_this_scale():
    with pytest.raises(ModelError, match="cannot be proved"):
        win_enclosure(shots(Fraction(1, 10**12)))


def test_weights_past_64_bits_are_summed_in_python_integers():
    hit = Fraction(10**30 + 1, 3 * 10**30)
    bounds = win_enclosure(shots(hit))
    assert 1 / (2 - hit) in bounds.value
    assert bounds.value.width < Fraction(1, 10**13)


def test_one_player_bets_boldly_when_the_odds_are_against_him():
    """Dubins & Savage: red at roulette, from 3 to 8; bold play is optimal."""
    red = Fraction(18, 37)

    def bets(purse):
        if purse in (0, 8):
            return purse // 8
        return {
            bet: Action({purse + bet: red, purse - bet: 1 - red})
            for bet in range(1, min(purse, 8 - purse) + 1)
        }

    game = DecisionProcess(3, bets)
    bounds = win_enclosure(game)
    exact = game.solve(maximise=True)
    assert exact.value == red**2 * (2 - red)
    assert exact.value in bounds.value
    assert bounds.ranks.shape == (9, 1)


def test_a_start_that_is_terminal():
    bounds = win_enclosure(DecisionProcess("won", lambda state: Fraction(1, 3)))
    assert Fraction(1, 3) in bounds.value
    assert bounds.policy == [None]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({0: {"wait": Action({Passed(0): 1})}}, "state 0: the play need not end"),
        ({0: {"bet": Action({1: 1}, reward=1)}, 1: 1}, "state 0 pays a reward"),
        (
            {0: {"bet": Action({1: 1})}, 1: -1},
            "state 1: -1 is not a probability",
        ),
        ({0: {}}, "state 0 has no actions"),
    ],
)
def test_processes_without_a_proof(table, message):
    with pytest.raises(ModelError, match=message):
        win_enclosure(DecisionProcess(0, table.__getitem__))
