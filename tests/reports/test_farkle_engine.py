"""The engine of Farkle's pages against the reference: scores, rolls, turns, matches."""

from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest
from farkle_engine import (
    DICE,
    check_keeps,
    check_match,
    check_toml,
    check_turn_with_dice,
    check_turns,
    farkle_rules,
)
from javascript import evaluated

from trueodds.analysis.farkle.match import solved
from trueodds.core import rulebook
from trueodds.core.dice import counts_of
from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.proofs.farkle.rolls import farkles
from trueodds.reports.html.pages.farkle.match import SolvedMatch, bank_map, map_step

evaluate = partial(evaluated, ["common", "farkle"])

ROLLS = """([rules, keeps]) => {
  const {points, tables} = trueodds.farkle.matchTables({rules, unit: 0});
  return {
    points: keeps.map((faces) =>
      points[faces.reduce((index, face) => index + 7 ** (face - 1), 0)]),
    farkles: tables.map(({farkle, total}) => [farkle, total]),
  };
}"""
"""Function of rules and keeps: points of each, and farkles and rolls by dice."""

READ = """([text, roll, known]) => {
  const {farkle} = trueodds;
  try {
    const set = text ? farkle.diceSet(farkle.readDice(text, known)) : farkle.FAIR;
    const dice = farkle.readRoll(roll, set);
    return [farkle.rollText(dice, set), set.text(set.numberOf(dice))];
  } catch (error) {
    return error.message;
  }
}"""
"""Function of a set, a roll and known dice: both as text, or what is wrong."""

BANK_MAP = """([match, win, last, scores]) => {
  const solved = {...match, win, last};
  const rolled = trueodds.farkle.matchTables(solved);
  return scores.map((mine) => scores.map((theirs) =>
    trueodds.farkle.matchTurn(solved, mine, theirs, {rolled}).bankAt));
}"""
"""Function of a match and scores: the stakes to bank at by dice, for both scores."""


def test_every_keep_and_farkle_is_that_of_the_reference() -> None:
    """All 923 keeps of one to six dice, and farkles by generating functions."""
    keeps = [
        keep
        for number in range(1, 7)
        for keep in combinations_with_replacement(range(1, 7), number)
    ]
    assert len(keeps) == 923
    presets = ("box", "blog", "triples", "zilch")
    every = [FarkleRules.load(preset) for preset in presets]
    for rules in [*every, *list(farkle_rules(16))[-4:]]:
        shown = evaluate(ROLLS, [rulebook.to_table(rules), keeps])
        scorer = Scorer(rules)
        expected = []
        for keep in keeps:
            roll = counts_of(keep)
            legal = {} if scorer.is_nothing(roll) else dict(scorer.options(roll))
            expected.append(legal.get(roll, 0))
        assert shown["points"] == expected, rules
        exact = farkles(rules)
        for dice, (farkle, total) in enumerate(shown["farkles"]):
            assert total == 6**dice
            assert farkle == (total * exact[f"roll.{dice}.farkle"] if dice else 0)


def test_turns_for_points_are_the_exact_ones() -> None:
    """The rules are six presets and three changes of presets."""
    assert check_turns(evaluate, list(farkle_rules(18))[::2]) >= 8


@pytest.mark.parametrize(
    ("preset", "dice"),
    [("box", ""), ("facebook", ""), ("kingdom-come", "weighted*2, fair*4")],
)
def test_keeps_are_ranked_as_by_advise(preset: str, dice: str) -> None:
    check_keeps(evaluate, preset, dice)


def test_a_turn_with_loaded_dice_lies_between_the_proved_bounds() -> None:
    """One of its dice never shows a one."""
    check_turn_with_dice(evaluate, "facebook", "0:1:1:1:1:1, 2:2:2:2:2:2*5", False)


def test_rules_as_toml_are_the_same_rules(tmp_path: Path) -> None:
    check_toml(evaluate, list(farkle_rules(14))[-3:], tmp_path)


def test_a_last_turn_is_advised_between_the_proved_bounds() -> None:
    check_match(evaluate, "box", {"target": 1000})


def test_a_match_is_advised_between_the_proved_bounds_and_mapped_as_in_python() -> None:
    """In this match scores may be below 0, as farkles in a row cost points."""
    changes = {"target": 500, "lowest_score": -700}
    check_match(evaluate, "facebook", changes)
    match = solved(FarkleRules.load("facebook", **changes))
    facts = SolvedMatch("facebook", match)
    space = match.space
    win, last = np.split(np.frombuffer(facts.arrays, "<f8"), [space.states**2])
    by_kind = last.reshape(facts.facts["kinds"], -1).tolist()
    step = map_step(match)
    scores = list(range(space.start % step, space.scores, step))
    shown = evaluate(BANK_MAP, [facts.facts, win.tolist(), by_kind, scores])
    for dice in (1, 2, 6):
        for row, stakes in zip(bank_map(match, dice).rows, shown, strict=True):
            assert list(row[1:]) == [f"{by_dice[dice]:,}" for by_dice in stakes]


@pytest.mark.parametrize(
    ("dice", "roll", "read"),
    [
        ("", "113456", ["113456", "fair*6"]),
        ("", "51", ["15", "fair*2"]),
        (
            "weighted*2, fair*4",
            "fair=21 weighted=5",
            ["weighted=5 fair=12", "weighted, fair*2"],
        ),
        ("4:2:2:2:2:2, 2:1:1:1:1:1*5", "641", ["146", "4:2:2:2:2:2*3"]),
        ("", "1134567", "“1134567” is not a roll"),
        ("", "1111111", "“1111111” is not a roll"),
        ("", "0", "“0” is not a roll"),
        ("weighted*2, fair*4", "15", "“15” is no part of a roll"),
        (
            "weighted*2, fair*4",
            "weighted=111",
            "shows 3 dice “weighted”; your set has 2",
        ),
        ("1000:1:1:1:1:1, fair*5", "fair=3", ["fair=3", "fair"]),
        ("fair*5", "1", "These are 5 dice, not six"),
        ("fair*7", "1", "These are 7 dice, not six"),
        ("fair*0, fair*6", "1", "“fair*0” does not repeat a die"),
        ("1001:1:1:1:1:1, fair*5", "1", "“1001:1:1:1:1:1” is not a die"),
        ("0:0:0:0:0:0, fair*5", "1", "“0:0:0:0:0:0” is not a die"),
        ("1:1:1:1:1, fair*5", "1", "“1:1:1:1:1” is not a die"),
        ("toString, fair*5", "1", "There is no die “toString”"),
    ],
)
def test_dice_and_rolls_are_read(dice: str, roll: str, read: list[str] | str) -> None:
    shown = evaluate(READ, [dice, roll, DICE])
    if isinstance(read, str):
        assert read in shown
    else:
        assert shown == read
