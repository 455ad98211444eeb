"""Farkle's positions and the checks of scorers with any dice."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from listed import right_values, texts
from verdicts import failed

from trueodds import strategies
from trueodds.core import games
from trueodds.core.errors import DiceError, PositionError
from trueodds.core.rules.farkle import FarkleRules, score
from trueodds.core.rules.farkle.dice_kinds import dice_kinds
from trueodds.proofs.verify.positions import sample
from trueodds.proofs.verify.positions.order import (
    ChosenPositions,
    SpaceOrder,
    census,
    order,
)
from trueodds.proofs.verify.simulator.outcomes import outcome_distribution
from trueodds.testing import assert_scorer, checks

FARKLE = games.find("farkle")
DEVIL = "devils-head"
TWELVE = ":".join("1" * 12)


def rules(dice: str, preset: str = "kingdom-come") -> FarkleRules:
    """Return the rules of a preset with other dice."""
    number = sum(int(word.partition("*")[2] or 1) for word in dice.split(","))
    return FarkleRules.load(preset, dice=dice, number_of_dice=number)


def positions(record: FarkleRules, *, scattered: bool = False, **choice: Any) -> Any:
    listed = order(
        FARKLE, record, "roll", ChosenPositions(**choice), scattered=scattered
    )
    assert isinstance(listed, SpaceOrder)
    return listed


def test_positions_of_equal_dice_are_all_ordered_rolls() -> None:
    five = ["".join(roll) for n in range(1, 6) for roll in product("123456", repeat=n)]
    assert texts(positions(FarkleRules.load("ece209", number_of_dice=5))) == five
    faces = ["2", "3", "4", "5", "6", "joker"]
    three = [" ".join(roll) for n in (1, 2, 3) for roll in product(faces, repeat=n)]
    assert texts(positions(rules(f"{DEVIL}*3"))) == three
    numbers = map(str, range(1, 13))
    assert texts(positions(rules(f"{TWELVE}*1"))) == list(numbers)


def named_rolls(dice: list[tuple[str, str]]) -> Iterator[str]:
    """Yield the rolls of all subsets of named dice, once each, in their order."""
    for number in range(1, len(dice) + 1):
        for rolled in combinations(dice, number):
            for shown in product(*(faces.split() for _, faces in rolled)):
                pairs = zip(rolled, shown, strict=True)
                yield " ".join(f"{name}={face}" for (name, _), face in pairs)


def test_positions_of_mixed_dice_name_each_die() -> None:
    fair, devil = ("fair", "1 2 3 4 5 6"), (DEVIL, "2 3 4 5 6 joker")
    expected = set(named_rolls([devil, fair, fair]))
    record = rules(f"fair*2, {DEVIL}")
    listed = texts(positions(record))
    assert len(listed) == len(set(listed)) == 43 * 7 - 1
    assert set(listed) == expected
    by_class = texts(positions(record, by_class=True))
    assert len(by_class) == 28 * 7 - 1
    assert {" ".join(sorted(text.split())) for text in expected} == {
        " ".join(sorted(text.split())) for text in by_class
    }


def test_a_census_counts_these_positions() -> None:
    record = rules(f"fair*2, {DEVIL}")
    counted = Counter(score(text, record).value for text in texts(positions(record)))
    assert census(FARKLE, record, "roll") == dict(sorted(counted.items()))
    assert counted[1000] == 1  # two 1s and the joker
    assert sum(census(FARKLE, rules("fair*5"), "roll").values()) == 9_330


sets_of_dice = st.lists(
    st.sampled_from(
        ["fair", "weighted", DEVIL, "1:1:1:1", "0:0:1:1:j1", "1:1:1:1:1:1:1:1:1:1"]
    ),
    min_size=1,
    max_size=4,
).map(", ".join)


@settings(max_examples=12)
@given(sets_of_dice, st.booleans(), st.booleans(), st.integers(0, 2**64 - 1))
def test_every_position_is_asked_once_and_answered_by_the_reference(
    dice: str, ordered: bool, by_class: bool, seed: int
) -> None:
    record = rules(dice)
    for choice in ({"ordered": ordered, "by_class": by_class}, {"sample": 40}):
        listed = positions(record, scattered=True, seed=seed, **choice)
        start = max(0, listed.count // 2 - 20)
        stop = min(listed.count, start + 40)
        assert right_values(listed, start, stop)
        row = listed.rows(start, stop)[0].tolist()
        for neighbour in listed.space.neighbours(row)[:20].tolist():
            score(listed.space.word(neighbour), record)
        if "sample" not in choice:
            lines = texts(listed)
            assert len(set(lines)) == len(lines) == listed.count


def test_mixed_dice_are_sent_in_any_order() -> None:
    record = rules(f"fair, weighted, {DEVIL}")
    for choice in ({}, {"sample": 342}):
        lines = texts(positions(record, scattered=True, **choice))
        names = {re.sub("=[^ ]+", "", line) for line in lines}
        assert len([name for name in names if name.count(" ") == 2]) == 6
    ascending = positions(record, scattered=True, ordered=True)
    assert {re.sub("=[^ ]+", "", line) for line in texts(ascending)} == {
        f"{first}{second}{third}".strip()
        for first, second, third in product(
            ("", f"{DEVIL} "), ("", "fair "), ("", "weighted")
        )
        if first or second or third
    }


@pytest.mark.parametrize("dice", [f"fair*3, {DEVIL}*2", "fair*5", f"{TWELVE}*4"])
def test_random_positions_can_be_scored(dice: str) -> None:
    record = rules(dice)
    rolls, dice_set = sample(FARKLE, record, 60), dice_kinds(record)
    sizes = {len(dice_set.words(roll)) for roll in rolls}
    assert sizes == set(range(1, dice_set.size + 1))
    words = {word.rpartition("=")[::2] for roll in rolls for word in roll.split()}
    assert any(face == "joker" for _, face in words) == dice_set.jokers
    names = {kind.name for kind in dice_set.kinds} if dice_set.mixed else {""}
    assert {name for name, _ in words} == names
    assert len({score(roll, record).value for roll in rolls}) > 1


@settings(max_examples=10)
@given(sets_of_dice.flatmap(lambda dice: st.tuples(st.just(dice), _rolls_of(dice))))
def test_strategies_draw_positions_of_any_dice(drawn: tuple[str, str]) -> None:
    dice, roll = drawn
    record = rules(dice)
    kinds = dice_kinds(record)
    words = kinds.words(roll)
    assert 1 <= len(words) <= kinds.size
    assert kinds.words(score(roll, record).position) == sorted(
        words, key=lambda word: kinds.read(word)[0]
    )


def _rolls_of(dice: str) -> st.SearchStrategy[str]:
    return strategies.positions("farkle", rules(dice))


def test_checks_of_a_test_suite_with_jokers() -> None:
    record = rules(f"{DEVIL}*4")

    @cache
    def blind(roll: str) -> int:
        """Score a roll without its jokers."""
        rest = " ".join(word for word in roll.split() if word != "joker")
        return score(rest, record).value if rest else 0

    kinds = failed(checks("farkle", rules=record), blind)
    assert kinds >= {"three of a kind", "four of a kind"}
    with pytest.raises(AssertionError, match="three of a kind: 4 4 joker"):
        assert_scorer(blind, "farkle", rules=record, positions=100)


SCORER = """
from collections import Counter

