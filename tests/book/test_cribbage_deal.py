"""The deal explorer against ``trueodds discard``, and used as a reader uses it."""

import functools
import json
import random
import re
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.book.conftest import ARGUMENTS, chromium
from trueodds.analysis.cribbage.deals import all_classes
from trueodds.analysis.cribbage.discard import ranking
from trueodds.analysis.cribbage.discard.distribution import all_distributions
from trueodds.analysis.cribbage.discard.ranking import Discards
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.analysis.cribbage.strategy_file import CLASSES, OPPONENT, ROLES
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.analysis.run import odds as exact_odds
from trueodds.core.cards import DECK, format_cards
from trueodds.core.files import write_together
from trueodds.core.rules.cribbage import CribbageRules, show_lines
from trueodds.reports.games.cribbage import deal_data, deal_page
from trueodds.reports.games.cribbage.discard_distribution import distribution_record
from trueodds.reports.html.assets import asset_files
from trueodds.reports.html.book import BookOptions
from trueodds.reports.html.render import Renderer

pytestmark = pytest.mark.book

RULES = CribbageRules.load()
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


@pytest.fixture
def deal(book: Path, visit: Any) -> Any:
    """Open the deal explorer with its example."""
    visit.page.goto((book / "cribbage-deal.html").as_uri())
    visit.page.wait_for_selector(".open-row")
    yield visit.page
    assert visit.complaints == []


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


