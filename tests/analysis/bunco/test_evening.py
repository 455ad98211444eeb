"""Bunco as people play it: turns, the race to 21, a night at several tables."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import count, product
from math import prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trueodds
from trueodds.analysis.bunco import player_round, rolls
from trueodds.analysis.bunco.race import race
from trueodds.analysis.bunco.turn import TargetTurn
from trueodds.core.models.chain import MarkovChain
from trueodds.core.odds import Odds
from trueodds.core.rules.bunco import BuncoRules
from trueodds.proofs.bunco.races import first_wins as wins_turn_by_turn
from trueodds.proofs.bunco.turns import turn_points

rules = BuncoRules.load


def turn_of(record: BuncoRules, target: int = 1) -> TargetTurn:
    return TargetTurn.of(rolls.roll_distribution(target, record), record)


@pytest.fixture(scope="module")
def odds() -> Odds:
    return trueodds.odds("bunco")


def test_a_turn_of_three_fair_dice(odds: Odds) -> None:
    assert odds["turn.mean"].exact == Fraction(151, 120)
    assert odds["turn.any_bunco"].exact == Fraction(1, 121)
    assert odds["turn.rolls.mean"].exact == Fraction(9, 5)


@pytest.mark.parametrize(
    ("numbers", "tail", "first"),
    [("turn.points", "turn.at_least", 0), ("race.turns", "race.turns.at_least", 1)],
)
def test_what_is_listed_and_what_is_left_add_to_one(
    odds: Odds, numbers: str, tail: str, first: int
) -> None:
    listed = odds.family(numbers)
    assert listed[0].id == f"{numbers}.{first}"
    rest = odds[f"{tail}.{len(listed) + first}"].bounds.lower
    assert 0 < rest < Fraction(1, 10**6)
    assert sum(q.bounds.lower for q in listed) + rest == 1


def test_at_least_n_points_are_n_points_or_more_than_n(odds: Odds) -> None:
    at_least = odds.family("turn.at_least")
    assert (at_least[0].id, at_least[0].exact) == ("turn.at_least.0", 1)
    for points, now, after in zip(
        odds.family("turn.points"), at_least, at_least[1:], strict=False
    ):
        assert now - after == points


def test_a_capped_turn() -> None:
    """What goes past the cap is what an uncapped turn has there or further on."""
    capped = trueodds.odds("bunco", turn_capped=True, tables=1)
    assert sum(q.bounds.lower for q in capped.family("turn.points")) == 1
    assert len(capped.family("turn.points")) == 22
    uncapped = trueodds.odds("bunco", tables=1)
    assert capped["turn.points.21"].exact == uncapped["turn.at_least.21"].exact
    assert capped["turn.points.20"].exact == uncapped["turn.points.20"].exact
    assert capped["race.points.winner.21"].exact == 1
    assert capped["race.first_wins"].exact == uncapped["race.first_wins"].exact


def test_a_bunco_that_ends_the_turn() -> None:
    ends = trueodds.odds("bunco", bunco_ends_turn=True, tables=1)
    assert ends["turn.rolls.mean"].exact == 1 / (1 - Fraction(95, 216))
    assert ends["turn.any_bunco"].exact == Fraction(1, 121)
    mini = trueodds.odds("bunco", mini_bunco_ends_turn=True, tables=1)
    assert mini["turn.rolls.mean"].exact == 1 / (1 - Fraction(91, 216))
    assert mini["turn.mean"].exact == Fraction(151, 216) / (1 - Fraction(91, 216))


@pytest.mark.parametrize(
    ("dice", "weights", "rounds", "goal"),
    [
        (2, (1, 2, 3), 4, 3),
        (3, (3, 1), 2, 4),
        (2, (1, 1, 1, 2), 5, 6),
        (2, (0, 3), 3, 2),
    ],
)
def test_race_of_loaded_dice_is_the_mean_of_races_with_each_target(
    dice: int, weights: tuple[int, ...], rounds: int, goal: int
) -> None:
    """Ordered dice, and the value of each pair of totals for the side to roll."""
    sides = len(weights)
    points = {"bunco_points": 4, "mini_bunco_points": 2, "match_points": 1}
    changes = {"dice": dice, "sides": sides, "weights": weights, "rounds": rounds}
    odds = trueodds.odds("bunco", **changes, **points, round_points=goal, tables=1)

    def race_with(target: int) -> list[Fraction]:
        chances: Counter[int] = Counter()
        for roll in product(range(sides), repeat=dice):
            hits = roll.count(target)
            scored = 4 if hits == dice else 2 if len({*roll}) == 1 else hits
            chances[scored] += prod(weights[face] for face in roll)
        scores = {n: Fraction(w, chances.total()) for n, w in chances.items()}
        miss = scores.pop(0, Fraction(0))

        @cache
        def values(*totals: int) -> list[list[Fraction]]:
            """Return the wins, the rolls and the passes, by the side to roll."""
            sums = []
            for side in (0, 1):
                each = [Fraction(0), Fraction(1), miss]
                for scored, chance in scores.items():
                    after = list(totals)
                    after[side] += scored
                    later = [Fraction(not side), Fraction(0), Fraction(0)]
                    if after[side] < goal:
                        later = values(*after)[side]
                    each = [x + chance * y for x, y in zip(each, later, strict=True)]
                sums.append(each)
            return [
                [
                    (x + miss * y) / (1 - miss**2)
                    for x, y in zip(own, other, strict=True)
                ]
                for own, other in (sums, sums[::-1])
            ]

        return values(0, 0)[0]

    races = [race_with(number % sides) for number in range(rounds)]
    wins, rolled, passes = (sum(column) / rounds for column in zip(*races, strict=True))
    assert odds["race.first_wins"].exact == wins
    assert odds["race.rolls.mean"].exact == rolled
    assert odds["race.turns.mean"].exact == 1 + passes


def test_models_of_loaded_dice_say_that_their_target_is_1() -> None:
    """Their numbers are those of round 1, and not of all rounds."""
    changes = {"weights": (1, 1, 1, 1, 1, 2), "round_points": 5, "tables": 1}
    first = trueodds.odds("bunco", set=changes, rounds=1)["race.first_wins"]
    advice = trueodds.advise("bunco", "race", set=changes)
    assert advice.value == first.exact
    assert advice.value != trueodds.odds("bunco", set=changes)["race.first_wins"].exact
    assert "wins the race with target 1: " in advice.summary
    exported = trueodds.export("bunco", "race", to="drn", set=changes).lines
    assert (
        exported[0] == "// Bunco's race to 5 points with target 1; exported by trueodds"
    )


def test_a_turn_that_never_ends_is_not_given() -> None:
    """Every roll of one die scores: it is a Bunco or a mini Bunco."""
    one_die = trueodds.odds("bunco", dice=1)
    assert "turn.mean" not in one_die
    assert "night.points.mean" not in one_die
    assert one_die["race.first_wins"].exact == 1


def test_no_race_where_nothing_scores() -> None:
    nothing = {"bunco_points": 0, "mini_bunco_points": 0, "match_points": 0}
    odds = trueodds.odds("bunco", **nothing)
    assert odds["turn.mean"].exact == 0
    assert odds["turn.rolls.mean"].exact == 1
    assert "race.first_wins" not in odds


small_turns = st.builds(
    lambda weights, points, ends, capped: {
        "sides": len(weights),
        "dice": 2,
        "weights": weights,
        "rounds": 1,
        "bunco_points": points[0],
        "mini_bunco_points": points[1],
        "match_points": points[2],
        "bunco_ends_turn": ends[0],
        "mini_bunco_ends_turn": ends[1],
        "turn_capped": capped,
    },
    st.lists(st.integers(1, 3), min_size=3, max_size=4),
    st.tuples(st.integers(0, 6), st.integers(0, 4), st.integers(1, 3)),
    st.tuples(st.booleans(), st.booleans()),
    st.booleans(),
)


@settings(max_examples=25, deadline=None)
@given(small_turns, st.integers(1, 7))
def test_races_of_any_rules_equal_chains(changes: dict[str, object], goal: int) -> None:
    """The chain of the race, built roll by roll and solved by elimination."""
    record = rules(**changes, round_points=goal)
    turn = turn_of(record)
    solved = race(turn, goal)
    assert solved.first_wins == wins_turn_by_turn(record, 1)

    def step(
        state: tuple[int, int, int],
    ) -> dict[tuple[int, int, int], Fraction] | None:
        side, own, other = state
        if max(own, other) >= goal:
            return None
        distribution: Counter[tuple[int, int, int]] = Counter()
        for throw, weight in turn.throws.items():
            total = own + throw.points
            stays = throw.goes_on or total >= goal
            distribution[
                (side, total, other) if stays else (1 - side, other, total)
            ] += weight
        return {s: Fraction(w, turn.throws.total) for s, w in distribution.items()}

    chain = MarkovChain((0, 0, 0), step)
    ends = chain.absorption()
    assert solved.first_wins == sum(p for s, p in ends.items() if s[0] == 0)
    assert solved.rolls == chain.expected_steps()
    distribution: Counter[int] = Counter()
    for (_, own, _), chance in ends.items():
        distribution[min(own, goal) if turn.cap else own] += chance
    assert {n: p for n, p in enumerate(solved.points["winner"]) if p} == dict(
        distribution
    )


@settings(max_examples=25, deadline=None)
@given(small_turns)
def test_turns_of_any_rules_equal_generating_functions(
    changes: dict[str, object],
) -> None:
    record = rules(**changes, round_points=6)
    turn = turn_of(record)
    uncapped = turn_of(rules(**{**changes, "turn_capped": False}))
    distribution = turn_points(record, 1, 30)
    assert uncapped.points(30) == distribution
    if record.turn_capped:
        assert turn.points(7) == [*distribution[:6], 1 - sum(distribution[:6])]


def test_rolling_again_leaves_no_turns() -> None:
    d20 = trueodds.odds("bunco", "d20")
    assert not [id for id in d20 if id.startswith(("turn.", "race.", "night."))]


# A night


def test_a_bunco_ends_the_round_at_the_head_table(odds: Odds) -> None:
    """So nobody has two."""
    assert odds["night.head.buncos.1"].exact == odds["night.head.buncos.mean"].exact
    assert "night.head.buncos.2" not in odds


def test_bounds_of_a_night_hold_their_means(odds: Odds) -> None:
    for prefix in ("night.elsewhere", "night"):
        for tally in ("points", "buncos"):
            family = odds.family(f"{prefix}.{tally}")
            mean = odds[f"{prefix}.{tally}.mean"].decimal
            listed = sum(n * q.decimal for n, q in enumerate(family))
            assert abs(listed - mean) < 5e-4
            assert all(q.bounds.width < Fraction(1, 10**10) for q in family)


def test_either_side_wins_half_of_the_rounds() -> None:
    record = rules()
    turn = turn_of(record)
    at_head = player_round.head(turn, 21, 2, player_round.points_of)
    assert [str(part(1)) for part in at_head] == ["1/2", "1/2"]
    for distribution in player_round.elsewhere(turn, 21, 2):
        for part in distribution:
            assert 0 <= 0.5 - int(part(1)) / 2**96 < 1e-10


def test_prizes(odds: Odds) -> None:
    """Most Buncos with N: all of 11 others have no more than N, or fewer."""
    label = "At least 1 Bunco of a player in a night"
    assert odds["night.buncos.at_least.1"].label == label
    own_buncos = odds["night.buncos.at_least.2"].bounds
    shared = odds["night.most_buncos.1"].bounds
    assert shared.lower <= (1 - own_buncos.lower) ** 11
    assert (1 - own_buncos.upper) ** 11 <= shared.upper
    alone = odds["night.most_buncos.alone.2"].bounds
    assert (alone.lower, alone.upper) == (shared.lower, shared.upper)


@settings(max_examples=15, deadline=None)
@given(small_turns, st.integers(1, 3), st.booleans())
def test_seats_at_the_head_table_equal_chains(
    changes: dict[str, object], members: int, of_points: bool
) -> None:
    """Every seat in turn is the player's; the even seats are one side."""
    goal = 4
    turn = turn_of(rules(**changes, round_points=goal))
    seats = 2 * members

    def step(state: tuple[int, ...]) -> dict[tuple[int, ...], Fraction] | None:
        seat, *totals, tally = state
        if max(totals) >= goal:
            return None
        distribution: Counter[tuple[int, ...]] = Counter()
        for throw, weight in turn.throws.items():
            after = list(totals)
            after[seat % 2] += throw.points
            if turn.cap:
                after[seat % 2] = min(after[seat % 2], goal)
            gain = after[seat % 2] - totals[seat % 2] if of_points else throw.bunco
            stays = throw.goes_on or max(after) >= goal
            to_roll = seat if stays else (seat + 1) % seats
            distribution[to_roll, *after, tally + (gain if seat == 0 else 0)] += weight
        return {s: Fraction(w, turn.throws.total) for s, w in distribution.items()}

    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for start in range(seats):
        for (_, own, _, tally), p in (
            MarkovChain((start, 0, 0, 0), step).absorption().items()
        ):
            (won if own >= goal else lost)[tally] += p / seats
    distributions = player_round.head(
        turn,
        goal,
        members,
        player_round.points_of if of_points else player_round.buncos_of,
    )
    for distribution, expected in zip(distributions, (won, lost), strict=True):
        assert {n: str(c) for n, c in enumerate(distribution.coeffs()) if c} == {
            n: str(p) for n, p in expected.items() if p
        }


