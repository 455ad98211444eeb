"""Farkle: patterns of dice, such as a full house, are data."""

from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from strategies.farkle import GAME, group_points, random_rules, rules

from trueodds.core import rulebook
from trueodds.core.dice import counts_of
from trueodds.core.errors import RulesError
from trueodds.core.kernels.farkle_keeps import KeepPoints
from trueodds.core.rules.farkle import FarkleRules, Scorer, score
from trueodds.core.rules.farkle.dice_kinds import FAIR_DICE

Faces = tuple[int, ...]


@cache
def splits() -> dict[Faces, list[tuple[Faces, Faces]]]:
    """Return, for each roll, the groups with its first die and the dice left."""
    every: dict[Faces, list[tuple[Faces, Faces]]] = {}
    for number in range(1, 7):
        for dice in combinations_with_replacement(range(1, 7), number):
            places = range(1, number)
            every[dice] = [
                (
                    (dice[0], *(dice[i] for i in chosen)),
                    tuple(dice[i] for i in places if i not in chosen),
                )
                for size in range(number)
                for chosen in combinations(places, size)
            ]
    return every


def referee(record: FarkleRules) -> dict[Faces, int]:
    """Return the most points of all dice of each roll together; 0 if one is over."""
    groups = {dice: group_points(dice, record) for dice in splits()}
    best: dict[Faces, int] = {(): 0}
    for dice, ways in splits().items():
        points = [
            groups[group] + best[left]
            for group, left in ways
            if groups[group] and (best[left] or not left)
        ]
        best[dice] = max(points, default=0)
    return best


def kept_points(record: FarkleRules) -> tuple[dict[Faces, int], dict[Faces, int]]:
    """Return the points of every keep, and the best score, from the fast table."""
    rolls = [*splits()]
    codes = np.array([counts_of(dice) for dice in rolls])
    tables = []
    for junk in (False, True):
        table = KeepPoints(record, FAIR_DICE, junk=junk)
        tables.append(dict(zip(rolls, table.of(codes @ table.place), strict=True)))
    return tables[0], tables[1]


@settings(max_examples=300, deadline=None)
@given(random_rules.filter(lambda record: record is not None and not record.junk))
def test_random_rules_score_all_rolls_as_a_naive_referee(record: FarkleRules) -> None:
    every = referee(record)
    kept, best = kept_points(record)
    assert kept == {dice: every[dice] for dice in kept}
    for dice, points in best.items():
        parts = {
            part
            for size in range(1, len(dice) + 1)
            for part in combinations(dice, size)
        }
        assert points == max(every[part] for part in parts)


def test_the_table_of_what_scores_has_the_points_of_its_dice() -> None:
    """Each row of dice scores its points as one combination, under every preset."""
    for preset in rulebook.preset_names(GAME):
        record = rules(preset, **{"patterns.3+2": 1250})
        rows = record.score_table
        assert ("full house", "3+2", 1250) in [(r.name, r.what, r.points) for r in rows]
        patterns = {pattern.text: pattern for pattern in record.all_patterns}
        for row in rows:
            if row.name == "nothing":
                assert row.points == record.nothing
                continue
            for dice in row.what.split(", "):
                assert row.points == patterns.pop(dice).points
                if dice.isdigit() and len(dice) <= record.number_of_dice:
                    group = tuple(map(int, dice))
                    assert group_points(group, record) >= row.points
        assert not patterns


PATTERNS = {"3+2": 1500, "2+2": 350, "11122": 2000, "1155": 450, "5+2": 10}


def test_the_reference_scores_all_rolls_as_a_naive_referee() -> None:
    record = rules("box", patterns=PATTERNS)
    every = referee(record)
    scorer = Scorer(record)
    for dice in splits():
        for option in scorer.options(counts_of(dice)):
            kept = [f for f, n in enumerate(option.kept, 1) for _ in range(n)]
            assert option.points == every[tuple(kept)]
    assert scorer.best(counts_of([4, 4, 4, 6, 6])) == 1500
    assert scorer.best(counts_of([1, 1, 1, 2, 2])) == 2000


def test_a_full_house_is_one_line_of_a_rules_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('extends = "box"\npatterns = { "3+2" = 1500 }\n')
    record = FarkleRules.load(file)
    (line,) = score("44466", record).lines
    assert (line.name, line.what, line.points) == ("full house", "44466", 1500)
    assert rulebook.rules_name("farkle", record) == (
        "box rules with patterns.3+2 = 1500"
    )


def test_patterns_with_a_field_of_their_own_are_stored_there() -> None:
    patterns = {"2+2+2": 750, "2+4": 20, "3+3": 0, "123456": 1200, "54321": 500}
    record = rules("box", patterns=patterns)
    old = rules(
        "box",
        three_pairs=750,
        four_and_two=20,
        two_triplets=0,
        straight=1200,
        straights={"12345": 500},
    )
    assert rulebook.digest("farkle", record) == rulebook.digest("farkle", old)
    assert (record.patterns, record.straights) == ({}, {"12345": 500})


def test_equal_patterns_have_equal_digests() -> None:
    """Without points they are not there; rules without any keep their digest."""
    first, second = ({"2+3": 500, "22111": 9}, {"11122": 9, "3+2": 500, "2+2": 0})
    digests = {
        rulebook.digest("farkle", rules("box", patterns=patterns))
        for patterns in (first, second)
    }
    assert len(digests) == 1
    none = rulebook.digest("farkle", rules("box", patterns={"3+2": 0}))
    assert none == rulebook.digest("farkle", rules("box")) not in digests


def test_patterns_of_any_dice() -> None:
    """Faces above 9 are separated by blanks, and jokers stand for any face."""
    twelve = ":".join("1" * 12)
    changes = {"9 10 10": 700, "2+2+2+2": 90}
    record = rules("ece209", dice=f"{twelve}*8", number_of_dice=8, patterns=changes)
    assert score("10 9 10", record).value == 700
    assert score("2 2 3 3 4 4 6 6", record).lines[0].name == "four pairs"
    joker = rules("ece209", dice="1:1:1:1:1:1:j1*6", patterns={"3+2": 600})
    assert score("2 2 4 4 joker", joker).value == 600


@pytest.mark.parametrize(
    "text", ["3", "111", "3+1", "6+3", "1 13", "", "+", "full house", "9" * 9000]
)
def test_what_is_no_pattern_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(RulesError, match="write groups of two or more") as refused:
        rules("box", patterns={text: 100})
    assert "\n" not in str(refused.value)
