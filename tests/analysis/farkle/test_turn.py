"""One turn of Farkle, played for the most points."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies.farkle import SIX_FAIR_DICE, naive_rolls, rules

import trueodds
from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.dice.roll_classes import HOT, roll_class
from trueodds.analysis.farkle.turn.distribution import outcomes
from trueodds.analysis.farkle.turn.optimal import Turn, require_few_stakes
from trueodds.core.dice import Dice
from trueodds.core.errors import RulesError
from trueodds.core.exact.digits import decimal_text
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.farkle import FarkleRules, Scorer


def test_one_turn_of_the_assignment() -> None:
    odds = trueodds.odds("farkle", "ece209")
    mean = odds["turn.mean"].exact
    assert mean is not None
    assert mean.denominator == 2**183 * 3**203
    assert decimal_text(mean, 15) == "470.185531742616"
    assert [odds[f"turn.bank_at.{k}"].exact for k in range(1, 7)] == [
        250,
        250,
        400,
        1000,
        2900,
        10700,
    ]


def test_ai_game_theory_turn() -> None:
    """Facebook's scoring without its minimum to bank: 548.858 (published)."""
    odds = trueodds.odds("farkle", "facebook", minimum_to_bank=0)
    assert f"{odds['turn.mean'].decimal:.3f}" == "548.858"


def test_busche_zilch_2010() -> None:
    odds = trueodds.odds("farkle", "zilch")
    assert f"{odds['longrun.mean'].decimal:.3f}" == "620.855"
    # Six dice cannot farkle in Zilch, so there is no stake at which to bank them.
    assert "turn.bank_at.6" not in odds
    assert odds["roll.6.farkle"].exact == 0


def test_long_run_without_points_lost_is_the_turn() -> None:
    odds = trueodds.odds("farkle", "ece209", penalty_every=3)
    assert odds["longrun.mean"].exact == odds["turn.mean"].exact


def test_opening_is_for_rules_that_have_one() -> None:
    assert "opening.turn.mean" not in trueodds.odds("farkle", "ece209")
    odds = trueodds.odds("farkle", "blog")
    assert odds["opening.turn.bank_at.1"].exact == 1000
    opening, later = odds["opening.turn.mean"].exact, odds["turn.mean"].exact
    assert opening is not None
    assert later is not None
    assert opening < later


def naive_turn(
    record: FarkleRules, minimum: int, ceiling: int
) -> tuple[Fraction, dict[int, int]]:
    """Most expected points over explicit rolls; from the ceiling on, bank.

    Written from the rules alone: no roll classes, no floats, no pruning of keeps.
    """
    rolls = naive_rolls(record)

    @cache
    def roll(stake: int, dice: int) -> Fraction:
        total = Fraction(0)
        for keeps, weight in rolls[dice].items():
            after = (state(stake + points, left or 6) for points, left in keeps)
            total += weight * max(after, default=Fraction(0))
        return total / 6**dice

    @cache
    def state(stake: int, dice: int) -> Fraction:
        if stake >= ceiling:
            return Fraction(stake)
        rolled = roll(stake, dice)
        return max(rolled, Fraction(stake)) if stake >= minimum else rolled

    for stake in range(ceiling, 0, -50):
        for dice in range(1, 7):
            state(stake, dice)
    bank_at = {
        dice: next(
            stake
            for stake in range(50, ceiling + 50, 50)
            if stake >= max(minimum, 0) and stake >= roll(stake, dice)
        )
        for dice in range(1, 7)
    }
    return roll(0, 6), bank_at


@pytest.mark.parametrize(
    ("changes", "minimum"),
    [
        # Poor dice keep the ceiling, and so the naive way, low.
        ({"singles": {"1": 100}, "of_a_kind": {"3": {"2": 250}}, "straight": 0}, 0),
        ({"singles": {"1": 50, "5": 50}, "of_a_kind": {}, "straight": 300}, 150),
        ({"singles": {"5": 100}, "of_a_kind": {"2": {"6": 50}}, "junk": True}, 0),
    ],
)
def test_turn_equals_naive_play_of_explicit_rolls(
    changes: dict[str, object], minimum: int
) -> None:
    record = rules(**changes)
    mean, bank_at = naive_turn(record, minimum, ceiling=4000)
    turn = Turn(dice_set(record), minimum)
    assert (turn.mean, turn.bank_at) == (mean, bank_at)


