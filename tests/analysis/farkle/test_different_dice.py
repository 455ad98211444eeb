"""Matches of players with different dice, and advice with loaded dice."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.farkle import bounded_turn, named_rolls

from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.match import advise_keep, solved
from trueodds.analysis.farkle.match.different_dice import DifferentDice, solved_against
from trueodds.analysis.farkle.match.optimal.cache import matches_on
from trueodds.analysis.farkle.match.optimal.turn_bounds import turn_from
from trueodds.analysis.farkle.match.state_space import PlayerState
from trueodds.analysis.farkle.solitaire import expected_turns, state_space
from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.analysis.farkle.turn.exact_backward import LOWER, UPPER
from trueodds.core.dice import counts_of
from trueodds.core.errors import DiceError, PositionError, RulesError
from trueodds.core.rules.farkle import FarkleRules, Scorer
from trueodds.core.rules.farkle.loaded_dice import Die
from trueodds.core.storage.progress import silent

# Only 1s, 5s and pairs of 6s score, so that 2s and 3s leave every roll its farkle.
POOR = FarkleRules.load(
    "ece209",
    singles={"1": 100, "5": 50},
    of_a_kind={2: {6: 150}},
    straight=0,
    target=150,
)
Options = dict[tuple[int, ...], list[tuple[float, list[tuple[int, tuple[int, ...]]]]]]


def options_of(dice: tuple[Die, ...]) -> Options:
    """Return each roll of each subset of named dice: its probability and its keeps."""
    every = named_rolls(POOR, dice)
    return {left: [(float(p), keeps) for p, keeps in every[left]] for left in every}


def naive(rules: FarkleRules, players: tuple[Options, Options]) -> list[float]:
    """Return for each player the probability to win when moving first, to 1e-9."""
    win: dict[tuple[int, int, int], float] = {}

    def turn(mover: int, score: int, theirs: int) -> float:
        known: dict[tuple[int, tuple[int, ...]], float] = {}
        farkle = 1 - win[1 - mover, theirs, score]

        def value(stake: int, rest: tuple[int, ...]) -> float:
            left = rest or tuple(range(6))
            if score + stake >= rules.target:
                return 1.0
            if (stake, left) not in known:
                known[stake, left] = rolled(stake, left)
            banked = 1 - win[1 - mover, theirs, score + stake]
            return max(banked, known[stake, left])

        def rolled(stake: int, left: tuple[int, ...]) -> float:
            return sum(
                ways * max((value(stake + p, r) for p, r in keeps), default=farkle)
                for ways, keeps in players[mover][left]
            )

        return rolled(0, max(players[mover], key=len))

    scores = range(rules.target - 50, -1, -50)
    for ours, theirs in sorted(product(scores, repeat=2), key=sum, reverse=True):
        states = [(0, ours, theirs), (1, theirs, ours)]
        win |= dict.fromkeys(states, 0.5)
        change = 1.0
        while change > 1e-10:
            before = [win[state] for state in states]
            for state in states:
                win[state] = turn(*state)
            change = max(
                abs(win[state] - old) for state, old in zip(states, before, strict=True)
            )
    return [win[0, 0, 0], win[1, 0, 0]]


quiet = st.sampled_from([Die("two", (0, 1, 0, 0, 0, 0)), Die("3", (0, 0, 1, 0, 0, 0))])
loud = st.tuples(*(st.integers(least, 3) for least in (0, 1, 0, 0, 0, 0))).map(
    lambda w: Die(":".join(map(str, w)), (w[0], w[1], 0, 0, w[4], w[5]))
)
six_dice = st.tuples(loud, loud, quiet, quiet, quiet, quiet).filter(
    lambda dice: dice[0].weights[0] + dice[0].weights[4] > 0
)


def text_of(dice: tuple[Die, ...]) -> str:
    return ", ".join(":".join(map(str, die.weights)) for die in dice)


@settings(max_examples=2, deadline=None)
@given(yours=six_dice, theirs=six_dice)
def test_different_dice_equal_naive_play_of_named_dice(
    yours: tuple[Die, ...], theirs: tuple[Die, ...]
) -> None:
    rules = FarkleRules.load(
        "ece209",
        singles={"1": 100, "5": 50},
        of_a_kind={2: {6: 150}},
        straight=0,
        target=150,
        dice=text_of(yours),
    )
    match = solved_against(rules, text_of(theirs), use=False)
    first, opponent = naive(POOR, (options_of(yours), options_of(theirs)))
    assert match.first_player.width < Fraction(1, 10**8)
    assert abs(float(match.first_player.midpoint) - first) < 1e-8
    assert abs(float(match.second_player.midpoint) - (1 - opponent)) < 1e-8


@pytest.mark.parametrize(
    ("preset", "target"), [("ece209", 300), ("blog", 300), ("kingdom-come", 300)]
)
def test_equal_dice_of_two_players_are_as_one_kind(preset: str, target: int) -> None:
    """The same game once with one table and once with a table for each player."""
    rules = FarkleRules.load(preset, target=target, minimum_to_open=0)
    old = solved(rules, use=False).first_player
    space = state_space(rules)
    match = DifferentDice(*matches_on((space, space), silent, use=False))
    assert match.first_player.lower <= old.upper
    assert old.lower <= match.first_player.upper
    assert 1 - match.second_player.upper <= old.upper


@pytest.mark.parametrize("final_round", [False, True])
def test_the_inequalities_hold_in_slow_code_with_different_dice(
    final_round: bool,
) -> None:
    rules = FarkleRules.load(
        "ece209", dice="heavenly*2, fair*4", target=100, final_round=final_round
    )
    match = solved_against(rules, "ci*6", use=False)
    scores = match.yours.space.scores
    for mine, theirs in product(
        map(PlayerState, range(scores), [0] * scores), repeat=2
    ):
        for mover, other in ((match.yours, match.theirs), (match.theirs, match.yours)):
            turn = turn_from(mover, mine, theirs)
            assert other.lower[mine.score, theirs.score] <= turn.roll[LOWER, 0, -1]
            assert other.upper[mine.score, theirs.score] >= turn.roll[UPPER, 0, -1]


def test_better_dice_win_more() -> None:
    """Six dice of the game against six fair dice, whoever moves first."""
    rules = FarkleRules.load("kingdom-come", dice="heavenly*6", target=300)
    match = solved_against(rules, "fair*6", use=False)
    equal = solved(FarkleRules.load("kingdom-come", target=300), use=False)
    assert match.first_player.lower > equal.first_player.upper
    assert match.second_player.lower > 1 - equal.first_player.lower


def test_which_of_two_equal_faces_to_keep_is_a_decision() -> None:
    """Keep the fair die that shows a 1, and roll the two dice that love a 1."""
    adviser = Adviser(FarkleRules.load("ece209", dice="weighted*2, fair*4"))
    text = "weighted=1 fair=1 fair=2 fair=3 fair=4 weighted=5"
    options = adviser.options(adviser.dice.read(text))
    assert adviser.dice.roll_text(options[0].kept) == "fair=1"
    other = next(o for o in options if o.kept == ((1, 1),))
    assert options[0].choice.value.lower > other.choice.value.upper


def test_bounds_of_a_roll_contain_its_exact_value() -> None:
    rules = FarkleRules.load("box")
    exact, bounds = Adviser(rules), bounded_turn(rules, "fair*6")
    for stake, dice in ((650, 3), (300, 2), (0, 6), (6000, 4), (300, 6)):
        assert exact.choice(stake, dice).roll in bounds.roll_value(stake, dice)


def test_junk_and_nothing_score_as_in_the_reference() -> None:
    for preset in ("ece209-literal", "zilch"):
        rules = FarkleRules.load(preset)
        dice, scorer = dice_set(rules), Scorer(rules)
        for faces in ((2, 3, 3, 4, 6, 6), (1, 2, 3, 3), (2, 2, 2, 3, 4, 6)):
            keeps = Counter(
                (counts_of([face for _, face in keep.kept]), keep.points)
                for keep in dice.keeps(tuple((0, face) for face in faces), 0)
            )
            assert keeps == Counter(map(tuple, scorer.options(counts_of(faces))))


def test_solitaire_with_loaded_dice_of_equal_weights_is_as_with_fair_dice() -> None:
    fair = FarkleRules.load("ece209", target=300)
    assert FarkleRules.load("ece209", target=300, dice="7:7:7:7:7:7*6").dice == ""
    loaded = FarkleRules.load("ece209", target=300, dice="heavenly*6")
    turns = [expected_turns(state_space(rules)) for rules in (loaded, fair)]
    assert turns[0].upper < turns[1].lower


def test_advice_in_a_match_with_different_dice() -> None:
    rules = FarkleRules.load("kingdom-come", dice="weighted*2, fair*4", target=300)
    match = solved_against(rules, "fair*6", use=False).yours
    roll = match.space.dice.read("weighted=1 fair=5 fair=1")
    keeps = advise_keep(match, roll, stake=50, score=0, opponent=200)
    assert match.space.dice.roll_text(keeps[0].kept) == "fair=1 fair=5 weighted=1"
    assert keeps[0].after.chance.upper == 1


@pytest.mark.parametrize(
    ("text", "error", "fault"),
    [
        ("weighted=1 fair=7", PositionError, "'fair=7' is not a die with its face"),
        ("113456", PositionError, "does not say which die shows which face"),
        ("weighted=1 weighted=1", DiceError, "has 1 of the die weighted, not 2"),
        ("ci=1", DiceError, "the set has no die ci; it has fair, weighted"),
        ("wieghted=1", DiceError, 'no die .wieghted.; did you mean "weighted"'),
    ],
)
def test_rolls_that_are_refused(text: str, error: type[Exception], fault: str) -> None:
    dice = dice_set(FarkleRules.load("ece209", dice="weighted, fair*5"))
    with pytest.raises(error, match=fault):
        dice.read(text)


def test_dice_left_by_number_if_all_are_equal() -> None:
    equal = dice_set(FarkleRules.load("ece209", dice="ci*6"))
    assert equal.read_left("3") == 3
    with pytest.raises(DiceError, match="3 does not say which dice"):
        dice_set(FarkleRules.load("ece209", dice="ci*5, fair")).read_left("3")


def test_weights_too_large_to_count_are_refused() -> None:
    with pytest.raises(DiceError, match="too large to count all rolls"):
        dice_set(FarkleRules.load("ece209", dice="1000:999:998:997:996:995*6"))
    rules = FarkleRules.load("ece209", dice="100:99:98:97:96:95*6", target=300)
    with pytest.raises(RulesError, match="too large for a match"):
        solved(rules, use=False)


def test_the_commands(trueodds_command: Callable[..., Any]) -> None:
    dice = ["--dice", "weighted*2, fair*4"]
    short = ["--rules", "kingdom-come", "--set", "target=200"]
    ran = trueodds_command("farkle", "match", *dice, "--against", "fair*6", *short)
    assert ran.out.startswith("You win 99.")
    assert "fair*4, weighted*2 against fair*6, both playing best." in ran.out
    name = "(kingdom-come rules with target = 200)"
    assert ran.out.splitlines()[0].endswith(name)
    advise = [
        "farkle",
        "advise",
        "--set-of-dice",
        "weighted*2, fair*4",
        "--stake",
        "50",
    ]
    position = ["--score", "0", "--opponent", "150", "--against", "fair*6", *short]
    ran = trueodds_command(*advise, "--roll", "fair=1 weighted=5", *position)
    assert ran.out.startswith("Keep fair=1 weighted=5 (150 points) and bank 200.")
    ran = trueodds_command(*advise, "--dice", "weighted, fair", *position)
    assert ran.out.startswith("Roll. You win ")
    ran = trueodds_command(*advise, "--dice", "weighted, fair")
    assert ran.out.startswith("Roll. On average the turn has ")
    assert "rules with dice = " in ran.out
    ran = trueodds_command(*advise, "--dice", "2")
    assert (ran.code, "2 does not say which dice" in ran.err) == (2, True)
    ran = trueodds_command(*advise, "--dice", "fair", "--roll", "weighted=1")
    assert (ran.code, "is not a roll of fair" in ran.err) == (2, True)
    ran = trueodds_command("farkle", "advise", "--dice", "x")
    assert (ran.code, "--set-of-dice" in ran.err) == (2, True)
    scores = ["--score", "0", "--opponent", "0", "--against", " "]
    ran = trueodds_command("farkle", "advise", "--dice", "3", *scores)
    assert (ran.code, "--against is empty" in ran.err) == (2, True)
    ran = trueodds_command("farkle", "options", *dice, "weighted=1", "fair=2")
    assert ran.out.startswith("Keep weighted=1 (100 points) and roll ")
    ran = trueodds_command("farkle", "solitaire", "--dice", "heavenly*6", *short)
    assert ran.out.startswith("Alone, 200 points take 1.")
