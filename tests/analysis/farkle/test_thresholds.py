"""Banking at T: against chains of explicit turns, and against naive decisions."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from strategies.farkle import naive_options, random_rules, rules

from trueodds.analysis.farkle.dice.dice_set import DiceSet, ScaledRolls, dice_set
from trueodds.analysis.farkle.threshold import table
from trueodds.analysis.farkle.threshold.table import Thresholds, best_threshold
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.dice import Dice, Roll, counts_of, faces_of
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.exact.printing import decimal_text
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded import read_dice

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


@pytest.mark.parametrize("preset", ["ece209", "box", "zilch", "ece209-literal"])
@pytest.mark.parametrize("keep", ["most", "fewest", "best"])
@pytest.mark.parametrize("at", [50, 350])
def test_equals_the_turn_as_a_markov_chain(preset: str, keep: str, at: int) -> None:
    turns = Thresholds(rules(preset), keep)
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

    @cache
    def rolled(dice: int) -> list[tuple[dict[Roll, int], int]]:
        return [
            (naive_options(faces_of(roll), record), weight)
            for roll, weight in Dice.fair(dice, sides=6).rolls()
        ]

    @cache
    def rolling(stake: int, dice: int) -> Fraction:
        total = Fraction(0)
        for options, weight in rolled(dice):
            total += weight * max(
                (
                    Fraction(stake + points)
                    if stake + points >= at
                    else rolling(stake + points, dice - sum(kept) or 6)
                    for kept, points in options.items()
                ),
                default=Fraction(0),
            )
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
    weights = [die.weights for die in read_dice(str(record.dice), 1, 8)]
    every = frozenset(range(len(weights)))

    @cache
    def rolling(stake: int, left: frozenset[int]) -> Fraction:
        if stake >= at:
            return Fraction(stake)
        total = ways_in_all = Fraction(0)
        for faces in product(range(6), repeat=len(left)):
            ways = 1
            for die, face in zip(sorted(left), faces, strict=True):
                ways *= weights[die][face]
            ways_in_all += ways
            options = naive_options(tuple(face + 1 for face in faces), record)
            best = Fraction(0)
            for chosen in product((False, True), repeat=len(left)):
                kept = [face + 1 for face, c in zip(faces, chosen, strict=True) if c]
                points = options.get(counts_of(kept), 0) if kept and ways else 0
                if points:
                    rest = left - {
                        die for die, c in zip(sorted(left), chosen, strict=True) if c
                    }
                    best = max(best, rolling(stake + points, rest or every))
            total += ways * best
        return total / ways_in_all

    return rolling(0, every)


@pytest.mark.parametrize("dice", ["weighted, even*2", "weighted, even, 1:2:3:1:2:1"])
def test_mixed_dice_equal_naive_decisions_over_named_dice(dice: str) -> None:
    changes = {"of_a_kind": {"2": {"6": 150}}, "number_of_dice": 3, "dice": dice}
    record = rules(**changes)
    naive = naive_mixed_dice(record, 250)
    assert Thresholds(record, "best").at(250).mean == naive


@pytest.mark.parametrize("keep", ["most", "fewest", "best"])
@pytest.mark.parametrize("hot_dice", ["bank", "roll"])
def test_any_dice_give_the_old_numbers_for_fair_dice(
    keep: str, hot_dice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = [Thresholds(rules("zilch"), keep, hot_dice).at(at) for at in (300, 700)]

    def any_dice(record: FarkleRules) -> ScaledRolls:
        dice = DiceSet(record, read_dice("fair*6"))
        return ScaledRolls(dice.rolls, dice.multisets, 6)

    monkeypatch.setattr(table, "scaled_rolls", any_dice)
    new = [Thresholds(rules("zilch"), keep, hot_dice).at(at) for at in (300, 700)]
    assert new == old


@pytest.mark.parametrize("keep", ["most", "fewest", "best"])
def test_mixed_dice_equal_the_turn_as_a_markov_chain(keep: str) -> None:
    turns = Thresholds(rules(dice="weighted*2, fair*4"), keep)
    ends = turns.ends(450)
    mean = sum(points * chance for points, chance in ends.points.items())
    assert turns.at(450) == (mean, ends.points[0])


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
    try:
        most = Turn(dice_set(record)).mean
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
