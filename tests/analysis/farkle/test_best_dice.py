"""The best dice of an inventory, against naive search and against the slower solver."""

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from shlex import split
from typing import Any

import pytest
from commands import Run
from strategies.farkle import bounded_turn

import trueodds
from trueodds.analysis.farkle.best_dice import search
from trueodds.analysis.farkle.best_dice.relaxed_turn import RelaxedTurns, rounding_up
from trueodds.analysis.farkle.best_dice.roll_groups import RollGroups, weigh
from trueodds.analysis.farkle.best_dice.rounded_turn import rounded_mean
from trueodds.analysis.farkle.best_dice.search import (
    Excluded,
    best_sets,
    least_turns,
)
from trueodds.analysis.farkle.best_dice.set_turn import (
    SetTurns,
    Weights,
    number_of_sets,
)
from trueodds.analysis.farkle.match.state_space import state_space
from trueodds.analysis.farkle.solitaire import expected_turns
from trueodds.core.errors import DiceError, RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.inventory import read_inventory
from trueodds.core.rules.farkle.loaded_dice import (
    known_dice,
    published_dice,
    read_dice,
)
from trueodds.core.storage import store

EVEN, ODD, FAIR = (1, 4, 1, 4, 1, 4), (4, 1, 4, 1, 4, 1), (1, 1, 1, 1, 1, 1)


@cache
def groups(preset: str = "kingdom-come", **changes: str) -> RollGroups:
    return RollGroups(FarkleRules.load(preset, **changes))


def dice(text: str) -> list[Weights]:
    return [die.lowest for die in read_dice(text)]


@pytest.mark.parametrize(
    ("preset", "text"),
    [
        ("kingdom-come", "weighted, heavenly*3, fair*2"),
        ("box", "fair*6"),
        ("facebook", "odd*4, even*2"),
        ("ece209", "lucky*2, pie*2, king*2"),
    ],
)
def test_means_equal_those_of_the_other_solver(preset: str, text: str) -> None:
    """Box needs 50 points to bank, and facebook 300."""
    turn = bounded_turn(FarkleRules.load(preset), text)
    mean = SetTurns(groups(preset)).mean(dice(text))
    assert mean.width < Fraction(1, 10**6)
    assert max(mean.lower, turn.mean.lower) <= min(mean.upper, turn.mean.upper)


@pytest.mark.parametrize(
    "text", ["fair*6", "weighted*4, fair*2", "pie*2, odd*2, king*2"]
)
def test_bounds_of_families_hold_for_their_sets(text: str) -> None:
    relaxed, mean = RelaxedTurns(groups()), SetTurns(groups()).mean(dice(text))
    members = sorted(dice(text))
    alone = relaxed.upper(members, {})
    assert mean.upper <= Fraction(alone) <= mean.upper * Fraction(1005, 1000)

    for known in range(5, -1, -1):
        pool = {die: members[known:].count(die) for die in members[known:]}
        bound = relaxed.upper(members[:known], pool)
        assert bound >= mean.upper
        more = relaxed.upper(members[:known], {**pool, ODD: 6})
        assert more >= bound * (1 - 1e-9)


def test_points_of_house_rules_do_not_overflow() -> None:
    """The rolls times the points are above 2**63; equal weights are those of fair."""
    rules = RollGroups(FarkleRules.load("ece209", singles={1: 13999, 5: 50}))
    turns, relaxed = SetTurns(rules), RelaxedTurns(rules)
    die, fifty = (51, 50, 50, 50, 50, 49), (50,) * 6
    mean = turns.mean([die] * 6)
    assert round(float(mean.midpoint), 2) == 28170.24
    assert mean.upper <= Fraction(relaxed.upper([die] * 6, {})) < 28300
    assert turns.mean([FAIR] * 6).midpoint in turns.mean([fifty] * 6)
    weighed = weigh(rules.of_pattern((6,)), [fifty])
    lowest = weigh(rules.of_pattern((6,)), [FAIR])
    assert max(weighed.points) >= 2**63
    assert weighed.mean == pytest.approx(lowest.mean, rel=1e-15)