def five(roll, straight=1500):
    c = Counter(roll)
    if len(c) == 5 and {*"2345"} < {*roll} and "6" not in roll:
        return straight
    points = 0
    for face, n in c.items():
        if n >= 3:
            points += 1000 if face == "1" else 100 * int(face)
            n -= 3
        points += n * {"1": 100, "5": 50}.get(face, 0)
    return points

def no_straight(roll):
    return five(roll, 150)

"""

FIVE_DICE = """
number_of_dice = 5
straight = 0
[straights]
12345 = 1500
"""


@pytest.fixture
def five_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the rules of a five-dice game and scorers of it."""
    (tmp_path / "my_five.py").write_text(SCORER)
    (tmp_path / "five.toml").write_text(FIVE_DICE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_scorer_of_a_five_dice_game(
    five_dice: Path, trueodds_command: Callable[..., Any]
) -> None:
    words = ("verify", "scorer", "farkle", "--rules", "five.toml", "--python")
    ran = trueodds_command(*words, "my_five:five")
    assert ran.code == 0
    assert ran.out.startswith(
        "AGREES: all 9,330 answers are right (farkle, ece209 rules with "
    )
    ran = trueodds_command(*words, "my_five:no_straight")
    assert ran.code == 1
    assert re.search(r"^120 +-1350 +straight 12345 +\d{5} ", ran.out, re.M)
    assert "note: all its answers are right under: --rules greed\n" in ran.out
    ran = trueodds_command(*words, "my_five:five", "--set", "of_a_kind.3.2=300")
    assert re.search(r"^\d+ +-100 +three of a kind 222 ", ran.out, re.M)


def test_no_preset_with_other_dice_fits(
    five_dice: Path, trueodds_command: Callable[..., Any]
) -> None:
    """Five dice of ece209 are among the positions of six, but not all of them."""
    words = ("verify", "scorer", "farkle", "--set", "straights.12345=900")
    ran = trueodds_command(
        *words,
        "--rules",
        "ece209",
        "--set",
        "number_of_dice=5",
        "--python",
        "my_five:no_straight",
    )
    # Only greed has five dice, too, and no straight.
    assert ran.out.endswith("note: all its answers are right under: --rules greed\n")


def test_a_table_of_answers_with_named_dice(
    tmp_path: Path, trueodds_command: Callable[..., Any]
) -> None:
    table = tmp_path / "answers.csv"
    table.write_text(
        "position,answer\nfair=1 fair=1,200\nweighted=1 fair=5,100\n11,200"
    )
    words = ("verify", "scorer", "farkle", "--dice", "weighted, fair*5", "--answers")
    ran = trueodds_command(*words, str(table))
    assert ran.out.startswith("REFUTED: 1 of 3 answers is wrong")
    assert "fair=5 weighted=1" in ran.out or "weighted=1 fair=5" in ran.out
    table.write_text("weighted=1 weighted=5 = 150")
    ran = trueodds_command(*words, str(table))
    assert (ran.code, ran.out) == (2, "")
    assert "line 1: the set has 1 of the die weighted, not 2" in ran.err


BAD = [
    ("score farkle 113456", "number_of_dice=5", "one to five digits 1 to 6"),
    ("score farkle joker", "number_of_dice=5", "one to five digits 1 to 6"),
    ("score farkle 1", f"dice={DEVIL}*6", "none of the dice"),
    ("score farkle 1,1,1", f"dice={DEVIL}*4,fair*2", "only 2 of the dice"),
    ("score farkle joker,joker", f"dice={DEVIL},fair*5", "only 1 of the dice"),
    ("score farkle weighted=1", "dice=ci,fair*5", "the set has no die weighted"),
    ("score farkle wieghted=1", "dice=weighted,fair*5", 'did you mean "weighted'),
    (
        f"score farkle {DEVIL}=1",
        f"dice={DEVIL},fair*5",
        "never shows a 1\nhint: it shows 2",
    ),
    (
        "score farkle fair*2=1",
        "dice=weighted,fair*5",
        'not 1\nhint: write it as "fair"',
    ),
    ("score farkle =1", "dice=weighted,fair*5", "shows it\nhint: write it as fair=1"),
    ("score farkle weighted=1,1", "dice=weighted*6", "hint: write it as weighted=1"),
    ("score farkle nosuch=1", "dice=weighted*6", "hint: give its weights"),
    ("score farkle weighted=1", "number_of_dice=6", "are given by --dice"),
    ("score farkle joker", "number_of_dice=6", "are given by --dice"),
    ("score farkle 1", "dice=weighted,fair", "game with 2, --set number_of_dice=2"),
    ("score farkle 10", "number_of_dice=3", "there is no face 0"),
    ("positions farkle", "number_of_dice=9", "number_of_dice"),
    ("census farkle", f"dice={DEVIL}*5", "has 5 dice, not 6"),
    ("census farkle", f"dice={DEVIL}*6,jokers=none", "no jokers"),
]


@pytest.mark.parametrize(("command", "changes", "fault"), BAD)
def test_bad_input(
    trueodds_command: Callable[..., Any], command: str, changes: str, fault: str
) -> None:
    fields = [f"--set={field}" for field in re.split(r",(?=\w+=)", changes)]
    words = [word.replace(",", " ") for word in command.split()]
    ran = trueodds_command(*words, *fields)
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.err
    assert ran.err.count("\n") <= 2


def test_faces_that_too_few_dice_can_show() -> None:
    record = rules(f"{DEVIL}*2, 1:1:1:1, fair")
    assert score("1 1 joker joker", record).value == 2000
    for roll, fault in (
        ("1 1 1", "only 2 of .* can show 1"),
        ("5 5 6 6", "only 3 of .* can show 5 or 6"),
    ):
        with pytest.raises(PositionError, match=fault):
            score(roll, record)
    with pytest.raises(DiceError, match="has 1 of the die fair, not 2"):
        score("fair=1 fair=1", record)


def test_outcomes_of_rolls_by_brute_force() -> None:
    """The dice are 10:1:1:1:1:1, a fair one, and one with a joker instead of the 1."""
    record = rules(f"weighted, fair, {DEVIL}")
    weights = {"weighted=1": 10}
    expected: Counter[str] = Counter()
    faces = ("1 2 3 4 5 6", "1 2 3 4 5 6", "joker 2 3 4 5 6")
    for shown in product(*(each.split() for each in faces)):
        names = zip(("weighted", "fair", DEVIL), shown, strict=True)
        words = [f"{name}={face}" for name, face in names]
        points = score(" ".join(words), record).value
        expected[str(points)] += weights.get(words[0], 1)
    assert expected.total() == 15 * 6 * 6
    rolled = outcome_distribution(FARKLE, record, "score").distribution
    assert {n: rolled[n] for n in rolled} == {
        n: Fraction(weight, 540) for n, weight in expected.items()
    }
    for kind in ("score.2", "die"):
        with pytest.raises(PositionError, match="fair, weighted are"):
            outcome_distribution(FARKLE, record, kind)
    die = outcome_distribution(FARKLE, rules(f"{DEVIL}*2"), "die").distribution
    assert die["joker"] == Fraction(1, 6)
    loaded = outcome_distribution(FARKLE, rules("weighted*6"), "die").distribution
    assert loaded["1"] == Fraction(10, 15)


def test_too_many_classes_to_list() -> None:
    different = ", ".join(f"1:1:1:1:1:1:1:{n}" for n in range(2, 10))
    with pytest.raises(PositionError, match="take random ones with --sample N"):
        positions(rules(different), by_class=True)
    assert positions(rules(different), sample=5).count == 5


def test_the_option_dice_of_the_commands(trueodds_command: Callable[..., Any]) -> None:
    dice = ("--dice", "weighted, fair*5")
    ran = trueodds_command("score", "farkle", "weighted=1 fair=1 fair=1", *dice)
    assert ran.out.startswith("fair=1 fair=1 weighted=1: 300 points")
    ran = trueodds_command("positions", "farkle", *dice, "--sample", "2")
    assert (ran.code, ran.out.count("weighted=")) == (0, 2)
    ran = trueodds_command("score", "baccarat", *dice, "6 K 8 A 9 5")
    assert ran.code == 2
    assert "--dice is an option of farkle, not of baccarat" in ran.err


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (
            "verify scorer --python bunco:score farkle --dice fair*5",
            "has 5 dice, not 6",
        ),
        ("prove --out bunco-proofs farkle-nosuch --dice fair*6", "'farkle-nosuch'"),
        ("score --rules bunco farkle --dice fair*6 1", "no rules 'bunco'"),
        ("prove --dice fair*6 -- bunco:nosuch", "option of farkle, not of bunco"),
        ("export farkle nosuch --dice weighted*6 --to dot", "no model 'nosuch'"),
        ("export --dice weighted*5 farkle turn --to dot", "has 5 dice, not 6"),
    ],
)
def test_the_game_is_not_guessed_from_values_of_options(
    trueodds_command: Callable[..., Any], words: str, fault: str
) -> None:
    ran = trueodds_command(*words.split())
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.err
