"""The six dice that win the most matches: against solving every match, and bounds."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from commands import Run
from hypothesis import given, settings
from hypothesis import strategies as st

from trueodds.analysis.farkle.best_dice import match
from trueodds.analysis.farkle.best_dice.match import best_in_match, most_wins
from trueodds.analysis.farkle.best_dice.search import BestDice, Excluded, RankedSet
from trueodds.analysis.farkle.match.different_dice import solved_against
from trueodds.analysis.farkle.match.state_space import state_space
from trueodds.analysis.farkle.solitaire import expected_turns, still_playing
from trueodds.core.errors import DiceError, RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.storage import store
from trueodds.reports.answers.farkle.best_dice import answer_of
from trueodds.reports.output import Table

EVEN, ODD, FAIR = (1, 4, 1, 4, 1, 4), (4, 1, 4, 1, 4, 1), (1, 1, 1, 1, 1, 1)
RULES = FarkleRules.load("kingdom-come", target=300)


def wins(rules: FarkleRules, against: str) -> Fraction:
    """Return a proved lower bound of the wins if a coin decides who moves first."""
    solved = solved_against(rules, against, use=False)
    return (solved.first_player.lower + solved.second_player.lower) / 2


def test_the_best_set_is_that_of_solving_every_match() -> None:
    best = best_in_match(RULES, {EVEN: 3, ODD: 5}, "fair*6", top=2)
    assert best.sets == 3
    solved = [*best.best, *best.unranked]
    assert len(best.best) == 2
    values = {}
    for odd in (3, 4, 5):
        names = f"1:4:1:4:1:4*{6 - odd}, 4:1:4:1:4:1*{odd}"
        values[odd] = wins(FarkleRules.load(RULES, dice=names), "fair*6")
    ranked = sorted(values, key=lambda odd: -values[odd])
    assert [each.dice.count(ODD) for each in solved[:2]] == ranked[:2]
    for each in solved:
        assert each.value.lower == values[each.dice.count(ODD)]
    for excluded in best.excluded:
        assert excluded.bound >= values[excluded.known.count(ODD)]
        assert excluded.bound < solved[1].value.lower


@settings(max_examples=4, deadline=None)
@given(
    yours=st.lists(st.integers(1, 4), min_size=6, max_size=6),
    theirs=st.lists(st.integers(1, 4), min_size=6, max_size=6),
    least=st.sampled_from([0, 150]),
)
def test_the_bound_of_random_dice_is_near_the_match_and_above(
    yours: list[int], theirs: list[int], least: int
) -> None:
    sets = [f"{':'.join(map(str, weights))}*6" for weights in (yours, theirs)]
    changes = {"target": 250, "minimum_to_bank": least, "minimum_to_open": least}
    rules = FarkleRules.load("kingdom-come", dice=sets[0], **changes)
    other = FarkleRules.load("kingdom-come", dice=sets[1], **changes)
    bound = most_wins(state_space(rules), still_playing(state_space(other)))
    exact = wins(rules, sets[1])
    assert exact <= bound <= exact + Fraction(1, 10)


def test_the_turns_of_the_opponent_add_up_to_their_mean() -> None:
    space = state_space(FarkleRules.load("ece209", target=500))
    slow = still_playing(space)
    assert slow[0] == 1
    assert slow == sorted(slow, reverse=True)
    assert abs(sum(slow) - expected_turns(space).midpoint) < Fraction(1, 1000)


def test_an_interrupted_search_is_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    bounds = match.most_wins

    def counted(*arguments: Any) -> Fraction:
        calls.append(1)
        return bounds(*arguments)

    def interrupt(stage: str, done: int, total: int) -> None:
        if stage == "bounding sets of dice" and done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(match, "most_wins", counted)
    inventory = {EVEN: 3, ODD: 5}
    with pytest.raises(KeyboardInterrupt):
        best_in_match(RULES, inventory, "fair*6", 1, interrupt, resume=True)
    saved = list(store.folder().glob("farkle-best-dice-*-unfinished.npz"))
    assert (len(calls), len(saved)) == (2, 1)
    resumed = best_in_match(RULES, inventory, "fair*6", resume=True)
    assert len(calls) == 3
    assert not saved[0].exists()
    assert resumed == best_in_match(RULES, inventory, "fair*6")


@pytest.mark.parametrize(
    ("preset", "inventory", "error", "fault"),
    [
        ("box", {FAIR: 6}, RulesError, "without a final round"),
        ("kingdom-come", {FAIR: 5}, DiceError, "has 5 dice"),
        (
            "kingdom-come",
            {(1, 1, 1, 1, 1, n): 6 for n in range(1, 9)},
            DiceError,
            "1,716 sets of six dice, and the purpose match takes at most 300",
        ),
    ],
)
def test_what_is_too_much_is_refused(
    preset: str,
    inventory: dict[tuple[int, ...], int],
    error: type[Exception],
    fault: str,
) -> None:
    with pytest.raises(error, match=fault):
        best_in_match(FarkleRules.load(preset), inventory, "fair*6")


def test_only_sets_that_are_best_have_places() -> None:
    """An excluded set may be better than a solved one that is not ranked."""
    first, second = (
        RankedSet((die,) * 6, {"wins": wins}, wins)
        for die, n in ((FAIR, 5), (ODD, 4))
        for wins in [Enclosure(Fraction(n, 9), Fraction(n, 9))]
    )
    excluded = Excluded((FAIR, *(ODD,) * 5), (), 1, Fraction(1, 2))
    result = BestDice(3, (first,), (second,), (excluded,), 3)
    rules, names = FarkleRules.load("kingdom-come"), {FAIR: "fair", ODD: "odd"}
    answer = answer_of(rules, names, result, "match", "fair*6")
    tables = [part for part in answer.table() if isinstance(part, Table)]
    assert [table.rows[0][:2] for table in tables] == [
        ["1", "fair*6"],
        ["odd*6", "44.44 %"],
        ["fair, odd*5", "50.00 %"],
    ]


def test_the_fields_in_the_way_are_named() -> None:
    rules = FarkleRules.load("zilch", final_round=False)
    points = rules.penalty_points
    assert points
    fault = f"not for penalty_points = {points}; set penalty_points=0, or"
    with pytest.raises(RulesError, match=fault):
        best_in_match(rules, {FAIR: 6}, "fair*6")
    rules = FarkleRules.load("kingdom-come", junk=True, final_round=True)
    with pytest.raises(RulesError, match="set final_round=false and junk=false, or"):
        best_in_match(rules, {FAIR: 6}, "fair*6")


def test_the_command(trueodds_command: Run, tmp_path: Path) -> None:
    inventory = tmp_path / "dice.toml"
    inventory.write_text('dice = ["fair*5", "odd*2"]')
    words = ["farkle", "best-dice", "--inventory", str(inventory), "--rules"]
    words += ["kingdom-come", "--for", "match", "--target", "250"]
    ran = trueodds_command(*words, "--against", "fair*5, weighted")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Take fair*4, odd*2: against fair*5, weighted you win ")
    record = json.loads(trueodds_command(*words, "--format", "json").out)
    assert (record["purpose"], record["against"]) == ("match", "fair*6")
    assert record["sets"] == "2"
    first = record["best"][0]
    assert first["dice"] == ["fair"] * 4 + ["odd"] * 2
    assert float(first["wins_second"]["upper"]) < float(first["wins"]["lower"])
