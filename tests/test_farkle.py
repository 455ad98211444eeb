"""Farkle: the scorer, and one turn played best."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trueodds
from trueodds.analysis.farkle.rolls import HOT, roll_classes
from trueodds.analysis.farkle.turn import best_turn
from trueodds.core import games, rulebook
from trueodds.core.dice import Dice, Roll, counts_of, faces_of
from trueodds.core.errors import DiceError, PositionError, RulesError
from trueodds.core.printing import decimal_text
from trueodds.core.rules.farkle import FarkleRules, Scorer, score
from trueodds.proofs import farkle as second_way

GAME = games.find("farkle")
PRESETS = rulebook.preset_names(GAME)


def rules(source: str | None = None, **changes: object) -> FarkleRules:
    record = rulebook.load(GAME, source, changes)
    assert isinstance(record, FarkleRules)
    return record


ECE209 = rules()

points = st.integers(0, 6).map(lambda n: 50 * n)
by_face = st.dictionaries(st.integers(1, 6), points, max_size=6)
random_rules = st.fixed_dictionaries(
    {
        "singles": by_face,
        "of_a_kind": st.dictionaries(st.integers(2, 6), by_face, max_size=3),
        "straight": points,
        "three_pairs": points,
        "four_and_two": points,
        "two_triplets": points,
        "nothing": points,
        "junk": st.booleans(),
    }
)
rolls = st.lists(st.integers(1, 6), min_size=1, max_size=6)


def splits(dice: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to split some dice, told apart, into groups."""
    if not dice:
        yield []
        return
    first, rest = dice[0], dice[1:]
    for mask in product((False, True), repeat=len(rest)):
        group = (first, *(d for d, m in zip(rest, mask, strict=True) if m))
        left = tuple(d for d, m in zip(rest, mask, strict=True) if not m)
        for others in splits(left):
            yield [group, *others]


def group_points(group: tuple[int, ...], record: FarkleRules) -> int:
    """What dice score as one combination; 0 when they are none."""
    counts = sorted(counts_of(group))
    number, face = len(group), group[0]
    if len(set(group)) == 1:
        table = record.singles if number == 1 else record.of_a_kind.get(number, {})
        return table.get(face, 0)
    named = {
        (1, 1, 1, 1, 1, 1): record.straight,
        (0, 0, 0, 2, 2, 2): record.three_pairs,
        (0, 0, 0, 0, 2, 4): record.four_and_two,
        (0, 0, 0, 0, 3, 3): record.two_triplets,
    }
    return named.get(tuple(counts), 0)


