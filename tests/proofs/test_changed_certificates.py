"""One number changed, and a certificate is refused; or it still proves what is true.

What is accepted is listed here with the reason, and held to it.
"""

import copy
import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from certificates import (
    SHORT_RACE,
    SMALL_SHOE,
    Document,
    Path,
    changed,
    is_proved,
    numbers,
    small,
)

import trueodds
from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.dice.roll_classes import best_score
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.certificates import farkle
from trueodds.proofs.certificates.format import Certificate


def accepted(name: str, paths: list[Path]) -> list[tuple[Path, Document]]:
    """Return the changes at these places that the checker still accepts."""
    document = small(name)
    assert is_proved(document)
    return [
        (path, other)
        for path in paths
        for other in changed(document, path)
        if is_proved(other)
    ]


def places(name: str, *, rows: int | None = None) -> list[Path]:
    """All numbers of a certificate; of long lists only some ``rows``, at random."""
    everything = list(numbers(small(name)))
    head = [path for path in everything if path[0] in ("rules", "claims", "scale")]
    rest = [path for path in everything if path not in set(head)]
    if rows is None or rows >= len(rest):
        return head + rest
    return head + random.Random(name).sample(rest, rows)


@pytest.mark.parametrize("name", ["bunco roll", "bunco turn"])
def test_every_change_to_a_roll_or_a_turn_is_refused(name: str) -> None:
    assert accepted(name, places(name)) == []


def test_every_change_to_a_race_is_refused_but_for_points_past_the_goal() -> None:
    # A Bunco is worth 21, and the goal is 3: 20 and 22 end the race as well, and
    # whether the turn would have gone on says nothing.
    still = accepted("bunco race", places("bunco race"))
    assert {path for path, _ in still} == {
        ("rules", "bunco_points"),
        ("rules", "mini_bunco_points"),
        ("rules", "bunco_ends_turn"),
        ("rules", "mini_bunco_ends_turn"),
    }
    for _, document in still:
        rules = document["rules"]
        odds = trueodds.odds("bunco", set={**SHORT_RACE, **rules})
        for id, claimed in document["claims"].items():
            assert Fraction(claimed) == odds[id].exact


def test_every_change_to_a_coup_is_refused_but_in_cells_out_of_reach() -> None:
    # The shoe has aces, fours, nines and kings: of the tableau, what no such third
    # card asks for says nothing of this shoe.
    document = small("baccarat coup")
    weighty = {n for n, row in enumerate(document["classes"]) if row[2]}
    paths = [
        path
        for path in places("baccarat coup")
        if path[0] != "classes" or path[1] in weighty
    ]
    still = accepted("baccarat coup", random.Random(0).sample(paths, 20))
    for path, other in still:
        assert path[0] == "rules"
        assert other["rules"]["shoe"] == document["rules"]["shoe"]
        tableau = {k: v for k, v in other["rules"].items() if k != "shoe"}
        odds = trueodds.odds("baccarat", set={**SMALL_SHOE, **tableau})
        for id, claimed in other["claims"].items():
            assert Fraction(claimed) == odds[id].exact


@pytest.mark.parametrize(
    ("name", "rows", "most"),
    [
        ("cribbage hand", 1, 4),
        pytest.param("cribbage hand", 1, None, marks=pytest.mark.slow),
        ("farkle roll", 10, None),
    ],
)
def test_every_change_to_a_roll_or_a_show_is_refused_but_for_beaten_points(
    name: str, rows: int, most: int | None
) -> None:
    """A show takes long to check: at most ``most`` of its numbers, at random."""
    paths = places(name, rows=rows)
    claims = [path for path in paths if path[0] == "claims"]
    tried = [path for path in paths if path not in claims[1:]]
    still = accepted(name, random.Random(1).sample(tried, most or len(tried)))
    # The hand's certificate says nothing of the crib; a whole of six dice that is
    # worth nothing is beaten by its parts when it is worth a point.
    # Three cards of a suit as the least flush are the same as four: all four must be.
    beside = {("rules", "crib_flush"), ("rules", "hand_flush")}
    wholes = {("rules", name) for name in ("four_and_two", "two_triplets")}
    assert {path for path, _ in still} <= beside | wholes
    for _, document in still:
        assert document["rules"].get("hand_flush") in (None, 3, 4)
        if name == "farkle roll":
            rules = FarkleRules.load("ece209", **document["rules"])
            for dice, distribution in dice_set(rules).rolls.items():
                claims = document["claims"]
                assert Fraction(claims[f"roll.{dice}.farkle"]) == distribution[()]
                mean = Fraction(claims[f"roll.{dice}.best.mean"])
                assert mean == distribution.expected(best_score)


def test_a_turn_stays_proved_only_where_bounds_get_looser() -> None:
    document = small("farkle turn")
    start = [row[:2] for row in document["states"]].index([0, 6])
    for path, other in accepted("farkle turn", places("farkle turn")):
        assert other["claims"] == document["claims"]
        if path[0] == "rules":
            odds = trueodds.odds("farkle", "ece209", set=other["rules"])
            turn = odds["turn.mean"].exact
            bounds = {k: Fraction(v) for k, v in other["claims"]["turn.mean"].items()}
            assert turn is not None
            assert bounds["lower"] <= turn <= bounds["upper"]
            continue
        # A lower bound went down, or an upper one up: they hold all the more. Or a tie
        # between banking and rolling was broken the other way.
        _, row, column = path
        assert row != start
        before, after = document["states"][row], other["states"][row]
        assert {2: after[2] < before[2], 3: after[3] > before[3], 4: True}[column]


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("farkle thresholds", partial(farkle.thresholds, highest=400)),
        ("farkle last-turn", partial(farkle.last_turn, most_behind=600)),
    ],
)
def test_every_change_to_a_chain_of_turns_is_refused_but_for_beaten_points(
    name: str, make: Callable[[Odds], Certificate]
) -> None:
    for path, document in accepted(name, places(name, rows=30)):
        # A combination of six dice that scores a point is beaten by its parts.
        assert path[0] == "rules"
        odds = Odds("farkle", FarkleRules.load("ece209", **document["rules"]), "", [])
        assert make(odds).claims == document["claims"]


def test_a_game_alone_is_refused_where_a_bound_crosses_the_value() -> None:
    document = small("farkle solitaire")
    assert is_proved(document)
    # Bounds have slack for rounding, of some units of the scale.
    slack = document["upper"][0] - document["lower"][0]
    for name, step in (("lower", slack), ("upper", -slack)):
        for score in range(len(document["lower"])):
            other = copy.deepcopy(document)
            other[name][score] += step
            assert not is_proved(other), (name, score)
    for changed_rules in (
        {"target": 750},
        {"minimum_to_open": 300},
        {"straight": 50_000},
        {"singles": {"1": 150}},
    ):
        rules = {**document["rules"], **changed_rules}
        assert not is_proved({**document, "rules": rules})


def test_a_claim_that_is_not_there_is_refused() -> None:
    for name in ("bunco turn", "bunco roll"):
        document: dict[str, Any] = {**small(name), "claims": {"roll.none": "1"}}
        assert not is_proved(document)
        assert not is_proved({**document, "claims": {}})
