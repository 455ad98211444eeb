"""The engine of cribbage's pages against the reference: shows, cards, suit classes."""

import random
from fractions import Fraction

import pytest
from javascript import evaluated

from trueodds.analysis.cribbage.suit_classes import classify
from trueodds.core import rulebook
from trueodds.core.cards import DECK, Card, parse_cards
from trueodds.core.rules.cribbage import (
    CribbageRules,
    Rule,
    rank_points,
    show_lines,
    show_points,
)

ENGINES = ["common", "cribbage"]
BOTH: tuple[Rule, ...] = ("hand", "crib")
NO_CARD = -1
RULES = [
    CribbageRules.load(),
    CribbageRules.load(
        fifteen_points=3,
        pair_points=5,
        run_card_points=2,
        flush_card_points=7,
        nobs_points=11,
        hand_flush=5,
        crib_flush=4,
    ),
]
"""Rules in which each thing that scores has points of its own."""

SHOWS = """([rules, shows]) => shows.map(([cards, starter, crib]) =>
  trueodds.cribbage.showLines(cards, starter < 0 ? null : starter, rules, crib)
    .map(({item, cards, points}) =>
      [item, cards.map(trueodds.cribbage.cardText).join(' '), points]))"""
"""Function of rules and shows: the lines of each show."""

POINTS = """([rules, shows]) => {
  const {cribbage} = trueodds;
  const by = cribbage.scoring(rules);
  return shows.map(([cards, starter, crib]) =>
    cribbage.showPoints(...cards, starter, by, crib));
}"""
"""Function of rules and shows: the points of each show."""

BY_RANK = """([rules, hands]) => {
  const {cribbage} = trueodds;
  const by = cribbage.scoring(rules);
  return hands.map(([a, b, starter, c, d]) => {
    const first = cribbage.pairOf(4 * a, 4 * b);
    const second = cribbage.pairOf(4 * c, 4 * d);
    return [by.points[(13 * first + starter) * 91 + second],
      by.overAll[91 * first + second]];
  });
}"""
"""Function of rules and ranks: points of five ranks, and of four with all starters."""

CLASSES = """(hands) => hands.map((cards) => {
  const {cribbage} = trueodds;
  const number = cribbage.classify(cards);
  const ordered = cribbage.inPlaceOrder(cribbage.rankSets(cards));
  return [number, [...cribbage.places], ordered];
})"""
"""Function of hands: class, the suits of its places, and the cards in their order."""

CARDS = """(texts) => texts.map((text) => {
  try {
    return trueodds.cribbage.parseCards(text);
  } catch (error) {
    return error.message;
  }
})"""