def test_the_rounding_of_many_classes_is_covered() -> None:
    """One rounding for each class, and 60 more, stay within the factor."""
    assert rounding_up(100) == 1 + 1e-12
    for classes in (9_000, 46_656, 10**6):
        assert Fraction(rounding_up(classes)) - 1 > Fraction(classes + 60, 2**53)


def is_member(dice: tuple[Weights, ...], group: Excluded) -> bool:
    others = Counter(dice)
    others.subtract(group.known)
    return min(others.values()) >= 0 and set(+others) <= set(group.pool)


@pytest.mark.parametrize(
    "changes", [{}, {"hot_dice": "false"}, {"minimum_to_bank": "300"}]
)
def test_the_best_set_is_that_of_naive_search(changes: dict[str, str]) -> None:
    rules = FarkleRules.load("kingdom-come", **changes)
    inventory = {EVEN: 6, ODD: 2, FAIR: 5, known_dice()["king"].weights: 1}
    result = best_sets(rules, inventory, 3)
    turns = SetTurns(groups("kingdom-come", **changes))
    sets = [
        each
        for each in combinations_with_replacement(inventory, 6)
        if all(each.count(die) <= count for die, count in inventory.items())
    ]
    means = {tuple(sorted(each)): turns.mean(each) for each in sets}
    ranked = sorted(means, key=lambda each: -means[each].midpoint)
    assert result.sets == len(sets) == number_of_sets([6, 2, 5, 1])
    assert [tuple(sorted(each.dice)) for each in result.best] == ranked[:3]
    assert [each.bounds["mean"] for each in result.best] == [
        means[each] for each in ranked[:3]
    ]
    # The excluded groups and the computed sets are all sets, and the bounds hold.
    assert len(result.best) + len(result.unranked) == result.computed
    for each in result.unranked:
        assert each.value == means[tuple(sorted(each.dice))]
    assert sum(group.sets for group in result.excluded) + result.computed == len(sets)
    for group in result.excluded:
        assert group.bound < result.best[-1].value.lower
        members = [each for each in sets if is_member(each, group)]
        assert len(members) == group.sets
        assert all(means[tuple(sorted(e))].upper <= group.bound for e in members)


@pytest.mark.parametrize(
    "changes",
    [
        {"target": "800", "minimum_to_open": "200"},
        {
            "target": "800",
            "penalty_every": "2",
            "penalty_points": "100",
            "lowest_score": "-200",
        },
    ],
)
def test_the_fewest_turns_are_those_of_naive_search(changes: dict[str, str]) -> None:
    rules = FarkleRules.load("kingdom-come", **changes)
    result = best_sets(rules, {EVEN: 3, ODD: 6}, fewest_turns=True)
    turns, target = {}, int(changes["target"])
    for odd in range(3, 7):
        text = ",".join(["odd"] * odd + ["even"] * (6 - odd))
        alone = FarkleRules.load("kingdom-come", **changes, dice=text)
        turns[odd] = expected_turns(state_space(alone))
    best = min(turns, key=lambda odd: turns[odd].midpoint)
    (ranked,) = result.best
    assert ranked.dice.count(ODD) == best
    assert ranked.bounds["turns"] == turns[best]
    assert ranked.bounds["mean"] == SetTurns(groups()).mean(ranked.dice)
    assert result.sets == 4
    assert sum(group.sets for group in result.excluded) + result.computed == 4
    assert result.excluded
    for group in result.excluded:
        bound = least_turns(target, group.bound)
        assert bound > ranked.bounds["turns"].upper
        for odd in range(3, 7):
            if is_member((ODD,) * odd + (EVEN,) * (6 - odd), group):
                assert bound <= turns[odd].lower


