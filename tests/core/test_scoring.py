"""A scoring rule is declared by its parts: texts, weights, and bad positions."""

from fractions import Fraction
from itertools import permutations, product
from math import perm
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.analysis.scoring import distribution, quantities
from trueodds.core.errors import PositionError
from trueodds.core.rules import Breakdown, Line
from trueodds.core.scoring import BLOCK, Cards, Choice, Dice, Part, Scoring
from trueodds.proofs.verify.positions.declared import space

RULES = SimpleNamespace(game="fancy")
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
DECK = dict.fromkeys(range(13), 4)
ROUND = Choice(range(1, 7), noun="round")
WORDS = Choice(["low", "high"], ": ", "bet")


def of(*parts: Part, **options: Any) -> Scoring:
    return Scoring(lambda rules: parts, lambda shown, rules: len(shown), **options)


@pytest.mark.parametrize(
    ("parts", "text", "standard"),
    [
        ([Dice(3, 6)], "[3, 1, 2]", "1 2 3"),
        ([Dice(3, 6)], "312", "1 2 3"),
        ([Dice(3, 6)], "⚂⚀⚁", "1 2 3"),
        ([Dice(1, 20)], "017", "17"),
        ([Choice(range(1, 7)), Dice(3, 6)], "3 | 332", "3 | 2 3 3"),
        ([Choice(range(1, 7)), Dice(3, 6)], "3 3-3-2", "3 | 2 3 3"),
        ([Choice(range(1, 7)), Dice(3, 6)], "3 332", "3 | 2 3 3"),
        ([Choice(range(100), " + "), Dice(1, 6)], "14+3", "14 + 3"),
        ([WORDS, Dice(2, 6)], "high: 61", "high: 1 6"),
        ([Choice(["full house", "yahtzee"]), Dice(2, 6)], "full house | 1 1", None),
        ([Cards(3, DECK, RANKS)], "K10A", "A 10 K"),
        ([Cards(3, DECK, RANKS, ordered=True)], "K 10 A", "K 10 A"),
        ([Cards(2, DECK, RANKS), Cards(1, DECK, RANKS)], "K A 5", "A K | 5"),
        ([Dice(2, 6), Cards(1, {7: 1, 9: 1})], "21 9", "1 2 | 9"),
    ],
)
def test_texts_are_read(parts: list[Part], text: str, standard: str | None) -> None:
    assert of(*parts)(text, RULES).position == standard or text


