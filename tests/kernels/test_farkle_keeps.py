"""The points of keeps by dynamic programming, against the reference scorer."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.farkle import changes, rules

from trueodds.core.errors import RulesError
from trueodds.core.kernels.farkle_keeps import KeepPoints
from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.core.rules.farkle.dice_kinds import DiceKinds, dice_kinds

DEVIL = "0:1:1:1:1:1:j1"
DICE = ("", f"{DEVIL}*6", f"{DEVIL}, 1:1:1:1*3", "1:1:1:1:1:1:1*2")


def assert_equal_to_the_reference(record: FarkleRules, dice: DiceKinds) -> None:
    scorer = Scorer(record, dice.sides, jokers=dice.jokers)
    keeps, best = KeepPoints(record, dice), KeepPoints(record, dice, junk=True)
    for roll in product(range(dice.size + 1), repeat=dice.sides + dice.jokers):
        if 1 <= sum(roll) < dice.size:
            code = best.place @ roll
            assert best.of(code) == scorer.best(roll), roll
            options = dict(scorer.options(roll))
            assert keeps.of(code) == options.get(roll, 0), roll


@settings(max_examples=5)
@given(
    changes(),
    st.sampled_from(["with_faces", "alone"]),
    st.sampled_from(["1:1:1:1, 1:1:0:j1*3", "fair*5", f"{DEVIL}*4"]),
)
def test_points_equal_those_of_the_reference(
    changed: dict[str, object], jokers: str, named: str
) -> None:
    number = sum(int(word.partition("*")[2] or 1) for word in named.split(","))
    try:
        record = rules(**changed, jokers=jokers, dice=named, number_of_dice=number)
    except RulesError:
        return
    assert_equal_to_the_reference(record, dice_kinds(record))


@pytest.mark.parametrize("preset", ["box", "kingdom-come", "ece209-literal"])
def test_points_under_presets(preset: str) -> None:
    record = rules(preset)
    assert_equal_to_the_reference(record, dice_kinds(record))


def test_codes_too_large_for_a_table() -> None:
    """Eight dice with twelve sides and a joker have 203,489 rolls without order."""
    twelve = ":".join("1" * 12)
    record = rules("kingdom-come", dice=f"{twelve}:j1*8", number_of_dice=8)
    dice = dice_kinds(record)
    best = KeepPoints(record, dice, junk=True)
    for text, points in (("1 1 joker 10 11 12", 1000), ("2 3 4 5 joker joker", 1500)):
        assert best.of(best.place @ dice.by_face(dice.read(text))) == points