@pytest.mark.slow
def test_fifteen_million_sets_with_repetition() -> None:
    """45 kinds, six of each: 39 from the data file, without a joker, and six more."""
    kinds = {die.lowest for die in known_dice().values() if not die.joker}
    kinds |= {(n, 1, 1, 1, 1, 1) for n in range(3, 9)}
    assert len(kinds) == 45
    result = best_sets(FarkleRules.load("kingdom-come"), dict.fromkeys(kinds, 6))
    assert result.sets == 15_890_700
    assert result.best[0].dice == (known_dice()["weighted"].weights,) * 6
    assert result.best[0].value.texts(9) == ("17866.6418", "17866.6419")
    assert sum(group.sets for group in result.excluded) == result.sets - result.computed
    assert len(result.tied) == 1


def test_rounded_means_hold_for_dice_in_the_intervals() -> None:
    """With intervals of 0.7 percentage points on either side of the odd die.

    Fives alone score nothing, so turns are short. The next test has usual rules.
    """
    short = groups("kingdom-come", **{"singles.5": "0"})
    shares = [Fraction(weight, 15) for weight in ODD]
    around = tuple((p - Fraction(7, 1000), p + Fraction(7, 1000)) for p in shares)
    bounds = rounded_mean(short, [(ODD, around)] * 6)
    turns, means = SetTurns(short), []
    for weights in (ODD, (41, 10, 39, 10, 40, 10), (39, 10, 41, 10, 40, 10)):
        for weight, (low, high) in zip(weights, around, strict=True):
            assert low <= Fraction(weight, sum(weights)) <= high
        means.append(turns.mean([weights] * 6).midpoint)
    mixed = turns.mean([ODD] * 3 + [(41, 10, 39, 10, 40, 10)] * 3).midpoint
    assert bounds.lower < min(*means, mixed) < max(*means, mixed) < bounds.upper


def test_published_percentages_leave_one_percent_open() -> None:
    within = published_dice()["odd"].intervals
    heavenly = dice("heavenly*6")[0], published_dice()["heavenly"].intervals
    bounds = rounded_mean(groups(), [heavenly] * 2 + [(ODD, within)] * 4)
    assert bounds.texts(4) == ("1303", "1317")
    assert SetTurns(groups()).mean(dice("heavenly*2, odd*4")).midpoint in bounds


def test_exact_probabilities_have_narrow_bounds() -> None:
    kinds = dict.fromkeys(dice("odd*3, even*3"))
    exact = {die: tuple((Fraction(w, sum(die)),) * 2 for w in die) for die in kinds}
    members = dice("odd*3, even*3")
    bounds = rounded_mean(groups(), [(die, exact[die]) for die in members])
    assert SetTurns(groups()).mean(members).midpoint in bounds
    assert bounds.width < Fraction(1, 10**5)


def test_rare_farkles_are_refused_for_rounded_percentages() -> None:
    within = published_dice()["weighted"].intervals
    with pytest.raises(RulesError, match="farkle too rarely"):
        rounded_mean(groups(), [(dice("weighted*6")[0], within)] * 6)


def test_equal_dice_count_as_equal_and_ties_are_told() -> None:
    """Dice with equal weights make equal sets; mirrored dice may tie."""
    rules = FarkleRules.load("kingdom-come")
    doubled = best_sets(rules, {EVEN: 3, (2, 8, 2, 8, 2, 8): 3, ODD: 1})
    assert doubled.sets == 2
    # Twos and threes that are worth the same may be exchanged.
    alike = FarkleRules.load(
        "ece209",
        singles={"1": 100},
        of_a_kind={3: {2: 200, 3: 200}},
        straight=0,
    )
    two, three = (1, 3, 1, 1, 1, 1), (1, 1, 3, 1, 1, 1)
    tied = best_sets(alike, {two: 3, three: 3, FAIR: 3})
    assert len(tied.tied) >= 2
    assert len(tied.best) == len(tied.tied)


