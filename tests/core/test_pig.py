"""Pig: roll and add, a 1 loses the turn, hold to keep it; the first to the target wins.

Neller & Presser, Optimal Play of the Dice Game Pig, The UMAP Journal 25.1 (2004).
"""

from fractions import Fraction

import pytest

from trueodds.core.bounds import win_enclosure
from trueodds.core.exact.distribution import Distribution
from trueodds.core.models.chain import MarkovChain
from trueodds.core.models.decision import Action, DecisionProcess, Passed


def roll(lost, total, sides=6):
    """Return the law of a roll: ``lost`` after a 1, else ``total(face)``."""
    return Distribution({lost: 1} | {total(face): 1 for face in range(2, sides + 1)})


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


def pig(target, sides=6):
    """Two players; (mover's score, other's score, turn total)."""

    def actions(state):
        mine, theirs, turn = state
        if mine + turn >= target:
            return 1
        lost = Passed((theirs, mine, 0))
        again = roll(lost, lambda face: (mine, theirs, turn + face), sides)
        if turn == 0:
            return {"roll": Action(again)}
        hold = Passed((theirs, mine + turn, 0))
        return {"roll": Action(again), "hold": Action({hold: 1})}

    return DecisionProcess((0, 0, 0), actions)


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
    # The policy takes just so many turns ...
    assert turns_to_100(lambda s: solution.policy[s] == "hold") == solution.value
    # ... and nothing takes fewer: one Bellman inequality for each action, naively.
    v = solution.values
    for (banked, turn), value in v.items():
        if banked + turn >= 100:
            assert value == 0
            continue
        again = sum(v[banked, turn + face] for face in range(2, 7)) + v[banked, 0]
        if turn == 0:
            assert value == 1 + again / 6
        else:
            assert value == min(again / 6, v[banked + turn, 0])


def naive_turn(v, target, sides, mine, theirs, if_lost):
    """Return the mover's value at the start of a turn, and its slope in ``if_lost``."""
    worth = {}
    for turn in reversed(range(target - mine)):
        following = [
            worth.get(turn + face, (Fraction(1), Fraction(0)))
            for face in range(2, sides + 1)
        ]
        again = (
            (if_lost + sum(value for value, _ in following)) / sides,
            (1 + sum(slope for _, slope in following)) / sides,
        )
        hold = (1 - v[theirs, mine + turn], Fraction(0)) if turn else again
        worth[turn] = max(again, hold, key=lambda pair: pair[0])
    return worth[0]


def naive_pig(target, sides):
    """Return the value of every pair of scores, by Newton steps from the top down.

    Two pairs (i, j) and (j, i) depend on each other only through a lost turn, each
    with a slope below 1, so a pair of values that fits exactly is the only one.
    """
    v = {}
    for total in reversed(range(2 * target - 1)):
        for i in range(max(0, total - target + 1), min(total, target - 1) + 1):
            j, mine, theirs = total - i, Fraction(1, 2), None
            while (i, j) not in v:
                theirs, slope = naive_turn(v, target, sides, j, i, 1 - mine)
                value, outer = naive_turn(v, target, sides, i, j, 1 - theirs)
                if value == mine:
                    v[i, j], v[j, i] = mine, theirs
                else:
                    mine += (value - mine) / (1 - outer * slope)
    return v


@pytest.mark.parametrize(
    ("target", "sides"),
    [(2, 2), (7, 2), (12, 2), (5, 3), (15, 3), *((n, 6) for n in range(2, 15))],
)
def test_two_players_exactly_as_a_naive_solver_and_within_the_bounds(target, sides):
    game = pig(target, sides)
    solution = game.solve(maximise=True)
    naive = naive_pig(target, sides)
    for (mine, theirs, turn), value in solution.values.items():
        if turn == 0 and mine < target:
            assert value == naive[mine, theirs]
    bounds = win_enclosure(game)
    assert solution.value in bounds.value
    tables = zip(
        bounds.states, bounds.lower.tolist(), bounds.upper.tolist(), strict=True
    )
    for state, lower, upper in tables:
        assert lower <= bounds.scale * solution.values[state] <= upper


def test_to_2_the_first_roll_that_is_no_1_wins():
    assert pig(2).solve(maximise=True).value == Fraction(6, 7)


def test_the_bounds_are_proved_by_a_naive_check():
    target = 12
    bounds = win_enclosure(pig(target))
    scale, number = bounds.scale, {s: n for n, s in enumerate(bounds.states)}
    low, high = bounds.lower.tolist(), bounds.upper.tolist()
    mover, other = bounds.ranks.T.tolist()
    for n, (mine, theirs, turn) in enumerate(bounds.states):
        if mine + turn >= target:
            assert low[n] == high[n] == scale
            assert mover[n] == other[n] == 0
            continue
        lost = number[theirs, mine, 0]
        on = [number[mine, theirs, turn + face] for face in range(2, 7)]
        held = number.get((theirs, mine + turn, 0)) if turn else None
        nearer_for_other = min([mover[lost], *(other[s] for s in on)])
        if bounds.policy[n] == "hold":
            assert low[n] <= scale - high[held]
            assert mover[n] > other[held]
        else:
            assert 6 * low[n] <= scale - high[lost] + sum(low[s] for s in on)
            assert mover[n] > min([other[lost], *(mover[s] for s in on)])
        assert 6 * high[n] >= scale - low[lost] + sum(high[s] for s in on)
        assert other[n] > nearer_for_other
        if held is not None:
            assert high[n] >= scale - low[held]
            assert other[n] > mover[held]


@pytest.mark.slow
def test_two_players_to_100_the_first_wins_with_0_530592725():
    value = win_enclosure(pig(100)).value
    assert value.width < Fraction(1, 10**12)
    assert Fraction("0.5305927252") < value.lower
    assert value.upper < Fraction("0.5305927253")
