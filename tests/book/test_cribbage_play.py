"""The page of the play shows the shipped table, and looks up any hand."""

import json
from fractions import Fraction

import pytest

from tests.book.conftest import Opened
from trueodds.analysis.cribbage.discard.ranking import discard
from trueodds.analysis.cribbage.play.results.shipped import Play, play_results
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.reports.html.pages.cribbage.play import data_file, lead_share

TEXTS = "rows => rows.map(row => [...row.querySelectorAll('td')].map(c => c.innerText))"


@pytest.fixture(scope="module")
def play() -> Play:
    results = play_results(CribbageRules.load())
    assert results is not None
    return results


def test_data_are_the_table_in_thousandths(play: Play) -> None:
    content = json.loads(data_file(play))
    for role, hands in play.hands.items():
        own, opponent = content[role][::2], content[role][1::2]
        for row in (0, 700, 1819):
            assert abs(own[row] - 1000 * hands[row].own) <= Fraction(1, 2)
            assert abs(opponent[row] - 1000 * hands[row].opponent) <= Fraction(1, 2)
    leads = content["leads"]
    assert sum(each is None for each in leads) == 1820 - 1651
    assert all(995 <= sum(p for _, p in each) <= 1005 for each in leads if each)


def test_shares_of_leads_add_up_to_one(play: Play) -> None:
    pone = play.hands["pone"]
    assert sum(lead_share(pone, 4, led) for led in range(13)) == 1
    assert lead_share(pone, 4, 4) < Fraction(1, 1000)


@pytest.mark.book
def test_map_of_leads_stands_in_the_page_without_scripts(
    plain: Opened, play: Play
) -> None:
    page = plain("cribbage-play")
    shown = page.locator(".map").first.locator("tbody tr").evaluate_all(TEXTS)
    for held, row in enumerate(shown):
        for led, text in enumerate(row):
            share = 100 * float(lead_share(play.hands["pone"], held, led))
            assert abs(int(text) - share) < 1


@pytest.mark.book
def test_hand_is_looked_up_and_its_link_reloads(opened: Opened, play: Play) -> None:
    page = opened("cribbage-play")
    page.fill("#hand", "j 2 3 5")
    page.press("#hand", "Enter")
    page.wait_for_url("**#2-3-5-J")
    page.reload()
    page.wait_for_selector("#hand-answer p")
    answer = page.inner_text("#hand-answer")
    for role in ("dealer", "pone"):
        net = float(play.of(role, (1, 2, 4, 10)).net)
        assert f"{abs(net):.2f} points net" in answer
    page.fill("#hand", "2 3 5 1")
    page.press("#hand", "Enter")
    assert "is not four ranks" in page.inner_text("#hand-problem")
    assert page.locator("#hand-answer").is_hidden()


@pytest.mark.book
def test_explorer_adds_the_play_as_the_command_does(opened: Opened) -> None:
    deals = {"4C 6C 7C JD QC KD": "throw J♦ K♦", "5H 5D JS QC 2D 9S": "stays the best"}
    for deal, text in deals.items():
        ranked = discard(deal, "dealer", with_play=True)
        page = opened(f"cribbage-deal#{deal.replace(' ', '-')}/mine")
        page.check("#add-play")
        page.wait_for_selector("#with-play:not([hidden])")
        answer = page.inner_text("#with-play")
        assert text in answer
        most = max(each.total_with_play for each in ranked)
        assert f"together {float(most):.2f}" in answer
