"""The pages on Farkle, baccarat and Bunco, used as a reader uses them."""

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.book.conftest import ARGUMENTS, chromium
from trueodds.analysis.farkle.match import solved
from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.core.dice import counts_of
from trueodds.core.rules.farkle import FarkleRules
from trueodds.reports.html.pages.farkle.match import bank_map

pytestmark = pytest.mark.book

NAMES = ("farkle-turn", "farkle-match", "baccarat-shoe", "bunco-night")
Opened = Callable[[str], Any]


@pytest.fixture
def opened(book: Path, visit: Any) -> Iterator[Opened]:
    """Return a function that opens a page with a hash; nothing may complain."""

    def open_page(address: str) -> Any:
        name, _, hash_ = address.partition("#")
        visit.page.goto("about:blank")
        visit.page.goto(f"{(book / f'{name}.html').as_uri()}#{hash_}")
        visit.page.wait_for_selector("#answer p")
        return visit.page

    yield open_page
    assert visit.complaints == []


def verdict(page: Any) -> str:
    """Return the first line of the answer."""
    return str(page.locator("#answer .verdict").first.inner_text())


@pytest.mark.parametrize(
    ("address", "answer"),
    [
        ("farkle-turn#ece209/0//113456", "Keep 1 (100 points) and roll 5 dice."),
        ("farkle-turn#ece209/650/3/", "Bank 650."),
        ("farkle-turn#ece209,straight=3000/0//123456", "Keep 123456 (3,000 points)"),
        ("farkle-match#ece209-500/0/450/350/2/", "26.96 %"),
        ("baccarat-shoe#8", "No bet favours you (416 cards left)."),
        ("baccarat-shoe#1/left/2:9", "cannot"),
        ("bunco-night#bunco/12/4/6/1,1,1,1,1,1", "You score 53.54 points"),
    ],
)
def test_a_permalink_has_its_answer_in_the_document(
    book: Path, address: str, answer: str
) -> None:
    name, _, hash_ = address.partition("#")
    link = f"{(book / f'{name}.html').as_uri()}#{hash_}"
    dump = ["--virtual-time-budget=30000", "--dump-dom", link]
    ran = subprocess.run(
        [chromium(), *ARGUMENTS, *dump], capture_output=True, text=True, timeout=120
    )
    text = re.sub("<[^>]+>", " ", ran.stdout.partition('id="answer"')[2])
    if answer == "cannot":
        assert "has 4 cards of rank 2, not 9" in ran.stdout
    else:
        assert answer in text


def test_a_farkle_turn_goes_on_by_clicks_until_it_is_banked(opened: Opened) -> None:
    page = opened("farkle-turn")
    for face in (1, 1, 3, 4, 5, 6):
        page.get_by_label(f"add a {face}").click()
    adviser = Adviser(FarkleRules.load())
    best = adviser.options(counts_of([1, 1, 3, 4, 5, 6]))[0]
    assert verdict(page) == f"Keep 1 ({best.points} points) and roll {best.left} dice."
    page.locator("button.keep").first.click()
    assert page.locator("#stake").input_value() == str(best.points)
    assert page.locator("#dice").input_value() == str(best.left)
    assert verdict(page) == "Roll 5 dice."
    page.go_back()
    assert page.locator("#roll").input_value() == "113456"
    page.locator("#stake").fill("650")
    page.locator("#dice").select_option("3")
    page.locator("#roll").fill("")
    assert verdict(page) == "Bank 650."
    page.get_by_role("button", name="Bank 650 and start a new turn").click()
    assert verdict(page) == "Roll 6 dice."


def test_every_preset_stands_in_the_page_and_changes_the_answer(
    opened: Opened,
) -> None:
    page = opened("farkle-turn#ece209/0//222333")
    assert verdict(page).startswith("Keep 222333 (500 points)")
    page.get_by_role("button", name="box", exact=True).click()
    assert verdict(page).startswith("Keep 222333 (2,500 points)")
    page.get_by_label("not opened yet").check()
    assert "before opening" in page.locator("#answer").inner_text()


def test_house_rules_are_edited_live_and_kept_in_the_link(
    opened: Opened, tmp_path: Path
) -> None:
    page = opened("farkle-turn")
    page.locator("#house summary").click()
    page.get_by_label("Points of 1-2-3-4-5-6").fill("3000")
    page.get_by_label("points of 1 equal dice of face 5").fill("100")
    rules = FarkleRules.load(straight=3000, singles={1: 100, 5: 100})
    mean = f"{float(Adviser(rules).turn.mean):.2f}"
    assert mean in page.locator("#effects").inner_text()
    assert "straight=3000" in page.evaluate("decodeURIComponent(location.hash)")
    page.reload()
    assert mean in page.locator("#effects").inner_text()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download these rules").click()
    download.value.save_as(tmp_path / "house.toml")
    loaded = FarkleRules.load(str(tmp_path / "house.toml"))
    assert loaded.straight == 3000
    assert loaded.singles == {1: 100, 5: 100}


def test_the_map_of_a_match_is_that_of_python(opened: Opened) -> None:
    page = opened("farkle-match#ece209-500/0/0/0/6/")
    match = solved(FarkleRules.load("ece209", target=500))
    for dice in (3, 1):
        page.locator("#map-dice").select_option(str(dice))
        page.wait_for_function(
            "text => document.querySelector('#map p').textContent.includes(text)",
            arg=f"with {dice} di",
        )
        rows = page.eval_on_selector_all(
            "#map tbody tr",
            "rows => rows.map((row) => [...row.children].map((c) => c.textContent))",
        )
        assert [tuple(row) for row in rows] == list(bank_map(match, dice).rows)


