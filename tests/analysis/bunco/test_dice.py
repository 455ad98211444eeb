"""Bunco's dice: generators that are not fair, tests of them, and dice rolled again."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trueodds
from trueodds.analysis.bunco import bias, reroll_table
from trueodds.core.dice import counts_of
from trueodds.core.models.decision import Action, DecisionProcess
from trueodds.core.odds import Odds
from trueodds.core.rules.bunco import BuncoRules, award

rules = BuncoRules.load
SCRIPT = [Fraction(5462, 32768)] * 2 + [Fraction(5461, 32768)] * 4


@pytest.fixture(scope="module")
def script() -> Odds:
    return trueodds.odds("bunco", "published-script-dice", tables=1)


def test_random_mod_6_favours_1_and_2(script: Odds) -> None:
    record = rules("published-script-dice")
    assert record.face_weights == (5462, 5462, 5461, 5461, 5461, 5461)
    assert script["bias.face.2"].exact == Fraction(5462, 32768) - Fraction(1, 6)
    assert script["bias.face.3"].exact == Fraction(5461, 32768) - Fraction(1, 6)
    assert script["round.1.bunco"].exact == Fraction(5462, 32768) ** 3
    assert script["roll.bunco"].total == 6 * 32768**3 // 2


def test_how_far_the_script_moves_each_odd(script: Odds) -> None:
    fair = trueodds.odds("bunco", "published-script", tables=1)
    listed = [id for id in script if id.startswith("bias.r") or "bias.turn" in id]
    assert len(listed) > 300
    for id in listed:
        odd = id.removeprefix("bias.")
        assert script[id].exact == script[odd].bounds.lower - fair[odd].bounds.lower
    assert abs(script["bias.roll.bunco"].bounds.lower) < Fraction(1, 10**9)


def test_fair_dice_have_no_bias() -> None:
    assert not [id for id in trueodds.odds("bunco", tables=1) if "bias" in id]
    whole = trueodds.odds("bunco", tables=1, generator={"modulus": 36})
    assert not [id for id in whole if "bias" in id]
    assert whole["roll.bunco"].exact == Fraction(1, 216)
    assert bias.chi_square_dice([Fraction(1, 6)] * 6) is None
    assert bias.best_test_dice([Fraction(1, 6)] * 6) is None


@pytest.mark.parametrize(
    "changes", [{"generator": {"modulus": 32768}}, {"generator.modulus": "32768"}]
)
def test_a_generator_is_the_weights_that_it_makes(changes: dict[str, object]) -> None:
    made = rules(**changes)
    assert made.cup == rules(weights=(5462, 5462, 5461, 5461, 5461, 5461)).cup


def test_a_billion_rolls_to_see_it(script: Odds) -> None:
    """2.96e9 dice at the noncentrality 22.0275 that 5 degrees of freedom need."""
    assert script["bias.chi_square.dice"].exact == 2956481762
    assert script["bias.chi_square.rolls"].exact == 985493921
    best = script["bias.likelihood_ratio.dice"].bounds
    assert best.lower < 1747141765 < best.upper  # two normal quantiles
    assert best.width < best.lower / 1000


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(900, 1100), min_size=2, max_size=12))
def test_chi_square_power_equals_scipy(weights: list[int]) -> None:
    from scipy.stats import chi2, ncx2

    chances = [Fraction(weight, sum(weights)) for weight in weights]
    needed = bias.chi_square_dice(chances)
    if len(set(weights)) == 1:
        assert needed is None
        return
    assert needed is not None
    sides = len(weights)
    each = float(sum((p - Fraction(1, sides)) ** 2 * sides for p in chances))
    critical = chi2.isf(0.01, sides - 1)
    assert ncx2.sf(critical, sides - 1, (needed[1] + 1) * each) > 0.9 - 1e-9
    assert ncx2.sf(critical, sides - 1, (needed[0] - 1) * each) < 0.9 + 1e-9


def test_best_test_of_a_coin_lies_in_its_bounds() -> None:
    """Exactly, with a die of two sides the best test counts one of them."""
    from scipy.stats import binom

    low, high = bias.best_test_dice([Fraction(101, 200), Fraction(99, 200)]) or (0, 0)
    assert 0 < low < high
    for dice, enough in ((low - 50, False), (high + 50, True)):
        critical = binom.isf(0.01, dice, 0.5) + 1  # heads that raise the alarm
        assert (binom.sf(critical - 1, dice, 0.505) >= 0.9) == enough


# Dice rolled again


def test_d20_table_is_played_by_a_decision_process() -> None:
    """A roll, then which dice to keep, then the rest: solved dice by dice."""
    record = rules("d20", sides=5)
    faces = range(1, 6)

    def actions(state: tuple[int, ...] | str) -> object:
        if state == "roll":
            return {"roll": Action(uniform(product(faces, repeat=3)))}
        if len(state) == 4:
            return award(counts_of(state[1:], 5), 1, record).points
        choices = {"keep": Action({(0, *state): 1})}
        for place in range(3):
            finals = [(0, *state[:place], f, *state[place + 1 :]) for f in faces]
            choices[f"die {place}"] = Action(uniform(finals))
        return choices

    solution = DecisionProcess("roll", actions).solve(maximise=True)
    odds = trueodds.odds("bunco", record)
    assert odds["roll.mean"].exact == solution.value
    for look, line in reroll_table.table(record).items():
        roll = tuple(f for f, n in enumerate(line.roll, start=1) for _ in range(n))
        assert odds[f"reroll.{look.id}.mean"].exact == solution.values[roll]
        assert (line.dice == 0) == (solution.policy[roll] == "keep")


def uniform(states: Iterable[object]) -> dict[object, Fraction]:
    listed = list(states)
    return {state: Fraction(1, len(listed)) for state in listed}


def test_the_authors_closing_question() -> None:
    odds = trueodds.odds("bunco", "d20")
    once = trueodds.odds("bunco", "d20", rerolls=0, tables=1)
    gain = odds["game.mean"].bounds.lower - once["game.mean"].bounds.lower
    assert odds["reroll.game.gain"].exact == gain
    assert odds["reroll.roll.gain"].exact == gain / 12
    # A pair of twos against target 1: the third die makes a mini Bunco 1 time in 20.
    assert odds["reroll.0.2_1.dice"].exact == 1
    assert odds["reroll.0.2_1.mean"].exact == Fraction(5 + 1, 20)
    assert odds["reroll.2.1.mean"].exact == Fraction(19 * 2 + 21, 20)
    assert odds["reroll.0.3.dice"].exact == odds["reroll.3.none.dice"].exact == 0
    chances = [odds[id].bounds.lower for id in odds if id.endswith(".chance")]
    assert sum(chances) == 1


def test_the_table_says_what_the_game_is_worth() -> None:
    odds = trueodds.odds("bunco", rerolls=2)
    looks = [id.removesuffix(".chance") for id in odds if id.endswith(".chance")]
    for points, roll in (("mean", "roll.mean"), ("gain", "reroll.roll.gain")):
        every_look = sum(
            odds[f"{look}.chance"].bounds.lower * odds[f"{look}.{points}"].bounds.lower
            for look in looks
        )
        assert every_look == odds[roll].exact
