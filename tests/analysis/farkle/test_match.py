"""A match of Farkle: optimal play of two, proved, for any rules."""

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from strategies.farkle import equal_dice, later_throw, naive_rolls, rules

from trueodds.analysis.farkle.match import Match, advise, advise_keep, solved
from trueodds.analysis.farkle.match.optimal import bounds as proofs
from trueodds.analysis.farkle.match.optimal.bounds import PairBounds
from trueodds.analysis.farkle.match.optimal.solve import MatchTables
from trueodds.analysis.farkle.match.optimal.turn_bounds import turn_from
from trueodds.analysis.farkle.match.state_space import PlayerState
from trueodds.analysis.farkle.turn.exact_backward import LOWER, UPPER
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.storage.progress import silent

pytestmark = pytest.mark.usefixtures("own_cache")


@pytest.fixture(scope="module")
def short() -> Match:
    """Return the assignment's match, to 500."""
    return solved(rules(target=500), use=False)


@pytest.mark.parametrize(
    ("target", "published"), [(500, "0.67988825"), (1000, "0.60242638")]
)
def test_first_player_of_the_assignment(target: int, published: str) -> None:
    value = solved(rules(target=target), use=False).first_player
    assert value.width <= Fraction(1, 10**9)
    assert all(text.startswith(published) for text in value.texts(12))


@pytest.mark.slow
def test_the_whole_match_is_as_the_documents_say() -> None:
    page = Path(__file__).parents[3] / "docs" / "explanation" / "certificates.md"
    lower, upper = solved(rules(), use=False).first_player.texts(14)
    words = " ".join(page.read_text("utf-8").split())
    assert f"with a probability between {lower} and {upper}." in words


def naive(record: FarkleRules, most: int = 10**9) -> float:  # noqa: C901 - the rules in one place, as closures that share what is known
    """Return the first player's probability, by value iteration over all rolls.

    Written from the rules alone. In a final round stakes of ``most`` are banked.
    """
    rolls = naive_rolls(later_throw(record))
    first_throw = naive_rolls(record)[6]

    def least(player: tuple[int, bool, int]) -> int:
        to_open = 0 if player[1] else record.minimum_to_open
        return max(record.minimum_to_bank, to_open, 1)

    def turn(
        player: tuple[int, bool, int],
        bank: Callable[[int], float],
        farkle: float,
        nothing: float,
        lost: float,
    ) -> float:
        known: dict[tuple[int, int], float] = {}

        def rolled(stake: int, dice: int) -> float:
            total = 0.0
            for keeps, times in (rolls[dice] if stake else first_throw).items():
                after = [worth(stake + points, left) for points, left in keeps]
                total += times * max(after, default=nothing if dice == 6 else farkle)
            return total / 6**dice

        def worth(stake: int, left: int) -> float:
            if record.exact_target and player[0] + stake > record.target:
                return lost
            may = stake >= least(player) and (left or not record.must_roll_hot_dice)
            if left == 0 and not record.hot_dice:
                return bank(stake) if may else lost
            dice = left or 6
            if (stake, dice) not in known:
                if stake >= most or (
                    may
                    and not record.final_round
                    and player[0] + stake >= record.target
                ):
                    return bank(stake)
                best = rolled(stake, dice)
                known[stake, dice] = max(best, bank(stake)) if may else best
            return known[stake, dice]

        return rolled(0, 6)

    tie = 0.5 if record.final_round_tie == "split" else 0.0
    last: dict[tuple[tuple[int, bool, int], int], float] = {}

    def last_turn(player: tuple[int, bool, int], leader: int) -> float:
        def bank(stake: int) -> float:
            ahead = player[0] + stake - leader
            return 1.0 if ahead > 0 else tie if ahead == 0 else 0.0

        if (player, leader) not in last:
            last[player, leader] = turn(player, bank, 0.0, 0.0, 0.0)
        return last[player, leader]

    start = (0, not record.minimum_to_open, 0)
    chance: dict[Any, float] = {(start, start): 0.5}

    def other_moves(mover: tuple[int, bool, int], other: Any) -> float:
        return 1 - chance.setdefault((other, mover), 0.5)

    change = 1.0
    while change > 1e-11:
        change = 0.0
        # Last found first: those are nearest to the end.
        for mover, other in reversed(list(chance)):
            score, opened, farkles = mover
            farkle_score = (score, opened, farkles + 1)
            if not (record.penalty_every and record.penalty_points):
                farkle_score = mover
            elif farkles + 1 == record.penalty_every:
                cost = record.penalty_points
                lower = score - (score if cost == "all" else cost)
                lower = max(lower, record.lowest_score)
                farkle_score = (lower, opened, 0)
            lower = max(farkle_score[0] + min(record.nothing, 0), record.lowest_score)
            nothing_score = (lower, *farkle_score[1:])

            def bank(stake: int, mover: Any = mover, other: Any = other) -> float:
                total = mover[0] + stake
                if total < record.target:
                    return other_moves((total, True, 0), other)
                return 1 - last_turn(other, total) if record.final_round else 1.0

            win = turn(
                mover,
                bank,
                other_moves(farkle_score, other),
                other_moves(nothing_score, other),
                other_moves((score, opened, 0), other),
            )
            change = max(change, abs(win - chance[mover, other]))
            chance[mover, other] = win
    return chance[start, start]


