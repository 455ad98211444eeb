"""Wrong scorers of many kinds: the first row of the verdict names the true cause."""

from collections import Counter
from collections.abc import Callable
from functools import cache, reduce
from itertools import combinations
from math import lgamma, log
from operator import or_
from pathlib import Path
from random import Random

import pytest

from trueodds.core import games, rulebook
from trueodds.core.cards import RANKS
from trueodds.core.rulebook import Rules
from trueodds.core.rules import Breakdown
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.core.rules.cribbage_play import count_of
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions import sample
from trueodds.proofs.verify.positions.order import scorer_of
from trueodds.proofs.verify.scorer.failure_classes import (
    Wrong,
    failure_classes,
    smallest_set,
)

Scorer = Callable[[Breakdown], int]
Test = Callable[[Breakdown], bool]
RARE = {
    "play": ["6 4 5 3 2 A", "A 2 3 4 5 7 6", "A 3 5 7 2 4 6", "2 4 3 A 5 6", "4 6 5"],
    "farkle": ["222666", "311133", "444555"],
}


@cache
def shown(game: str, rule: str) -> list[Breakdown]:
    """Return the breakdowns of random positions, and of some rare ones."""
    column = games.find(game)
    rules = rulebook.load(column, column.base_preset)
    score = scorer_of(column, rules, rule)
    asked = sample(column, rules, 2500, rule=rule)
    return [score(text) for text in asked + RARE.get(rule, RARE.get(game, []))]


def first_class(game: str, rule: str, scorer: Scorer) -> str:
    """Return the name of the largest failure class of a scorer."""
    wrong, rights = [], []
    for right in shown(game, rule):
        if (got := scorer(right)) == right.value:
            rights.append(right)
        else:
            wrong.append(Wrong(right.position, right, got))
    column = games.find(game)
    rules = rulebook.load(column, column.base_preset)
    features_of = parts(column).positions().features(rules, rule)
    return failure_classes(wrong, rights, features_of)[0].name


def without(name: str, test: Callable[[list[str], str], bool] | None = None) -> Scorer:
    """Return a scorer that misses items of a name, if a test of their cards is true."""

    def scorer(right: Breakdown) -> int:
        starter = right.position.partition("| ")[2]
        named = [line for line in right.lines if line.name.startswith(name)]
        missed = [x for x in named if test is None or test(x.what.split(), starter)]
        return right.value - sum(line.points or 0 for line in missed)

    return scorer


def plus(points: int, test: Test) -> Scorer:
    """Return a scorer that adds points to positions for which the test is true."""
    return lambda right: right.value + points * test(right)


def gives(points: int, test: Test) -> Scorer:
    """Return a scorer that gives points for positions for which the test is true."""
    return lambda right: points if test(right) else right.value


def cards(right: Breakdown) -> list[str]:
    return right.position.replace("|", " ").split()


def pile(right: Breakdown) -> list[int]:
    return [RANKS.index(word) for word in cards(right)]


def names(right: Breakdown) -> set[str]:
    return {line.name for line in right.lines}


def equal(right: Breakdown) -> list[int]:
    """Return how often each digit of a roll comes, the most frequent first."""
    return sorted(Counter(right.position).values(), reverse=True)


def five_of_a_suit(right: Breakdown) -> bool:
    return len({card[-1] for card in cards(right)}) == 1


def is_out_of_order(run: list[str], starter: str) -> bool:
    ranks = list(map(RANKS.index, run))
    return ranks not in (sorted(ranks), sorted(ranks, reverse=True))


def ten_misread(right: Breakdown) -> bool:
    return "10" in right.position


def faces_as_more_than_ten(right: Breakdown) -> int:
    """Count jacks, queens and kings as 11, 12 and 13 in fifteens."""
    ranks = [RANKS.index(card[:-1]) + 1 for card in cards(right)]
    sets = (some for n in range(2, 6) for some in combinations(ranks, n))
    return without("fifteen")(right) + 2 * sum(sum(some) == 15 for some in sets)


def fifteen_before(right: Breakdown) -> bool:
    values = [min(rank + 1, 10) for rank in pile(right)]
    return any(sum(values[:number]) == 15 for number in range(len(values)))


def is_scattered_run(right: Breakdown) -> bool:
    ranks = {*pile(right)}
    return any({n, n + 1, n + 2} <= ranks for n in ranks) and not any(
        name.startswith("run") for name in names(right)
    )


def is_pair_elsewhere(right: Breakdown) -> bool:
    ranks = pile(right)
    while len(ranks) > 1 and ranks[-1] == ranks[-2]:
        ranks = ranks[:-1]
    return len({*ranks}) < len(ranks)


@cache
def baccarat_rules(natural: int) -> Rules:
    return rulebook.load(games.find("baccarat"), None, {"natural": natural})


def coup_value(ranks: list[str], natural: int = 8) -> int:
    score = games.find("baccarat").scorer()
    return int(score(" ".join(ranks), baccarat_rules(natural)).value)


