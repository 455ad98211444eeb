"""The distribution of a discard: own hand, crib and total, not only their means."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from commands import Run
from hypothesis import given, settings
from hypothesis import strategies as st

import trueodds
from trueodds.analysis.cribbage.discard.distribution import DiscardDistributions
from trueodds.core.cards import DECK, Card, format_cards, parse_cards
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.rules.cribbage import CribbageRules, show_points

HAND = "5H 5D JS QC 2D 9S"


def distributions(discard: object) -> DiscardDistributions:
    ranked = getattr(discard, "distributions", None)
    assert isinstance(ranked, DiscardDistributions)
    return ranked


@settings(max_examples=4)
@given(
    hand=st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True),
    role=st.sampled_from(["dealer", "pone"]),
)
def test_means_are_those_found_by_inclusion_and_exclusion(
    hand: list[Card], role: str
) -> None:
    for discard in trueodds.discard(hand, role, distribution=True):
        distribution = distributions(discard)
        assert distribution.own.mean() == discard.own
        assert distribution.crib.mean() == discard.crib
        assert distribution.total.mean() == discard.total
        assert (min(distribution.own), max(distribution.own)) == (
            discard.own_min,
            discard.own_max,
        )


@pytest.mark.slow
def test_against_two_cards_at_random_case_by_case() -> None:
    """Any two of the other 46 cards, any starter of the 44 left: 45,540 cases."""
    hand = "2H 5D 5H 8H JH KH"  # flushes, a pair and a jack
    ranked = trueodds.discard(hand, "pone", opponent="uniform", distribution=True)
    cards = parse_cards(hand)
    rest = [card for card in DECK if card not in cards]
    shown = {
        (discard, starter): show_points(discard.keep, starter, rules(), "hand")
        for discard in ranked
        for starter in rest
    }
    cases = [
        (*two, starter)
        for two in combinations(rest, 2)
        for starter in rest
        if starter not in two
    ]
    numbers = np.array([[card.number for card in case] for case in cases], np.uint8)
    for discard in ranked:
        cribs = np.empty((len(cases), 5), np.uint8)
        cribs[:, :2] = [card.number for card in discard.discard]
        cribs[:, 2:] = numbers
        points = score_shows(cribs, crib=True).tolist()
        own = [shown[discard, starter] for *_, starter in cases]
        distribution = distributions(discard)
        totals = [mine - theirs for mine, theirs in zip(own, points, strict=True)]
        for found_distribution, each in (
            (distribution.own, own),
            (distribution.crib, points),
            (distribution.total, totals),
        ):
            counts = Counter(each).items()
            assert dict(found_distribution.items()) == {
                n: often * found_distribution.total // len(cases) for n, often in counts
            }


def test_json_has_every_chance_exactly(trueodds_command: Run) -> None:
    command = ("discard", HAND, "--role", "dealer", "--distribution")
    code, out, err = trueodds_command(*command, "--format", "json")
    assert (code, err) == (0, "")
    discards = json.loads(out)["discards"]
    assert len(discards) == 15
    for entry in discards:
        for part in ("own", "crib", "total"):
            distribution = entry["distribution"][part]
            chances = [Fraction(row["probability"]) for row in distribution["points"]]
            points = [row["points"] for row in distribution["points"]]
            at_least = [Fraction(row["at_least"]) for row in distribution["points"]]
            assert points == list(range(points[0], points[-1] + 1))
            assert at_least == [sum(chances[n:]) for n in range(len(chances))]
            assert at_least[0] == 1
            mean = sum(n * chance for n, chance in zip(points, chances, strict=True))
            assert mean == Fraction(distribution["mean"]) == Fraction(entry[part])
            square = sum(
                n * n * chance for n, chance in zip(points, chances, strict=True)
            )
            assert Fraction(distribution["variance"]) == square - mean**2
            lower, upper = (
                Fraction(distribution["sd"][end]) for end in ("lower", "upper")
            )
            assert lower**2 <= square - mean**2 <= upper**2
            assert upper - lower < Fraction(1, 10**15)


def test_table_of_one_discard(trueodds_command: Run) -> None:
    code, out, err = trueodds_command(
        "discard", HAND, "--role", "pone", "--throw", "9s 2d", "--distribution"
    )
    assert (code, err) == (0, "")
    assert out.count("5D 5H JS QC") == 1
    assert "2D 5D\n" not in out
    assert "Throwing 2D 9S" in out
    # The hand of 5-5-J-Q scores 10 or more, and 10 with half of the starters.
    assert "own: mean 12.673913, standard deviation 3.458162" in out
    (ten,) = (line for line in out.splitlines() if line.startswith("10 "))
    assert ten.split()[1:4] == ["50.0000", "%", "100.0000"]


def test_distributions_only_where_they_are_asked_for() -> None:
    ranked = trueodds.discard(parse_cards(HAND), "dealer")
    assert ranked.of("9S 2D") is ranked.best
    assert format_cards(ranked.best.discard) == "2D 9S"
    assert ranked.best.distributions is None


def rules() -> CribbageRules:
    return CribbageRules.load()
