"""Positions of the play of cribbage, and what their wrong answers have in common."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import pytest

from trueodds.core import games, rulebook
from trueodds.core.cards import RANKS
from trueodds.core.errors import RulesError
from trueodds.core.rules import Breakdown
from trueodds.core.rules.cribbage import CribbageRules, score
from trueodds.core.rules.cribbage_play import card_value
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions import cribbage_play, sample
from trueodds.proofs.verify.positions.order import ChosenPositions, order
from trueodds.proofs.verify.scorer.failure_classes import Wrong, failure_classes
from trueodds.proofs.verify.scorer.run import ScorerQuestion
from trueodds.proofs.verify.scorer.verdict import verify_scorer

CRIBBAGE = games.find("cribbage")
POSITIONS = parts(CRIBBAGE).positions()
RULES = CribbageRules.load()


def test_texts_and_values_of_all_positions() -> None:
    every = order(CRIBBAGE, RULES, "play", ChosenPositions())
    assert every.count == 12_892_167
    assert every.text(0, 2) == b"A\n2\n"
    assert every.text(13, 15) == b"A A\nA 2\n"
    last = every.position(every.count - 1)
    assert len(last.split()) == 8
    places = np.linspace(0, every.count - 2, 300).astype(int).tolist()
    for place in places:
        right = score(every.position(place), RULES, "play").value
        assert every.values(place, place + 1).tolist() == [right]


def number_of_piles(limit: int) -> int:
    """Return the number of orders of one to eight ranks, at most four of each."""
    total = 0
    for size in range(1, 9):
        for ranks in combinations_with_replacement(range(13), size):
            same = Counter(ranks).values()
            if max(same) <= 4 and sum(map(card_value, ranks)) <= limit:
                total += factorial(size) // prod(map(factorial, same))
    return total


def test_all_piles_up_to_a_count_of_40_can_be_listed() -> None:
    assert number_of_piles(31) == 12_892_167
    assert number_of_piles(40) < cribbage_play.MOST_PILES < number_of_piles(41)


def test_too_many_piles_to_list_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """13 piles have one card, and 169 have two: each sum of two cards fits."""
    monkeypatch.setattr(cribbage_play, "MOST_PILES", 13 + 169 - 1)
    with pytest.raises(RulesError, match="limit = 62 allows more than 181"):
        cribbage_play.all_piles(62)


def test_neighbours_are_positions() -> None:
    space = POSITIONS.space(RULES, "play")
    assert space is not None
    row = space.rows(np.array([100_000]))[0].tolist()
    for other in space.neighbours(row):
        score(space.word(other.tolist()), RULES, "play")


def pairs_out_of_sequence(position: str, right: int) -> int:
    pile = position.split()
    return right + 2 * (len(pile) > 2 and pile[-1] == pile[-3] != pile[-2])


def runs_in_spite_of_pairs(position: str, right: int) -> int:
    ranks = list(dict.fromkeys(position.split()[-4:]))
    broken = len(position.split()) > 3 and len(ranks) == 3
    alone = score(" ".join(ranks), RULES, "play") if broken else None
    return right + 3 * bool(alone and any("run" in x.name for x in alone.lines))


def runs_in_order_only(position: str, right: int) -> int:
    lines = score(position, RULES, "play").lines
    run = next((line for line in lines if line.name.startswith("run")), None)
    ranks = [RANKS.index(word) for word in run.what.split()] if run else []
    in_order = ranks in (sorted(ranks), sorted(ranks, reverse=True))
    return right if in_order or run is None else right - (run.points or 0)


def fifteen_instead_of_a_run(position: str, right: int) -> int:
    names = [line.name for line in score(position, RULES, "play").lines]
    return 2 if names[:1] == ["fifteen"] and "run" in names[-1] else right


def go_at_the_limit(position: str, right: int) -> int:
    names = [line.name for line in score(position, RULES, "play").lines]
    return right - ("count of 31" in names)


@pytest.mark.parametrize(
    ("wrong_points", "kind"),
    [
        (runs_in_order_only, "run out of order"),
        (fifteen_instead_of_a_run, "fifteen, run"),
        (go_at_the_limit, "count of 31"),
        (pairs_out_of_sequence, "pair of cards that are not next to each other"),
        (runs_in_spite_of_pairs, "run broken by a pair"),
    ],
)
def test_kinds_of_wrong_answers(
    wrong_points: Callable[[str, int], int], kind: str
) -> None:
    wrong, rights = [], []
    asked = [*sample(CRIBBAGE, RULES, 4000, rule="play"), "4 6 5", "A 2 3 4 5"]
    for position in asked:
        right = score(position, RULES, "play")
        got = wrong_points(position, right.value)
        rights.append(right)
        if got != right.value:
            wrong.append(Wrong(position, right, got))
    assert wrong
    classes = failure_classes(wrong, rights, POSITIONS.features(RULES, "play"))
    assert kind in [failure.name for failure in classes]


def test_causes_of_a_show_stay() -> None:
    right = score("5H 5C 5S JD | 5D", RULES)
    assert isinstance(right, Breakdown)
    assert {"fifteen", "pair", "nobs"} <= set(POSITIONS.features(RULES, "play")(right))


def test_house_rules_have_their_own_positions() -> None:
    rules = rulebook.load(CRIBBAGE, None, {"play.count_limit": "15"})
    space = POSITIONS.space(rules, "play")
    assert space is not None
    assert space.size < 12_892_167


@pytest.mark.parametrize("command", [("./no-such-program",), ("false",)])
def test_a_wrong_command_fails_before_all_piles_are_prepared(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[int] = []
    monkeypatch.setattr(cribbage_play, "all_piles", prepared.append)
    verdict = verify_scorer(ScorerQuestion("cribbage", RULES, "play", command=command))
    assert (verdict.word, prepared) == ("failed", [])
