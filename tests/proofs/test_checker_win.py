"""The certificate of win probabilities against sums of fractions, for made-up deals."""

import copy
import json
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import jsonschema
import numpy as np
import pytest
from certificates import Document, changed, content, is_proved, numbers
from commands import Run

from trueodds.analysis.cribbage.game.deal_distribution import DealDistribution
from trueodds.analysis.cribbage.game.every_deal import (
    AFTER_DEAL,
    AFTER_PLAY,
    AFTER_PONE,
    DEALER_REACHED,
    MOST,
    PONE_REACHED,
)
from trueodds.analysis.cribbage.game.game_bounds import UNIT, deal_bounds, win_bounds
from trueodds.proofs.certificates.cribbage_win import certificate
from trueodds.proofs.checkers.command import check
from trueodds.proofs.checkers.reading import MalformedError, UnprovedError
from trueodds.proofs.prove import plans

Sums: TypeAlias = dict[int, dict[tuple[int, int], Fraction]]
ID = "game.first_dealer"
ERROR = Fraction(1, 2**45)
SCHEMA = json.loads(
    (files("trueodds.reports") / "schemas/certificate-1.json").read_text()
)


@cache
def deals(number: int, most: int) -> Sums:
    """Return the five sums of deals with random points, by pone's and the dealer's."""
    random, sums = Random(number), {table: Counter[Any]() for table in range(5)}
    for _ in range(number):
        weight, points = random.randint(1, 9), [0, 0]

        def score(
            player: int, more: int, points: list[int] = points, weight: int = weight
        ) -> None:
            reached = (PONE_REACHED, DEALER_REACHED)[player]
            for _ in range(more):
                points[player] += 1
                sums[reached][points[0], points[1]] += weight

        for player in random.choices((0, 1), k=random.randint(1, 4)):
            score(player, random.randint(1, 2))
        for table, shows in (
            (AFTER_PLAY, (0, 0)),
            (AFTER_PONE, (random.randint(0, most), 0)),
            (AFTER_DEAL, (0, random.randint(0, most))),
        ):
            for player in (0, 1):
                points[player] += shows[player]
            sums[table][points[0], points[1]] += weight
    total = sums[AFTER_DEAL].total()
    return {
        table: {at: Fraction(n, total) for at, n in counts.items()}
        for table, counts in sums.items()
    }


def distribution(number: int, most: int) -> DealDistribution:
    tables = np.zeros((5, MOST, MOST))
    for table, probabilities in deals(number, most).items():
        for at, probability in probabilities.items():
            tables[(table, *at)] = float(probability)
    return DealDistribution(tables, ERROR)


@cache
def document(number: int = 5, most: int = 1, target: int = 6) -> Document:
    text = certificate(deal_bounds(distribution(number, most)), target).text()
    loaded: Document = json.loads(text)
    return loaded


def reached_in_all(sums: Sums) -> dict[tuple[int, int], Fraction]:
    """Return the probabilities that the dealer reaches points, in play or shows."""
    reached = Counter(sums[DEALER_REACHED])
    for sign, table in ((1, AFTER_PONE), (-1, AFTER_DEAL)):
        for (j, i), probability in sums[table].items():
            for a in range(i + 1, MOST):
                reached[j, a] += sign * probability
    return {at: probability for at, probability in reached.items() if probability}


def wins(
    totals: dict[tuple[int, int], Any],
    reached: dict[tuple[int, int], Any],
    target: int,
) -> dict[tuple[int, int], tuple[Fraction, Fraction]]:
    """Return bounds of the dealer's win probability by what pone needs and he needs.

    The values of both tables are pairs of bounds.
    """
    known: dict[tuple[int, int], tuple[Fraction, Fraction]] = {}
    needs = range(1, target + 1)
    for b, a in sorted(product(needs, needs), key=sum):
        sums = [Fraction(0), Fraction(0)]
        for side in (0, 1):
            for (j, reaches), pair in reached.items():
                if j < b and reaches == a:
                    sums[side] += pair[side]
            for (j, i), pair in totals.items():
                if j < b and i < a and pair[side]:
                    sums[side] += pair[side] * (1 - known[a - i, b - j][1 - side])
        known[b, a] = sums[0], min(sums[1], Fraction(1))
    return known


