"""Every position once, in the text that our scorer reads, and rightly answered."""

import json
import re
import subprocess
import sys
from collections import Counter
from importlib.resources import files
from itertools import product

import jsonschema
import numpy as np
import pytest
from commands import Run
from hypothesis import given
from hypothesis import strategies as st
from listed import right_values, texts

from trueodds.core import games, rulebook
from trueodds.core.errors import PositionError
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions import sample
from trueodds.proofs.verify.positions.order import (
    ChosenPositions,
    SpaceOrder,
    census,
    order,
    scorer_of,
)
from trueodds.proofs.verify.scorer.failure_classes import Wrong, failure_classes
from trueodds.proofs.verify.scorer.protocol import LARGEST, integers
from trueodds.proofs.verify.scorer.verdict import share_missed

BLOCK = 1 << 16


SIZES = {
    ("bunco", "bunco"): 6 * 6**3,
    ("bunco", "d20"): 12 * 20**3,
    ("baccarat", "punto-banco"): 13**6,
    # Without five or six cards of a rank.
    ("baccarat", "published-script"): 13**6 - 13 * (6 * 12 + 1),
    ("cribbage", "six-card"): 12_994_800,
    ("cribbage", "published-script"): 270_725,
    ("farkle", "box"): 55_986,
}
RULE_SETS = [
    (game, preset, rule)
    for game in games.ours()
    for preset in rulebook.preset_names(games.find(game))
    for rule in games.find(game).scoring_rules
]


def walk_of(
    game: str,
    preset: str | None = None,
    rule: str | None = None,
    choice: ChosenPositions | None = None,
    **changes: str,
) -> SpaceOrder:
    column = games.find(game)
    rules = rulebook.load(column, preset, changes)
    ordered = order(
        column, rules, column.scoring_rule(rule), choice or ChosenPositions()
    )
    assert isinstance(ordered, SpaceOrder)
    return ordered


@pytest.mark.parametrize(("game", "preset", "rule"), RULE_SETS)
@pytest.mark.parametrize(
    "choice", [ChosenPositions(sample=150), ChosenPositions(by_class=True)]
)
def test_answers_are_those_of_the_reference(
    game: str, preset: str, rule: str, choice: ChosenPositions
) -> None:
    positions = walk_of(game, preset, rule, choice)
    start = positions.count // 2
    assert right_values(positions, start, min(start + 150, positions.count))


@pytest.mark.parametrize(("game", "preset"), SIZES)
def test_number_of_positions(game: str, preset: str) -> None:
    assert walk_of(game, preset).count == SIZES[game, preset]


@pytest.mark.parametrize(
    ("game", "preset"),
    [("bunco", "d20"), ("farkle", "box"), ("cribbage", "published-script")],
)
@pytest.mark.parametrize("scattered", [False, True])
def test_every_position_is_there_once(
    game: str, preset: str, *, scattered: bool
) -> None:
    column = games.find(game)
    rules = rulebook.load(column, preset)
    positions = order(
        column, rules, column.scoring_rule(None), ChosenPositions(), scattered=scattered
    )
    lines = texts(positions)
    assert len(set(lines)) == len(lines) == positions.count


@pytest.mark.parametrize(
    ("game", "preset", "radix"),
    [("baccarat", "published-script", 13), ("cribbage", "six-card", 52)],
)
def test_many_positions_are_all_there_in_order(
    game: str, preset: str, radix: int
) -> None:
    """As many as there should be, and each after the one before it."""
    positions = walk_of(game, preset)
    last = -1
    for start in range(0, positions.count, BLOCK):
        rows = positions.rows(start, min(start + BLOCK, positions.count))
        powers = radix ** np.arange(rows.shape[1])[::-1]
        numbers = rows.astype(np.int64) @ powers
        assert last < numbers[0]
        assert (numbers[1:] > numbers[:-1]).all()
        last = numbers[-1]
        assert positions.space.possible(rows[::1000]).all()


