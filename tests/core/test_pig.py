"""Pig: roll and add, a 1 loses the turn, hold to keep it; the first to the target wins.

Neller & Presser, Optimal Play of the Dice Game Pig, The UMAP Journal 25.1 (2004).
"""

from fractions import Fraction

from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.chain import MarkovChain
from trueodds.core.models.decision import Action, DecisionProcess


def roll(lost, total):
    """Return the distribution of a roll: ``lost`` after a 1, else ``total(face)``."""
    return Distribution({lost: 1} | {total(face): 1 for face in range(2, 7)})


def solitaire(target):
    """Fewest turns to the target; (banked, turn total), a turn begins at total 0."""

    def actions(state):
        banked, turn = state
        if banked + turn >= target:
            return 0
        again = roll((banked, 0), lambda face: (banked, turn + face))
        if turn == 0:
            return {"roll": Action(again, reward=1)}
        return {"roll": Action(again), "hold": Action({(banked + turn, 0): 1})}

    return DecisionProcess((0, 0), actions)


def turns_to_100(holds):
    """Return the expected turns of a policy, as a chain."""

    def step(state):
        banked, turn = state
        if banked + turn >= 100:
            return None
        if turn and holds(state):
            return {(banked + turn, 0): 1}
        return roll((banked, 0), lambda face: (banked, turn + face))

    return MarkovChain((0, 0), step).expected_reward(lambda state: state[1] == 0)


def test_hold_at_20_takes_12_637_turns_to_100():
    assert round(turns_to_100(lambda state: state[1] >= 20), 6) == Fraction("12.636769")


def test_solitaire_to_100_takes_at_least_12_545_turns():
    solution = solitaire(100).solve(maximise=False)
    assert round(solution.value, 12) == Fraction("12.545232351955")
    assert len(str(solution.value)) == 380  # as many as Storm's exact engine gives
    assert turns_to_100(lambda s: solution.policy[s] == "hold") == solution.value