@pytest.mark.parametrize(
    ("parts", "text", "fault"),
    [
        ([ROUND, Dice(3, 6)], "3 | 1 2", "give 1 round (1 to 6), then 3 dice (1 to 6)"),
        ([ROUND, Dice(3, 6)], "1 2 3", 'such as "1 | 1 1 1"'),
        ([ROUND, Dice(1, 6)], "", "'' is not a position of fancy"),
        ([ROUND, Dice(3, 6)], "7 | 1 2 3", "'7 | 1 2 3' is not"),
        ([ROUND, Dice(3, 6)], "1 2 | 3 3", "'1 2 | 3 3' is not"),
        ([ROUND, Dice(3, 6)], "9" * 5000, "give 1 round"),
        ([WORDS, Dice(2, 6)], "mid: 1 2", "give 1 bet (low to high), then 2 dice"),
        ([Dice(3, 6)], "1 2 7", 'give 3 dice (1 to 6), such as "1 1 1"'),
        ([Dice(1, 6)], "²", "give 1 die (1 to 6)"),
        ([Cards(2, DECK, RANKS)], "A 1", "give 2 cards (A to K)"),
        ([Cards(5, DECK, RANKS)], "A A A A A", "'A A A A A' cannot come"),
        ([Cards(4, DECK, RANKS), Cards(1, DECK, RANKS)], "AAAA | A", "cannot come"),
    ],
)
def test_texts_that_are_not_positions(parts: list[Part], text: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        of(*parts)(text, RULES)
    assert fault in str(caught.value)


def test_other_decks_are_apart() -> None:
    """Five aces need two decks, which differ by a joker here."""
    other = DECK | {13: 1}
    parts = Cards(4, DECK, RANKS), Cards(1, other, [*RANKS, "joker"])
    assert of(*parts)("A A A A | A", RULES).position == "A A A A | A"


def test_positions_that_cannot_come() -> None:
    rising = of(
        Dice(1, 6), Dice(1, 6), possible=lambda shown, rules: shown[0] < shown[1]
    )
    assert rising("2 | 5", RULES).value == 2
    with pytest.raises(PositionError, match=r"'5 \| 5' cannot come"):
        rising("5 | 5", RULES)
    assert len({*rising.under(RULES).draws()}) == 15


def test_scores_are_explained() -> None:
    plain = Scoring(lambda rules: [Dice(2, 6)], lambda shown, rules: sum(shown[0]))
    lines = (Line("score", "1 3", 4),)
    assert plain("3 1", RULES) == Breakdown("1 3", 4, "4 points", lines)
    named = Breakdown("", 1, "one", ())
    worded = Scoring(lambda rules: [Dice(2, 6)], lambda shown, rules: named)
    assert worded("3 1", RULES) == Breakdown("1 3", 1, "one", ())


def test_a_choice_adds_no_chance_and_no_order() -> None:
    """Every word of a choice comes with each of the 36 rolls once."""
    rolls = of(ROUND, Dice(2, 6))
    weights: dict[Any, int] = {}
    for (word, _), weight in rolls.under(RULES).draws():
        weights[word] = weights.get(word, 0) + weight
    assert weights == {(number,): 36 for number in range(1, 7)}
    for parts, order in (
        ([ROUND, Dice(2, 6)], "the order of the dice"),
        ([ROUND, WORDS], "nothing"),
    ):
        listed = space(of(*parts).under(RULES))
        assert listed
        assert listed.alike == order


@pytest.mark.parametrize(
    ("first", "ways"),
    [
        (Cards(1, {1: 1, 2: 1}), {(1, 2): 1, (2, 1): 1}),
        (Cards(1, {1: 1, 3: 1}), {(1, 1): 1, (1, 2): 1, (3, 1): 1, (3, 2): 1}),
        (Dice(1, 2), {(1, 1): 1, (1, 2): 1, (2, 1): 1, (2, 2): 1}),
    ],
    ids=["its own deck", "another deck", "a die"],
)
def test_a_deck_loses_its_own_cards_alone(
    first: Part, ways: dict[tuple[int, int], int]
) -> None:
    game = of(first, Cards(1, {1: 1, 2: 1})).under(RULES)
    weights = {(a, b): weight for ((a,), (b,)), weight in game.draws()}
    assert weights == ways


decks = st.dictionaries(st.integers(0, 3), st.integers(1, 2), min_size=1)


@given(decks, st.booleans(), st.integers(1, 3), st.integers(1, 2))
def test_weights_count_the_deals_of_single_cards(
    deck: dict[int, int], ordered: bool, first: int, second: int
) -> None:
    cards = [card for card, copies in deck.items() for _ in range(copies)]
    if first + second > len(cards):
        deck[9] = first + second
        cards += [9] * deck[9]
    game = of(Cards(first, deck, ordered=ordered), Cards(second, deck))
    total = {}
    for dealt in permutations(cards, first + second):
        hand = dealt[:first] if ordered else tuple(sorted(dealt[:first]))
        shown = hand, tuple(sorted(dealt[first:]))
        total[shown] = total.get(shown, 0) + 1
    weights = dict(game.under(RULES).draws())
    every = sum(weights.values())
    assert {
        shown: weight * perm(len(cards), first + second)
        for shown, weight in weights.items()
    } == {shown: number * every for shown, number in total.items()}


def test_weights_of_loaded_dice() -> None:
    loaded = Dice(2, (1, 0, 2))
    total: dict[Any, int] = {}
    for faces in product([1, 3, 3], repeat=2):
        shown = (tuple(sorted(faces)),)
        total[shown] = total.get(shown, 0) + 1
    weights = dict(of(loaded).under(RULES).draws())
    assert {shown: weight for shown, weight in weights.items() if weight} == total
    assert weights[(1, 2),] == 0


def test_weights_above_64_bits_are_exact() -> None:
    weights = dict(of(Dice(3, (1, 10**12)), Cards(1, {5: 10**30})).under(RULES).draws())
    assert {dice: weight // 10**30 for (dice, _), weight in weights.items()} == {
        (1, 1, 1): 1,
        (1, 1, 2): 3 * 10**12,
        (1, 2, 2): 3 * 10**24,
        (2, 2, 2): 10**36,
    }


def test_a_deck_may_be_too_small() -> None:
    ((places, numbers, weights),) = of(Cards(3, {1: 1, 2: 1})).under(RULES).blocks()
    assert places.shape == numbers.shape == (0, 3)
    assert not len(weights)


def test_draws_come_in_blocks_without_the_list_of_all() -> None:
    many = of(Cards(7, dict.fromkeys(range(52), 1)), Dice(9, 6)).under(RULES)
    places, numbers, weights = next(many.blocks())
    assert places[0].tolist() == [*range(7), *[0] * 9]
    assert numbers[0].tolist() == [*range(7), *[1] * 9]
    assert len(places) == len(numbers) == len(weights) <= BLOCK
    with pytest.raises(PositionError, match=r'such as "0 1 2 3 4 5 6 \| 1 1 1'):
        many.read("0")


def test_fast_scores_are_compared_with_the_reference() -> None:
    wrong = Scoring(
        lambda rules: [Dice(2, 6)],
        lambda shown, rules: max(*shown[0]),
        values=lambda rows, rules: rows.sum(axis=1),
    )
    with pytest.raises(PositionError, match="values gives 2 for '1 1', and score 1"):
        distribution(wrong.under(None))


@pytest.mark.parametrize("points", [1.5, Fraction(1, 2), None])
def test_a_score_is_a_whole_number(points: Any) -> None:
    halves = Scoring(lambda rules: [Dice(1, 6)], lambda shown, rules: points)
    with pytest.raises(PositionError, match="a score is a whole number"):
        distribution(halves.under(None))


def test_a_stake_may_be_lost() -> None:
    bet = Scoring(
        lambda rules: [Dice(1, 6)], lambda shown, rules: 5 if shown == ((6,),) else -1
    )
    scores = {each.id: each.exact for each in quantities("score", bet.under(None))}
    assert scores == {
        "score.-1": Fraction(5, 6),
        "score.5": Fraction(1, 6),
        "score.mean": 0,
    }
