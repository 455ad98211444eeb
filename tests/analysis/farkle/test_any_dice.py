"""Turns with loaded and mixed dice, against fair dice and against naive play."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from strategies.farkle import bounded_turn, named_rolls

import trueodds
from trueodds.analysis.farkle.dice import dice_set as module
from trueodds.analysis.farkle.dice.dice_set import DiceSet, dice_set, scaled_rolls
from trueodds.analysis.farkle.turn import solution
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.analysis.farkle.turn.solution import bank_from, solve_turn
from trueodds.core.errors import DiceError, RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded_dice import Die, read_dice

NARROW = Fraction(1, 10**6)


@pytest.mark.parametrize("preset", ["ece209", "box"])
def test_fair_dice_are_as_before(preset: str) -> None:
    rules = FarkleRules.load(preset)
    exact = Turn(dice_set(rules), rules.minimum_to_bank)
    turn = bounded_turn(rules, "fair*5, 7:7:7:7:7:7")
    assert exact.mean in turn.mean
    assert exact.farkle in turn.farkle
    assert max(turn.mean.width, turn.farkle.width) < NARROW
    assert turn.bank_at == exact.bank_at


def naive_mean(rules: FarkleRules, dice: tuple[Die, ...]) -> Fraction:
    """Return the best mean over subsets of named dice; hot dice end the turn."""
    rolls = named_rolls(rules, dice)

    @cache
    def value(stake: int, left: tuple[int, ...]) -> Fraction:
        banked, rolled = Fraction(stake), Fraction(0)
        for ways, keeps in rolls.get(left, []):
            after = (value(stake + points, rest) for points, rest in keeps)
            rolled += ways * max(after, default=Fraction(0))
        return max(banked, rolled)

    return value(0, tuple(range(len(dice))))


def test_mixed_dice_equal_naive_play_of_dice_told_apart() -> None:
    """Few faces a die keep the naive way short; hot dice end the turn."""
    rules = FarkleRules.load(
        "ece209",
        singles={"1": 100},
        of_a_kind={2: {6: 150}},
        straight=0,
        hot_dice=False,
    )
    text = "1:1:0:0:0:2, 1:3:0:0:0:0*2, 0:2:0:0:0:1, 1:1:0:0:0:0, 1:1:0:0:0:1"
    dice = read_dice(text)
    turn = bounded_turn(rules, text)
    assert turn.mean.width < NARROW
    assert naive_mean(rules, dice) in turn.mean


def test_order_and_names_do_not_matter() -> None:
    rules = FarkleRules.load("ece209")
    first = bounded_turn(rules, "weighted, heavenly*3, fair*2")
    other = "fair, 7:2:2:2:2:4, heavenly*2, 10:1:1:1:1:1, fair"
    assert bounded_turn(rules, other).mean == first.mean


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("fair*5", "has 5 dice, not 6"),
        ("fair*7", "has 7 dice, not 6"),
        ("wieghted*6", 'no die .wieghted.; did you mean "weighted*6"'),
        ("1:1:x*6", "give 2 to 12 whole weights"),
        ("0:0:0:0:0:0*6", "not all 0"),
        ("fair*x", "does not repeat a die"),
        ("", "there is no die ''"),
    ],
)
def test_dice_that_are_refused(text: str, fault: str) -> None:
    with pytest.raises(DiceError, match=fault.replace("*", r"\*")):
        read_dice(text)


def test_dice_that_can_never_farkle() -> None:
    with pytest.raises(RulesError, match="can never farkle"):
        bounded_turn(FarkleRules.load("ece209"), "1:0:0:0:0:0, fair*5")


def test_the_command(trueodds_command: Callable[..., Any]) -> None:
    ran = trueodds_command(
        "farkle", "policy", "--rules=ece209", "--dice", "weighted,heavenly*3,fair*2"
    )
    first = ran.out.splitlines()[0]
    assert first == (
        "The average turn with fair*2, heavenly*3, weighted is 1,044.99 points, and "
        "28.67 % of turns farkle. (ece209 rules)"
    )
    ran = trueodds_command("farkle", "policy", "--dice", "fair*5")
    assert (ran.code, ran.out) == (2, "")
    assert "has 5 dice, not 6" in ran.err


def test_dice_with_exactly_the_most_rolls_are_computed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Six fair dice have 462 different rolls."""
    rules = FarkleRules.load("ece209")
    monkeypatch.setattr(module, "MOST_ORDERED", 462)
    assert DiceSet(rules, read_dice("fair*6")).whole == 6
    monkeypatch.setattr(module, "MOST_ORDERED", 461)
    with pytest.raises(DiceError, match="462 different rolls, and at most 461 can"):
        DiceSet(rules, read_dice("fair*6"))


def test_rolls_keep_their_probabilities_when_they_are_scaled() -> None:
    """A devil's head is a joker and five faces: six sides, as many as a fair die."""
    rules = FarkleRules.load("kingdom-come", dice="0:1:1:1:1:1:j1*2, fair*4")
    rolls, scaled = dice_set(rules).rolls, scaled_rolls(rules)
    assert scaled.base == 6
    for number, rolled in rolls.items():
        total = scaled.base ** scaled.sizes[number]
        assert scaled.rolls[number].total == total
        assert all(scaled.rolls[number][keeps] == rolled[keeps] for keeps in rolled)


def test_odds_of_loaded_dice() -> None:
    """Six dice weighted 10:1:1:1:1:1 farkle once in 7,910 rolls."""
    odds = trueodds.odds("farkle", "ece209", set={"dice": "weighted*6"})
    farkle = odds["roll.6.farkle"].exact
    # Nothing scores without a 1 or a 5, three alike, or a straight.
    quiet = product((2, 3, 4, 6), repeat=6)
    counts = sum(max(map(dice.count, dice)) < 3 for dice in quiet)
    assert farkle == Fraction(counts, 15**6)
    assert round(1 / farkle) == 7910
    assert sum(q.exact for q in odds.family("roll.6.best")) == 1
    assert odds["turn.mean"].bounds.width < NARROW


def test_a_tie_of_banking_and_rolling_is_exact_or_has_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A die shows a 1 in 1 of 7 rolls, and a 5 in 2 of 7, and no dice are hot.

    Rolling it at a stake s brings 3/7 s + 1/7 * 100 + 2/7 * 50 points: s, if s is 50.
    """
    rules = FarkleRules.load("ece209", hot_dice=False, dice="1:1:1:1:2:1*6")
    dice = dice_set(rules)
    monkeypatch.setattr(solution, "MOST_WORK", 0)
    exact = solve_turn(dice)
    assert bank_from(exact, 1) == 50
    monkeypatch.setattr(solution, "MOST_WORK_FOR_TIES", 0)
    bounded = solve_turn(dice)
    assert bank_from(bounded, 1) == Enclosure(Fraction(50), Fraction(100))
    for left in range(2, 7):
        assert bank_from(bounded, left) == exact.bank_at[left]
