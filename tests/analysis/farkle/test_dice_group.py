"""The dice group of S4, whose functions are named in its module."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.analysis.farkle.published.dialogue import DiceGroup
from trueodds.core.errors import DiceError
from trueodds.core.rules.farkle import FarkleRules

ECE209 = FarkleRules.load()
rolls = st.lists(st.integers(1, 6), min_size=1, max_size=6)


def test_dice_group_of_the_assignment() -> None:
    assert str(DiceGroup.parse(451531)) == "113455"
    assert len(DiceGroup.parse("")) == 0
    assert str(DiceGroup.parse("5,1, 1")) == "115"
    assert DiceGroup.parse("266").is_farkle(ECE209)
    assert DiceGroup.parse(113456).score(ECE209) == 250


@pytest.mark.parametrize("digits", [405, 7, "18", 90, "12a", "-1"])
def test_dice_group_refuses_what_is_no_face(digits: int | str) -> None:
    with pytest.raises(DiceError, match="the faces are 1 to 6"):
        DiceGroup.parse(digits)


@given(rolls, st.data())
def test_selecting_splits_a_group(faces: list[int], data: st.DataObject) -> None:
    group = DiceGroup.parse("".join(map(str, faces)))
    chosen = data.draw(st.lists(st.sampled_from(faces), max_size=3))
    if all(chosen.count(face) <= faces.count(face) for face in chosen):
        kept, left = group.select("".join(map(str, chosen)))
        assert sorted(str(kept) + str(left)) == sorted(str(group))
    else:
        with pytest.raises(DiceError, match="too few dice"):
            group.select("".join(map(str, chosen)))


def test_selecting_in_any_order() -> None:
    kept, left = DiceGroup.parse(134445).select("44415")
    assert (str(kept), str(left)) == ("14445", "3")


def test_rolling_takes_faces_from_a_source() -> None:
    faces = iter([2, 3, 3, 3, 4, 6])
    assert str(DiceGroup.roll((6,), lambda kind: next(faces))) == "233346"