def test_a_night_played_with_dice() -> None:
    """500 nights of 12 players, moved from table to table by hand."""
    record, random = rules(), Random(1)
    played = [result for _ in range(500) for result in a_night(record, random)]
    odds = trueodds.odds("bunco", record)
    points = [points for points, _, _ in played]
    assert abs(sum(points) / len(played) - odds["night.points.mean"].decimal) < 1
    for tally, position in (("buncos", 1), ("wins", 2)):
        counted = Counter(result[position] for result in played)
        for n in range(3):
            share = counted[n] / len(played)
            assert abs(share - odds[f"night.{tally}.{n}"].decimal) < 0.025
    for n in (30, 50, 80):
        share = sum(number >= n for number in points) / len(played)
        assert abs(share - odds[f"night.points.at_least.{n}"].decimal) < 0.025


def a_night(record: BuncoRules, random: Random) -> list[tuple[int, int, int]]:
    """Points, Buncos and rounds won by each player of a night of fair dice."""
    players = list(range(record.players))
    random.shuffle(players)
    seated = [players[i : i + 4] for i in range(0, len(players), 4)]
    points, buncos, wins = ([0] * len(players) for _ in range(3))

    def take_turn(player: int, target: int, left: int | None) -> int:
        """Roll until nothing scores, or at the head table until the side is there."""
        scored = 0
        while left is None or scored < left:
            dice = [random.randrange(6) for _ in range(3)]
            if len(set(dice)) == 1:
                gain = 21 if dice[0] == target else 5
            else:
                gain = dice.count(target)
            if not gain:
                break
            scored += gain
            buncos[player] += gain == 21
        points[player] += scored
        return scored

    for target in range(6):
        winners, losers, turns = [], [], 0
        for number, table in enumerate(seated):
            random.shuffle(table)
            totals = [0, 0]
            for turn in range(turns) if number else count():
                left = None if number else 21 - totals[turn % 2]
                totals[turn % 2] += take_turn(table[turn % 4], target, left)
                if not number and totals[turn % 2] >= 21:
                    turns = turn + 1
                    break
            first = totals[0] > totals[1] or (
                totals[0] == totals[1] and random.random() < 0.5
            )
            sides = table[::2], table[1::2]
            winners.append(sides[0 if first else 1])
            losers.append(sides[1 if first else 0])
            for player in winners[-1]:
                wins[player] += 1
        staying = [winners[0], *losers[1:]]
        coming = [*winners[1:], losers[0]]
        seated = [a + b for a, b in zip(staying, coming, strict=True)]
    return list(zip(points, buncos, wins, strict=True))