def hand(right: Breakdown, line: int) -> tuple[int, list[str]]:
    """Return the total of two cards of a hand of baccarat, and its third card."""
    ranks = right.lines[line].what.split()
    values = [min(RANKS.index(rank) + 1, 10) for rank in ranks[:2]]
    return sum(values) % 10, ranks[2:]


def with_tens(right: Breakdown) -> int:
    """Play a coup in which tens count 10, and a total of two digits loses 10 once."""

    def total(hand: list[int]) -> int:
        added = sum(min(rank + 1, 10) for rank in hand)
        return added - 10 if added > 9 else added

    p, b, q, c, *rest = map(RANKS.index, cards(right))
    player, banker = [p, q], [b, c]
    if max(total(player), total(banker)) < 8:
        third = rest.pop(0) if total(player) < 6 else None
        player += [] if third is None else [third]
        if BaccaratRules.load().banker_draws_on(total(banker), third):
            banker.append(rest.pop(0))
    ends = total(player), total(banker)
    return 0 if ends[0] == ends[1] else 1 + (ends[0] < ends[1])


HAND: dict[str, Scorer] = {
    "nobs": without("nobs"),
    "flush": without("flush"),
    "flush of 5 cards": plus(-1, five_of_a_suit),
    "run with the starter lowest": without("run", lambda run, s: run[0] == s),
    "run with the starter": without("run", lambda run, s: s in run),
    "run of 4 cards or more": without("run", lambda run, s: len(run) > 3),
    "fifteen of 4 cards or more": without("fifteen", lambda some, s: len(some) > 3),
    "fifteen with the starter": without("fifteen", lambda some, s: s in some),
    "pair with the starter": without("pair", lambda pair, s: s in pair),
    "J as the starter": plus(2, lambda x: "| J" in x.position),
    "Q K A among the cards": plus(3, lambda x: {*"QKA"} <= {c[:-1] for c in cards(x)}),
    "a face card among the cards": faces_as_more_than_ten,
    "10 among the cards": plus(1, ten_misread),
}
PLAY: dict[str, Scorer] = {
    "run of 6 cards or more": without("run", lambda run, _: len(run) > 5),
    "run of 4 cards or more": without("run", lambda run, _: len(run) > 3),
    "run out of order": without("run", is_out_of_order),
    "run after other cards": lambda right: without(
        "run", lambda run, _: len(run) < len(cards(right))
    )(right),
    "count of 31": without("count"),
    "fifteen": without("fifteen"),
    "fifteen, 3 cards in the pile or fewer": plus(
        -2, lambda right: "fifteen" in names(right) and len(cards(right)) < 4
    ),
    "pair, 2 cards in the pile": plus(
        -2, lambda right: "pair" in names(right) and len(cards(right)) == 2
    ),
    "three of a kind": without("three"),
    "pair of cards that are not next to each other": plus(
        2, lambda x: pile(x)[-1] in pile(x)[:-1] and pile(x)[-1] != pile(x)[-2]
    ),
    "Q K A among the cards": plus(3, lambda x: {*cards(x)[-3:]} == {*"QKA"}),
    "fifteen before the last card": plus(2, fifteen_before),
    "count of 30": plus(2, lambda x: count_of(pile(x)) == 30),
    "run not at the end of the pile": plus(3, is_scattered_run),
    "pair not at the end of the pile": plus(2, is_pair_elsewhere),
    "two touching ranks at the end": plus(
        2, lambda x: len(pile(x)) > 1 and abs(pile(x)[-1] - pile(x)[-2]) == 1
    ),
}
FOURS = ("1234", "2345", "3456")
ROLL: dict[str, Scorer] = {
    "two triplets (not in these rules)": gives(2500, lambda x: equal(x) == [3, 3]),
    "three pairs (not in these rules)": gives(1500, lambda x: equal(x) == [2, 2, 2]),
    "four and two (not in these rules)": gives(1500, lambda x: equal(x) == [4, 2]),
    "straight 12345 (not in these rules)": plus(
        300, lambda x: {*"12345"} <= {*x.position} and "6" not in x.position
    ),
    "four of a kind (not in these rules)": plus(300, lambda x: equal(x)[0] >= 4),
    "straight 123456": gives(150, lambda x: equal(x) == [1] * 6),
    "three of a kind 111": plus(-900, lambda x: x.position.count("1") > 2),
    "three of a kind 666": plus(-100, lambda x: x.position.count("6") > 2),
    "single 5": plus(-50, lambda x: any(y.what == "5" for y in x.lines)),
    "single 5 2 times": plus(-50, lambda x: x.position.count("5") in (2, 5)),
    "nothing scores, 6 dice": gives(500, lambda x: x.value == 0 and sum(equal(x)) == 6),
    "full house": plus(500, lambda x: equal(x)[0] > 2 and [*equal(x), 0][1] > 1),
    "straight of four": plus(
        300, lambda x: any({*faces} <= {*x.position} for faces in FOURS)
    ),
    "only different faces": plus(100, lambda x: equal(x)[0] == 1 and len(equal(x)) > 2),
    "four of a kind 1111 (not in these rules)": plus(
        -100, lambda x: x.position.count("1") >= 4
    ),
}
COUP: dict[str, Scorer] = {
    "Tie": gives(2, lambda right: right.value == 0),
    "Player wins": gives(2, lambda right: right.value == 1),
    "naturals are ignored": lambda x: coup_value(cards(x), natural=10),
    "Player's cards are dealt first": lambda x: coup_value(
        [cards(x)[place] for place in (0, 2, 1, 3, 4, 5)]
    ),
    "a ten-valued card in a hand": plus(
        7, lambda x: any({*"JQK", "10"} & {*line.what.split()} for line in x.lines)
    ),
    "tens count as ten": with_tens,
    "J in a hand": plus(7, lambda x: any("J" in line.what for line in x.lines)),
    "Player draws": plus(7, lambda right: hand(right, 0)[1] != []),
    "Player has a natural": plus(7, lambda right: hand(right, 0)[0] > 7),
    "Banker stands, Player stands": plus(
        7, lambda right: not (hand(right, 0)[1] or hand(right, 1)[1])
    ),
    "Player draws 8, Banker has 3 in two cards": plus(
        7, lambda right: hand(right, 0)[1] == ["8"] and hand(right, 1)[0] == 3
    ),
}
ROUND: dict[str, Scorer] = {
    "Bunco": gives(25, lambda right: right.value == 21),
    "mini Bunco": gives(0, lambda right: right.value == 5),
    "round 6": gives(9, lambda right: right.position[0] == "6"),
    "round 4 or more": gives(9, lambda right: right.position[0] > "3"),
    "a 6 among the dice": lambda right: right.value + right.position.count("6", 4),
    "on the target, 2 equal dice": gives(1, lambda right: right.value == 2),
    "3 equal dice": plus(1, lambda right: "unco" in right.lines[0].name),
}
SCORERS = [
    (game, rule, cause, scorer)
    for game, rule, table in (
        ("cribbage", "hand", HAND),
        ("cribbage", "play", PLAY),
        ("farkle", "roll", ROLL),
        ("baccarat", "coup", COUP),
        ("bunco", "roll", ROUND),
    )
    for cause, scorer in table.items()
]


