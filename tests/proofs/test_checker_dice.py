"""The certificate of a turn with any dice: what proves, and what is refused."""

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from certificates import Document, changed, content, is_proved, numbers
from hypothesis import given, settings
from hypothesis import strategies as st

from trueodds.core.dice import counts_of
from trueodds.core.errors import ModelError
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.core.storage.progress import silent
from trueodds.proofs.certificates import farkle_dice
from trueodds.proofs.checkers.command import check
from trueodds.proofs.checkers.farkle_dice import KIND
from trueodds.proofs.checkers.reading import MOST_PARTS, MalformedError, UnprovedError
from trueodds.proofs.farkle.any_dice import any_dice

WEIGHTS = st.lists(st.integers(0, 5), min_size=3, max_size=5)


def made(preset: str = "kingdom-come", **changes: Any) -> Document:
    """Return the certificate under these rules."""
    odds = Odds("farkle", FarkleRules.load(preset, **changes), "", [])
    document: Document = json.loads(farkle_dice.turn(odds, silent).text())
    return document


@cache
def two_dice() -> Document:
    """Return a certificate of two dice, under rules whose every cell matters."""
    return made(
        "ece209",
        singles={1: 100, 5: 50},
        of_a_kind={2: {3: 60}},
        straight=0,
        straights={"2 4": 70},
        dice="2:1:2:1:1:1, 0:1:1:1:1:1:j2",
        number_of_dice=2,
    )


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("kingdom-come", {"dice": "weighted*2, fair*4"}),
        ("ece209-literal", {}),
        ("box", {"dice": "1:1:1:1:1:2*2, fair*4"}),
        ("ece209", {"dice": "weighted*3, fair*3", "hot_dice": False}),
        ("kingdom-come", {"dice": "0:1:1:1:1:1:j1*2, fair*2", "number_of_dice": 4}),
        ("kingdom-come", {"dice": "fair*8", "number_of_dice": 8}),
        (
            "box",
            {
                "dice": "weighted*2, 0:1:1:1:1:1:j1*3",
                "number_of_dice": 5,
                "patterns": {"3+2": 900, "1155": 700},
            },
        ),
    ],
)
def test_a_turn_with_these_dice_is_proved(preset: str, changes: dict[str, Any]) -> None:
    document = made(preset, **changes)
    assert is_proved(document)
    claim = {side: Fraction(p) for side, p in document["claims"]["turn.mean"].items()}
    assert claim["upper"] - claim["lower"] <= Fraction(1, 10**6)


@settings(max_examples=8, deadline=None)
@given(first=WEIGHTS, second=WEIGHTS, hot=st.booleans(), junk=st.booleans())
def test_the_certificate_of_random_dice_agrees_with_the_second_derivation(
    first: list[int], second: list[int], hot: bool, junk: bool
) -> None:
    # Each die can show a 4, which never scores alone, and a joker.
    dice = [":".join(map(str, [*w[:3], w[-1] + 1, "j1"])) for w in (first, second)]
    changes = {"dice": f"{dice[0]}, {dice[1]}*2", "number_of_dice": 3}
    rules = FarkleRules.load("kingdom-come", **changes, hot_dice=hot, junk=junk)
    document = made(**changes, hot_dice=hot, junk=junk)
    assert is_proved(document)
    claim = document["claims"]["turn.mean"]
    derived = any_dice(rules)["turn.mean"]
    assert Fraction(claim["lower"]) <= derived.upper
    assert derived.lower <= Fraction(claim["upper"])


def test_every_change_is_refused_but_for_rules_of_more_dice() -> None:
    document = two_dice()
    assert is_proved(document)
    accepted = {
        path
        for path in numbers(document)
        for other in changed(document, path)
        if is_proved(other)
    }
    # Combinations of six dice; points below the first stake that can be at stake.
    sixes = ("three_pairs", "four_and_two", "two_triplets")
    first_stakes = ("minimum_to_bank",)
    assert accepted == {("rules", name) for name in (*sixes, *first_stakes)}


def test_a_rule_that_is_written_out_as_dice_is_proved() -> None:
    """Six dice that add up to 20 or less score 500 by 215 fields of points."""
    every = ["".join(dice) for dice in combinations_with_replacement("123456", 6)]
    low = [text for text in every if sum(map(int, text)) <= 20]
    changes: dict[str, Any] = {
        **{f"of_a_kind.6.{face}": 500 for face in (1, 2, 3)},
        "patterns": {text: 500 for text in low if len({*text}) > 1},
    }
    before, after = (
        Scorer(FarkleRules.load("ece209", **more)) for more in ({}, changes)
    )
    for text in every:
        roll = counts_of([*map(int, text)])
        least = 500 if text in low else 0
        assert after.best(roll) == max(before.best(roll), least), text
    assert is_proved(made("ece209", **changes))


def test_the_points_of_patterns_count() -> None:
    """Without them, or with others, the certificate is of another game."""
    document = made("box", number_of_dice=5, patterns={"3+2": 900})
    assert is_proved(document)
    for patterns in ({}, {"3+2": 950}, {"2+2": 900}, {"3+2": 900, "2+2": 350}):
        other = deepcopy(document)
        other["rules"]["patterns"] = patterns
        assert not is_proved(other), patterns