def test_a_match_in_which_all_scoring_dice_are_kept() -> None:
    record = rules(target=200, must_keep_scoring_dice=True)
    value = solved(record, use=False).first_player
    assert value.width < Fraction(1, 10**9)
    assert float(value.lower) == pytest.approx(naive(record), abs=1e-9)
    assert value.upper < solved(rules(target=200), use=False).first_player.lower


def test_advice_close_to_a_target_that_must_be_met_exactly() -> None:
    match = solved(rules(target=300, exact_target=True), use=False)
    scores = {"score": 150, "opponent": 0}
    keeps = advise_keep(match, equal_dice([1, 5, 5, 2, 3, 4]), stake=0, **scores)
    best, *_, worst = keeps
    assert (best.points, best.after.best, best.after.chance.lower) == (150, "bank", 1)
    assert (worst.points, worst.after.roll) == (200, None)  # the turn is over
    left = advise(match, score=150, opponent=0, stake=150, dice=3)
    assert left.bank
    assert left.bank.lower == 1
    with pytest.raises(PositionError, match="goes past the target"):
        advise(match, stake=200, dice=3, **scores)


@pytest.mark.parametrize(
    ("changes", "short"),
    [
        ({"minimum_to_bank": 100}, 50),
        ({"minimum_to_open": 600}, 500),
        ({"target": 530}, 30),
        ({"singles": {"1": 100}}, 50),
    ],
)
def test_no_player_can_be_stuck_short_of_an_exact_target(
    changes: dict[str, object], short: int
) -> None:
    poor = {"of_a_kind": {3: {5: 150}}, "straight": 0, "target": 500}
    record = rules(**poor | {"singles": {"5": 50}} | changes, exact_target=True)
    with pytest.raises(RulesError, match=f"who is {short} points short"):
        solved(record, use=False)


def test_an_exact_target_has_no_final_round() -> None:
    with pytest.raises(RulesError, match="set final_round to false"):
        rules("box", exact_target=True)


POOR = {"singles": {"1": 100, "5": 50}, "of_a_kind": {}, "straight": 0}


