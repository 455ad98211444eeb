"""What follows from a declared scoring: positions, kinds of outcome, and odds."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb
from typing import Any

import pytest
from hypothesis import find, given, settings
from listed import right_values, texts

from trueodds import strategies
from trueodds.analysis import run, scoring
from trueodds.analysis.run import families_of
from trueodds.core import games
from trueodds.core.errors import PositionError, UnknownNameError
from trueodds.core.games import Game
from trueodds.core.odds import Odds
from trueodds.core.rulebook import Rules
from trueodds.core.rules import Breakdown, Line
from trueodds.core.rules.bunco import BuncoRules
from trueodds.core.scoring import Cards, Choice, Dice, Part, Scoring
from trueodds.core.storage.progress import silent
from trueodds.proofs import scoring as proving
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions import order as orders
from trueodds.proofs.verify.positions import sample
from trueodds.proofs.verify.positions.order import SpaceOrder, census, order
from trueodds.proofs.verify.scorer.failure_classes import Wrong
from trueodds.proofs.verify.simulator.outcomes import kinds_of, outcome_distribution

SUITS = dict.fromkeys(range(4), 1)
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


class Fancy(Rules, frozen=True, kw_only=True):
    """Rules without variants."""

    game = "fancy"


RULES = Fancy(description="fancy")


def total(shown: Any, rules: Any) -> int:
    return sum(map(sum, shown))


def game(*declared: Part, score: Callable[..., Any] = total, **options: Any) -> Game:
    rule = Scoring(lambda rules: declared, score, **options)
    return Game("fancy", rules=Fancy, scoring={"total": rule})


def every(column: Game, **choice: Any) -> SpaceOrder:
    listed = order(column, RULES, "total", orders.ChosenPositions(**choice))
    assert isinstance(listed, SpaceOrder)
    return listed


@pytest.mark.parametrize(
    "changes",
    [{}, {"dice": 1}, {"dice": 5, "sides": 4}, {"sides": 12, "rounds": 13, "dice": 2}],
)
def test_positions_of_bunco_are_all_rounds_and_ordered_rolls(
    changes: dict[str, int],
) -> None:
    rules = BuncoRules.load(**changes)
    faces = range(1, rules.sides + 1)
    bunco = games.find("bunco")
    listed = order(bunco, rules, "roll", orders.ChosenPositions())
    rolls = [*product(faces, repeat=rules.dice)]
    assert texts(listed) == [
        f"{number} | {' '.join(map(str, roll))}"
        for number in rules.round_numbers
        for roll in rolls
    ]
    assert right_values(listed)
    by_class = order(bunco, rules, "roll", orders.ChosenPositions(by_class=True))
    assert texts(by_class) == [
        f"{number} | {' '.join(map(str, roll))}"
        for number in rules.round_numbers
        for roll in combinations_with_replacement(faces, rules.dice)
    ]


def test_hands_are_listed_once_and_sent_in_any_order() -> None:
    deck = dict.fromkeys(range(20), 1)
    hands = game(Cards(3, deck), Cards(1, deck))
    listed = every(hands)
    assert listed.count == comb(20, 3) * 17 == len(set(texts(listed)))
    assert texts(listed)[:2] == ["0 1 2 | 3", "0 1 2 | 4"]
    scattered = order(hands, RULES, "total", orders.ChosenPositions(), scattered=True)
    sent = [text.partition(" | ")[0].split() for text in texts(scattered)]
    places = Counter(hand.index(max(hand, key=int)) for hand in sent)
    assert min(places.values()) > 0.3 * len(sent)
    assert {tuple(sorted(map(int, hand))) for hand in sent} == {
        *combinations(range(20), 3)
    }
    sampled = every(hands, sample=600)
    assert right_values(sampled)
    assert len({*texts(sampled)}) > 500
    ascending = texts(every(hands, sample=50, ordered=True))
    assert all(
        hand == sorted(hand, key=int)
        for hand in (text.partition(" | ")[0].split() for text in ascending)
    )


@pytest.mark.parametrize("ordered", [False, True])
def test_no_position_has_more_cards_than_the_deck(*, ordered: bool) -> None:
    deck = {1: 1, 2: 2, 5: 3}
    column = game(Cards(2, deck, ordered=ordered), Cards(2, deck))
    cards = [card for card, copies in deck.items() for _ in range(copies)]
    dealt = set()
    for four in permutations(cards, 4):
        first = four[:2] if ordered else sorted(four[:2])
        dealt.add("{} {} | {} {}".format(*first, *sorted(four[2:])))
    assert {*texts(every(column))} == {*texts(every(column, by_class=True))} == dealt
    assert len(texts(every(column))) == len(dealt)


def test_only_possible_positions_are_listed() -> None:
    column = game(
        Dice(1, 6), Dice(2, 4), possible=lambda shown, rules: shown[0][0] in shown[1]
    )
    wanted = [
        f"{face} | {a} {b}"
        for face, a, b in product(range(1, 7), range(1, 5), range(1, 5))
        if face in (a, b)
    ]
    assert texts(every(column)) == wanted
    assert every(column, by_class=True).count == sum(
        face in pair
        for face, pair in product(
            range(1, 7), combinations_with_replacement(range(1, 5), 2)
        )
    )
    assert {*sample(column, RULES, 300)} <= {*wanted}
    assert census(column, RULES, "total") == dict(
        sorted(Counter(right_values(every(column))).items())
    )


def test_too_many_positions_are_sampled() -> None:
    column = game(Cards(7, dict.fromkeys(range(52), 1)))
    with pytest.raises(PositionError, match="take random ones with --sample N"):
        every(column)
    assert right_values(order(column, RULES, "total", orders.ChosenPositions(sample=9)))
    many = game(Dice(12, 10))
    assert every(many).count == 10**12
    apart = game(Dice(4, 20), Dice(4, 20))
    with pytest.raises(PositionError, match="there are 78,411,025 classes"):
        every(apart, by_class=True)


def test_fast_scores_are_compared_with_the_reference() -> None:
    fast = game(Dice(3, 6), values=lambda rows, rules: rows.sum(axis=1))
    assert max(right_values(every(fast))) == 18
    slow = game(Dice(3, 6), values=lambda rows, rules: rows.max(axis=1))
    with pytest.raises(PositionError, match="values gives 1"):
        right_values(every(slow))


def test_features_name_words_and_equal_dice() -> None:
    column = game(
        Choice(["low", "high"], noun="bet"),
        Choice(range(1, 4), noun="round"),
        Dice(2, 6),
        Cards(2, dict.fromkeys(range(13), 4), RANKS, ordered=True),
        features=lambda shown, rules: ["seven"] * (sum(shown[2]) == 7),
    )
    scored = column.score("high | 2 | 6 1 | K K", RULES)
    assert parts(column).positions().features(RULES, "total")(scored) == (
        "score",
        "seven",
        "a 1 among the dice",
        "a 6 among the dice",
        "a K among the cards",
        "bet high",
        "round 2",
        "round 2 or more",
        "1 equal dice",
        "2 equal cards",
        "2 equal cards or more",
    )


def test_strategies_draw_possible_positions() -> None:
    deck = {1: 1, 2: 2, 5: 3}
    column = game(Choice("ab"), Cards(2, deck), Cards(3, deck), Dice(2, 6))
    draw = parts(column).strategies().positions
    assert draw
    listed = {*texts(every(column))}

    @settings(max_examples=100, database=None, deadline=None)
    @given(draw(RULES, None))
    def drawn(text: str) -> None:
        assert column.score(text, RULES).position in listed

    drawn()
    assert find(draw(RULES, None), lambda text: True) == "a | 1 2 | 2 5 5 | 1 1"


def test_changes_of_rules_follow_from_their_types() -> None:
    def some(test: Callable[[Any], bool]) -> Any:
        return find(strategies.rules("bunco"), test)

    assert some(lambda rules: 6 < rules.sides < 20).sides == 7
    assert some(lambda rules: rules.bunco_ends_turn).dice == 3
    assert some(lambda rules: not rules.fair and rules.weights).weights[-1] == 1


def odds(column: Game) -> dict[str, Any]:
    families = scoring.families(column.declared_scoring, RULES)
    return {id: q.exact for family in families for id, q in family.by_id.items()}


def test_odds_of_the_scores() -> None:
    loaded = odds(game(Dice(1, (1, 1, 4)), Cards(1, {10: 1, 20: 2})))
    assert [*loaded] == [
        *(f"score.{n}" for n in (11, 12, 13, 21, 22, 23)),
        "score.mean",
    ]
    assert loaded["score.13"] == Fraction(4, 18)
    assert loaded["score.mean"] == Fraction(5, 2) + Fraction(50, 3)
    assert not odds(game(Choice("ab"), Dice(2, 6)))
    assert not odds(game(Cards(7, dict.fromkeys(range(52), 1))))
    below = odds(game(Dice(1, 6), score=lambda shown, rules: shown[0][0] - 7))
    assert [*below] == [*(f"score.{n}" for n in range(-6, 0)), "score.mean"]


def test_a_derivation_compares_every_fast_score() -> None:
    wrong = game(
        Dice(5, 6),
        values=lambda rows, rules: rows.sum(axis=1) + (rows == 6).all(axis=1),
    )
    assert odds(wrong)["score.31"] == Fraction(1, 6**5)
    (method,) = parts(wrong).methods()
    with pytest.raises(PositionError, match="values gives 31 for '6 6 6 6 6'"):
        method.values(RULES)


def test_fast_scores_have_the_same_odds() -> None:
    fast = odds(game(Dice(3, 6), values=lambda rows, rules: rows.sum(axis=1)))
    assert fast == odds(game(Dice(3, 6)))
    assert fast["score.10"] == Fraction(27, 216)


@pytest.mark.parametrize(
    "declared",
    [
        [Dice(2, 6), Dice(1, 4)],
        [Cards(2, SUITS), Dice(1, 6), Cards(1, SUITS, ordered=True)],
    ],
)
def test_scorer_and_analysis_agree(declared: list[Part]) -> None:
    """The odds are those of a count of all positions."""
    column = game(*declared)
    (method,) = parts(column).methods()
    assert odds(column) == method.values(RULES)


DECK = {1: 2, 2: 1, 5: 3}


@pytest.mark.parametrize(
    "declared",
    [
        [Dice(3, (1, 1, 1, 1, 1, 2))],
        [Dice(2, (0, 1, 3)), Dice(2, 4)],
        [Cards(2, {1: 2, 2: 2})],
        [Cards(2, DECK), Cards(2, DECK), Dice(1, (3, 1))],
        [Cards(2, DECK, ordered=True), Cards(1, DECK), Cards(1, {1: 5, 2: 1})],
        [Cards(1, {1: 2, 2: 1}), Dice(1, (2, 1)), Cards(1, {1: 2, 2: 1})],
    ],
)
@pytest.mark.parametrize("odd", [False, True])
def test_positions_that_are_not_equally_likely_are_weighed(
    declared: list[Part], *, odd: bool
) -> None:
    """Each face of a die and each card of a deck is laid on the table by itself."""
    rolls = [
        *product(
            *(
                [face for face, weight in part.weights.items() for _ in range(weight)]
                for part in declared
                for _ in range(part.count * (part.things == "dice"))
            )
        )
    ]
    decks: dict[frozenset[tuple[int, int]], int] = {}
    for part in declared:
        if part.things == "cards":
            deck = frozenset(part.weights.items())
            decks[deck] = decks.get(deck, 0) + part.count
    deals = product(
        *(
            permutations([c for c, copies in deck for _ in range(copies)], count)
            for deck, count in decks.items()
        )
    )
    points = [sum(roll) + sum(map(sum, deal)) for deal in deals for roll in rolls]
    counted = Counter(n for n in points if not (odd and n % 2 == 0))
    column = game(
        *declared,
        possible=(lambda shown, rules: total(shown, rules) % 2) if odd else None,
    )
    (method,) = parts(column).methods()
    derived = method.values(RULES)
    wanted = {f"score.{n}": Fraction(k, counted.total()) for n, k in counted.items()}
    assert derived.pop("score.mean") == Fraction(
        sum(n * k for n, k in counted.items()), counted.total()
    )
    assert derived == wanted
    assert odds(column) == method.values(RULES)


def test_three_loaded_dice_and_a_pair_of_equal_cards_by_hand() -> None:
    """A six has 2 of 7 chances; of 4 + 2 cards, two are equal in 6 + 1 of 15 hands."""
    (method,) = parts(game(Dice(3, (1, 1, 1, 1, 1, 2)))).methods()
    loaded = method.values(RULES)
    assert loaded["score.18"] == Fraction(8, 343)
    assert loaded["score.17"] == 3 * Fraction(4, 343)
    assert loaded["score.mean"] == 3 * Fraction(27, 7)
    (method,) = parts(game(Cards(2, {1: 4, 2: 2}))).methods()
    assert method.values(RULES) == {
        "score.2": Fraction(6, 15),
        "score.3": Fraction(8, 15),
        "score.4": Fraction(1, 15),
        "score.mean": Fraction(8, 3),
    }


def test_a_census_without_all_positions_is_a_defect(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (method,) = parts(game(Cards(2, {1: 4, 2: 2}))).methods()
    monkeypatch.setattr(proving, "census", lambda *_, **weighed: {2: 6, 3: 8})
    with pytest.raises(ArithmeticError, match="do not add up"):
        method.values(RULES)


@pytest.fixture
def of_fancy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games have odds without presets."""

    def odds(column: Game, rules: Rules) -> Odds:
        return Odds("fancy", rules, "", families=families_of(column)(rules, silent))

    monkeypatch.setattr(run, "odds", odds)


