"""The engine of the deal explorer against ``trueodds discard`` and our scorer."""

import functools
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.discard import ranking
from trueodds.analysis.cribbage.discard.distribution import all_distributions
from trueodds.analysis.cribbage.discard.ranking import Discards
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES, OPPONENT, ROLES
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.cards import DECK, format_cards
from trueodds.core.rules.cribbage import CribbageRules, Rule, show_lines
from trueodds.reports.answers.cribbage.discard_details import distribution_record
from trueodds.reports.html.pages.cribbage import deal_data

pytestmark = pytest.mark.book

RULES = CribbageRules.load()
PARTS = 8
CHUNK = 5_000
"""Each part of all classes is a test, and is sent to the page in chunks."""
ANSWER = """([text, role, id]) => {
  const {cribbage, cribbageDeal} = trueodds;
  const opponent = cribbageDeal.settings.opponents.find((each) => each.id === id);
  return cribbageDeal.tablesFor(role, opponent).then((tables) => {
    const {discards} = cribbage.rankDiscards(cribbage.parseCards(text), role, tables);
    return discards.map((each) => [
      each.thrown.map(cribbage.cardText).join(' '),
      ...[each.own, each.crib, each.total].map(cribbage.fractionText),
      each.least, each.most]);
  });
}"""

DIFFERING = """async ([deals, role]) => {
  const {cribbage, cribbageDeal} = trueodds;
  const {settings, tablesFor} = cribbageDeal;
  const by = cribbage.scoring(settings.rules);
  const best = await trueodds.load(settings.best[role]);
  const tables = await tablesFor(role, settings.opponents[0]);
  return deals.filter((cards) =>
    cribbage.bestThrow(cards, best, by).thrown.join() !==
    cribbage.rankDiscards(cards, role, tables).discards[0].thrown.join());
}"""
"""Deals whose quick answer is not the first of all fifteen discards."""