def bounds_in(other: Document, name: str | None, first: int) -> dict[Any, Any]:
    """Return bounds in a certificate as fractions, by row and column."""
    tables = other[name] if name else other
    scale, sides = other["scale"], (tables["lower"], tables["upper"])
    return {
        (row, column + first): tuple(
            Fraction(side[row][column], scale) for side in sides
        )
        for row, bounds in enumerate(sides[0])
        for column in range(len(bounds))
    }


def assert_bounds_follow(other: Document) -> None:
    """Assert that the win probabilities are enclosed, for all deals in the tables."""
    tables = bounds_in(other, "totals", 0), bounds_in(other, "reached", 1)
    known = wins(*tables, other["rules"]["target"])
    for (b, a), (lower, upper) in bounds_in(other, None, 0).items():
        least, most = known[b + 1, a + 1]
        assert lower <= least <= most <= upper


@pytest.mark.parametrize(("number", "most", "target"), [(5, 1, 6), (300, 3, 12)])
def test_the_win_probabilities_are_enclosed(
    number: int, most: int, target: int
) -> None:
    other, sums = document(number, most, target), deals(number, most)
    assert check(content(other)) == other["claims"]
    exact = {
        table: {at: (p, p) for at, p in probabilities.items()}
        for table, probabilities in enumerate((sums[AFTER_DEAL], reached_in_all(sums)))
    }
    known = wins(exact[0], exact[1], target)
    for (b, a), (lower, upper) in bounds_in(other, None, 0).items():
        assert lower <= known[b + 1, a + 1][0] <= upper
        assert upper - lower < Fraction(1, 10**10)
    assert_bounds_follow(other)
    claim = {side: Fraction(bound) for side, bound in other["claims"][ID].items()}
    assert claim["lower"] <= known[target, target][0] <= claim["upper"]


def test_the_bounds_are_those_of_the_analysis_at_all_scores() -> None:
    deal = deal_bounds(distribution(300, 25))
    other = json.loads(certificate(deal, 121).text())
    assert check(content(other)) == other["claims"]
    for name, side in win_bounds(deal, 121)._asdict().items():
        assert (np.array(other[name]) * UNIT == side[1:, 1:]).all()


def test_it_follows_its_schema() -> None:
    jsonschema.validate(document(), SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**document(), "totals": []}, SCHEMA)


def test_a_changed_number_is_refused_or_its_bounds_still_follow() -> None:
    still = Counter[str]()
    for path in numbers(document()):
        for other in changed(document(), path):
            if is_proved(other):
                still[path[0]] += 1
                assert_bounds_follow(other)
    # These numbers are given, or bounds with room for the roundings of floats.
    assert still.keys() == {"totals", "reached", "lower", "upper"}


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("lower", 1),
        ("upper", -1),
        ("totals lower", -1),
        ("totals upper", 1),
        ("reached lower", -1),
        ("reached upper", 1),
    ],
)
def test_a_bound_that_moves_by_a_billionth_is_refused(name: str, step: int) -> None:
    refused = 0
    for row, column in product(range(6), repeat=2):
        other = copy.deepcopy(document())
        table: Any = other
        for part in name.split():
            table = table[part]
        if row < len(table) and column < len(table[row]):
            moved = table[row][column] + step * other["scale"] // 10**9
            table[row][column] = max(moved, 0)
            if is_proved(other):
                # Some bounds of a deal do not matter to any score.
                assert name not in other
                assert_bounds_follow(other)
            else:
                refused += 1
    assert refused >= 5  # there are five different deals


def put(number: int, *places: str) -> Callable[[Document], None]:
    """Return a function that changes numbers of a certificate."""

    def change(other: Document) -> None:
        for place in places:
            *outer, last = (int(p) if p[-1].isdigit() else p for p in place.split())
            table: Any = other
            for part in outer:
                table = table[part]
            table[last] = number

    return change