@pytest.mark.parametrize(
    ("changes", "most"),
    [
        ({"target": 200}, 10**9),
        # Poor dice keep last turns, and so the naive way, short.
        (POOR | {"target": 150, "final_round": True}, 1500),
        (
            POOR
            | {"target": 150, "final_round": True, "final_round_tie": "leader"}
            | {"minimum_to_bank": 100},
            1500,
        ),
        (POOR | {"target": 250, "minimum_to_open": 200}, 10**9),
        (
            POOR
            | {"target": 100, "penalty_every": 2, "penalty_points": 50}
            | {"lowest_score": -50, "minimum_to_open": 100},
            10**9,
        ),
        (POOR | {"target": 150, "hot_dice": False, "minimum_to_bank": 150}, 10**9),
        (POOR | {"target": 150, "penalty_every": 2, "penalty_points": "all"}, 10**9),
        ({"target": 200, "exact_target": True}, 10**9),
        (POOR | {"target": 250, "minimum_to_open": 150, "exact_target": True}, 10**9),
        (
            {"target": 150, "exact_target": True, "penalty_every": 2}
            | {"penalty_points": 50, "lowest_score": -50, "hot_dice": False},
            10**9,
        ),
        ({"target": 200, "first_throw": "of_a_kind.3.1, straight, singles.5"}, 10**9),
        (
            POOR
            | {"target": 150, "final_round": True, "of_a_kind": {2: {1: 250}}}
            | {"first_throw": "of_a_kind.2.1"},
            1500,
        ),
        (POOR | {"target": 200, "must_roll_hot_dice": True}, 3000),
        (
            POOR
            | {"target": 150, "final_round": True, "must_roll_hot_dice": True}
            | {"must_keep_scoring_dice": True},
            3000,
        ),
        (
            POOR
            | {"target": 250, "exact_target": True, "must_roll_hot_dice": True}
            | {"first_throw": "singles.1"},
            3000,
        ),
        (POOR | {"target": 150, "nothing": -50, "lowest_score": -100}, 10**9),
        (
            POOR
            | {"target": 100, "nothing": -100, "penalty_every": 2, "penalty_points": 50}
            | {"lowest_score": -100, "minimum_to_open": 100, "final_round": True},
            1500,
        ),
        (
            {"target": 100, "nothing": -100, "lowest_score": -50}
            | {"must_roll_hot_dice": True, "first_throw": "singles.5"},
            10_000,
        ),
    ],
    ids=[
        *("race", "final round", "leader", "opening", "penalty", "no hot dice", "all"),
        *("exact", "exact, opening", "exact, penalty"),
        *("first throw", "first throw, final round", "hot", "hot, final round"),
        *("hot, exact", "nothing", "nothing, penalty", "nothing, hot"),
    ],
)
def test_optimum_equals_naive_play_of_explicit_rolls(
    changes: dict[str, object], most: int
) -> None:
    record = rules(**changes)
    value = solved(record, use=False).first_player
    assert value.width < Fraction(1, 10**9)
    assert abs(float(value.midpoint) - naive(record, most)) < 1e-9


def test_hot_dice_that_must_be_rolled_have_no_bank_in_advice() -> None:
    match = solved(rules(target=300, must_roll_hot_dice=True), use=False)
    scores = {"score": 0, "opponent": 250}
    hot = advise(match, **scores, stake=400, dice=6)
    assert (hot.bank, hot.best) == (None, "roll")
    assert hot.roll
    assert hot.roll.lower > 1 - Fraction(5, 162)  # they may win after a farkle of mine
    keeps = advise_keep(match, equal_dice([1, 5]), stake=150, **scores)
    assert {k.points for k in keeps if k.after.bank} == {50, 100}
    assert {k.points for k in keeps if k.left == 0} == {150}


def test_in_a_final_round_more_points_can_be_worse() -> None:
    """Just below the target beats ending the game: no keep may be left out."""
    match = solved(rules("blog", target=2000), use=False)
    turn = turn_from(match, PlayerState(0, 0), PlayerState(36, 0))
    short, there = 1950 // 50, 2000 // 50
    assert turn.bank[LOWER, short] > turn.bank[UPPER, there]


