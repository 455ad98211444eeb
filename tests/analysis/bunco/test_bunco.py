"""Bunco: the rules of S1, its script, and the odds of a roll and a game."""

from fractions import Fraction
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trueodds
from trueodds.core.dice import counts_of
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.rules.bunco import BuncoRules, award
from trueodds.core.rules.bunco_scoring import ROLL
from trueodds.proofs.bunco.games import derive
from trueodds.proofs.bunco.turns import turns

rules = BuncoRules.load


def test_published_odds_of_a_roll() -> None:
    odds = trueodds.odds("bunco")
    assert odds["roll.bunco"].exact == Fraction(1, 216)
    assert odds["roll.mini_bunco"].exact == Fraction(5, 216)
    assert odds["roll.triple"].exact == Fraction(1, 36)
    assert odds["roll.mean"].exact == Fraction(151, 216)
    assert (odds["roll.bunco"].count, odds["roll.bunco"].total) == (1, 216)


def test_seed_script_pays_25() -> None:
    odds = trueodds.odds("bunco", "published-script")
    assert odds["roll.mean"].exact == Fraction(155, 216)
    assert odds["roll.points.25"].exact == Fraction(1, 216)
    assert odds["roll.points.21"].exact == 0


def test_rounds_past_the_sides_start_again() -> None:
    odds = trueodds.odds("bunco", weights=(1, 2, 3), sides=3, rounds=4, tables=1)
    assert odds["round.4.bunco"].exact == odds["round.1.bunco"].exact
    assert [rules(rounds=8).target(r) for r in (1, 6, 7, 8)] == [1, 6, 1, 2]


small_rules = st.builds(
    lambda dice, weights, points, again: {
        "dice": dice,
        "sides": len(weights),
        "weights": weights,
        "rounds": 2,
        "round_points": 1,
        "tables": 1,
        "bunco_points": points[0],
        "mini_bunco_points": points[1],
        "match_points": points[2],
        "rerolls": min(again, dice),
    },
    st.integers(1, 3),
    st.lists(st.integers(0, 3), min_size=2, max_size=4).filter(any),
    st.tuples(st.integers(0, 30), st.integers(0, 9), st.integers(0, 3)),
    st.integers(0, 3),
)


@settings(max_examples=60, deadline=None)
@given(small_rules)
def test_equals_naive_play_of_ordered_dice(changes: dict[str, object]) -> None:
    record = rules(**changes)
    weights = record.cup.weights
    faces = range(1, record.sides + 1)

    def points(dice: tuple[int, ...], target: int) -> int:
        return award(counts_of(dice, record.sides), target, record).points

    def best(dice: tuple[int, ...], target: int) -> Fraction:
        choices = [Fraction(points(dice, target))]
        for again in range(1, record.rerolls + 1):
            for chosen in combinations(range(record.dice), again):
                total = Fraction(0)
                for new in product(faces, repeat=again):
                    final = list(dice)
                    for place, face in zip(chosen, new, strict=True):
                        final[place] = face
                    weight = prod(weights[face - 1] for face in new)
                    total += weight * points(tuple(final), target)
                choices.append(total / sum(weights) ** again)
        return max(choices)

    odds = trueodds.odds("bunco", record)
    for number in (1, 2):
        mean = sum(
            prod(weights[face - 1] for face in dice) * best(dice, record.target(number))
            for dice in product(faces, repeat=record.dice)
        ) / Fraction(sum(weights) ** record.dice)
        assert odds[f"round.{number}.mean"].exact == mean


@settings(max_examples=40, deadline=None)
@given(small_rules)
def test_probabilities_add_to_one(changes: dict[str, object]) -> None:
    odds = trueodds.odds("bunco", **changes)
    for family in ("roll.points", "game.total"):
        assert sum(q.exact for q in odds.family(family)) == 1
    whole = odds["roll.bunco"].bounds.lower + odds["roll.mini_bunco"].bounds.lower
    assert odds["roll.triple"].exact == whole


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 3), min_size=2, max_size=4).filter(any),
    st.integers(1, 3),
    st.data(),
)
def test_names_of_the_faces_do_not_matter(
    weights: list[int], rerolls: int, data: st.DataObject
) -> None:
    """Even where several choices of dice to roll again are equally good."""
    sides = len(weights)
    renamed = data.draw(st.permutations(weights))
    original, permuted = (
        trueodds.odds("bunco", sides=sides, rounds=sides, rerolls=rerolls, weights=w)
        for w in (weights, renamed)
    )
    for id in original:
        if not id.startswith(("round.", "bias.round.", "bias.face.")):
            assert original[id].exact == permuted[id].exact, id


