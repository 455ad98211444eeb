"""Strategies to remember: against the optimum, and among themselves."""

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from strategies.farkle import rules

from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.dice.roll_classes import ClassKeep, RollClass
from trueodds.analysis.farkle.match import solved
from trueodds.analysis.farkle.match.optimal import final_round
from trueodds.analysis.farkle.match.optimal.turn_bounds import turn_from
from trueodds.analysis.farkle.match.quantities import quantities
from trueodds.analysis.farkle.match.state_space import PlayerState, state_space
from trueodds.analysis.farkle.match.strategies import search
from trueodds.analysis.farkle.match.strategies.against_optimal import OptimalPlay
from trueodds.analysis.farkle.match.strategies.given_strategies import players
from trueodds.analysis.farkle.match.strategies.threshold_strategy import (
    NEVER,
    ThresholdStrategy,
    turn_distribution,
)
from trueodds.analysis.farkle.turn.exact_backward import LOWER
from trueodds.analysis.farkle.turn.optimal import Turn
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.models.chain import MarkovChain
from trueodds.core.rules.farkle import FarkleRules

THREE_HUNDRED = ThresholdStrategy((300,) * 6)
NARROW = Fraction(1, 10**9)


def most(keeps: RollClass) -> ClassKeep:
    return max(keeps)


def encloses(value: Enclosure, exact: Fraction) -> bool:
    return exact in value and value.width < NARROW