@pytest.mark.parametrize(
    "changes",
    [
        {"target": 300},
        {"target": 200, "final_round": True, "minimum_to_open": 150},
        {"target": 100, "penalty_every": 3, "penalty_points": 100},
        {"target": 200, "final_round": True, "must_roll_hot_dice": True},
        {"target": 200, "exact_target": True, "must_roll_hot_dice": True},
        {"target": 150, "nothing": -50, "lowest_score": -50, "first_throw": "straight"},
    ],
)
def test_the_inequalities_hold_in_slow_code(changes: dict[str, object]) -> None:
    match = solved(rules(**changes), use=False)
    space = match.space
    for p, q in product(range(len(match.lower)), repeat=2):
        mover, other = (PlayerState(*divmod(s, space.statuses)) for s in (p, q))
        turn = turn_from(match, mover, other)
        assert match.lower[p, q] <= turn.roll[LOWER, 0, -1]
        assert match.upper[p, q] >= turn.roll[UPPER, 0, -1]


@pytest.mark.parametrize("side", ["lower", "upper"])
def test_bounds_that_are_too_good_are_not_proved(short: Match, side: str) -> None:
    game = MatchTables(short.space)
    bounds = PairBounds(short.lower, short.upper, short.scale)
    assert proofs.holds(game, bounds, silent)
    table = getattr(bounds, side).copy()
    table[3, 4] += 1000 if side == "lower" else -1000
    assert not proofs.holds(game, replace(bounds, **{side: table}), silent)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"target": 0}, "target = 0: expected a whole number of at least 1"),
        ({"singles.1": 7}, "steps of 1"),
        ({"hot_dice": False, "minimum_to_bank": 5000}, "hardly ever happens"),
        ({"minimum_to_open": 50_000}, "must bring 50000 points"),
        ({"minimum_to_open": 50_000}, "; lower minimum_to_open or minimum_to_bank"),
        ({"singles": {str(f): 50 for f in range(1, 7)}}, "need never end"),
        ({"nothing": 300, "junk": True}, "; with hot_dice = false every turn ends"),
    ],
)
def test_matches_that_cannot_be_solved(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        solved(rules(**changes), use=False)


def test_advice_at_the_end_of_a_match(short: Match) -> None:
    """They need 50, I have 100 at stake and one die: banking gives them a turn."""
    position = advise(short, score=400, opponent=450, stake=50, dice=1)
    assert position.bank is not None
    # They farkle with six dice, or I win with 1 or 5 at once.
    assert position.best == "roll" or position.bank.lower >= position.roll.upper
    won = advise(short, score=400, opponent=450, stake=100, dice=1)
    assert (won.best, won.bank.lower, won.chance.upper) == ("bank", 1, 1)


def test_keeps_are_weighed_best_first(short: Match) -> None:
    keeps = advise_keep(
        short, equal_dice([1, 1, 1, 5]), score=0, opponent=450, stake=100
    )
    assert {keep.points for keep in keeps} == {50, 100, 150, 200, 250, 1000, 1050}
    assert keeps[0].after.chance.lower == 1
    chances = [keep.after.chance.lower for keep in keeps]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"stake": 75}, "steps of 50"),
        ({"stake": -50}, "cannot occur"),
        ({"stake": 0}, "begins with no stake and all dice"),
        ({"stake": 10**9}, "is too large"),
        ({"dice": 7}, "1 to 6 can"),
        ({"score": 500}, "score 500 cannot occur"),
        ({"opponent": -50}, "0 to 450 can"),
        ({"farkles": 1}, "leave them out"),
    ],
)
def test_positions_that_cannot_occur(
    short: Match, changes: dict[str, int], fault: str
) -> None:
    position = {"score": 0, "opponent": 0, "stake": 300, "dice": 3} | changes
    with pytest.raises(PositionError, match=fault):
        advise(short, **position)