def test_sets_that_can_never_farkle_are_named() -> None:
    rules = FarkleRules.load("kingdom-come")
    with pytest.raises(RulesError, match=r"1:0:0:0:0:0\*6 can never farkle"):
        best_sets(rules, {(1, 0, 0, 0, 0, 0): 6, FAIR: 6})
    with pytest.raises(RulesError, match=r"1:0:0:0:0:0\*6 can never farkle"):
        best_sets(rules, {(1, 0, 0, 0, 0, 0): 6, FAIR: 6}, fewest_turns=True)
    with pytest.raises(RulesError, match="under junk = true"):
        best_sets(FarkleRules.load("ece209", junk=True), {FAIR: 6})
    with pytest.raises(DiceError, match="add up to 1005; here at most 300"):
        best_sets(rules, {(1000, 1, 1, 1, 1, 1): 6})


def test_an_interrupted_search_is_resumed(own_cache: Path) -> None:
    rules = FarkleRules.load("kingdom-come")
    inventory = dict.fromkeys((EVEN, ODD, FAIR, known_dice()["king"].weights), 3)
    whole = best_sets(rules, inventory, 2)
    steps: list[int] = []

    def interrupt(stage: str, done: int, total: int) -> None:
        if stage.startswith("comparing"):
            steps.append(done)
            if len(steps) == whole.bounds // 3:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        best_sets(rules, inventory, 2, interrupt, resume=True)
    (saved,) = own_cache.glob("*-unfinished.npz")
    # Another search leaves the file alone, and clearing the cache would delete it.
    best_sets(rules, {FAIR: 6}, resume=True)
    assert store.cached() == [saved]
    resumed = best_sets(rules, inventory, 2, resume=True)
    assert resumed.best == whole.best
    assert resumed.bounds == whole.bounds
    assert not saved.exists()


def test_computed_turns_are_not_computed_again(
    monkeypatch: pytest.MonkeyPatch, own_cache: Path
) -> None:
    """Work is interrupted in the last set, and again before that is resumed."""
    asked: list[object] = []

    def turns(space: Any) -> Enclosure:
        asked.append(space.rules.dice)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return expected_turns(space)

    def interrupt(stage: str, done: int, total: int) -> None:
        if stage.startswith("comparing"):
            raise KeyboardInterrupt

    monkeypatch.setattr(search, "expected_turns", turns)
    rules, inventory = FarkleRules.load("kingdom-come", target=300), {EVEN: 4, ODD: 4}
    with pytest.raises(KeyboardInterrupt):
        best_sets(rules, inventory, fewest_turns=True, resume=True)
    with pytest.raises(KeyboardInterrupt):
        best_sets(rules, inventory, 1, interrupt, fewest_turns=True, resume=True)
    resumed = best_sets(rules, inventory, fewest_turns=True, resume=True)
    assert asked[2] == asked[3]
    assert len(asked) == 4
    assert len(set(asked)) == resumed.computed == resumed.sets == 3
    assert not list(own_cache.glob("*-unfinished.npz"))


def test_the_command_for_turns(trueodds_command: Run, tmp_path: Path) -> None:
    inventory = tmp_path / "dice.toml"
    inventory.write_text('dice = "even*3, odd*6"')
    words = ["farkle", "best-dice", "--inventory", str(inventory)]
    words += ["--rules", "kingdom-come", "--for", "turns", "--target", "800"]
    ran = trueodds_command(*words)
    assert ran.out.splitlines()[0] == (
        "Take odd*6: 1.23 turns to 800 points on average, the fewest of 4 sets. "
        "(kingdom-come rules with target = 800)"
    )
    assert "turns at least" in ran.out
    best_dice = trueodds.farkle.best_dice
    answer = best_dice(
        inventory=inventory, rules="kingdom-come", purpose="turns", target=800
    )
    assert repr(answer) == ran.out.rstrip("\n")
    assert answer["purpose"] == "turns"
    assert answer["rules"]["target"] == 800


