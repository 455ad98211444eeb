"""What a keep is worth, whether to bank, and what is not simply the most points."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.farkle import equal_dice, naive_options, rolls, rules

from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.analysis.farkle.turn.exceptions import restraints
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.dice import faces_of
from trueodds.core.errors import PositionError
from trueodds.farkle import advise

ECE209 = Adviser(rules())
BLOG_OPENING = Adviser(rules("blog"), opening=True)


def test_options_of_a_roll_of_the_assignment() -> None:
    """S4's 113334: 500 for all that scores, or less and more dice to roll."""
    options = ECE209.options(equal_dice((1, 1, 3, 3, 3, 4)))
    assert [(o.points, o.left, o.choice.action) for o in options] == [
        (500, 1, "bank"),
        (400, 2, "bank"),
        (100, 5, "roll"),
        (200, 4, "roll"),
        (300, 3, "roll"),
    ]
    assert options[0].choice.value == 500


@settings(max_examples=40, deadline=None)
@given(rolls, st.integers(0, 40))
def test_options_are_the_legal_keeps_and_the_best_is_first(
    faces: list[int], steps: int
) -> None:
    options = ECE209.options(equal_dice(faces), 50 * steps)
    legal = naive_options(tuple(sorted(faces)), ECE209.rules)
    assert {ECE209.dice.by_face(o.kept): o.points for o in options} == legal
    worths = [option.choice.value for option in options]
    assert worths == sorted(worths, reverse=True)


def test_the_start_is_worth_the_turn() -> None:
    choice = ECE209.choice(0, 6)
    assert (choice.bank, choice.action, choice.gain) == (None, "roll", None)
    assert choice.roll == ECE209.turn.mean


def test_a_roll_is_worth_the_mean_of_its_best_keeps() -> None:
    """What is advised for each roll adds up to what is advised before it."""
    total = Fraction(0)
    for first in range(1, 7):
        for second in range(1, 7):
            options = ECE209.options(equal_dice((first, second)), 650)
            total += options[0].choice.value if options else 0
    assert ECE209.choice(650, 2).roll == total / 36


@pytest.mark.parametrize(
    ("changes", "opening"),
    [
        ({"nothing": -800, "minimum_to_bank": 600}, False),
        ({"nothing": -800, "must_roll_hot_dice": True}, False),
        ({"farkle_keeps_points": True, "minimum_to_open": 300}, True),
        ({"farkle_keeps_points": True, "must_roll_hot_dice": True}, False),
    ],
)
@pytest.mark.parametrize("stake", [0, 50, 300])
def test_farkles_and_keeps_that_cost_points_are_worth_less_than_none(
    changes: dict[str, object], opening: bool, stake: int
) -> None:
    """A roll is worth the mean of its best keeps, also where that is negative."""
    adviser = Adviser(rules(number_of_dice=2, **changes), opening=opening)
    total = Fraction(0)
    for faces in product(range(1, 7), repeat=2):
        options = adviser.options(equal_dice(faces), stake)
        worths = [option.choice.value for option in options]
        assert worths == sorted(worths, reverse=True)
        total += worths[0] if worths else adviser.farkle_value(stake, 2)
    assert adviser.choice(stake, 2).roll == total / 36


def test_advice_on_a_farkle_has_the_points_of_the_turn() -> None:
    """A farkle of all dice costs 500; another one may keep what is at stake."""
    lost = advise("223446", rules="box", set={"nothing": -500})
    assert lost.worth == -500
    assert "The turn has -500.00 points" in lost.summary
    kept = {"farkle_keeps_points": True}
    assert advise("2346", stake=500, rules="box", set=kept).worth == 500
    assert advise("2346", stake=450, rules="box", set=kept, opening=True).worth == 0


@pytest.mark.parametrize(("dice", "stake"), ECE209.turn.bank_at.items())
def test_banking_begins_where_the_policy_says(dice: int, stake: int) -> None:
    assert ECE209.choice(stake, dice).action == "bank"
    assert ECE209.choice(stake - 50, dice).action == "roll"


def test_before_opening_nothing_below_the_minimum_is_banked() -> None:
    assert BLOG_OPENING.choice(950, 1).bank is None
    assert BLOG_OPENING.choice(1000, 1).action == "bank"


def test_without_hot_dice_a_turn_may_end_with_nothing() -> None:
    record = rules(hot_dice=False, minimum_to_bank=2000)
    straight = next(
        option
        for option in Adviser(record).options(equal_dice(range(1, 7)))
        if option.points == 1500
    )
    assert (straight.choice.action, straight.choice.value) == ("over", 0)


def test_restraint_of_the_assignment() -> None:
    """Two dice that score of six: keep a 1 alone far into the turn."""
    by_roll = {
        (restraint.dice, faces_of(restraint.instead)): restraint
        for restraint in restraints(ECE209.turn, ECE209.rules)
    }
    one_five = by_roll[6, (1, 5)]
    assert faces_of(one_five.kept) == (1,)
    assert (one_five.least, one_five.most) == (0, 2100)
    for restraint in by_roll.values():
        options = ECE209.options(
            equal_dice(faces_of(restraint.instead)), restraint.least
        )
        assert options  # what is kept scores
        assert sum(restraint.kept) < sum(restraint.instead)


@pytest.mark.parametrize("stake", [16_550, 16_600, 20_000, 200_000])
def test_hot_dice_that_must_be_rolled_have_exceptions_at_any_high_stake(
    stake: int,
) -> None:
    """At 16,600 or more, 11111 of 111115 is kept: all six dice are rolled at once."""
    adviser = Adviser(rules("box", must_roll_hot_dice=True))
    assert isinstance(adviser.turn, Turn)
    by_roll = {
        faces_of(restraint.instead): restraint
        for restraint in restraints(adviser.turn, adviser.rules)
        if restraint.dice == 6
    }
    last = by_roll[1, 1, 1, 1, 1, 5]
    assert (faces_of(last.kept), last.least, last.most) == (5 * (1,), 16_600, None)
    best = adviser.options(equal_dice((1, 1, 1, 1, 1, 5)), stake)[0]
    assert len(best.kept) == (5 if stake >= last.least else 6)


@pytest.mark.parametrize(
    ("stake", "dice", "fault"),
    [
        (25, 3, "multiples of 50"),
        (-50, 3, "multiples of 50"),
        (50, 7, "7 dice cannot be left"),
        (50, 0, "0 dice cannot be left"),
        (0, 3, "with nothing at stake .* all 6 dice are left, not 3;"),
        (10**9, 3, "to 1000000"),
    ],
)
def test_positions_that_cannot_occur(stake: int, dice: int, fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        ECE209.choice(stake, dice)