def test_match_command(trueodds_command: Callable[..., Any]) -> None:
    ran = trueodds_command(
        "farkle", "match", "--target", "300", "--rules", "box", "--format", "json"
    )
    assert ran.code == 0
    record = json.loads(ran.out)
    schema = files("trueodds.reports") / "schemas" / "odds-1.json"
    jsonschema.validate(record, json.loads(schema.read_text("utf-8")))
    assert record["command"].startswith(
        "trueodds farkle match --rules box --set target"
    )
    first = record["quantities"][0]
    assert (first["id"], first["exact"]) == ("match.first_player", None)
    assert 0 <= float(first["upper"]) - float(first["lower"]) <= 1e-9
    table = trueodds_command("farkle", "match", "--target", "300", "--rules", "box")
    assert "you have" in table.out
    for words, fault in (
        (["--target", "0"], "target = 0: expected"),
        (["--target", ""], "'--target': '' is not a whole number"),
        (["--against", ""], "--against is empty"),
        (["--target", "300", "--set", "target=400"], "set the same rule"),
    ):
        ran = trueodds_command("farkle", "match", *words)
        assert (ran.code, ran.out) == (2, "")
        assert fault in ran.err


@pytest.mark.parametrize(
    "changes",
    [
        {"target": 150, "minimum_to_bank": 100, "lowest_score": -100},
        {"target": 100, "minimum_to_open": 150, "final_round": True},
    ],
)
def test_tied_choices_do_not_prevent_the_proof(changes: dict[str, object]) -> None:
    """Lost turns and banked farkles tie here, but not in how long the match lasts."""
    poor = {"singles": {"5": 50}, "of_a_kind": {}, "straight": 0, "hot_dice": False}
    penalty = {"nothing": 50, "penalty_every": 1, "penalty_points": 100}
    record = rules(**poor, **penalty, **changes)
    value = solved(record, use=False).first_player
    assert value.width < Fraction(1, 10**9)
    assert abs(float(value.midpoint) - naive(record, 500)) < 1e-9


@pytest.mark.parametrize(
    "changes",
    [
        {
            **{"hot_dice": False, "nothing": 50, "minimum_to_open": 150},
            **{"penalty_every": 1, "penalty_points": 100, "target": 150},
        },
        {"nothing": 300, "final_round": True, "target": 600},
    ],
    ids=["farkles that cost the game", "six dice that never farkle"],
)
def test_rule_sets_that_were_refused_once_are_solved(
    changes: dict[str, object],
) -> None:
    record = FarkleRules.load("ece209", **changes)
    value = solved(record, use=False).first_player
    assert value.width < Fraction(1, 10**9)
    assert Fraction(1, 2) < value.lower < value.upper < 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "lowest", "expected"),
    [
        ("ece209", 0, 0.951674230475),
        ("blog", 0, 0.576291574081),
        ("blog", -200, 0.557384782192),
    ],
)
def test_values_of_an_iteration_written_without_this_program(
    preset: str, lowest: int, expected: float
) -> None:
    """In the last row, keeping fewer points with as many dice can be better."""
    penalty = {"penalty_every": 1, "penalty_points": 100, "lowest_score": lowest}
    least = {"nothing": 50, "minimum_to_open": 150, "target": 150}
    record = FarkleRules.load(preset, hot_dice=False, **penalty, **least)
    value = solved(record, use=False).first_player
    assert abs(float(value.midpoint) - expected) < 1e-11


@pytest.mark.slow
def test_turns_that_hardly_ever_bank_do_not_prevent_the_proof() -> None:
    """Box rules with changes; value iteration of another program: 0.5396915646."""
    penalty = {"nothing": 50, "penalty_every": 1, "penalty_points": 100}
    least = {"minimum_to_open": 150, "minimum_to_bank": 800, "target": 150}
    kinds = {"three_pairs": 500, "straight": 2000, "final_round": False}
    record = FarkleRules.load("box", hot_dice=False, **penalty, **least, **kinds)
    value = solved(record, use=False).first_player
    assert value.width < Fraction(1, 10**9)
    assert abs(float(value.midpoint) - 0.5396915646347) < 1e-9