def test_a_sample_has_hands_in_any_order_and_is_the_same_from_any_place_on() -> None:
    positions = walk_of("cribbage", choice=ChosenPositions(sample=50_000, seed=3))
    rows = positions.rows(0, 50_000).astype(np.int64)
    assert (rows == positions.rows(0, 100_000)[:50_000]).all()
    assert (rows[777:1234] == positions.rows(777, 1234)).all()
    orders = Counter(map(tuple, np.argsort(rows[:, :4], axis=1).tolist()))
    assert len(orders) == 24
    assert max(orders.values()) < 1.2 * min(orders.values())
    other = walk_of("cribbage", choice=ChosenPositions(sample=9, seed=4))
    assert positions.text(0, 9) != other.text(0, 9)


CLASSES = {
    "farkle": (923, lambda text: "".join(sorted(text))),
    "bunco": (336, lambda text: (text[0], *sorted(text[4:].split()))),
}


@pytest.mark.parametrize("game", CLASSES)
def test_by_class_has_one_position_of_each(game: str) -> None:
    number, class_of = CLASSES[game]
    every, some = walk_of(game), walk_of(game, choice=ChosenPositions(by_class=True))
    classes = {class_of(text) for text in texts(every)}
    assert {class_of(text) for text in texts(some)} == classes
    assert len(classes) == some.count == number