def shows(number: int) -> list[tuple[list[Card], Card, Rule]]:
    """Return random shows; every second has few suits, so that flushes are common."""
    draw = random.Random(51)
    drawn: list[tuple[list[Card], Card, Rule]] = []
    for place in range(number):
        suits = draw.sample(range(4), 2) if place % 2 else range(4)
        deck = [card for card in DECK if card.suit in suits]
        *hand, starter = draw.sample(deck, 5)
        drawn.append((hand, starter, BOTH[place // 2 % 2]))
    return drawn


def numbers(cards: list[Card]) -> list[int]:
    return [card.number for card in cards]


@pytest.mark.parametrize("rules", RULES)
def test_every_reason_and_the_points_are_those_of_the_reference(
    rules: CribbageRules,
) -> None:
    drawn = shows(600)
    asked = [
        [numbers(hand), starter.number, rule == "crib"] for hand, starter, rule in drawn
    ]
    table = rulebook.to_table(rules)
    lines = evaluated(ENGINES, SHOWS, [table, asked])
    points = evaluated(ENGINES, POINTS, [table, asked])
    for (hand, starter, rule), shown, total in zip(drawn, lines, points, strict=True):
        expected = show_lines(hand, starter, rules, rule)
        assert shown == [[each.name, each.what, each.points] for each in expected]
        assert total == show_points(hand, starter, rules, rule)


def test_four_cards_without_a_starter_have_the_reasons_of_the_reference() -> None:
    drawn = shows(200)
    asked = [[numbers(hand), NO_CARD, rule == "crib"] for hand, _, rule in drawn]
    shown = evaluated(ENGINES, SHOWS, [rulebook.to_table(RULES[0]), asked])
    for (hand, _, rule), lines in zip(drawn, shown, strict=True):
        expected = show_lines(hand, None, RULES[0], rule)
        assert lines == [[each.name, each.what, each.points] for each in expected]


@pytest.mark.parametrize("rules", RULES)
def test_the_points_of_any_five_ranks_are_those_of_the_reference(
    rules: CribbageRules,
) -> None:
    """The points of four ranks with all starters are the sum over thirteen of these."""
    by_ranks = rank_points(rules, 5)
    draw = random.Random(52)
    hands = [draw.sample(ranks, 5) for ranks in by_ranks]
    shown = evaluated(ENGINES, BY_RANK, [rulebook.to_table(rules), hands])
    for hand, (points, over_all) in zip(hands, shown, strict=True):
        assert points == by_ranks[tuple(sorted(hand))], hand
        four = [*hand[:2], *hand[3:]]
        fives = (tuple(sorted([*four, starter])) for starter in range(13))
        assert over_all == 4 * sum(by_ranks[five] for five in fives), hand


def test_suit_classes_and_the_order_of_their_cards_are_those_of_the_analysis() -> None:
    """Up to six cards, and every second hand has few ranks, so that suits are alike."""
    draw = random.Random(53)
    hands = [
        draw.sample(range(52 if place % 2 else 16), 1 + place // 2 % 6)
        for place in range(1200)
    ]
    shown = evaluated(ENGINES, CLASSES, hands)
    for hand, (number, places, ordered) in zip(hands, shown, strict=True):
        assert (number, tuple(places)) == classify(hand), hand
        by_place = sorted(hand, key=lambda card: (card >> 2, places.index(card & 3)))
        assert ordered == by_place, hand


def test_cards_are_read_as_the_command_line_reads_them() -> None:
    texts = ["5h jd 10♣ 2s", "5H5DJSQC2D9S", "10c|5h+ah", "AC,KD", "5♤,6♧ 7♢ 8♡"]
    read = evaluated(ENGINES, CARDS, texts)
    plain = [text.translate(str.maketrans("|+", "  ")) for text in texts]
    assert read == [numbers(list(parse_cards(text))) for text in plain]
    wrong = {"1C": "“1C” is not a card", "5H 5H": "5H is there twice", "X": "“X”"}
    refused = evaluated(ENGINES, CARDS, [*wrong])
    for line, start in zip(refused, wrong.values(), strict=True):
        assert line.startswith(start)


def test_cards_are_written_as_the_command_line_writes_them() -> None:
    script = """(cards) => cards.map((card) =>
      [trueodds.cribbage.cardText(card), trueodds.cribbage.cardSymbol(card)])"""
    written = evaluated(ENGINES, script, [card.number for card in DECK])
    assert written == [[str(card), card.symbol] for card in DECK]


def test_fractions_are_in_lowest_terms() -> None:
    draw = random.Random(54)
    pairs = [(draw.randint(-(10**20), 10**20), draw.randint(1, 720)) for _ in range(50)]
    script = """(pairs) => pairs.map(([p, q]) => trueodds.cribbage.fractionText(
      trueodds.cribbage.fraction(BigInt(p), BigInt(q))))"""
    asked = [[str(p), str(q)] for p, q in pairs]
    for (p, q), text in zip(pairs, evaluated(ENGINES, script, asked), strict=True):
        reduced = Fraction(p, q)
        assert text == f"{reduced.numerator}/{reduced.denominator}"
