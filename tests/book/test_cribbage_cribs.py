"""The map of average cribs shows the exact means, and looks up any pair."""

from pathlib import Path
from typing import Any

import pytest

from trueodds.analysis.cribbage.equilibrium.shipped import at_equilibrium
from trueodds.analysis.cribbage.published.tables import Pair, published_tables
from trueodds.core.rules.cribbage import CribbageRules

pytestmark = pytest.mark.book

ROLES = {"mine": "dealer", "theirs": "pone"}
TEXTS = "rows => rows.map(row => [...row.querySelectorAll('td')].map(c => c.innerText))"


@pytest.fixture(scope="module")
def cribs() -> Any:
    results = at_equilibrium(CribbageRules.load())
    assert results is not None
    return {crib: results.roles[role].cribs for crib, role in ROLES.items()}


def address(book: Path, hash_: str = "") -> str:
    return f"{(book / 'cribbage-cribs.html').as_uri()}{hash_}"


@pytest.mark.parametrize("crib", ROLES)
@pytest.mark.parametrize("average", ["thrown", "held"])
def test_map_has_the_exact_means(
    book: Path, visit: Any, cribs: Any, crib: str, average: str
) -> None:
    visit.page.goto(address(book, f"#5-J/{crib}/{average}"))
    shown = visit.page.eval_on_selector_all("#map tbody tr", TEXTS)
    means = getattr(cribs[crib], average)
    for row in range(13):
        for column in range(13):
            pair = Pair(min(row, column), max(row, column), column > row)
            text = f"{float(means[pair]):.2f}" if pair in means else "–"  # noqa: RUF001 - what the page shows
            assert shown[row][column] == text, pair
    assert visit.complaints == []


def test_published_tables_lie_over_the_map(book: Path, visit: Any, cribs: Any) -> None:
    visit.page.goto(address(book))
    for table in published_tables():
        visit.page.select_option("#values", table.name)
        shown = visit.page.eval_on_selector_all("#map tbody tr", TEXTS)
        above = table.means["dealer"][Pair(4, 4)] - cribs["mine"].thrown[Pair(4, 4)]
        text = f"{float(above):+.2f}".replace("0.", ".")
        assert shown[4][4].replace("\u2212", "-") == text
    assert visit.page.url.endswith(
        f"/{published_tables()[-1].name.replace(' ', '%20')}"
    )


def test_a_pair_is_looked_up_and_its_link_reloads(
    book: Path, visit: Any, cribs: Any
) -> None:
    page = visit.page
    page.goto(address(book))
    page.fill("#pair", "ten a")
    page.press("#pair", "Enter")
    assert "is not two ranks" in page.inner_text("#pair-problem")
    page.fill("#pair", "t5")
    page.press("#pair", "Enter")
    page.check("#suited")
    page.reload()
    assert page.url.endswith("#5-10-suited/mine/thrown")
    exact = f"{float(cribs['mine'].thrown[Pair(4, 9, True)]):.2f}"
    assert f"5 and 10 of one suit: {exact} points" in page.inner_text("#pair-answer")
    page.fill("#pair", "5 5")
    page.press("#pair", "Enter")
    assert "never of one suit" in page.inner_text("#pair-problem")


def test_broken_link_is_answered_beside_the_field(book: Path, visit: Any) -> None:
    visit.page.goto(address(book, "#5-J/ours"))
    assert "names no crib" in visit.page.inner_text("#pair-problem")


def test_card_has_91_means_a_crib_on_one_page(
    book: Path, visit: Any, tmp_path: Path
) -> None:
    page = visit.page
    page.goto(address(book))
    page.evaluate("() => { window.print = () => {}; }")
    page.click("#print-card")
    filled = "cells => cells.filter(cell => cell.innerText).length"
    assert page.eval_on_selector_all(".triangle tbody td", filled) == 2 * 91
    content = page.pdf(format="A4")
    assert content.count(b"/Type /Page\n") == 1


def test_map_stands_in_the_page_without_scripts(
    book: Path, browser: Any, cribs: Any
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address(book))
    shown = page.eval_on_selector_all("#map tbody tr", TEXTS)
    assert shown[4][4] == f"{float(cribs['mine'].thrown[Pair(4, 4, False)]):.2f}"
    context.close()