def test_by_class_has_every_show_but_for_names_of_suits() -> None:
    """Random shows, with suits renamed in all 24 ways: one of them is there."""
    some = walk_of("cribbage", choice=ChosenPositions(by_class=True))
    kept = set(map(bytes, some.rows(0, some.count).astype(np.uint8)))
    shows = walk_of("cribbage", choice=ChosenPositions(sample=300)).rows(0, 300)
    for show in shows.tolist():
        named = [
            [4 * (card // 4) + suits[card % 4] for card in show]
            for suits in product(range(4), repeat=4)
            if len(set(suits)) == 4
        ]
        assert any(bytes([*sorted(hand), starter]) in kept for *hand, starter in named)


@pytest.mark.parametrize(("preset", "bunco"), [("bunco", 21), ("published-script", 25)])
def test_a_program_can_print_and_compare_its_census(
    preset: str, bunco: int, trueodds_command: Run
) -> None:
    scores = Counter()
    for number in range(1, 7):
        for roll in product(range(1, 7), repeat=3):
            alike = len(set(roll)) == 1
            matches = roll.count(number)
            scores[matches if not alike else bunco if matches else 5] += 1
    printed = "".join(f"{score} {count}\n" for score, count in sorted(scores.items()))
    words = ("census", "bunco", "--rules", preset)
    assert trueodds_command(*words)[:2] == (0, printed)
    out = trueodds_command(*words, "--format", "json").out
    schema = files("trueodds.reports") / "schemas" / "census-1.json"
    jsonschema.validate(json.loads(out), json.loads(schema.read_text()))
    assert '"positions": 1296' in out


def test_positions_can_be_scored(trueodds_command: Run) -> None:
    out = trueodds_command("positions", "farkle").out
    assert out.startswith("1\n2\n3\n4\n5\n6\n11\n12\n")
    assert out.count("\n") == 55986
    assert trueodds_command("positions", "farkle", "--by-class").out.count("\n") == 923
    words = ("positions", "cribbage", "--sample", "3", "--seed", "5")
    out = trueodds_command(*words).out
    assert re.fullmatch(r"((\w{2,3} ){4}\| \w{2,3}\n){3}", out)
    assert trueodds_command(*words).out == out


def test_positions_stop_when_nobody_reads() -> None:
    command = [sys.executable, "-m", "trueodds", "positions", "cribbage"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout.readline() == b"AC AD AH AS | 2C\n"
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0


def test_rules_with_too_many_positions() -> None:
    bunco = games.find("bunco")
    many = rulebook.load(bunco, None, {"dice": "20"})
    with pytest.raises(PositionError, match="take random ones with --sample N"):
        order(bunco, many, "roll", ChosenPositions())
    with pytest.raises(PositionError, match="no census"):
        census(bunco, many, "roll")
    assert right_values(order(bunco, many, "roll", ChosenPositions(sample=20)))


def test_shows_worth_too_much_for_a_byte() -> None:
    choice = ChosenPositions(sample=30)
    shows = walk_of("cribbage", choice=choice, fifteen_points="100")
    assert shows.space.values is None
    assert max(right_values(shows)) > 255


@pytest.mark.parametrize(("game", "preset", "rule"), RULE_SETS)
def test_every_random_position_can_be_scored(game: str, preset: str, rule: str) -> None:
    column = games.find(game)
    rules = rulebook.load(column, preset)
    positions = sample(column, rules, 50, rule=rule)
    assert positions == sample(column, rules, 60, rule=rule)[:50]
    assert positions != sample(column, rules, 50, seed=2, rule=rule)
    score = scorer_of(column, rules, rule)
    assert len({score(position).value for position in positions}) > 1


@given(
    st.lists(
        st.tuples(
            st.integers(-(10**15), 10**15),
            st.sampled_from(["", " ", "\t "]),
            st.sampled_from(["", "\r", " "]),
        ),
    ),
    st.sampled_from([b"", b"17", b"-"]),
)
def test_integers_are_read(lines: list[tuple[int, str, str]], rest: bytes) -> None:
    text = "".join(f"{left}{n}{right}\n" for n, left, right in lines).encode()
    lines_read = integers(text + rest)
    assert lines_read.values.tolist() == [n for n, _, _ in lines]
    assert (lines_read.size, lines_read.fault) == (len(text), -1)


@given(st.binary(max_size=8))
def test_what_is_no_integer_is_a_fault(line: bytes) -> None:
    line = line.replace(b"\n", b"")
    lines_read = integers(b"5\n" + line + b"\n6\n")
    if re.fullmatch(rb"[ \t]*[+-]?[0-9]+(\.0*)?[ \t\r]*", line):
        assert lines_read.values.tolist() == [5, int(float(line)), 6]
    else:
        assert (lines_read.values.tolist(), lines_read.fault) == ([5], 2)


def test_large_integers_are_told_apart_from_scores() -> None:
    assert integers(b"9" * 400 + b"\n").values.tolist() == [LARGEST]


@pytest.mark.parametrize("right", [1, 10, 459, 10**6, 12_994_800])
def test_share_missed_is_the_exact_bound_rounded_up(right: int) -> None:
    share = float(share_missed(right))
    assert (1 - share) ** right <= 0.01 * (1 + 1e-9)
    assert (1 - share / 1.02) ** right > 0.01


def failures(*answers: tuple[str, int]) -> list[tuple[int, str, str]]:
    """Return the failure classes of positions with the differences of their answers."""
    cribbage = games.find("cribbage")
    score = scorer_of(cribbage, rulebook.load(cribbage), "hand")
    usual = order(
        cribbage, rulebook.load(cribbage), "hand", ChosenPositions(sample=300)
    )
    right = usual.breakdowns(range(300))
    wrong = [
        Wrong(position, score(position), score(position).value + off)
        for position, off in answers
    ]
    features_of = parts(cribbage).positions().features(rulebook.load(cribbage), "hand")
    grouped = failure_classes(wrong, right, features_of)
    return [(len(group.members), group.off, group.name) for group in grouped]


def test_failure_classes_are_named_by_what_tells_them_apart() -> None:
    assert failures(
        ("4C 5H 5C 6S | KD", -8),
        ("7C 7H 8D 9S | KD", -8),
        ("2C 4C JS 8C | 6S", -1),
        ("3C 9H JD KS | 2D", -1),
    ) == [(2, "-8", "double run"), (2, "-1", "nobs")]
    assert failures(
        ("2C 4H 8D KS | 6H", 3),
        ("AC 3C 7H 9S | JD", 3),
        ("2D 4S 6C QD | 8H", 3),
    ) == [(3, "+3", "nothing scores")]


def test_lost_flushes_are_a_class_and_their_fifteens_are_not() -> None:
    """One feature explains wrong answers of two differences, and they are one row."""
    assert failures(
        ("2C 4C 8C KC | 5H", -4),
        ("5C 6C 9C JC | 2H", -4),
        ("5C 6C 9C JC | 2C", -6),
        ("7C 8C QC KC | 2D", -4),
    ) == [(4, "-4, -6", "flush")]
