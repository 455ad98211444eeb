"""Farkle with jokers, with 1 to 8 dice, and with dice of 2 to 12 sides."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from strategies.farkle import SIX_FAIR_DICE, bounded_turn

import trueodds
from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.match import solved
from trueodds.core import rulebook
from trueodds.core.dice import counts_of
from trueodds.core.errors import DiceError, RulesError
from trueodds.core.rules.farkle import FarkleRules, Scorer, score
from trueodds.core.rules.farkle.loaded_dice import read_dice

DEVIL = "0:1:1:1:1:1:j1"
"""The devil's head of Kingdom Come: Deliverance: a joker instead of the 1."""

KINGDOM = FarkleRules.load("kingdom-come", dice=f"{DEVIL}, fair*5")


@pytest.mark.parametrize(
    ("roll", "points"),
    [
        # The three examples of the game's wiki on the devil's head.
        ("1 1 joker", 1000),
        ("1 1 1 joker", 2000),
        ("1 2 3 4 joker", 500),
        # It never scores on its own.
        ("joker", 0),
        ("2 3 joker", 0),
        ("1 joker", 100),
        # A joker extends the best combination: 5 5 5 5 is worth more than 5 5 5 and 1.
        ("5 5 5 joker 1", 1100),
        ("joker 2 3 4 5 6", 1500),
    ],
)
def test_jokers_score_as_the_devils_head(roll: str, points: int) -> None:
    assert score(roll, KINGDOM).value == points


def naive_best(faces: tuple[int, ...], rules: FarkleRules) -> int:
    """Return the best score with a joker (7) as each face, in no combination of one."""
    scorer = Scorer(rules)
    plain = [face for face in faces if face < 7]
    best = scorer.best(counts_of(plain)) if plain else 0
    if 7 not in faces or len(faces) == 1:
        return best
    for face in range(1, 7):
        roll = counts_of([*plain, face])
        for option in scorer.options(roll):
            # The joker is in a combination of several dice of one of the best splits.
            for combination in scorer.combinations:
                if sum(combination.dice) > 1 and combination.dice[face - 1]:
                    rest = [
                        have - taken
                        for have, taken in zip(
                            option.kept, combination.dice, strict=True
                        )
                    ]
                    if min(rest) >= 0:
                        others = scorer.partition(tuple(rest))
                        if others is not None:
                            points = sum(part.points for part in others)
                            best = max(best, combination.points + points)
    return best


def test_one_joker_equals_trying_every_face() -> None:
    scorer = Scorer(KINGDOM, jokers=True)
    for faces in product(range(1, 8), repeat=4):
        if faces.count(7) <= 1 and list(faces) == sorted(faces):
            roll = (*counts_of([f for f in faces if f < 7]), faces.count(7))
            assert scorer.best(roll) == naive_best(faces, KINGDOM), faces


def test_jokers_alone_score_only_if_the_rules_say_so() -> None:
    devils = FarkleRules.load("kingdom-come", dice=f"{DEVIL}*6")
    assert score("joker joker joker", devils).value == 0
    alone = FarkleRules.load("kingdom-come", dice=DEVIL + "*6", jokers="alone")
    assert score("joker joker joker", alone).value == 1000
    with pytest.raises(RulesError, match="these rules have no jokers"):
        FarkleRules.load("kingdom-come", dice=f"{DEVIL}, fair*5", jokers="none")


def test_a_joker_of_weight_0_changes_nothing() -> None:
    assert FarkleRules.load("ece209", dice="1:1:1:1:1:1:j0*6").dice == ""
    rules = FarkleRules.load("ece209")
    text = "10:1:1:1:1:1{}, fair*5"
    turns = [bounded_turn(rules, text.format(j)).mean for j in ("", ":j0")]
    assert turns[0] == turns[1]


def test_a_joker_is_worth_more_than_a_die_without() -> None:
    with_joker = bounded_turn(KINGDOM, f"{DEVIL}, fair*5").mean
    blank = bounded_turn(KINGDOM, "0:1:1:1:1:1, fair*5").mean
    assert with_joker.lower > blank.upper


def test_one_die_is_pig_like_and_exact() -> None:
    """One die that scores 100 with a 1 and 50 with a 5, and rolls on when hot."""
    rules = FarkleRules.load("ece209", number_of_dice=1, hot_dice=False)
    assert bounded_turn(rules, "fair").mean.midpoint == pytest.approx(Fraction(150, 6))


