"""A turn with any dice: derived twice, for loaded and mixed dice, jokers and others."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trueodds
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.dice_kinds import dice_kinds
from trueodds.proofs.derivations import derivations
from trueodds.proofs.farkle.any_dice import any_dice, scores

DICE = st.lists(
    st.lists(st.integers(0, 4), min_size=2, max_size=7)
    .filter(any)
    .flatmap(
        lambda faces: st.sampled_from(
            [":".join(map(str, faces)), ":".join(map(str, [*faces, "j2"]))]
        )
    ),
    min_size=1,
    max_size=3,
)


def agree(rules: FarkleRules) -> dict[str, Any]:
    """Compare all quantities that are derived again, and return them."""
    derived = scores(rules) | any_dice(rules)
    odds = trueodds.odds("farkle", rules)
    for id, value in derived.items():
        if isinstance(value, Enclosure):
            bounds = odds[id].value
            exact = (
                bounds if isinstance(bounds, Enclosure) else Enclosure(bounds, bounds)
            )
            assert value.upper - value.lower < 1e-6
            assert exact.lower <= value.upper, (id, rules.dice)
            assert value.lower <= exact.upper, (id, rules.dice)
        elif value or id in odds:
            assert odds[id].value == value, (id, rules.dice)
    best = odds.fitting(f"roll.{rules.number_of_dice}.best.*")
    assert {each.id for each in best if each.value} <= {*derived}, rules.dice
    return derived


@settings(max_examples=12, deadline=None)
@given(
    dice=DICE, hot=st.booleans(), junk=st.booleans(), least=st.sampled_from([0, 300])
)
def test_random_dice_agree_with_the_analysis(
    dice: list[str], hot: bool, junk: bool, least: int
) -> None:
    changes: dict[str, Any] = {"hot_dice": hot, "junk": junk, "minimum_to_bank": least}
    changes |= {"dice": ",".join(dice), "number_of_dice": len(dice)}
    rules = FarkleRules.load("kingdom-come", **changes, of_a_kind={2: {3: 250}})
    try:
        assert "turn.mean" in agree(rules)
    except ValueError:
        # Equal dice that always score have an exact turn, if it ends.
        if dice_kinds(rules).mixed:
            with pytest.raises(RulesError, match=r"can never (farkle|score)"):
                assert trueodds.odds("farkle", rules)["turn.mean"]


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("kingdom-come", {"dice": "weighted, fair*5"}),
        ("box", {"dice": "1:1:1:1:1:2*2, fair*4"}),
        ("ece209", {"dice": "1:1:1:1:1:1:1:1*3", "number_of_dice": 3}),
        ("kingdom-come", {"dice": "0:1:1:1:1:1:j1*2, fair*2", "number_of_dice": 4}),
        (
            "kingdom-come",
            {"dice": "0:1:1:j2*3, fair*1", "number_of_dice": 4, "jokers": "alone"},
        ),
    ],
)
def test_turns_with_these_dice_agree_with_the_analysis(
    preset: str, changes: dict[str, Any]
) -> None:
    rules = FarkleRules.load(preset, **changes)
    derived = agree(rules)
    assert ("opening.turn.mean" in derived) == bool(rules.minimum_to_open)


@pytest.mark.parametrize(
    ("dice", "fault"), [("1:0:0:0:1:0", "can farkle"), ("0:1", "can score")]
)
def test_dice_that_never_farkle_or_score_are_not_described(
    dice: str, fault: str
) -> None:
    rules = FarkleRules.load("ece209", dice=dice, number_of_dice=1)
    with pytest.raises(ValueError, match=f"dice that {fault}"):
        any_dice(rules)


def test_methods_that_do_not_describe_the_rules_are_left_out_or_named() -> None:
    odds = trueodds.odds("farkle", "kingdom-come", number_of_dice=3)
    assert {each.quantity for each in derivations(odds)} >= {"turn.mean"}
    with pytest.raises(ValueError, match="six fair dice"):
        list(derivations(odds, every=True))


def test_loaded_dice_are_proved(trueodds_command: Callable[..., Any]) -> None:
    dice = ("--set", "number_of_dice=3", "--dice", "weighted, fair*2")
    ran = trueodds_command("prove", "farkle", "--rules", "kingdom-come", *dice)
    assert (ran.code, ran.err) == (0, "")
    rows = [line.split() for line in ran.out.splitlines() if "turn.mean" in line]
    assert [row[-1] for row in rows] == ["yes"]
    ran = trueodds_command("prove", "farkle:turn.mean", *dice)
    # In the sentence that leads, and in the table.
    assert (ran.code, ran.out.count("turn.mean")) == (0, 2)
    assert "certificate" not in ran.out


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--rules", "kingdom-come"), "names that belong to one game"),
        (("farkle", "bunco", "--set", "target=500"), "names that belong to one game"),
        (("farkle-turn", "--dice", "weighted, fair*5"), "of six fair dice"),
        (
            ("cribbage", "--rules", "published-script"),
            "no independent method and no certificate",
        ),
    ],
)
def test_other_rules_that_cannot_be_proved_are_refused(
    trueodds_command: Callable[..., Any], words: tuple[str, ...], fault: str
) -> None:
    ran = trueodds_command("prove", *words)
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.err