WRONG: dict[str, tuple[Callable[[Document], Any], str]] = {
    "deals without points": (
        put(1, "totals upper 0 0"),
        "there may be deals without points",
    ),
    "deals that are missing": (
        lambda other: other["totals"].update(upper=other["totals"]["lower"]),
        "the probabilities of a deal's points do not add up to 1",
    ),
    "points that are never reached": (
        put(0, "reached lower 0 0", "reached upper 0 0"),
        "the points reached contradict the points after the deal",
    ),
    "points that are reached too often": (
        put(2**62, "reached lower -1 -1", "reached upper -1 -1"),
        "the points reached contradict the points after the deal",
    ),
    "bounds out of order": (
        put(2**62, "reached lower 0 0"),
        "expected an integer from 0 to",
    ),
    "a table without rows": (
        lambda other: other["totals"].update(lower=[]),
        "expected an integer from 1 to 128: 0",
    ),
    "a short row": (lambda other: other["lower"][2].pop(), "6 rows of 6 bounds"),
    "more points than a deal has": (
        lambda other: other["totals"].update(lower=[[0] * 129]),
        "expected an integer from 1 to 128: 129",
    ),
    "a probability above 1": (
        put(2**62 + 1, "upper 0 0"),
        "expected an integer from 0 to 4611686018427387904",
    ),
    "no scale": (put(0, "scale"), "from 1 to 4611686018427387904"),
    "a fine scale": (
        put(2**62 + 1, "scale"),
        "from 1 to 461168601",
    ),
    "no target": (put(0, "rules target"), "from 1 to 121: 0"),
    "a far target": (put(122, "rules target"), "to 121: 122"),
    "another target": (put(7, "rules target"), "7 rows of 7"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said(name: str) -> None:
    change, message = WRONG[name]
    other = copy.deepcopy(document())
    change(other)
    with pytest.raises((MalformedError, UnprovedError), match=message):
        check(content(other))


def test_the_certificate_is_made_if_it_is_named_or_alone_proves_a_quantity() -> None:
    (cribbage,) = plans(["cribbage"])
    assert not any(maker.slow for maker in cribbage.makers)
    for name, maker in (
        ("cribbage-win", "cribbage-win"),
        (ID, "cribbage-win"),
        ("deal.equilibrium.exploitability", "cribbage-discard"),
    ):
        (plan,) = plans([name])
        assert [each.name for each in plan.makers] == [maker]


def test_it_is_written_and_checked_without_numpy(
    trueodds_command: Run, tmp_path: Path
) -> None:
    ran = trueodds_command("prove", "cribbage-win", "--out", str(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    ran = trueodds_command("check", str(tmp_path / "cribbage-win.json"))
    assert ran.code == 0
    assert re.search(
        f": follows from the deal that it states: 1 claim: {ID} is from 0.5621\\d* to "
        "0.5621\\d*, by cribbage rules, with bounds .*, if a deal gives the dealer "
        "from 16.23 to 16.24 points on average and pone from 10.15 to 10.16; this is "
        "the deal that trueodds ships\n$",
        ran.out,
    )


def test_a_forged_deal_is_not_called_proved(
    trueodds_command: Run, tmp_path: Path
) -> None:
    """In every deal the dealer scores 121, so the first dealer wins."""
    scale = 10**6
    totals = [[0] * 122]
    totals[0][121] = scale
    reached = [[scale] * 121]
    wins = [[scale] * 121] * 121
    forged = {
        "schema": "trueodds.certificate/1",
        **{"kind": "chain", "game": "cribbage", "model": "win"},
        "rules": {"target": 121},
        "claims": {ID: {"lower": "1", "upper": "1"}},
        "scale": scale,
        "totals": {"lower": totals, "upper": totals},
        "reached": {"lower": reached, "upper": reached},
        **{"lower": wins, "upper": wins},
    }
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(forged))
    code, out, _ = trueodds_command("check", str(path))
    assert code == 0
    assert "proved" not in out
    assert ": follows from the deal that it states: 1 claim: " in out
    assert "the dealer from 121.00 to 121.00 points on average" in out
    assert "this is not the deal that trueodds ships" in out
