"""The deal explorer, used as a reader uses it."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.book.conftest import Opened
from trueodds.analysis.cribbage.discard import ranking
from trueodds.core.cards import format_cards
from trueodds.reports.html.book import page_of

pytestmark = pytest.mark.book


def first_line(page: Any) -> str:
    text: str = page.locator("#answer .first").inner_text()
    return text


def test_permalinks_open_reload_and_go_back(opened: Opened) -> None:
    page = opened("cribbage-deal#5H-5D-JS-QC-2D-9S/mine")
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
    expected = ranking.discard("AC 3C 3D 6D 6H 5H", "dealer").best.discard
    thrown = first_line(deal).removeprefix("Throw ")
    symbols = str.maketrans("♣♦♥♠", "CDHS")
    assert thrown.translate(symbols) == format_cards(expected)
    keys.press("Tab")  # the crib
    keys.press("ArrowDown")
    deal.wait_for_selector("#answer >> text=into their crib")
    deal.wait_for_selector("#ranking:not([aria-busy])")
    keys.press("Tab")  # the points of the play
    keys.press("Tab")
    keys.press("Enter")
    deal.wait_for_selector(".detail dd")
    assert deal.locator(".detail dd").count() == 3


def test_a_seventh_card_is_refused_and_nothing_is_lost(deal: Any) -> None:
    deal.click("[data-card='0']")
    assert "seventh card" in deal.inner_text("#deal-problem")
    assert deal.locator(".picker [aria-pressed=true]").count() == 6


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


def test_quiz_of_a_full_report_is_against_the_chosen_opponent(
    full_page: Path, visit: Any
) -> None:
    page = visit.page
    page.goto(full_page.as_uri())
    page.wait_for_selector(".open-row")
    page.select_option("#opponent", "uniform")
    page.click("#quiz-deal")
    assert "who throws two cards at random" in page.inner_text("#quiz-question")
    for place in (0, 1):
        page.locator("#quiz-cards button").nth(place).click()
    page.click("#quiz-throw")
    page.wait_for_selector("#quiz-answer a")
    page.click("#quiz-answer a")
    page.wait_for_function("location.hash.endsWith('/uniform')")
    page.evaluate("window.print = () => {}")
    page.click("#sheet")
    page.wait_for_selector(".sheet tbody tr")
    assert "at random" in page.inner_text(".sheet caption")
    assert visit.complaints == []


def test_sheet_has_twelve_deals_and_their_answers(deal: Any) -> None:
    deal.evaluate("window.print = () => {}")
    deal.click("#sheet")
    deal.wait_for_selector(".sheet tbody tr")
    assert deal.locator(".sheet tbody tr").count() == 12
    assert deal.locator(".sheet-answers .card").count() == 24


def test_example_stands_in_the_page_without_scripts(plain: Opened) -> None:
    page = plain("cribbage-deal")
    assert first_line(page) == "Throw 2♦ 9♠"
    assert page.locator("#discards tbody tr").count() == 15
    assert page.locator("#discards-theirs tbody tr").count() == 15
    assert page.locator("#deal-form").is_hidden()


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
    (accepted,) = page_of("cribbage-deal").accepts
    assert bool(re.fullmatch(accepted.pattern, typed)) == leads
