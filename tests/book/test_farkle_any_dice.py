"""Loaded dice on the page of a turn: the engine against Python, and its use."""

from pathlib import Path
from typing import Any

import pytest
from strategies.farkle import bounded_turn

from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.core import rulebook
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded import known_dice

pytestmark = pytest.mark.book

TURN = """([rules, text, opening]) => {
  const {farkle} = trueodds;
  const known = JSON.parse(document.getElementById('known-dice').textContent);
  const dice = farkle.readDice(text, Object.fromEntries(known));
  const turn = farkle.turn(rules, {set: farkle.diceSet(dice), opening});
  const bankAt = turn.set.multisets.map((counts, n) => [
    turn.set.kinds.flatMap(({name}, kind) => Array(counts[kind]).fill(name)).sort(),
    turn.bankAt[n]]);
  return {mean: turn.mean, farkle: turn.farkle, bankAt: bankAt.slice(1)};
}"""
KEEPS = """([rules, text, shown, stake]) => {
  const {farkle} = trueodds;
  const known = JSON.parse(document.getElementById('known-dice').textContent);
  const set = farkle.diceSet(farkle.readDice(text, Object.fromEntries(known)));
  const turn = farkle.turn(rules, {set});
  const roll = farkle.readRoll(shown, set);
  return farkle.options(turn, roll, stake).map(({kept, points, choice, value}) => [
    kept.map(({kind, face}) => `${turn.set.kinds[kind].name}=${face}`).sort(),
    points, choice.action, value]);
}"""


@pytest.fixture
def turn_page(book: Path, visit: Any) -> Any:
    """Open the page of a turn of Farkle."""
    visit.page.goto((book / "farkle-turn.html").as_uri())
    yield visit.page
    assert visit.complaints == []


@pytest.mark.parametrize(
    ("preset", "dice", "opening"),
    [
        ("kingdom-come", "weighted, fair*5", False),
        ("kingdom-come", "aranka*2, ci*2, even*2", False),
        ("box", "10:1:1:1:1:1*3, fair*3", True),
        ("ece209-literal", "weighted*2, fair*4", False),
        ("facebook", "0:1:1:1:1:1, 2:2:2:2:2:2*5", False),
    ],
)
def test_turn_with_any_dice_equals_python(
    turn_page: Any, preset: str, dice: str, opening: bool
) -> None:
    rules = FarkleRules.load(preset)
    page = turn_page.evaluate(TURN, [rulebook.to_table(rules), dice, opening])
    minimum = max(rules.minimum_to_bank, rules.minimum_to_open if opening else 0)
    turn = bounded_turn(rules, dice, minimum)
    assert page["mean"] == pytest.approx(float(turn.mean.midpoint), rel=1e-11)
    assert page["farkle"] == pytest.approx(float(turn.farkle.midpoint), abs=1e-9)
    bank_at = {
        tuple(sorted(turn.dice.names(turn.dice.multisets[left]))): at
        for left, at in turn.bank_at.items()
    }
    assert {tuple(names): at for names, at in page["bankAt"]} == bank_at


@pytest.mark.parametrize(
    ("roll", "stake"),
    [("weighted=15 fair=1234", 0), ("weighted=1 fair=15", 350), ("fair=5", 1000)],
)
def test_keeps_of_mixed_dice_equal_python(
    turn_page: Any, roll: str, stake: int
) -> None:
    dice = "weighted*2, fair*4"
    rules = FarkleRules.load("kingdom-come", dice=dice)
    table = rulebook.to_table(rules)
    keeps = turn_page.evaluate(KEEPS, [table, dice, roll, stake])
    adviser = Adviser(rules)
    names = [kind.name for kind in adviser.dice.kinds]
    shown = [
        (names.index(name), int(face))
        for name, _, faces in (part.partition("=") for part in roll.split())
        for face in faces
    ]
    options = {
        tuple(sorted(f"{names[kind]}={face}" for kind, face in option.kept)): (
            option.points,
            float(option.choice.value.midpoint),
        )
        for option in adviser.options(tuple(shown), stake)
    }
    assert len(keeps) == len(options)
    for kept, points, _, value in keeps:
        assert options[tuple(kept)] == (points, pytest.approx(value, rel=1e-11))
    values = [value for *_, value in keeps]
    assert values == sorted(values, reverse=True)


def test_a_set_of_dice_is_answered_and_its_link_opens_again(
    book: Path, visit: Any
) -> None:
    page = visit.page
    page.goto((book / "farkle-turn.html").as_uri())
    page.click("#rules [data-name=kingdom-come]")
    page.fill("#loaded-set", "weighted*2, fair*4")
    page.fill("#loaded-roll", "weighted=15 fair=1234")
    page.press("#loaded-roll", "Enter")
    page.wait_for_selector("#loaded-answer table")
    answer = page.inner_text("#loaded-answer")
    rules = FarkleRules.load("kingdom-come")
    mean = bounded_turn(rules, "weighted*2, fair*4").mean
    assert f"is {float(mean.midpoint):,.2f} points" in answer
    assert "kingdom-come rules, playing for points" in answer
    page.reload()
    page.wait_for_selector("#loaded-answer table")
    assert page.inner_text("#loaded-answer") == answer
    assert page.input_value("#loaded-roll") == "weighted=15 fair=1234"
    page.locator("#loaded-answer button.keep").first.click()
    assert page.input_value("#loaded-roll") == ""
    page.fill("#loaded-stake", "400,000")
    page.press("#loaded-stake", "Enter")
    assert page.inner_text("#loaded-answer .verdict") == "Bank 400,000."
    assert visit.complaints == []


@pytest.mark.parametrize(
    ("field", "typed", "line"),
    [
        ("set", "wieghted, fair*5", "There is no die “wieghted”"),
        ("set", "weighted, fair*4", "These are 5 dice, not six"),
        ("set", "1:2:3, fair*5", "“1:2:3” is not a die"),
        ("set", "1:1:1:1:1:-1, fair*5", "is not a die"),
        ("set", "1:0:0:0:0:0*6", "can never farkle"),
        ("stake", "-50", "is not a number of points"),
        ("stake", "49", "49 cannot occur"),
        ("roll", "weighted=11 fair=1234", "your set has 1"),
        ("roll", "fair=7", "is no part of a roll"),
        ("roll", "fair=12", "With nothing at stake all six dice are rolled"),
    ],
)
def test_impossible_dice_get_a_line_beside_the_field(
    turn_page: Any, field: str, typed: str, line: str
) -> None:
    turn_page.fill(f"#loaded-{field}", typed)
    turn_page.press(f"#loaded-{field}", "Enter")
    assert line in turn_page.inner_text(f"#loaded-{field}-problem")
    assert turn_page.input_value(f"#loaded-{field}") == typed


def test_every_known_die_stands_in_the_list(turn_page: Any) -> None:
    listed = turn_page.eval_on_selector_all(
        "#dice-names option", "options => options.map((o) => o.value.split(',')[0])"
    )
    faces = [name for name, die in known_dice().items() if not die.joker]
    assert sorted(listed) == sorted(faces)