@cache
def _all_splits(dice: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    return list(splits(dice))


def naive_options(roll: tuple[int, ...], record: FarkleRules) -> dict[Roll, int]:
    """Legal keeps by brute force over all subsets and all their partitions."""
    scoring: dict[Roll, int] = {}
    subsets = {
        tuple(sorted(d for d, m in zip(roll, mask, strict=True) if m))
        for mask in product((False, True), repeat=len(roll))
    } - {()}
    for subset in subsets:
        for split in _all_splits(subset):
            worth = [group_points(group, record) for group in split]
            if all(worth):
                kept = counts_of(subset)
                scoring[kept] = max(scoring.get(kept, 0), sum(worth))
    if len(roll) == 6 and not scoring and record.nothing:
        scoring[counts_of(roll)] = record.nothing
    if not record.junk:
        return scoring
    legal = {}
    for subset in subsets:
        kept = counts_of(subset)
        worth = [
            points
            for part, points in scoring.items()
            if all(a <= b for a, b in zip(part, kept, strict=True))
        ]
        if worth:
            legal[kept] = max(worth)
    return legal


def load_or_skip(changes: dict[str, object]) -> FarkleRules | None:
    try:
        return rules(**changes)
    except RulesError:  # nothing scores
        return None


@settings(max_examples=150, deadline=None)
@given(random_rules, rolls)
def test_options_equal_naive_partitions(
    changes: dict[str, object], faces: list[int]
) -> None:
    record = load_or_skip(changes)
    if record is None:
        return
    options = Scorer(record).options(counts_of(faces))
    assert len({option.kept for option in options}) == len(options)
    assert dict(options) == naive_options(tuple(sorted(faces)), record)


@settings(max_examples=100, deadline=None)
@given(random_rules, rolls, st.sampled_from(["straight", "three_pairs", "nothing"]))
def test_more_points_never_lower_the_best_score(
    changes: dict[str, object], faces: list[int], field: str
) -> None:
    record = load_or_skip(changes)
    if record is None or (field == "nothing" and not record.nothing):
        return
    more = rules(**changes | {field: getattr(record, field) + 50})
    roll = counts_of(faces)
    assert Scorer(more).best(roll) >= Scorer(record).best(roll)


@given(st.permutations([1, 1, 3, 4, 5, 6]))
def test_order_of_dice_does_not_matter(faces: list[int]) -> None:
    assert score("".join(map(str, faces)), ECE209).value == 250


@pytest.mark.parametrize(
    ("roll", "best"),
    [
        ("113456", 250),
        ("15", 150),
        ("111", 1000),
        ("1112", 1000),
        ("333346", 300),
        ("14445", 550),
        ("123456", 1500),  # S4's example says 1200
        ("113334", 500),
        ("111111", 2000),
        ("266", 0),
    ],
)
def test_rolls_of_the_assignment(roll: str, best: int) -> None:
    assert score(roll, ECE209).value == best


@pytest.mark.parametrize(
    ("preset", "roll", "best"),
    [
        ("blog", "6661", 700),
        ("blog", "123456", 2500),
        ("blog", "111111", 4000),
        ("box", "111", 300),
        ("box", "222444", 2500),
        ("box", "222244", 1500),
        ("box", "223344", 1500),
        ("zilch", "111111", 8000),
        ("zilch", "222244", 1500),
        ("zilch", "223346", 500),
        ("zilch", "22334", 0),
        ("facebook", "222244", 400),
        ("facebook", "223344", 750),
        ("facebook", "555555", 2000),
    ],
)
def test_rolls_of_other_rules(preset: str, roll: str, best: int) -> None:
    assert score(roll, rules(preset)).value == best


def test_breakdown_names_the_combinations() -> None:
    lines = score("134445", ECE209).lines
    assert {(line.name, line.what, line.points) for line in lines} == {
        ("single", "1", 100),
        ("three of a kind", "444", 400),
        ("single", "5", 50),
    }
    assert score("223346", rules("zilch")).lines[0].name == "nothing in six dice"


def test_junk_may_ride_along_by_the_letter() -> None:
    roll = counts_of([1, 2, 3, 4, 6, 6])
    assert len(Scorer(ECE209).options(roll)) == 1
    literal = Scorer(rules("ece209-literal")).options(roll)
    assert len(literal) == 2 * 2 * 2 * 3
    assert {option.points for option in literal} == {100}


FARKLES = ["2/3", "4/9", "5/18", "17/108", "25/324", "5/162"]


def test_published_farkle_probabilities() -> None:
    odds = trueodds.odds("farkle")
    assert [str(odds[f"roll.{k}.farkle"].exact) for k in range(1, 7)] == FARKLES


@pytest.mark.parametrize("preset", PRESETS)
def test_farkles_by_generating_functions(preset: str) -> None:
    derived = second_way.derive(rules(preset))
    laws = roll_classes(rules(preset))
    assert derived == {f"roll.{k}.farkle": law[()] for k, law in laws.items()}


@settings(max_examples=50, deadline=None)
@given(random_rules)
def test_farkles_of_any_rules_by_generating_functions(
    changes: dict[str, object],
) -> None:
    record = load_or_skip(changes)
    if record is None:
        return
    laws = roll_classes(record)
    assert second_way.derive(record) == {
        f"roll.{k}.farkle": law[()] for k, law in laws.items()
    }


def test_best_scores_of_six_dice_add_to_one() -> None:
    best = trueodds.odds("farkle").family("roll.6.best")
    assert sum(q.exact for q in best) == 1
    assert [q.id for q in best][:3] == [
        "roll.6.best.0",
        "roll.6.best.50",
        "roll.6.best.100",
    ]
    assert best[-1].id == "roll.6.best.2000"
    assert all(q.total == 6**6 for q in best)


def test_one_turn_of_the_assignment() -> None:
    odds = trueodds.odds("farkle")
    mean = odds["turn.mean"].exact
    assert mean is not None
    assert mean.denominator == 2**183 * 3**203
    assert decimal_text(mean, 15) == "470.185531742616"
    assert [odds[f"turn.bank_at.{k}"].exact for k in range(1, 7)] == [
        250,
        250,
        400,
        1000,
        2900,
        10700,
    ]


def test_ai_game_theory_turn() -> None:
    """Facebook's scoring without its minimum to bank: 548.858 (published)."""
    odds = trueodds.odds("farkle", "facebook", minimum_to_bank=0)
    assert f"{odds['turn.mean'].decimal:.3f}" == "548.858"


def test_busche_zilch_2010() -> None:
    odds = trueodds.odds("farkle", "zilch")
    assert f"{odds['longrun.mean'].decimal:.3f}" == "620.855"
    # Six dice cannot farkle in Zilch, so there is no stake at which to bank them.
    assert "turn.bank_at.6" not in odds
    assert odds["roll.6.farkle"].exact == 0


def test_long_run_without_points_lost_is_the_turn() -> None:
    odds = trueodds.odds("farkle", penalty_every=3)
    assert odds["longrun.mean"].exact == odds["turn.mean"].exact


def test_opening_is_for_rules_that_have_one() -> None:
    assert "opening.turn.mean" not in trueodds.odds("farkle")
    odds = trueodds.odds("farkle", "blog")
    assert odds["opening.turn.bank_at.1"].exact == 1000
    opening, later = odds["opening.turn.mean"].exact, odds["turn.mean"].exact
    assert opening is not None
    assert later is not None
    assert opening < later


def naive_turn(
    record: FarkleRules, minimum: int, ceiling: int
) -> tuple[Fraction, dict[int, int]]:
    """Most expected points over explicit rolls; from the ceiling on, bank.

    Written from the rules alone: no roll classes, no floats, no pruning of keeps.
    """
    all_rolls = {
        k: [
            (naive_options(faces_of(r), record), k, w)
            for r, w in Dice.fair(k, sides=6).rolls()
        ]
        for k in range(1, 7)
    }

    @cache
    def roll(stake: int, dice: int) -> Fraction:
        total = Fraction(0)
        for options, rolled, weight in all_rolls[dice]:
            best = Fraction(0)
            for kept, gained in options.items():
                best = max(best, state(stake + gained, rolled - sum(kept) or 6))
            total += weight * best
        return total / 6**dice

    @cache
    def state(stake: int, dice: int) -> Fraction:
        if stake >= ceiling:
            return Fraction(stake)
        rolled = roll(stake, dice)
        return max(rolled, Fraction(stake)) if stake >= minimum else rolled

    for stake in range(ceiling, 0, -50):
        for dice in range(1, 7):
            state(stake, dice)
    bank_at = {
        dice: next(
            stake
            for stake in range(50, ceiling + 50, 50)
            if stake >= max(minimum, 0) and stake >= roll(stake, dice)
        )
        for dice in range(1, 7)
    }
    return roll(0, 6), bank_at


@pytest.mark.parametrize(
    ("changes", "minimum"),
    [
        # Poor dice keep the ceiling, and so the naive way, low.
        ({"singles": {"1": 100}, "of_a_kind": {"3": {"2": 250}}, "straight": 0}, 0),
        ({"singles": {"1": 50, "5": 50}, "of_a_kind": {}, "straight": 300}, 150),
        ({"singles": {"5": 100}, "of_a_kind": {"2": {"6": 50}}, "junk": True}, 0),
    ],
)
def test_turn_equals_naive_play_of_explicit_rolls(
    changes: dict[str, object], minimum: int
) -> None:
    record = rules(**changes)
    mean, bank_at = naive_turn(record, minimum, ceiling=4000)
    turn = best_turn(roll_classes(record), record, minimum=minimum)
    assert (turn.mean, turn.bank_at) == (mean, bank_at)


def test_without_hot_dice_the_turn_ends_when_all_have_scored() -> None:
    """Every face scores 50, so six dice bring 300 and the turn is over."""
    faces = {str(face): 50 for face in range(1, 7)}
    record = rules(singles=faces, of_a_kind={}, straight=0, hot_dice=False)
    laws = roll_classes(record)
    turn = best_turn(laws, record)
    assert (turn.mean, turn.farkle, turn.bank_at) == (300, 0, {})
    assert {keep.left for keeps in laws[6] for keep in keeps} == {HOT, 1, 2, 3, 4, 5}
    # A minimum that cannot be reached leaves nothing.
    assert best_turn(laws, record, minimum=350).mean == 0


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"singles.1": 1_000_000, "singles.5": 1}, "too many to list"),
        ({"minimum_to_bank": 1_000_000, "singles.5": 1}, "steps can be"),
    ],
)
def test_points_too_fine_to_weigh(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        trueodds.odds("farkle", changes=changes)


def test_turn_that_need_never_end() -> None:
    faces = {str(face): 50 for face in range(1, 7)}
    with pytest.raises(RulesError, match="a turn need never end"):
        trueodds.odds("farkle", singles=faces)


@pytest.mark.parametrize("position", ["", "1134567", "abc", "1-1"])
def test_not_a_roll(position: str) -> None:
    with pytest.raises(PositionError, match="is not a Farkle roll"):
        score(position, ECE209)


def test_face_7() -> None:
    with pytest.raises(DiceError, match="no face 7"):
        score("117", ECE209)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"singles": {}, "of_a_kind": {}, "straight": 0}, "nothing scores"),
        ({"singles.7": 10}, "a key of singles: expected `int` <= 6"),
        ({"singles.1": -50}, "expected `int` >= 0"),
        ({"straight": "lots"}, "straight = lots: expected `int`"),
        ({"junk": "maybe"}, "junk = maybe: expected `bool`"),
    ],
)
def test_impossible_rules(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        rules(**changes)
