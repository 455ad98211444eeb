"""Banking at T: against chains of explicit turns, and against naive decisions."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from strategies.farkle import naive_rolls, named_rolls, random_rules, rules

from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.dice.roll_classes import HOT, ClassKeep
from trueodds.analysis.farkle.models import threshold
from trueodds.analysis.farkle.threshold.hot_dice import BestHotDice
from trueodds.analysis.farkle.threshold.table import Thresholds, best_threshold
from trueodds.analysis.farkle.turn.ceiling import ceiling
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.exact.digits import decimal_text
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded_dice import read_dice

ECE209 = rules()


def test_one_roll_is_all_there_is_at_50() -> None:
    """Bank whatever scores: the mean of the best score of six dice."""
    threshold = Thresholds(ECE209).at(50)
    assert threshold == (Fraction(284875, 864), Fraction(5, 162))


@pytest.mark.parametrize(
    ("keep", "hot_dice", "best", "mean"),
    [
        ("most", "bank", 250, "401.0396006543"),
        ("most", "roll", 300, "421.7961590875"),
        ("fewest", "bank", 250, "224.0835812015"),
        ("fewest", "roll", 250, "224.3299291385"),
    ],
)
def test_best_thresholds_of_the_assignment(
    keep: str, hot_dice: str, best: int, mean: str
) -> None:
    table = Thresholds(ECE209, keep, hot_dice).table()
    assert [*table] == [*range(50, 10_001, 50)]
    assert best_threshold(table) == best
    assert decimal_text(table[best].mean, 13) == mean


def test_below_the_minimum_to_bank_the_best_threshold_is_no_threshold() -> None:
    record = rules("zilch", singles={"1": 500}, of_a_kind={}, straight=0)
    table = Thresholds(record).table()
    assert best_threshold(table, record.minimum_to_bank) >= 300


CHAINS = "ece209", "box", "zilch", "ece209-literal"


@pytest.mark.parametrize("keep", ["most", "fewest", "best"])
@pytest.mark.parametrize(
    ("record", "at"),
    [*product(map(rules, CHAINS), (50, 350)), (rules(dice="weighted*2, fair*4"), 450)],
)
def test_equals_the_turn_as_a_markov_chain(
    record: FarkleRules, keep: str, at: int
) -> None:
    turns = Thresholds(record, keep)
    ends = turns.ends(at)
    assert ends.at_least_high == 0
    assert sum(ends.points.values()) == 1
    mean = sum(points * chance for points, chance in ends.points.items())
    assert turns.at(at) == (mean, ends.points[0])


@pytest.mark.parametrize("keep", ["most", "best"])
def test_hot_dice_that_must_be_rolled_may_go_on_for_ever(keep: str) -> None:
    turns = Thresholds(rules(), keep, "roll")
    ends = turns.ends(300)
    mean = sum(points * chance for points, chance in ends.points.items())
    threshold = turns.at(300)
    assert 0 < ends.at_least_high < Fraction(1, 10_000)
    assert sum(ends.points.values()) + ends.at_least_high == 1
    # What is cut off has high points with no great chance, and may farkle yet.
    assert 0 < threshold.mean - mean < ends.at_least_high * 2 * ends.high
    assert 0 <= threshold.farkle - ends.points[0] <= ends.at_least_high


def naive_best(record: FarkleRules, at: int) -> Fraction:
    """Return the best keep given T over explicit rolls, hot dice banked."""
    rolls = naive_rolls(record)

    @cache
    def rolling(stake: int, dice: int) -> Fraction:
        if stake >= at:
            return Fraction(stake)
        total = Fraction(0)
        for keeps, weight in rolls[dice].items():
            after = (rolling(stake + points, left or 6) for points, left in keeps)
            total += weight * max(after, default=Fraction(0))
        return total / 6**dice

    return rolling(0, 6)


@pytest.mark.parametrize(
    "changes",
    [
        {"singles": {"1": 100, "5": 50}, "of_a_kind": {"3": {"2": 250}}, "straight": 0},
        {"singles": {"1": 50}, "of_a_kind": {"2": {"6": 150}}, "junk": True},
    ],
)
@pytest.mark.parametrize("at", [150, 450])
def test_best_keep_equals_naive_decisions(changes: dict[str, object], at: int) -> None:
    record = rules(**changes)
    assert Thresholds(record, "best").at(at).mean == naive_best(record, at)


def naive_mixed_dice(record: FarkleRules, at: int) -> Fraction:
    """Return the best keep given T over named dice, each with its own weights."""
    dice = read_dice(str(record.dice), 1, 8)
    rolls, every = named_rolls(record, dice), tuple(range(len(dice)))

    @cache
    def rolling(stake: int, left: tuple[int, ...]) -> Fraction:
        if stake >= at:
            return Fraction(stake)
        total = Fraction(0)
        for ways, keeps in rolls[left]:
            after = (rolling(stake + points, rest or every) for points, rest in keeps)
            total += ways * max(after, default=Fraction(0))
        return total

    return rolling(0, every)


@pytest.mark.parametrize("dice", ["weighted, even*2", "weighted, even, 1:2:3:1:2:1"])
def test_mixed_dice_equal_naive_decisions_over_named_dice(dice: str) -> None:
    changes = {"of_a_kind": {"2": {"6": 150}}, "number_of_dice": 3, "dice": dice}
    record = rules(**changes)
    naive = naive_mixed_dice(record, 250)
    assert Thresholds(record, "best").at(250).mean == naive


def test_thresholds_of_five_dice_and_of_dice_with_a_joker(
    trueodds_command: Callable[..., Any],
) -> None:
    ran = trueodds_command("farkle", "thresholds", "--set", "number_of_dice=5")
    assert ran.out.startswith("Bank at 200 points or more for the highest average")
    dice = ["--dice", "0:1:1:1:1:1:j1, fair*5", "--at", "300"]
    ran = trueodds_command("farkle", "thresholds", "--rules", "kingdom-come", *dice)
    assert ran.out.startswith("A turn that banks at 300 points or more averages ")


@settings(max_examples=12, deadline=None)
@given(random_rules)
def test_no_threshold_beats_the_best_turn(record: FarkleRules | None) -> None:
    """And a better keep is never worse."""
    if record is None:
        return
    dice = dice_set(record)
    try:
        if ceiling(dice).stake > 400:  # its exact turn would take a minute
            return
        most = Turn(dice).mean
    except RulesError:  # a turn need never end
        return
    at = 6 * Thresholds(record).grid
    best = Thresholds(record, "best").at(at).mean
    for keep in ("most", "fewest"):
        assert Thresholds(record, keep).at(at).mean <= best <= most


def test_dice_that_are_always_hot_again() -> None:
    faces = {str(face): 50 for face in range(1, 7)}
    with pytest.raises(RulesError, match="always hot dice, which must be rolled"):
        Thresholds(rules(singles=faces), "most", "roll")
    assert Thresholds(rules(singles=faces)).at(50).farkle == 0


@pytest.mark.parametrize("at", [0, -50, 75, 10_050])
def test_no_threshold(at: int) -> None:
    with pytest.raises(PositionError, match="multiples of 50 up to 10000"):
        Thresholds(ECE209).ends(at)


def test_too_many_thresholds() -> None:
    with pytest.raises(RulesError, match="a table has 1 to 1000"):
        Thresholds(rules(**{"singles.5": 5})).table()


def test_of_equal_keeps_of_hot_dice_the_one_with_more_points_is_best() -> None:
    """At a stake of 100 both keeps are worth 200 points."""
    keeps = ClassKeep(200, HOT), ClassKeep(100, 1)
    rolled = Distribution({(): 1, keeps: 1})
    hot = BestHotDice(rolled, 50, FarkleRules.load("ece209"))
    assert [hot.choose(stake, keeps) for stake in (100, 150)] == [*keeps]


@pytest.mark.parametrize("minimum", [0, 100])
def test_a_model_banks_a_turn_that_its_only_die_ends(minimum: int) -> None:
    """One die is rolled once, so no turn reaches 300 points.

    A 1 scores 100 points, and a 5 scores 50, which may be too little to bank.
    """
    record = rules(number_of_dice=1, hot_dice=False, minimum_to_bank=minimum)
    model = threshold(record, 300)
    mean, farkle = (model.answer(question) for question in model.questions)
    assert (mean, farkle) == (Fraction(100 if minimum else 150, 6), Fraction(2, 3))
    assert Thresholds(record).at(300) == (mean, farkle)