@pytest.fixture
def ranked(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Rank discards with the sums over the opponent's hands read only once."""
    once = functools.cache(ranking.opponent_tables)
    monkeypatch.setattr(ranking, "opponent_tables", once)
    return ranking.discard


def deals(number: int, seed: int) -> Iterator[str]:
    generator = random.Random(seed)
    for _ in range(number):
        yield format_cards(generator.sample(DECK, 6))


def rows(discards: Discards) -> list[list[str | int]]:
    return [
        [
            format_cards(each.discard),
            *map(ratio, (each.own, each.crib, each.total)),
            each.own_min,
            each.own_max,
        ]
        for each in discards
    ]


def ratio(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def test_random_deals_equal_discard_as_text(deal: Any, ranked: Any) -> None:
    for hand in deals(300, seed=17):
        for role in ROLES:
            page = deal.evaluate(ANSWER, [hand, role, "equilibrium"])
            assert page == rows(ranked(hand, role)), (hand, role)


@pytest.mark.parametrize("opponent", ["best-own-hand", "uniform"])
def test_opponents_of_a_full_report_equal_discard_as_text(
    full_page: Path, visit: Any, ranked: Any, opponent: str
) -> None:
    page = visit.page
    page.goto(full_page.as_uri())
    page.wait_for_selector(".open-row")
    page.select_option("#opponent", opponent)
    page.wait_for_function(f"location.hash.endsWith('/mine/{opponent}')")
    for hand in deals(30, seed=18):
        for role in ROLES:
            answer = page.evaluate(ANSWER, [hand, role, opponent])
            assert answer == rows(ranked(hand, role, opponent=opponent)), (hand, role)
    assert visit.complaints == []


@pytest.mark.parametrize("role", ROLES)
def test_distributions_equal_discard_as_text(deal: Any, role: str) -> None:
    hand = "AC 5H 5D JS QC 9S"
    page = deal.evaluate(
        """([text, role]) => {
          const {cribbage, cribbageDeal} = trueodds;
          const {settings, tablesFor} = cribbageDeal;
          return tablesFor(role, settings.opponents[0]).then((tables) => {
            const cards = cribbage.parseCards(text);
            const ranking = cribbage.rankDiscards(cards, role, tables);
            const work = cribbage.throwCounts(ranking.deal, tables);
            let step = work.next();
            while (!step.done) step = work.next();
            const written = (value) =>
              cribbage.fractionText(value).replace(/\\/1$/, '');
            return Object.fromEntries(ranking.discards.map((each) => {
              const distributions = cribbage.discardDistributions(
                each, ranking.deal, role, step.value, tables);
              return [each.thrown.map(cribbage.cardText).join(' '),
                Object.entries(distributions).map(([part, tally]) => {
                  const described = cribbage.describe(tally);
                  return [part, written(described.mean), written(described.variance),
                    described.points.map(({points, probability, atLeast}) =>
                      [points, written(probability), written(atLeast)])];
                })];
            }));
          });
        }""",
        [hand, role],
    )
    cards = ranking.discard(hand, role).hand
    opponent = strategy("equilibrium", OPPONENT[role], RULES)
    numbers = [card.number for card in cards]
    sign = 1 if role == "dealer" else -1
    distributions = all_distributions(numbers, opponent, sign=sign)
    for (i, j), distribution in zip(DISCARDS, distributions, strict=True):
        for part, mean, variance, points in page[f"{cards[i]} {cards[j]}"]:
            record = distribution_record(getattr(distribution, part))
            assert (mean, variance) == (record["mean"], record["variance"])
            assert points == [
                [row["points"], row["probability"], row["at_least"]]
                for row in record["points"]
            ]


def test_reasons_equal_the_reference_scorer(deal: Any) -> None:
    generator = random.Random(19)
    both: tuple[Rule, ...] = ("hand", "crib")
    for _ in range(200):
        *hand, starter = generator.sample(DECK, 5)
        for rule in both:
            page = deal.evaluate(
                """([hand, starter, crib]) => {
                  const {cribbage, cribbageDeal} = trueodds;
                  const {rules} = cribbageDeal.settings;
                  return cribbage.showLines(hand, starter, rules, crib)
                    .map(({item, cards, points}) =>
                      [item, cards.map(cribbage.cardText).join(' '), points]);
                }""",
                [[card.number for card in hand], starter.number, rule == "crib"],
            )
            lines = show_lines(hand, starter, RULES, rule)
            assert page == [[line.name, line.what, line.points] for line in lines]


@pytest.mark.parametrize("role", ROLES)
def test_quick_answer_equals_the_first_of_all_fifteen(deal: Any, role: str) -> None:
    generator = random.Random(20)
    cards = [generator.sample(range(52), 6) for _ in range(500)]
    assert deal.evaluate(DIFFERING, [cards, role]) == []


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_all_best_throws_equal_the_evaluation_of_all_deals(role: str) -> None:
    from trueodds.analysis.cribbage.crib.all_deals import Evaluator
    from trueodds.analysis.cribbage.equilibrium.best_response import discard_values

    evaluator = Evaluator(RULES)
    opponent = strategy("equilibrium", OPPONENT[role], RULES)
    totals = discard_values(role, opponent, evaluator).totals
    best = totals == totals.max(axis=1, keepdims=True)
    hands = np.where(best, evaluator.own, -1)
    first = (hands == hands.max(axis=1, keepdims=True)).argmax(axis=1)
    packed = np.frombuffer(deal_data.best_throws_file(role, RULES), np.uint8)
    shipped = np.stack([packed & 15, packed >> 4], axis=1).ravel()
    assert len(shipped) == CLASSES
    assert (shipped == first).all()


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("part", range(PARTS))
def test_all_best_throws_of_the_page_equal_the_file(
    deal: Any, role: str, part: int
) -> None:
    """The page ranks every class; its first discard is that of the data file."""
    deal.set_default_timeout(0)
    cards = all_classes(6).cards[part::PARTS]
    for start in range(0, len(cards), CHUNK):
        chunk = cards[start : start + CHUNK].tolist()
        assert deal.evaluate(DIFFERING, [chunk, role]) == []
