"""A scorer with a rule that people play by is wrong by others; the rule is named."""

from itertools import permutations
from random import Random

import numpy as np
import pytest
from strategies.farkle import GAME, SIX_FAIR_DICE, rules

from trueodds.core import games, rulebook
from trueodds.core.rulebook import Rules
from trueodds.core.rules.farkle import FarkleRules
from trueodds.proofs.verify.positions.order import ChosenPositions, Order
from trueodds.proofs.verify.scorer import fitting_rules as search_of_rules
from trueodds.proofs.verify.scorer.chunk import Disagreement
from trueodds.proofs.verify.scorer.fitting_rules import (
    fitting_rules,
    rescored,
)
from trueodds.proofs.verify.scorer.refuted import wrong_answers
from trueodds.proofs.verify.scorer.resume import RunState
from trueodds.proofs.verify.scorer.run import ScorerQuestion

Changes = dict[str, object]
BY_CLASS = ChosenPositions(by_class=True)


def answered(
    base: Rules,
    played: Rules,
    game: str = "farkle",
    positions: ChosenPositions = BY_CLASS,
) -> tuple[ScorerQuestion, Order, RunState]:
    """Return the answers of a scorer of some rules, as they are judged by others."""
    question = ScorerQuestion(game, base, None, positions)
    order = question.order()
    right = order.values(0, order.count)
    got = rescored(order, ScorerQuestion(game, played)).values(0, order.count)
    kept = [Disagreement(int(n), int(got[n])) for n in np.flatnonzero(got != right)]
    return question, order, RunState([], len(kept), kept)


def named(base: FarkleRules, played: FarkleRules) -> list[str]:
    """Return the options that explain a scorer of some rules, judged by others.

    None are needed if both score every roll the same.
    """
    question, order, state = answered(base, played)
    if not state.kept:
        return [""]
    search = fitting_rules(question, order, state, wrong_answers(order, state.kept))
    return [fit.options for fit in search.fits if not fit.left]


def full_houses(triple: int, pair: int, more: int) -> Changes:
    """Return points of each full house: what its dice score in the box, and more.

    ``triple`` and ``pair`` are 1 if their points are added.
    """
    points = {}
    for three, two in permutations(range(1, 7), 2):
        text = "".join(sorted(f"{three}" * 3 + f"{two}" * 2))
        threes = 300 if three == 1 else 100 * three
        twos = {1: 200, 5: 100}.get(two, 0)
        points[text] = triple * threes + pair * twos + more
    return {"patterns": points}