def test_kinds_of_outcome(of_fancy: None) -> None:
    column = game(Dice(2, (1, 3)))
    assert [*kinds_of(column, RULES)] == ["score", "roll", "die"]
    assert outcome_distribution(column, RULES, "die").distribution["2"] == Fraction(
        3, 4
    )
    both = game(Dice(2, 6), Dice(1, 4))
    assert [*kinds_of(both, RULES)] == ["score"]
    with pytest.raises(UnknownNameError, match="'die', which need positions with one"):
        outcome_distribution(both, RULES, "die")
    none = game(Choice("ab"), Cards(1, {1: 1}))
    assert not kinds_of(none, RULES)
    with pytest.raises(UnknownNameError, match="fancy has no kinds of outcome: no sco"):
        outcome_distribution(none, RULES)
    below = game(Dice(1, 3), score=lambda shown, rules: shown[0][0] - 3)
    assert kinds_of(below, RULES)["score"].form("-2")
    assert outcome_distribution(below, RULES, "score").outcomes == ("-2", "-1", "0")


def test_the_scores_of_the_rule_that_is_named(of_fancy: None) -> None:
    rule = partial(Scoring, score=total)
    scoring = {
        "one": rule(lambda rules: [Dice(1, 6)]),
        "two": rule(lambda rules: [Dice(2, 6)]),
        "bet": rule(lambda rules: [Choice("ab"), Dice(1, 6)]),
    }
    column = Game("fancy", rules=Fancy, scoring=scoring)
    exact = partial(outcome_distribution, column, RULES)
    two = exact(rule="two")
    assert two.distribution["7"] == Fraction(1, 6)
    assert two == exact("score", "two")
    assert two.distribution == exact("score.two").distribution
    assert exact("score") == exact("score", "one") == exact(rule="one")
    with pytest.raises(UnknownNameError, match="has no outcomes 'score'; there are"):
        exact("score", "bet")


def test_labels_name_a_rule_other_than_the_first(of_fancy: None) -> None:
    dice = Scoring(lambda rules: [Dice(1, 6)], total)
    column = Game("fancy", rules=Fancy, scoring={"one": dice, "two": dice})
    odds = run.odds(column, RULES)
    assert odds["score.3"].label == "Score 3"
    assert odds["score.two.3"].label == "Score 3 by two"
    assert odds["score.two.mean"].label == "Mean score by two"


def test_a_reason_without_cards_or_dice_is_its_name() -> None:
    lines = (Line("stake", "", -2), Line("pips", "5", 5), Line("wager", "x"))
    right = Breakdown("5", 3, "", lines)
    assert Wrong("5", right, 0).example().why == (
        "stake = -2",
        "pips: 5 = 5",
        "wager: x",
    )