@pytest.mark.parametrize(("game", "rule", "cause", "scorer"), SCORERS)
def test_the_first_row_names_the_cause(
    game: str, rule: str, cause: str, scorer: Scorer
) -> None:
    named = first_class(game, rule, scorer)
    assert sorted(named.split(", ")) == sorted(cause.split(", "))


def test_no_smaller_set_describes_the_wrong_answers_in_fewer_bits() -> None:
    """All sets of up to three causes are tried."""
    random, wrong, right = Random(7), 12, 30
    for _ in range(20):
        every = {(f"{n}",): random.getrandbits(wrong + right) for n in range(9)}
        every |= {("x",): 0b111111, ("y",): 0b111111000000, ("z",): 0b11110 << wrong}

        def length(
            some: tuple[tuple[str, ...], ...], every: dict[tuple[str, ...], int] = every
        ) -> float:
            having = reduce(or_, (every[names] for names in some), 0)
            with_it = (having & 0xFFF).bit_count(), (having >> wrong).bit_count()
            cells = with_it, (wrong - with_it[0], right - with_it[1])
            ways = [lgamma(a + b + 1) - lgamma(a + 1) - lgamma(b + 1) for a, b in cells]
            return log(1 + len(every)) * len(some) + sum(ways)

        sets = [some for size in range(4) for some in combinations(every, size)]
        smallest = smallest_set(every, wrong, right)
        assert length(tuple(smallest)) <= min(map(length, sets)) + 1e-9


FULL_HOUSE = """
from trueodds.proofs.verify.scorer.serve import reference
score = reference("farkle", "roll", '{{"patterns": {{"{}": {}}}}}')
"""


@pytest.mark.parametrize(("pattern", "points"), [("3+2", 1350), ("2+2", 350)])
def test_patterns_that_no_preset_has_are_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    verify_scorer: Callable[..., dict[str, object]],
    functions_here: None,
    pattern: str,
    points: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("full.py").write_text(FULL_HOUSE.format(pattern, points))
    verdict = verify_scorer("farkle", "--by-class", "--python", "full.py")
    fits = verdict["details"]["fitting_rules"]
    assert fits == [f"--rules box --set patterns.{pattern}={points}"]


SLIP = """
from trueodds.proofs.verify.scorer.serve import reference
pairs = reference("farkle", "roll", '{"three_pairs": 750}')

def score(roll):
    return pairs(roll) - 10 * ("".join(sorted(roll)) in ("111222", "222444"))
"""


def test_a_change_of_the_rules_and_a_slip_are_both_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    verify_scorer: Callable[..., dict[str, object]],
    functions_here: None,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("slip.py").write_text(SLIP)
    words = ("farkle", "--by-class", "--max-failures", "0", "--python", "slip.py")
    verdict = verify_scorer(*words)
    rows = [(row["kind"], row["count"]) for row in verdict["details"]["kinds"]]
    change = "--rules box --set three_pairs=750"
    assert rows[0] == (f"right under {change}", 20)
    assert rows[1] == ("two triplets", 2)
    assert any(
        note.startswith(f"all but 2 answers are right under: {change}; the other rows")
        for note in verdict["notes"]
    )