@pytest.mark.parametrize("most", [400, 1 << 18])
def test_a_fit_is_compared_with_every_answer(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of two changes explains the first 400 answers; the straight comes later."""
    monkeypatch.setattr(search_of_rules, "MOST_ANSWERS", most)
    played = rules("box", singles={1: 90, 5: 50}, straight=1200)
    question, order, state = answered(rules("box"), played)
    wrong = wrong_answers(order, state.kept)
    fits = fitting_rules(question, order, state, wrong).fits
    assert [fit.options for fit in fits] == ["--rules box --set singles.1=90"]
    assert [order.values(n, n + 1) for n, _ in fits[0].left] == [[1500]]


def test_a_rule_is_named_although_the_smallest_wrong_answers_have_another_cause() -> (
    None
):
    """This scorer also answers 0 for rolls of one or two dice."""
    base = rules("ece209")
    question, order, state = answered(base, rules("ece209", four_and_two=1750))
    other = [
        Disagreement(place, 0)
        for place, points in enumerate(order.values(0, order.count))
        if points and len(order.position(place)) <= 2
    ]
    wrong = sorted([*state.kept, *other])
    state = RunState([], len(wrong), wrong)
    search = fitting_rules(question, order, state, wrong_answers(order, wrong))
    (fit,) = search.fits
    assert fit.options == "--rules ece209 --set four_and_two=1750"
    assert sorted(fit.left) == sorted(other)


def test_a_number_that_is_off_by_one_is_named_whatever_it_counts() -> None:
    """Eleven points a card of a run, and not ten: no answer is off by 1."""
    cribbage = games.find("cribbage")
    base, played = (
        rulebook.load(cribbage, "six-card", {"run_card_points": points})
        for points in (10, 11)
    )
    sample = ChosenPositions(sample=200)
    question, order, state = answered(base, played, "cribbage", sample)
    wrong = wrong_answers(order, state.kept)
    assert min(answer.got - answer.right.value for answer in wrong) == 3
    search = fitting_rules(question, order, state, wrong)
    assert [fit.options for fit in search.fits if not fit.left] == [
        "--set run_card_points=11"
    ]


EIGHT = {"number_of_dice": 8}
SEVEN = {"number_of_dice": 7}

ROWS: dict[str, tuple[str, Changes, Changes, str]] = {
    "full house": ("box", {}, {"patterns.3+2": 1500}, "patterns.3+2=1500"),
    "full house, a bonus": ("box", {}, full_houses(1, 1, 500), "patterns.11122=800"),
    "the triple and 250": ("box", {}, full_houses(1, 0, 250), "patterns.33355=550"),
    "two pairs": ("ece209", {}, {"patterns.2+2": 150}, "patterns.2+2=150"),
    "six 1s win": ("box", {}, {"of_a_kind.6.1": 10_000}, "of_a_kind.6.1=10000"),
    "six 6s win": ("ece209", {}, {"of_a_kind.6.6": 5000}, "of_a_kind.6.6=5000"),
    "no score costs 500": ("box", {}, {"nothing": -500}, "nothing=-500"),
    "no score costs all": ("box", {}, {"nothing": -10_000}, "nothing=-10000"),
    "a later throw: no straight": ("box", {}, {"straight": 0}, "straight=0"),
    "a later throw: no 111": (
        *("ece209", {}, {"of_a_kind.3.1": 0}),
        "of_a_kind.3.1=0",
    ),
    "four in a row": ("ece209", {}, {"patterns.2345": 350}, "patterns.2345=350"),
    "four of a kind": (
        *("ece209", {}, {"of_a_kind.4": dict.fromkeys("123456", 1100)}),
        "of_a_kind.4.6=1100",
    ),
    "seven dice, 4+3": ("ece209", SEVEN, {"patterns.4+3": 2600}, "patterns.4+3=2600"),
    "seven dice, 3+2+2": (
        *("ece209", SEVEN, {"patterns.3+2+2": 1750}),
        "patterns.3+2+2=1750",
    ),
    "eight dice, four pairs": (
        *("ece209", EIGHT, {"patterns.2+2+2+2": 2250}),
        "patterns.2+2+2+2=2250",
    ),
    "eight dice, 5+3": ("ece209", EIGHT, {"patterns.5+3": 2950}, "patterns.5+3=2950"),
    "eight 3s": ("ece209", EIGHT, {"of_a_kind.8.3": 9000}, "of_a_kind.8.3=9000"),
    "seven of a kind": (
        *("ece209", EIGHT, {"of_a_kind.7": dict.fromkeys("123456", 7000)}),
        "of_a_kind.7.2=7000",
    ),
}
"""By rule: a preset, what its positions need, the rule, and a part of its options."""


@pytest.mark.parametrize("rule", ROWS)
def test_a_rule_that_people_play_by_is_named(rule: str) -> None:
    preset, dice, changes, option = ROWS[rule]
    options = named(rules(preset, **dice), rules(preset, **dice, **changes))
    assert any(f"--set {option}" in text for text in options), options


@pytest.mark.parametrize("preset", SIX_FAIR_DICE[1:])
def test_the_presets_are_named(preset: str) -> None:
    played = rules(preset)
    options = named(rules(SIX_FAIR_DICE[0]), played)
    (first, *_) = options
    assert first.startswith("--rules ")
    assert named(rules(first.removeprefix("--rules ")), played) == [""]


LINES = [
    (preset, pattern.field, pattern.points + 150)
    for preset in rulebook.preset_names(GAME)
    for pattern in rules(preset).all_patterns
]
"""Each line of points of each preset, with other points."""

SHARE = [
    Random(name).choice([line for line in LINES if line[0] == name])
    for name in rulebook.preset_names(GAME)
]
"""One line of each preset."""


@pytest.mark.parametrize(
    ("preset", "field", "points"),
    [
        *SHARE,
        *(
            pytest.param(*line, marks=pytest.mark.slow)
            for line in LINES
            if line not in SHARE
        ),
    ],
)
def test_a_line_with_other_points_is_named(
    preset: str, field: str, points: int
) -> None:
    options = named(rules(preset), rules(preset, **{field: points}))
    assert any(
        text == "" or text.endswith(f"--set {field}={points}") for text in options
    ), options