def test_cards_are_removed_by_buttons_and_from_text(opened: Opened) -> None:
    page = opened("baccarat-shoe#8")
    assert page.locator("tr[data-bet=perfect_pair] code").count() == 1
    page.get_by_label("one 9 fewer").click()
    assert "415 cards left" in verdict(page)
    assert page.locator("tr[data-bet=perfect_pair]").count() == 0
    page.locator("#paste").fill("A:10 4:1 9:3 K:2")
    page.get_by_role("button", name="These are left").click()
    assert "16 cards left" in verdict(page)
    assert "★ favours you" in page.locator("#bets").inner_text()
    page.locator("#paste").fill("KH 5D")
    page.get_by_role("button", name="Full shoe").click()
    page.get_by_role("button", name="These were dealt").click()
    assert "414 cards left" in verdict(page)
    assert page.locator("tr[data-bet=perfect_pair] code").count() == 1
    assert '--seen "KH 5D"' in page.locator("#command").inner_text()


def test_a_flipped_cell_says_who_gains(opened: Opened) -> None:
    page = opened("baccarat-shoe#8")
    page.locator("[data-cell='p.5']").click()
    assert page.locator("#gains .verdict").inner_text() == "Banker gains."
    assert page.locator("[data-cell='p.5']").inner_text() == "S*"
    assert "p.5" in page.url
    page.get_by_role("button", name="Back to the rules").click()
    assert "No cell is flipped" in page.locator("#gains").inner_text()


def test_loaded_dice_change_the_night_and_the_fractions(opened: Opened) -> None:
    page = opened("bunco-night#bunco/12/4/6/1,1,1,1,1,1")
    assert "1/216" in page.locator("#roll").inner_text()
    page.locator("#weight-6").fill("2")
    page.wait_for_function(
        "() => document.querySelector('#answer').textContent.includes('loaded')"
    )
    # Five rounds with 1/343, and one with 8/343.
    assert "13/2058" in page.locator("#roll").inner_text()
    assert "weights=1,1,1,1,1,2" in page.locator("#command").inner_text()


@pytest.mark.parametrize(
    ("address", "field", "text", "line"),
    [
        ("farkle-turn", "stake", "-50", "is not a number of points"),
        ("farkle-turn", "stake", "75", "points are multiples of 50"),
        ("farkle-turn", "roll", "117", "is not a roll"),
        ("farkle-match", "mine", "500", "0 to 450"),
        ("farkle-match", "theirs", "-50", "is not a number of points"),
        ("bunco-night", "players", "13", "take 16"),
        ("bunco-night", "rounds", "0", "from 1 to"),
    ],
)
def test_bad_input_gets_a_line_beside_its_field(
    opened: Opened, address: str, field: str, text: str, line: str
) -> None:
    page = opened(address)
    page.locator(f"#{field}").fill(text)
    problem = page.locator(f"#{field}-problem")
    problem.wait_for()
    assert line in problem.inner_text()
    assert page.locator(f"#{field}").input_value() == text


@pytest.mark.parametrize(
    ("cards", "button", "line"),
    [
        ("A:2 K:3", "These are left", "Only 5 cards are left"),
        ("A:40", "These are left", "8 decks have 32 cards"),
        ("KH QX", "These were dealt", "“QX” is not a card"),
        ("", "These were dealt", "Enter the cards"),
    ],
)
def test_an_impossible_shoe_gets_a_line_and_changes_nothing(
    opened: Opened, cards: str, button: str, line: str
) -> None:
    page = opened("baccarat-shoe#8")
    page.locator("#paste").fill(cards)
    page.get_by_role("button", name=button).click()
    assert re.search(line, page.locator("#paste-problem").inner_text())
    assert "416 cards left" in verdict(page)


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("farkle-turn#bux/0//115", "“bux”"),
        ("farkle-turn#box,strait=5/0//115", "“strait=5”"),
        ("farkle-match#ece209-10/0/0", "“ece209-10”"),
        ("baccarat-shoe#9", "“9”"),
        ("baccarat-shoe#8/full/-/9.A", "“9.A”"),
        ("bunco-night#bunco/12/4/6/1,2", "“1,2”"),
    ],
)
def test_a_broken_permalink_is_named_and_the_page_still_answers(
    opened: Opened, address: str, line: str
) -> None:
    page = opened(address)
    problems = page.locator(".problem:visible").all_inner_texts()
    assert len(problems) == 1
    assert line in problems[0]
    assert page.locator("#answer").inner_text()


def test_pages_have_their_tables_without_scripts(book: Path, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for name, text in zip(NAMES, ("470.19", "67.99 %", "1.06", "29.93 %"), strict=True):
        page.goto((book / f"{name}.html").as_uri())
        assert text in page.locator("main").inner_text(), name
        assert page.locator("form:visible").count() == 0
    context.close()


@pytest.mark.parametrize("name", NAMES)
def test_pages_fit_a_small_screen(opened: Opened, name: str) -> None:
    page = opened(name)
    for width in (320, 390, 768, 1100):
        page.set_viewport_size({"width": width, "height": 844})
        size = page.evaluate(
            "[document.documentElement.scrollWidth, document.body.scrollHeight]"
        )
        assert size[0] <= width
        assert size[1] <= 8 * 844 or width < 390
