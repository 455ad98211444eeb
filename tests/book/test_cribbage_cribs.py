"""The map of average cribs shows the exact means, and looks up any pair."""

from typing import Any

import pytest

from tests.book.conftest import Opened
from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
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


@pytest.mark.parametrize("crib", ROLES)
@pytest.mark.parametrize("average", ["thrown", "held"])
def test_map_has_the_exact_means(
    opened: Opened, cribs: Any, crib: str, average: str
) -> None:
    page = opened(f"cribbage-cribs#5-J/{crib}/{average}")
    shown = page.eval_on_selector_all("#map tbody tr", TEXTS)
    means = getattr(cribs[crib], average)
    for row in range(13):
        for column in range(13):
            pair = Pair(min(row, column), max(row, column), column > row)
            text = f"{float(means[pair]):.2f}" if pair in means else "–"  # noqa: RUF001 - what the page shows
            assert shown[row][column] == text, pair


def test_published_tables_lie_over_the_map(opened: Opened, cribs: Any) -> None:
    page = opened("cribbage-cribs")
    for table in published_tables():
        page.select_option("#values", table.name)
        shown = page.eval_on_selector_all("#map tbody tr", TEXTS)
        above = table.means["dealer"][Pair(4, 4)] - cribs["mine"].thrown[Pair(4, 4)]
        text = f"{float(above):+.2f}".replace("0.", ".")
        assert shown[4][4].replace("\u2212", "-") == text
    assert page.url.endswith(f"/{published_tables()[-1].name.replace(' ', '%20')}")


def test_a_pair_is_looked_up_and_its_link_reloads(opened: Opened, cribs: Any) -> None:
    page = opened("cribbage-cribs")
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


def test_card_has_91_means_a_crib_on_one_page(opened: Opened) -> None:
    page = opened("cribbage-cribs")
    page.evaluate("() => { window.print = () => {}; }")
    page.click("#print-card")
    filled = "cells => cells.filter(cell => cell.innerText).length"
    assert page.eval_on_selector_all(".triangle tbody td", filled) == 2 * 91
    content = page.pdf(format="A4")
    assert content.count(b"/Type /Page\n") == 1


def test_map_stands_in_the_page_without_scripts(plain: Opened, cribs: Any) -> None:
    shown = plain("cribbage-cribs").eval_on_selector_all("#map tbody tr", TEXTS)
    assert shown[4][4] == f"{float(cribs['mine'].thrown[Pair(4, 4, False)]):.2f}"