def test_a_row_is_refused_at_any_place() -> None:
    document = made(dice="weighted, fair*2", number_of_dice=3)
    assert is_proved(document)
    for number, row in enumerate(document["more"]):
        for place in {0, len(row) // 2, len(row) - 1, len(row)}:
            for step in (1, -1):
                other = deepcopy(document)
                longer = other["more"][number] + [0] * (place == len(row))
                longer[place] += step
                other["more"][number] = longer
                assert not is_proved(other), (number, place)


@pytest.mark.parametrize(
    "change",
    [
        {"unit": 0},
        {"unit": 7},
        {"scale": 0},
        {"scale": 10**15},
        {"scale": 10**18},
        {"scale": True},
        {"more": []},
        {"more": 5},
        {"more": [[]] * 7},
        {"more": [[10**18] * 100] * 5},
        {"more": [[0] * 100_000] * 5},
        {"game": "pig"},
        {"extra": 1},
        {"claims": {}},
        {"claims": {"turn.mean": "1"}},
    ],
)
def test_hostile_data_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises((UnprovedError, MalformedError)) as refused:
        check(content({**two_dice(), **change}))
    assert str(refused.value).isprintable()


DIE = {"count": 1, "weights": [1, 1, 1, 1, 1, 1], "joker": 0}


@pytest.mark.parametrize(
    "change",
    [
        {"dice": []},
        {"dice": [DIE] * 8},  # all told apart: too many rolls
        {"dice": [{**DIE, "count": 9}]},
        {"dice": [{**DIE, "count": 8, "weights": [1] * 12}]},
        {"dice": [{**DIE, "count": 8, "weights": [1000] * 6}]},
        {"dice": [{**DIE, "count": 0}]},
        {"dice": [{**DIE, "weights": [0] * 6}]},
        {"dice": [{**DIE, "weights": [1]}]},
        {"dice": [{**DIE, "weights": [1] * 13}]},
        {"dice": [{**DIE, "weights": {}}]},
        {"dice": [{**DIE, "weights": [1000, 0, 0, 0, 0, 0]}]},  # never farkles
        {"dice": [{**DIE, "joker": 1}], "jokers": "none"},
        {"jokers": []},
        {"singles": {"01": 100}},
        {"singles": {"13": 100}},
        {"singles": {}, "of_a_kind": {}, "straights": {}},
        {"of_a_kind": {"9": {"1": 5}}},
        {"of_a_kind": {"2": {"3": 10**9}}},  # stakes up to billions of units
        {"straights": {"4 2": 70}},
        {"straights": {"2 2": 70}},
        {"straights": {"0 2": 70}},
        {"straights": {"2 13": 70}},
        {"straights": {"9" * 5000 + " 2": 70}},
        {"patterns": {"3+1": 70}},
        {"patterns": {"2+3": 70}},
        {"patterns": {"4+3+2": 70}},
        {"patterns": {"3": 70}},
        {"patterns": {"1 13": 70}},
        {"patterns": {"\u0663+2": 70}},
        {"patterns": {"9" * 5000 + " 2": 70}},
        {"patterns": {"3+2": -1}},
        {"patterns": []},
        {"hot_dice": 1},
        {"minimum_to_bank": 10**9},
    ],
)
def test_hostile_rules_are_refused(change: dict[str, Any]) -> None:
    document = two_dice()
    rules = {**document["rules"], **change}
    with pytest.raises((UnprovedError, MalformedError)) as refused:
        check(content({**document, "rules": rules}))
    assert str(refused.value).isprintable()


def test_it_follows_its_schema() -> None:
    text = (files("trueodds.reports") / "schemas/certificate-1.json").read_text()
    jsonschema.validate(two_dice(), json.loads(text))


def test_every_certificate_that_is_made_is_small_enough_to_be_read() -> None:
    longest = len("-1000000000000000000,")
    assert farkle_dice.MOST_NUMBERS * longest + 10_000 <= KIND.most_bytes
    assert farkle_dice.MOST_NUMBERS < MOST_PARTS - 10_000


def test_stakes_that_are_too_high_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(farkle_dice, "MOST_NUMBERS", 20)
    with pytest.raises(ModelError, match="too many for a certificate"):
        made(dice="weighted, fair*2", number_of_dice=3)


def test_the_command_writes_and_checks_it(
    trueodds_command: Callable[..., Any], tmp_path: Path
) -> None:
    dice = ("--set", "number_of_dice=3", "--dice", "weighted, fair*2")
    words = ("farkle-dice-turn", "--rules", "kingdom-come", *dice)
    ran = trueodds_command("prove", *words, "--out", str(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    path = tmp_path / "farkle-dice-turn.json"
    ran = trueodds_command("check", str(path), str(tmp_path / "none"))
    assert (ran.code, ran.err) == (2, f"hint: trueodds check --numpy {path}\n")
    ran = trueodds_command("check", "--numpy", str(path))
    assert ran.code == 0
    assert ran.out.startswith(f"{path}: proved: 1 claim: turn.mean is from ")
    path.write_text(path.read_text().replace('"weights":[10,', '"weights":[11,'))
    ran = trueodds_command("check", "--numpy", str(path))
    assert ran.code == 1
    assert "is not solved at the stake" in ran.out