@pytest.fixture(scope="module")
def full_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of a full report alone."""
    page = deal_page.build(exact_odds("cribbage"), BookOptions(full=True))
    html = Renderer("trueodds report cribbage --full", [page]).html(page)
    folder = tmp_path_factory.mktemp("full")
    write_together(folder, {**dict(asset_files([page])), page.file: html})
    return folder / page.file


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
              const laws = cribbage.discardDistributions(
                each, ranking.deal, role, step.value, tables);
              return [each.thrown.map(cribbage.cardText).join(' '),
                Object.entries(laws).map(([part, tally]) => {
                  const law = cribbage.describe(tally);
                  return [part, written(law.mean), written(law.variance),
                    law.points.map(({points, probability, atLeast}) =>
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
    laws = all_distributions(numbers, opponent, sign=sign)
    for (i, j), law in zip(DISCARDS, laws, strict=True):
        for part, mean, variance, points in page[f"{cards[i]} {cards[j]}"]:
            record = distribution_record(getattr(law, part))
            assert (mean, variance) == (record["mean"], record["variance"])
            assert points == [
                [row["points"], row["probability"], row["at_least"]]
                for row in record["points"]
            ]


def test_reasons_equal_the_reference_scorer(deal: Any) -> None:
    generator = random.Random(19)
    for _ in range(200):
        *hand, starter = generator.sample(DECK, 5)
        for rule in ("hand", "crib"):
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
            lines = show_lines(hand, starter, RULES, rule)  # type: ignore[arg-type]
            assert page == [[line.name, line.what, line.points] for line in lines]


def test_quick_answer_equals_the_first_of_all_fifteen(deal: Any) -> None:
    differing = deal.evaluate(
        """async () => {
          const {cribbage, cribbageDeal} = trueodds;
          const {settings, tablesFor} = cribbageDeal;
          const by = cribbage.scoring(settings.rules);
          const differing = [];
          for (const role of ['dealer', 'pone']) {
            const best = await trueodds.load(settings.best[role]);
            const tables = await tablesFor(role, settings.opponents[0]);
            for (let seed = 1; seed <= 500; seed++) {
              const deck = [...Array(52).keys()];
              let state = seed;
              const cards = Array.from({length: 6}, () => {
                state = (state * 48271) % 2147483647;
                return deck.splice(state % deck.length, 1)[0];
              });
              const quick = cribbage.bestThrow(cards, best, by).thrown.join();
              const first = cribbage.rankDiscards(cards, role, tables).discards[0];
              if (quick !== first.thrown.join()) differing.push(cards);
            }
          }
          return differing;
        }"""
    )
    assert differing == []


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
def test_all_best_throws_of_the_page_equal_the_file(deal: Any, role: str) -> None:
    """The page ranks every class; its first discard is that of the data file."""
    deal.set_default_timeout(0)
    cards = all_classes(6).cards
    for start in range(0, CLASSES, 10_000):
        chunk = cards[start : start + 10_000]
        differing = deal.evaluate(
            """async ([deals, role]) => {
              const {cribbage, cribbageDeal} = trueodds;
              const {settings, tablesFor} = cribbageDeal;
              const by = cribbage.scoring(settings.rules);
              const best = await trueodds.load(settings.best[role]);
              const tables = await tablesFor(role, settings.opponents[0]);
              return deals.filter((cards) =>
                cribbage.bestThrow(cards, best, by).thrown.join() !==
                cribbage.rankDiscards(cards, role, tables).discards[0].thrown.join());
            }""",
            [chunk.tolist(), role],
        )
        assert differing == []


def first_line(page: Any) -> str:
    text: str = page.locator("#answer .first").inner_text()
    return text


def test_permalinks_open_reload_and_go_back(book: Path, visit: Any) -> None:
    page, url = visit.page, (book / "cribbage-deal.html").as_uri()
    page.goto(f"{url}#5H-5D-JS-QC-2D-9S/mine")
    page.wait_for_selector(".open-row")
    assert first_line(page) == "Throw 2♦ 9♠"
    page.check("[name=crib][value=theirs]")
    page.wait_for_function("location.hash.endsWith('/theirs')")
    page.wait_for_selector("#answer >> text=into their crib")
    theirs = first_line(page)
    page.reload()
    page.wait_for_selector(".open-row")
    assert first_line(page) == theirs
    assert page.is_checked("[name=crib][value=theirs]")
    page.go_back()
    page.wait_for_selector("#answer >> text=into your crib")
    assert first_line(page) == "Throw 2♦ 9♠"
    assert page.is_checked("[name=crib][value=mine]")
    assert visit.complaints == []


def test_answer_of_a_permalink_is_in_the_document(book: Path) -> None:
    url = (book / "cribbage-deal.html").as_uri()
    command = [
        chromium(),
        *ARGUMENTS,
        "--virtual-time-budget=30000",
        "--dump-dom",
        f"{url}#5H-5D-JS-QC-2D-9S/mine",
    ]
    dump = subprocess.run(command, capture_output=True, text=True, timeout=120)
    answer = dump.stdout.partition('id="answer"')[2].partition('id="ranking"')[0]
    assert "is 16.22 points on average" in answer
    assert 'class="open-row"' in dump.stdout


def test_six_cards_picked_and_answered_by_keyboard_alone(deal: Any) -> None:
    keys = deal.keyboard
    deal.focus("#deal")
    keys.press("Control+A")
    keys.press("Delete")
    keys.press("Tab")  # the button that clears
    keys.press("Enter")
    keys.press("Tab")
    keys.press("Tab")
    assert deal.evaluate("document.activeElement.ariaLabel") == "ace of clubs"
    for steps in ("", "Right Right", "Down", "Right Right Right", "Down", "Left"):
        for step in steps.split():
            keys.press(f"Arrow{step}")
        keys.press("Space")
    deal.wait_for_selector(".open-row")
    assert deal.input_value("#deal") == "AC 3C 3D 6D 6H 5H"
    expected = ranking.discard("AC 3C 3D 6D 6H 5H", "mine").best.discard
    thrown = first_line(deal).removeprefix("Throw ")
    symbols = str.maketrans("♣♦♥♠", "CDHS")
    assert thrown.translate(symbols) == format_cards(expected)
    keys.press("Tab")  # the crib
    keys.press("ArrowDown")
    deal.wait_for_function("location.hash.endsWith('/theirs')")
    keys.press("Tab")
    keys.press("Enter")
    assert deal.locator(".detail dd").count() == 3


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("5H 5D JS QC 2D 9S 3C", "A deal is six cards"),
        ("5H 5D JS QC 2D 5H", "5H is there twice"),
        ("5H 5D JS QC 2D 1S", "is not a card"),
        ("", "A deal is six cards"),
    ],
)
def test_bad_text_is_answered_beside_the_field(
    deal: Any, typed: str, line: str
) -> None:
    before = first_line(deal)
    deal.fill("#deal", typed)
    deal.press("#deal", "Enter")
    assert line in deal.inner_text("#deal-problem")
    assert deal.input_value("#deal") == typed
    assert first_line(deal) == before
    deal.fill("#deal", "AC 2C 3C 4C 5C 6C")
    deal.wait_for_function("document.querySelector('#deal-problem').hidden")


def test_a_seventh_card_is_refused_and_nothing_is_lost(deal: Any) -> None:
    deal.click("[data-card='0']")
    assert "seventh card" in deal.inner_text("#deal-problem")
    assert deal.locator(".picker [aria-pressed=true]").count() == 6


@pytest.mark.parametrize(
    "link", ["5X-5D-JS-QC-2D-9S/mine", "5H-5D/mine", "5H-5D-JS-QC-2D-9S/ours"]
)
def test_broken_link_is_answered_beside_the_field(
    book: Path, visit: Any, link: str
) -> None:
    visit.page.goto(f"{(book / 'cribbage-deal.html').as_uri()}#{link}")
    assert "cannot be read" in visit.page.inner_text("#deal-problem")
    assert visit.page.input_value("#deal") == link.partition("/")[0]
    assert visit.complaints == []


def test_a_browser_that_cannot_unpack_still_has_the_best_throw(
    book: Path, visit: Any
) -> None:
    visit.page.add_init_script("delete globalThis.DecompressionStream")
    visit.page.goto((book / "cribbage-deal.html").as_uri())
    visit.page.wait_for_selector("#note:visible")
    assert "too old" in visit.page.inner_text("#note")
    assert first_line(visit.page) == "Throw 2♦ 9♠"


def test_quiz_says_what_a_throw_costs(deal: Any) -> None:
    deal.click("#quiz-deal")
    deal.click("#quiz-throw")
    assert "Choose two cards" in deal.inner_text("#quiz-throw-problem")
    for place in (0, 1):
        deal.locator("#quiz-cards button").nth(place).click()
    deal.click("#quiz-throw")
    deal.wait_for_selector("#quiz-answer a")
    assert "1 answered" in deal.inner_text("#quiz-answer")


def test_sheet_has_twelve_deals_and_their_answers(deal: Any) -> None:
    deal.evaluate("window.print = () => {}")
    deal.click("#sheet")
    deal.wait_for_selector(".sheet tbody tr")
    assert deal.locator(".sheet tbody tr").count() == 12
    assert deal.locator(".sheet-answers .card").count() == 24


def test_example_stands_in_the_page_without_scripts(book: Path, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((book / "cribbage-deal.html").as_uri())
    assert first_line(page) == "Throw 2♦ 9♠"
    assert page.locator("#discards tbody tr").count() == 15
    assert page.locator("#discards-theirs tbody tr").count() == 15
    assert page.locator("#deal-form").is_hidden()
    context.close()


def test_settings_of_the_page_are_the_rules(book: Path) -> None:
    html = (book / "cribbage-deal.html").read_text(encoding="utf-8")
    text = html.partition('id="settings">')[2].partition("</script>")[0]
    assert json.loads(text)["rules"] == deal_data.scoring(RULES)


@pytest.mark.parametrize(
    ("typed", "leads"),
    [
        ("5H-5D-JS-QC-2D-9S", True),
        ("5H5DTSQC2D10S", True),
        ("5H-5D-JS-QC-2D", False),
        ("5H-5D-JS-QC-2D-9S-3C", False),
    ],
)
def test_six_cards_in_the_box_of_the_index_lead_here(typed: str, leads: bool) -> None:
    assert bool(re.fullmatch(deal_page.SIX_CARDS.pattern, typed)) == leads