def test_keeping_wins_ties() -> None:
    """With nothing to gain by rolling again, the dice stay as they fell."""
    nothing = {"bunco_points": 0, "mini_bunco_points": 0, "match_points": 0}
    again = trueodds.odds("bunco", rerolls=2, **nothing)
    assert again["roll.bunco"].exact == Fraction(1, 216)


@settings(max_examples=40, deadline=None)
@given(small_rules)
def test_equals_generating_functions(changes: dict[str, object]) -> None:
    record = rules(**changes | {"rerolls": 0})
    odds = trueodds.odds("bunco", record)
    derived = derive(record)
    assert {id: odds[id].exact for id in derived} == derived


def test_rerolled_dice_are_not_independent() -> None:
    with pytest.raises(ValueError, match="no re-rolls"):
        derive(rules(rerolls=1))


@pytest.mark.parametrize("dice", range(2, 7))
@pytest.mark.parametrize("sides", [3, 4, 6, 8, 12, 20])
def test_means_of_a_turn_of_n_dice_of_s_sides(dice: int, sides: int) -> None:
    odds = trueodds.odds("bunco", dice=dice, sides=sides, round_points=1, tables=1)
    assert isinstance(odds.rules, BuncoRules)
    derived = turns(odds.rules)
    for id in ("turn.mean", "turn.rolls.mean"):
        assert odds[id].exact == derived[id]


def test_twenty_sided_dice_with_one_reroll() -> None:
    """With a pair, roll the third die; else any die that is not on the target.

    For a round's target: the chance of k dice on it is C(3, k) 19^(3-k) / 20^3.
    """
    odds = trueodds.odds("bunco", "d20")
    three, two = Fraction(1, 8000), Fraction(57, 8000)
    assert odds["round.1.bunco"].exact == three + two * Fraction(1, 20)
    assert odds["roll.bunco"].exact == odds["round.12.bunco"].exact
    assert odds["roll.bunco"].total == 20**4


@pytest.mark.parametrize(
    ("position", "points"),
    [
        ("1 | 2 3 3", 0),
        ("2 | 2 6 6", 1),
        ("3 | 1 2 4", 0),
        ("4 | 2 1 4", 1),
        ("5 | 5 5 6", 2),
        ("6 | 2 1 3", 0),
        ("5 | 115", 1),
        ("2 | 643", 0),
        ("1 | 111", 21),
        ("2 | 111", 5),
    ],
)
def test_transcript_of_the_column(position: str, points: int) -> None:
    assert ROLL(position, rules()).value == points


def test_dice_of_many_sides_are_separated_by_blanks() -> None:
    assert ROLL("12 | 12 20 12", rules("d20")).value == 2


@pytest.mark.parametrize(
    ("position", "error", "fault"),
    [
        ("3", PositionError, "give 1 round \\(1 to 6\\), then 3 dice"),
        ("x | 1 2 3", PositionError, "not a position"),
        ("3 | 1 2", PositionError, "not a position of bunco"),
        ("7 | 1 2 3", PositionError, "1 round \\(1 to 6\\)"),
        ("0 | 1 2 3", PositionError, "1 round \\(1 to 6\\)"),
        ("3 | 1 2 7", PositionError, "3 dice \\(1 to 6\\)"),
    ],
)
def test_not_a_position(position: str, error: type[Exception], fault: str) -> None:
    with pytest.raises(error, match=fault.replace("|", r"\|")):
        ROLL(position, rules())


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"weights": (0,) * 6}, "a positive weight is needed"),
        ({"weights": (1, 2)}, "a weight for each side"),
        (
            {"weights": (1, 1, 1, 1, 1, -1)},
            "weights = 1,1,1,1,1,-1: expected a whole number of at least 0",
        ),
        ({"rerolls": 4}, "only 3 dice"),
        ({"dice": 0}, "dice = 0: expected a whole number of at least 1"),
        ({"dice": 40, "sides": 40}, "at most 200,000"),
        ({"dice": 20, "rerolls": 20}, "at most 2,000,000"),
        ({"rounds": 1000, "bunco_points": 21}, "too many totals to list"),
        ({"sides": "six"}, "expected a whole number, got text"),
        ({"bunco_pints": 21}, "no rule 'bunco_pints'; did you mean bunco_points"),
        ({"players_per_table": 3}, "must be even, usually 4"),
        ({"generator": {"modulus": 5}}, "at least 6 numbers"),
        ({"generator": {"modulo": 6}}, "there are: modulus"),
        (
            {"generator": {"modulus": 32768}, "weights": (1,) * 6},
            "both weights and a generator",
        ),
    ],
)
def test_impossible_rules(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        rules(**changes)
