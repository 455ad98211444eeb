"""Farkle: what scores, and what may be kept."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.farkle import (
    SIX_FAIR_DICE,
    naive_options,
    random_rules,
    rolls,
    rules,
)

import trueodds
from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.core import rulebook
from trueodds.core.dice import counts_of
from trueodds.core.errors import DiceError, PositionError, RulesError
from trueodds.core.rules.farkle import FarkleRules, Scorer, score
from trueodds.proofs.farkle.rolls import farkles

ECE209 = rules()


@settings(max_examples=150, deadline=None)
@given(random_rules, rolls)
def test_options_equal_naive_partitions(
    record: FarkleRules | None, faces: list[int]
) -> None:
    if record is None:
        return
    options = Scorer(record).options(counts_of(faces))
    assert len({option.kept for option in options}) == len(options)
    assert dict(options) == naive_options(tuple(sorted(faces)), record)


@settings(max_examples=100, deadline=None)
@given(random_rules, rolls, st.sampled_from(["straight", "three_pairs", "nothing"]))
def test_more_points_never_lower_the_best_score(
    record: FarkleRules | None, faces: list[int], field: str
) -> None:
    if record is None or (field == "nothing" and not record.nothing):
        return
    try:
        more = msgspec.structs.replace(record, **{field: getattr(record, field) + 50})
    except RulesError:  # six dice now always score, so nothing has no points
        return
    roll = counts_of(faces)
    assert Scorer(more).best(roll) >= Scorer(record).best(roll)


@given(st.permutations([1, 1, 3, 4, 5, 6]))
def test_order_of_dice_does_not_matter(faces: list[int]) -> None:
    assert score("".join(map(str, faces)), ECE209).value == 250


@pytest.mark.parametrize(
    ("preset", "roll", "best"),
    [
        ("ece209", "113456", 250),
        ("ece209", "15", 150),
        ("ece209", "111", 1000),
        ("ece209", "1112", 1000),
        ("ece209", "333346", 300),
        ("ece209", "14445", 550),
        ("ece209", "123456", 1500),  # S4's example says 1200
        ("ece209", "113334", 500),
        ("ece209", "111111", 2000),
        ("ece209", "266", 0),
        ("blog", "6661", 700),
        ("blog", "123456", 2500),
        ("blog", "111111", 4000),
        ("box", "111", 300),
        ("box", "222444", 2500),
        ("box", "222244", 1500),
        ("box", "223344", 1500),
        ("zilch", "111111", 8000),
        ("zilch", "222244", 1500),
        ("zilch", "223346", 500),
        ("zilch", "22334", 0),
        ("ten-thousand", "123456", 3000),
        ("ten-thousand", "334455", 1500),
        ("ten-thousand", "222244", 1500),
        ("ten-thousand", "111444", 1400),
        ("ten-thousand", "2222", 200),
        ("common", "111", 1000),
        ("common", "111444", 2500),
        ("common", "2222", 1000),
        ("common", "222244", 1500),
        ("triples", "123456", 150),
        ("triples", "222244", 200),
        ("triples", "111444", 1400),
        ("greed", "11131", 1100),
        ("greed", "12345", 150),
        ("greed-kata", "123456", 1200),
        ("greed-kata", "223344", 800),
        ("greed-kata", "222222", 1600),
        ("facebook", "222244", 400),
        ("facebook", "223344", 750),
        ("facebook", "555555", 2000),
    ],
)
def test_rolls_of_published_rules(preset: str, roll: str, best: int) -> None:
    assert score(roll, rules(preset)).value == best


def test_breakdown_names_the_combinations() -> None:
    lines = score("134445", ECE209).lines
    assert {(line.name, line.what, line.points) for line in lines} == {
        ("single", "1", 100),
        ("three of a kind", "444", 400),
        ("single", "5", 50),
    }
    assert score("223346", rules("zilch")).lines[0].name == "nothing in six dice"
    # Three ones are worth as much as three single ones: the fewest combinations.
    assert [line.what for line in score("1112", rules("box")).lines] == ["111"]


def test_junk_may_ride_along_by_the_letter() -> None:
    roll = counts_of([1, 2, 3, 4, 6, 6])
    assert len(Scorer(ECE209).options(roll)) == 1
    literal = Scorer(rules("ece209-literal")).options(roll)
    assert len(literal) == 2 * 2 * 2 * 3
    assert {option.points for option in literal} == {100}


FARKLES = ["2/3", "4/9", "5/18", "17/108", "25/324", "5/162"]


def test_published_farkle_probabilities() -> None:
    odds = trueodds.odds("farkle", "ece209")
    assert [str(odds[f"roll.{k}.farkle"].exact) for k in range(1, 7)] == FARKLES


def test_the_rolls_of_the_assignment_are_168_classes_besides_farkles() -> None:
    distributions = dice_set(rules("ece209")).rolls.values()
    assert sum(len(set(distribution) - {()}) for distribution in distributions) == 168
    assert sum(distribution.total for distribution in distributions) == 55_986


@pytest.mark.parametrize("preset", SIX_FAIR_DICE)
def test_farkles_by_generating_functions(preset: str) -> None:
    derived = farkles(rules(preset))
    distributions = dice_set(rules(preset)).rolls
    assert derived == {
        f"roll.{k}.farkle": distribution[()]
        for k, distribution in distributions.items()
    }


@settings(max_examples=50, deadline=None)
@given(random_rules)
def test_farkles_of_any_rules_by_generating_functions(
    record: FarkleRules | None,
) -> None:
    if record is None:
        return
    distributions = dice_set(record).rolls
    assert farkles(record) == {
        f"roll.{k}.farkle": distribution[()]
        for k, distribution in distributions.items()
    }


@pytest.mark.parametrize("position", ["", "1134567", "abc", "1--1"])
def test_not_a_roll(position: str) -> None:
    with pytest.raises(PositionError, match="is not a Farkle roll"):
        score(position, ECE209)


def test_face_7() -> None:
    with pytest.raises(DiceError, match="no face 7"):
        score("117", ECE209)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"singles": {}, "of_a_kind": {}, "straight": 0}, "nothing scores"),
        ({"singles.7": 10}, "singles.7: the dice have the faces 1 to 6; give"),
        ({"singles.1": -50}, "expected a whole number of at least 0"),
        (
            {"dice": 3},
            "dice = 3: expected text or a list, got a whole number; did you mean "
            "number_of_dice = 3?",
        ),
        ({"straight": "lots"}, "straight = lots: expected a whole number"),
        ({"junk": "maybe"}, "junk = maybe: expected true or false"),
        ({"straights.21": 50}, "straights.21: write two to eight different faces"),
        ({"straights.123456": 50}, "straights.123456: these points"),
    ],
)
def test_impossible_rules(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        rules(**changes)


def test_a_row_that_the_preset_lacks_can_be_set() -> None:
    """As a rules file does; a number is no table still."""
    record = rules(**{"of_a_kind.4.1": "2000", "of_a_kind.4.2": 400})
    assert record.of_a_kind[4] == {1: 2000, 2: 400}
    assert record.of_a_kind[3] == ECE209.of_a_kind[3]
    with pytest.raises(RulesError, match="'straight' is not a table; the tables are"):
        rules(**{"straight.1": 5})
    with pytest.raises(RulesError, match="no rule 'singels'; did you mean singles"):
        rules(**{"singels.1": 5})


def test_partial_straights_of_kingdom_come() -> None:
    """Of six faces in a row the whole straight scores more than its parts."""
    record = FarkleRules.load("kingdom-come")
    points = {dice: score(dice, record).value for dice in ("12345", "234566", "123456")}
    assert points == {"12345": 500, "234566": 750, "123456": 1500}
    assert score("123455", record).value == 550
    assert score("1234", record).value == 100


def test_equal_dice_have_equal_digests() -> None:
    """Fair dice are the default, however they are written."""
    plain = FarkleRules.load("ece209")
    fair = FarkleRules.load("ece209", dice="fair*5, 3:3:3:3:3:3")
    assert rulebook.digest("farkle", fair) == rulebook.digest("farkle", plain)
    loaded = FarkleRules.load("ece209", dice=["weighted", "fair*5"])
    same = FarkleRules.load("ece209", dice="1:1:1:1:1:1*5, 20:2:2:2:2:2")
    assert loaded.dice == same.dice == "fair*5, weighted"
    assert rulebook.digest("farkle", loaded) != rulebook.digest("farkle", plain)