def test_more_weight_on_a_better_face_never_lowers_the_mean_of_one_die() -> None:
    rules = FarkleRules.load("ece209", number_of_dice=1)
    means = [
        bounded_turn(rules, f"{ones}:1:1:1:{fives}:1").mean
        for fives, ones in [(1, 1), (2, 1), (2, 2), (2, 5), (4, 5), (4, 9)]
    ]
    for fewer, more in pairwise(means):
        assert fewer.upper <= more.upper
        assert fewer.lower <= more.lower


def test_five_dice_are_six_without_the_rolls_of_six() -> None:
    """The distribution of five dice does not depend on the sixth."""
    five = trueodds.odds("farkle", "ece209", number_of_dice=5)
    six = trueodds.odds("farkle", "ece209")
    for number in range(1, 6):
        for name in (f"roll.{number}.farkle", f"roll.{number}.best.mean"):
            assert five[name].exact == six[name].exact


def test_equal_dice_are_exact_until_there_is_too_much_to_compute() -> None:
    five = trueodds.odds("farkle", "ece209", number_of_dice=5)["turn.mean"].exact
    rules = FarkleRules.load("ece209", number_of_dice=5)
    assert five in bounded_turn(rules, "fair*5").mean
    many = trueodds.odds("farkle", "ece209", set={"four_and_two": 1})["turn.mean"]
    assert many.exact is None
    # More than 4,000 stakes of six fair dice; no smaller grid changes the average much.
    assert many.bounds.width < Fraction(1, 10**6)


def test_published_rules_of_5000() -> None:
    """Points at gamerules.com: three equal dice, 1s, 5s, and 1-2-3-4-5."""
    rules = FarkleRules.load("five-thousand")
    rolls = {"12345": 1500, "23456": 50, "11115": 1150, "66651": 750, "22334": 0}
    assert {roll: score(roll, rules).value for roll in rolls} == rolls


def test_eight_dice_and_longer_sets() -> None:
    rules = FarkleRules.load(
        "ece209",
        number_of_dice=8,
        of_a_kind={3: {1: 1000}, 7: {1: 9000}, 8: {1: 20_000}},
    )
    assert score("1111111", rules).value == 9000
    assert score("11111111", rules).value == 20_000
    assert rules.dice == "fair*8"


def test_dice_with_other_numbers_of_sides() -> None:
    eight = ":".join(["1"] * 8)
    twelve = ":".join(["1"] * 12)
    rules = FarkleRules.load(
        "ece209",
        dice=f"{eight}*5, {twelve}",
        singles={1: 100, 10: 30},
        straights={"5678": 400, "9 10": 20},
    )
    assert score("5 6 7 8 10", rules).value == 430
    assert score("1 12", rules).value == 100
    dice = dice_set(rules)
    assert int(dice.tables.total[-1]) == 8**5 * 12
    # A coin and a die with three sides are dice with faces that never come up.
    assert read_dice("1:1", 1, 1)[0].kind == ((1, 1, 0, 0, 0, 0), 0)


def test_numbers_of_dice_that_are_refused() -> None:
    with pytest.raises(RulesError, match="has 5 dice, not 6"):
        FarkleRules.load("ece209", dice="fair*5")
    with pytest.raises(RulesError, match="has 6 dice, not 5"):
        FarkleRules.load("ece209", dice="weighted*6", number_of_dice=5)
    different = ", ".join(f"1:1:1:1:1:1:1:{n}" for n in range(2, 10))
    with pytest.raises(DiceError, match="16,777,216 different rolls"):
        dice_set(FarkleRules.load("ece209", dice=different, number_of_dice=8))


def test_presets_keep_their_digests() -> None:
    """Fields that are added later do not count while they have their defaults."""
    for name in SIX_FAIR_DICE:
        rules = FarkleRules.load(name)
        table = rulebook.to_table(rules)
        assert (table["number_of_dice"], table["jokers"]) == (6, "with_faces")


def test_a_match_with_four_dice() -> None:
    """A match with fewer dice takes the same way; equal players sum to one."""
    rules = FarkleRules.load("ece209", number_of_dice=4, target=300)
    assert solved(rules, use=False).first_player.lower > Fraction(1, 2)


def test_the_commands_with_a_joker(trueodds_command: Callable[..., Any]) -> None:
    dice = ["--dice", f"{DEVIL}*6", "--rules", "kingdom-come"]
    ran = trueodds_command("farkle", "options", *dice, "joker 5 5 2 3")
    assert ran.out.startswith("Keep 5 5 joker (500 points) and bank 500.")
    ran = trueodds_command("farkle", "options", *dice, "7")
    assert (ran.code, "the faces are 1 to 6" in ran.err) == (2, True)
    ran = trueodds_command("score", "farkle", "2 2 joker", "--set", f"dice={DEVIL}*6")
    assert ran.out.startswith("2 2 joker: 200 points")