def exact_seats(  # noqa: C901 - the rules in one place, as closures over the record
    record: FarkleRules, bank_at: tuple[int, ...], count: int
) -> list[Fraction]:
    """Everybody keeps the most points: one Markov chain over scores, stake and dice.

    After the target is reached the others roll once more until they are ahead.
    """
    rolls = dice_set(record).rolls
    again = 6 if record.hot_dice else 0

    def end(ahead: int) -> tuple[str, int]:
        return "won by", ahead

    def next_turn(scores: tuple[int, ...], seat: int, leader: int | None) -> Any:
        after = (seat + 1) % count
        if leader is None:
            return scores, after, 0, 6, None
        # ``leader`` carries who began the final round in its hundreds.
        if after == leader // 100:
            return end(leader % 100)
        return scores, after, 0, 6, leader

    def step(state: Any) -> dict[Any, Fraction] | None:
        if state[0] == "won by":
            return None
        scores, seat, stake, dice, leader = state
        distribution = rolls[dice]
        successors: dict[Any, Fraction] = {}
        for keeps, weight in distribution.items():
            if not keeps:
                to = next_turn(scores, seat, leader)
            else:
                kept = most(keeps)
                to = decide(
                    scores, seat, stake + kept.points, kept.left or again, leader
                )
            successors[to] = successors.get(to, Fraction(0)) + Fraction(
                weight, distribution.total
            )
        return successors

    def decide(
        scores: tuple[int, ...], seat: int, stake: int, dice: int, leader: int | None
    ) -> Any:
        total = scores[seat] + stake
        least = record.minimum_to_bank
        if not scores[seat]:
            least = max(least, record.minimum_to_open)
        banked = (*scores[:seat], total, *scores[seat + 1 :])
        if leader is not None:
            if total > scores[leader % 100] and stake >= least:
                return next_turn(banked, seat, leader // 100 * 100 + seat)
            return scores, seat, stake, dice, leader
        if stake < least or (stake < bank_at[dice - 1] and total < record.target):
            return scores, seat, stake, dice, None
        if total < record.target:
            return next_turn(banked, seat, None)
        if record.final_round:
            return next_turn(banked, seat, 100 * seat + seat)
        return end(seat)

    ends = MarkovChain(((0,) * count, 0, 0, 6, None), step).absorption()
    return [ends.get(end(seat), Fraction(0)) for seat in range(count)]


SINGLES = {"singles": {"1": 100}, "of_a_kind": {}, "straight": 0}


@pytest.mark.parametrize(
    ("changes", "count"),
    [
        ({"target": 300}, 2),
        ({"target": 150}, 3),
        ({"target": 200, "minimum_to_open": 150}, 2),
        # Here the most points are also the likeliest to get ahead.
        (SINGLES | {"target": 200, "final_round": True}, 2),
        (SINGLES | {"target": 100, "final_round": True}, 3),
    ],
    ids=["two", "three", "opening", "final round", "final round of three"],
)
def test_players_equal_one_chain(changes: dict[str, object], count: int) -> None:
    record = rules(**changes)
    strategy = ThresholdStrategy((200, 200, 200, 300, 300, 300))
    exact = exact_seats(record, strategy.bank_at, count)
    bounds = players(state_space(record), count * [strategy])
    assert sum(exact) == 1
    assert all(map(encloses, bounds, exact))


def test_rounding_does_not_choose_between_keeps_that_are_as_likely_to_get_ahead() -> (
    None
):
    """Of these the most points are kept; the chances are by plain play, in floats."""
    record = rules(
        singles={"1": 150, "5": 150, "6": 100},
        of_a_kind={"3": {"1": 0, "2": 450, "3": 550, "4": 0, "5": 150, "6": 0}},
        straight=0,
        nothing=400,
        minimum_to_open=200,
        target=200,
        final_round=True,
    )
    seats = [
        ThresholdStrategy((350, 300, 350, 200, 300, 50), "fewest"),
        ThresholdStrategy((150, 300, 100, 200, 250, 250), "most"),
        ThresholdStrategy((100, 400, 400, 100, 300, 100), "fewest"),
    ]
    midpoints = [float(seat.midpoint) for seat in players(state_space(record), seats)]
    assert midpoints == pytest.approx([0.014513473869, 0.118319779952, 0.867166746180])


def test_dice_that_stop_level_with_too_little_to_bank_share_no_win() -> None:
    """Three pairs end a turn with 100 points, and a turn counts from 200 on."""
    seats = [
        players(
            state_space(
                rules(
                    singles={"1": 100},
                    of_a_kind={},
                    straight=0,
                    three_pairs=100,
                    hot_dice=False,
                    minimum_to_bank=200,
                    target=300,
                    final_round=True,
                    final_round_tie=tie,
                )
            ),
            2 * [ThresholdStrategy((200,) * 6)],
        )
        for tie in ("split", "leader")
    ]
    # Six 1s tie too, which hardly ever happens.
    for split, leader in zip(*seats, strict=True):
        assert abs(split.midpoint - leader.midpoint) < Fraction(1, 10_000)


@pytest.mark.parametrize("minimum", [500, 1000])
def test_the_turn_for_most_points_has_the_most_points_without_hot_dice(
    minimum: int,
) -> None:
    """Dice that have all scored end the turn, also with too little to bank."""
    space = state_space(rules(hot_dice=False, minimum_to_bank=minimum, target=5000))
    strategy = ThresholdStrategy.most_points(space.dice)
    flow = turn_distribution(space, strategy, minimum // space.unit)
    exact = Turn(space.dice, minimum)
    points = space.unit * np.arange(len(flow.banked)) @ flow.banked
    assert points == pytest.approx(float(exact.mean), abs=1e-9)
    assert flow.farkle[space.scores] == pytest.approx(float(exact.farkle), abs=1e-9)


def test_a_low_target_changes_no_keep_of_a_turn_for_most_points() -> None:
    """Keeps are chosen by points that a stake past the target would still gain."""
    low, high = (
        state_space(
            rules(singles={"1": 200, "3": 400, "6": 100}, of_a_kind={}, target=target)
        )
        for target in (100, 20_000)
    )
    strategy = ThresholdStrategy.most_points(low.dice)
    first, same = (
        turn_distribution(space, strategy, 1).past[1] for space in (low, high)
    )
    assert first == pytest.approx(same, abs=1e-12)


def exact_duel(
    record: FarkleRules, strategy: ThresholdStrategy, *, first: bool
) -> Fraction:
    """Return the strategy's probability to win against the proof's policy."""
    match = solved(record, use=False)
    unit, rolls = match.space.unit, dice_set(record).rolls
    turns = {
        (mine, theirs): turn_from(match, PlayerState(mine, 0), PlayerState(theirs, 0))
        for mine in range(match.space.scores)
        for theirs in range(match.space.scores)
    }

    def to(mine: int, theirs: int, moves: bool, stake: int, dice: int) -> Any:
        """After a keep, in units; ``moves`` says whether the strategy is to move."""
        score, other = (mine, theirs) if moves else (theirs, mine)
        if score + stake >= match.space.scores:
            return moves
        if moves:
            banks = stake * unit >= strategy.bank_at[dice - 1]
        else:
            turn = turns[score, other]
            banks = turn.bank[LOWER, stake] >= turn.roll[LOWER, stake, dice]
        if not banks:
            return mine, theirs, moves, stake, dice
        if moves:
            return mine + stake, theirs, False, 0, 6
        return mine, theirs + stake, True, 0, 6

    def keep(keeps: RollClass, mine: int, theirs: int, moves: bool, stake: int) -> Any:
        if moves:
            best = most(keeps)
        else:
            turn = turns[theirs, mine]
            best = max(
                keeps,
                key=lambda k: turn.value(
                    min(stake + k.points // unit, turn.top), k.left or 6
                )[LOWER],
            )
        return to(mine, theirs, moves, stake + best.points // unit, best.left or 6)

    def step(state: Any) -> dict[Any, Fraction] | None:
        if isinstance(state, bool):
            return None
        mine, theirs, moves, stake, dice = state
        successors: dict[Any, Fraction] = {}
        distribution = rolls[dice]
        for keeps, weight in distribution.items():
            after = (
                keep(keeps, mine, theirs, moves, stake)
                if keeps
                else (mine, theirs, not moves, 0, 6)
            )
            successors[after] = successors.get(after, Fraction(0)) + Fraction(
                weight, distribution.total
            )
        return successors

    return MarkovChain((0, 0, first, 0, 6), step).absorption()[True]


def test_a_duel_equals_one_chain() -> None:
    record = rules(target=250)
    duel = OptimalPlay(solved(record, use=False)).against(THREE_HUNDRED)
    assert encloses(duel.first, exact_duel(record, THREE_HUNDRED, first=True))
    assert encloses(duel.second, exact_duel(record, THREE_HUNDRED, first=False))


@pytest.mark.parametrize("hot_dice", [False, True])
def test_a_straight_of_the_first_throw_alone_changes_no_duel(*, hot_dice: bool) -> None:
    """A straight is seen in a first throw only, unless hot dice are rolled."""
    changes = {"target": 200, "hot_dice": hot_dice, "must_keep_scoring_dice": True}
    every, first = (
        OptimalPlay(solved(rules(**changes, first_throw=field), use=False)).against(
            THREE_HUNDRED
        )
        for field in ("", "straight")
    )
    # All six dice score 200 or more, so that hot dice are banked.
    assert encloses(every.first, first.first.midpoint)
    assert encloses(every.second, first.second.midpoint)


def test_nothing_beats_the_optimum() -> None:
    match = solved(rules(target=1000), use=False)
    optimum = OptimalPlay(match)
    for strategy in (
        THREE_HUNDRED,
        ThresholdStrategy((300,) * 5 + (NEVER,), "fewest"),
        ThresholdStrategy.most_points(match.space.dice),
    ):
        duel = optimum.against(strategy)
        assert duel.first.upper <= match.first_player.upper
        assert duel.second.upper <= 1 - match.first_player.lower
        assert duel.cost.lower > 0
        assert max(duel.first.width, duel.second.width) < NARROW


def test_where_every_roll_that_scores_wins_there_is_nothing_to_lose() -> None:
    match = solved(rules(target=50), use=False)
    duel = OptimalPlay(match).against(ThresholdStrategy((50,) * 6))
    # The first to roll a 1, a 5, a triple or a straight: 1 / (1 + 5/162).
    assert Fraction(162, 167) in duel.first
    assert Fraction(162, 167) in match.first_player
    assert 0 in duel.cost


def test_quantities_of_a_match(own_cache: Path) -> None:
    record = rules(target=500)
    by_id = {quantity.id: quantity for quantity in quantities(record)}
    assert len(list(own_cache.iterdir())) == 2
    quantities_of_cost = [
        by_id[f"match.strategy.{name}.cost"]
        for name in ("by_dice", "one", "by_dice_most", "one_most")
    ]
    assert {cost.unit for cost in quantities_of_cost} == {"difference"}
    costs = [cost.bounds for cost in quantities_of_cost]
    assert all(cost.lower > 0 for cost in costs)
    # The more there is to remember, the less it costs.
    assert costs[0].upper < costs[1].lower < costs[3].lower
    assert costs[2].upper < costs[3].lower
    for count in (2, 3, 4):
        seats = [
            by_id[f"match.players.{count}.seat.{n}"].bounds for n in range(1, count + 1)
        ]
        assert sum(seat.lower for seat in seats) <= 1 <= sum(s.upper for s in seats)
        assert all(a.lower > b.upper for a, b in pairwise(seats))
    # Any score wins.
    assert by_id["match.bank_at.450.0.1"].exact == 50
    again = {quantity.id: quantity for quantity in quantities(record)}
    assert again == by_id


def test_every_quantity_of_a_match_is_documented(own_cache: Path) -> None:
    docs = Path(__file__).parents[3] / "docs" / "reference" / "quantities.md"
    page = docs.read_text(encoding="utf-8")
    for quantity in quantities(rules("blog", target=300)):
        pattern = re.sub(r"(strategy)\.\w+", r"\1.NAME", quantity.id)
        pattern = re.sub(r"bank_at(\.\d+\.\d+)?\.\d$", r"bank_at\1.K", pattern)
        pattern = re.sub(r"(seat)\.\d", r"\1.S", pattern)
        pattern = re.sub(r"\.\d+", ".N", pattern)
        assert f"`{pattern}`" in page, quantity.id


@pytest.mark.parametrize(
    "every", [3, 1], ids=["farkles are counted", "each farkle costs"]
)
def test_falling_scores_have_no_strategies(own_cache: Path, every: int) -> None:
    record = rules("facebook", target=300, lowest_score=-500, penalty_every=every)
    ids = [quantity.id for quantity in quantities(record)]
    assert not [id for id in ids if "strategy" in id]
    assert "match.players.4.seat.4" in ids
    with pytest.raises(RulesError, match="farkles cost no points"):
        OptimalPlay(solved(record))


@pytest.mark.parametrize("bank_at", [(300,) * 5, (300,) * 5 + (-50,)])
def test_not_a_strategy(bank_at: tuple[int, ...]) -> None:
    with pytest.raises(PositionError, match="six stakes"):
        ThresholdStrategy(bank_at)


@pytest.mark.parametrize("count", [1, 7])
def test_too_few_or_too_many_players(count: int) -> None:
    with pytest.raises(PositionError, match="2 to 6"):
        players(state_space(rules(target=100)), count * [THREE_HUNDRED])


def test_players_need_six_dice() -> None:
    space = state_space(FarkleRules.load("ece209", number_of_dice=5, target=500))
    with pytest.raises(RulesError, match="six dice"):
        players(space, 2 * [ThresholdStrategy((300,) * 6)])


def test_a_minimum_to_bank_may_be_deeper_than_the_deepest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    space = state_space(FarkleRules.load("ece209", target=500))
    whole = final_round.last_turns(space, 10**15)
    monkeypatch.setattr(final_round, "DEEPEST", 10)
    last = final_round.last_turns(space, 10**15)
    assert (last.upper[:, :256] >= whole.lower[:, :256]).all()


def test_a_forged_file_of_thresholds_does_not_fit() -> None:
    parts = {"bank_at": np.zeros(6, np.int64), "floors": np.zeros((2, 2))}
    good = {f"{name}.{part}": parts[part] for name in search.LABELS for part in parts}
    assert search.FITS(good)
    for array in (np.full(6, 300.25), np.zeros(5, np.int64)):
        assert not search.FITS(good | {"one.bank_at": array})