def test_the_command(trueodds_command: Run, tmp_path: Path) -> None:
    inventory = tmp_path / "dice.toml"
    inventory.write_text('dice = ["even*3", "odd*2", "7:7:7:7:7:7*2"]\n')
    words = ["farkle", "best-dice", "--inventory", str(inventory)]
    ran = trueodds_command(*words, "--rules", "kingdom-come", "--top", "2")
    assert ran.out.splitlines()[0] == (
        "Take odd*2, 7:7:7:7:7:7*2, even*2: 546.70 points a turn on average, the best "
        "of 3 sets. (kingdom-come rules)"
    )
    ran = trueodds_command(*words, "--rules", "kingdom-come", "--format", "json")
    record = json.loads(ran.out)
    assert (record["sets"], record["tied"]) == ("3", 1)
    assert [die["number"] for die in record["inventory"]] == [3, 2, 2]


INVENTORIES = [
    ("", "has no dice"),
    ("[dice]\n", "has no dice"),
    ("[dice]\nfair = 0\n", "has no dice"),
    ("dice = 6", "has no dice"),
    ("six fair dice", "is not TOML"),
    ("[dice]\nfair = 6\n[more]\n", "has 'more' beside dice"),
    ("[dice]\nfair = 5\n", "the inventory has 5 dice, and a set needs 6"),
    ("[dice]\nwieghted = 6\n", "there is no die 'wieghted'"),
    ("[dice]\nfair = -1\n", "fair = -1"),
    ("[dice]\nfair = true\n", "fair = True"),
    ('[dice]\n"0:0:0:0:0:0" = 6\n', "not all 0"),
    ('dice = ["fair*6", 1]', "there is no die '1'"),
    ('dice = "fair*6, weighted*0"', "does not repeat a die"),
]
OPTIONS = [
    ("--target 800", "--target 800 is only for the purposes turns"),
    ("--for mean --target 800", "--target 800 is only for the purposes turns"),
    ("--for turns --target 0", "0 is not in the range 1<=x<=1000000"),
    ("--for luck", "'luck' is not one of 'mean', 'turns'"),
    (
        "--for turns --target 800 --set target=900",
        "--target and --set target=… set the same rule",
    ),
    ("--for turns --target 60000", "choose a lower target"),
    ("--for match --rounding", "--rounding is not for the purpose match"),
    ("--against fair*6", "--against is only for the purpose match"),
    ("--for match --against ''", "--against is empty"),
    ("--for match --against fare*6", "there is no die 'fare'"),
    ("--for match --against fair*5", "has 5 dice, not 6"),
]


@pytest.mark.parametrize(
    ("text", "options", "fault"),
    [(text, "", fault) for text, fault in INVENTORIES]
    + [('dice = "fair*6"', options, fault) for options, fault in OPTIONS],
)
def test_inventories_and_options_that_are_refused(
    text: str, options: str, fault: str, trueodds_command: Run, tmp_path: Path
) -> None:
    inventory = tmp_path / "dice.toml"
    inventory.write_text(text)
    words = ["--inventory", str(inventory), "--rules", "kingdom-come"]
    ran = trueodds_command("farkle", "best-dice", *words, *split(options))
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.err
    assert "Traceback" not in ran.err


def test_inventories_are_tables_lists_or_text(tmp_path: Path) -> None:
    inventory = tmp_path / "dice.toml"
    owned = []
    for text in ("[dice]\nodd = 2\nfair = 4", 'dice = ["odd*2", "fair*4"]'):
        inventory.write_text(text)
        owned.append(read_inventory(inventory))
    inventory.write_text('dice = "odd*2, fair*4"')
    assert owned[0] == owned[1] == read_inventory(inventory)