def test_without_hot_dice_the_turn_ends_when_all_have_scored() -> None:
    """Every face scores 50, so six dice bring 300 and the turn is over."""
    faces = {str(face): 50 for face in range(1, 7)}
    record = rules(singles=faces, of_a_kind={}, straight=0, hot_dice=False)
    distributions = dice_set(record).rolls
    turn = Turn(dice_set(record))
    assert (turn.mean, turn.farkle, turn.bank_at) == (300, 0, {})
    assert {keep.left for keeps in distributions[6] for keep in keeps} == {
        HOT,
        1,
        2,
        3,
        4,
        5,
    }
    # The minimum itself may be banked. One that cannot be reached leaves nothing.
    assert Turn(dice_set(record), 300).mean == 300
    assert Turn(dice_set(record), 350).mean == 0


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"singles.1": 1_000_000, "singles.5": 1}, "too many to list"),
        ({"minimum_to_bank": 1_000_000, "singles.5": 1}, "too many"),
        ({"singles": dict.fromkeys("123456", 50)}, "a turn need never end"),
    ],
)
def test_turns_that_are_not_computed(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        list(trueodds.odds("farkle", "ece209", set=changes).values())


def test_as_many_stakes_are_considered_as_the_error_says() -> None:
    require_few_stakes(4000 * 50, 50)
    with pytest.raises(RulesError, match="at most 4000 different stakes"):
        require_few_stakes(4001 * 50, 50)


def test_a_farkle_is_known_where_scores_are_too_many_to_list() -> None:
    changes = {"number_of_dice": 2, "singles.1": 10**6, "singles.5": 999_999}
    odds = trueodds.odds("farkle", "ece209", set=changes)
    (farkle,) = odds.fitting("roll.2.farkle", "roll.2.farkle.*")
    assert farkle.exact == Fraction(4, 9)
    with pytest.raises(RulesError, match="too many to list"):
        odds["roll.2.best.50"]


@pytest.mark.parametrize("preset", SIX_FAIR_DICE)
def test_policy_evaluation_equals_the_optimum(preset: str) -> None:
    """As a Markov chain the policy brings what backward induction promised."""
    record = rules(preset)
    turn = Turn(dice_set(record), record.minimum_to_bank)
    ends, rolls = outcomes(turn)
    assert sum(ends.points.values()) + ends.at_least_high == 1
    mean = sum(points * chance for points, chance in ends.points.items())
    if ends.at_least_high:
        assert preset == "zilch"  # six dice cannot farkle, and may always be hot again
        assert 0 < turn.mean - mean < Fraction(1, 100)
    else:
        assert mean == turn.mean
    assert ends.points[0] == turn.farkle
    assert rolls >= 1


points = st.integers(1, 6).map(lambda number: 50 * number)
short_turns = st.fixed_dictionaries(
    {
        "singles": st.dictionaries(st.integers(1, 6), points, min_size=1, max_size=2),
        "of_a_kind": st.dictionaries(
            st.integers(2, 4), st.dictionaries(st.integers(1, 6), points), max_size=1
        ),
        "straight": points,
        "two_triplets": points,
        "hot_dice": st.booleans(),
        "minimum_to_bank": st.sampled_from([0, 150]),
    }
).map(lambda changes: rules(**changes))
"""Rules under which farkles soon put an end to rolling."""


@settings(max_examples=15, deadline=None)
@given(short_turns)
def test_policy_evaluation_equals_the_optimum_under_any_rules(
    record: FarkleRules,
) -> None:
    minimum = record.minimum_to_bank
    turn = Turn(dice_set(record), minimum)
    ends, _ = outcomes(turn)
    assume(not ends.at_least_high)  # some dice cannot farkle, and may be hot again
    assert sum(points * chance for points, chance in ends.points.items()) == turn.mean


def test_outcomes_of_the_assignment() -> None:
    odds = trueodds.odds("farkle", "ece209")
    points = odds.family("turn.points")
    assert sum(q.exact for q in points) == 1
    assert odds["turn.points.0"].exact == odds["turn.farkle"].exact
    assert decimal_text(odds["turn.rolls"].exact, 12) == "2.34310333755"


def test_what_the_assignments_wording_is_worth() -> None:
    """By its letter junk may be kept, so nearly every roll of six is hot dice."""
    odds = trueodds.odds("farkle", "ece209-literal")
    strict = trueodds.odds("farkle", "ece209")["turn.mean"].exact
    assert odds["turn.junk.gain"].exact == odds["turn.mean"].exact - strict
    assert decimal_text(odds["turn.mean"].exact, 10) == "4041.033865"
    assert "turn.junk.gain" not in trueodds.odds("farkle", "ece209")


@pytest.mark.parametrize("preset", SIX_FAIR_DICE)
def test_roll_classes_are_those_of_the_reference_scorer(preset: str) -> None:
    record = rules(preset)
    scorer, rolls = Scorer(record), dice_set(record).rolls
    for dice, rolled in rolls.items():
        listed = Dice.fair(dice, sides=6).rolls()
        assert rolled == Distribution.tally(
            (roll_class(scorer, roll), weight) for roll, weight in listed
        )


def test_scores_that_would_fall_for_ever_have_no_long_run() -> None:
    """No score falls below the lowest score, so that the average is not negative."""
    high, higher = (
        trueodds.odds("farkle", "ece209", penalty_every=1, penalty_points=points)
        for points in (10_000, 1_000_000)
    )
    assert high["longrun.mean"].exact is not None
    assert "longrun.mean" not in higher
