"""The pages on Farkle, baccarat and Bunco, used as a reader uses them."""

from pathlib import Path
from typing import Any

import pytest
from strategies.farkle import bounded_turn, equal_dice

from tests.book.conftest import Opened
from trueodds.analysis.farkle.match import advise, solved
from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded_dice import known_dice
from trueodds.reports.html.pages.farkle.match import SolvedMatch, bank_map
from trueodds.reports.html.pages.farkle.turn import PLAYED, every_preset

pytestmark = pytest.mark.book

VALUES = "all => all.map((each) => each.value)"


def verdict(page: Any) -> str:
    """Return the first line of the answer."""
    return str(page.locator("#answer .verdict").first.inner_text())


def test_a_farkle_turn_goes_on_by_clicks_until_it_is_banked(opened: Opened) -> None:
    page = opened("farkle-turn")
    for face in (1, 1, 3, 4, 5, 6):
        page.get_by_label(f"add a {face}").click()
    adviser = Adviser(FarkleRules.load())
    best = adviser.options(equal_dice([1, 1, 3, 4, 5, 6]))[0]
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
    page.select_option("#rules", "box")
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
    page.get_by_label("3+2 (a full house)").fill("1500")
    changes = {"straight": 3000, "singles": {1: 100, 5: 100}}
    rules = FarkleRules.load(**changes, patterns={"3+2": 1500})
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
    assert loaded.patterns == {"3+2": 1500}


def test_rules_that_are_no_game_take_the_advice_away(opened: Opened) -> None:
    page = opened("farkle-turn#box/0//113456")
    page.locator("#house summary").click()
    for face in (2, 3, 4, 6):
        page.get_by_label(f"points of 1 equal dice of face {face}").fill("50")
    assert "No advice: under these rules a turn" in page.inner_text("#problem")
    answers = ("answer", "citation", "reproduce")
    assert page.locator(".off").count() == len(answers)
    assert all(page.locator(f"#{name}.off").count() for name in answers)
    page.get_by_label("points of 1 equal dice of face 2").fill("0")
    assert verdict(page).startswith("Keep ")
    assert page.locator(".off, #problem:visible").count() == 0


def test_the_map_of_a_match_is_that_of_python(opened: Opened) -> None:
    page = opened("farkle-match#kingdom-come-4000/0/0/0/6/")
    match = solved(FarkleRules.load("kingdom-come"))
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


def test_a_match_counts_farkles_in_a_row(
    match_page: Path, farkled: SolvedMatch, visit: Any
) -> None:
    """Scores below 0 are read, and the link and the command have both numbers."""
    page = visit.page
    page.goto(f"{match_page.as_uri()}#facebook-500/-100/200/350/2//2/1")
    position = advise(
        farkled.match,
        score=-100,
        opponent=200,
        stake=350,
        dice=2,
        farkles=2,
        opponent_farkles=1,
    )
    shown = f"{float(100 * position.chance.midpoint):.2f} %"
    page.locator("#answer", has_text=shown).wait_for()
    cited = page.text_content("#citation")
    assert "\N{MINUS SIGN}100 to 200, 2 and 1 farkles in a row, 350 at stake" in cited
    options = "--score -100 --opponent 200 --farkles 2 --opponent-farkles 1 --stake 350"
    assert options in page.text_content("#reproduce")
    page.select_option("#farkles", "0")
    page.wait_for_function("location.hash.endsWith('//0/1')")
    assert shown not in page.inner_text("#answer")
    page.fill("#mine", "-550")
    problem = page.locator("#mine-problem", has_text="from \N{MINUS SIGN}500 to 450")
    problem.wait_for()
    page.fill("#mine", "\N{MINUS SIGN}500")
    page.get_by_role("button", name="Bank 350").click()
    banked = [page.input_value(f"#{name}") for name in ("mine", "theirs", "farkles")]
    assert banked == ["200", "-150", "1"]
    assert page.input_value("#their-farkles") == "0"
    rows = page.eval_on_selector_all(
        "#map tbody tr",
        "rows => rows.map((row) => [...row.children].map((c) => c.textContent))",
    )
    assert [tuple(row) for row in rows] == list(bank_map(farkled.match, 3).rows)
    assert page.locator("#farkles:visible, #their-farkles:visible").count() == 2
    page.fill("#theirs", "0")
    page.select_option("#match", "ece209-500")
    page.wait_for_function("location.hash === '#ece209-500/200/0/0/6/'")
    assert page.locator("#farkles:visible, #their-farkles:visible").count() == 0
    page.locator("#answer", has_text="ece209 rules, 500 to win").wait_for()
    assert visit.complaints == []


def test_the_matches_that_people_play_are_in_the_report(
    book: Path, opened: Opened
) -> None:
    """Each is in the menu, has a row of the table, and its data."""
    page = opened("farkle-match")
    names = page.eval_on_selector_all("#match option", VALUES)
    targets = {name: FarkleRules.load(name).target for name in PLAYED}
    assert names == [f"{name}-{target}" for name, target in targets.items()]
    rows = page.get_by_role("region", name="Matches in this report").locator("tbody tr")
    for row, (name, target) in zip(rows.all(), targets.items(), strict=True):
        assert row.inner_text().split()[:2] == [name, f"{target:,}"]
        assert (book / f"data/farkle-match-{name}-{target}.js").exists()
    page.locator("#answer", has_text="You win").wait_for()


def test_menus_say_in_words_what_rules_they_are(opened: Opened) -> None:
    page = opened("farkle-turn")
    texts = page.locator("#rules option").all_text_contents()
    assert texts[0] == "box: The commercial box"
    assert "kingdom-come: Kingdom Come: Deliverance" in texts
    assert all(" " in text and len(text) < 75 for text in texts)


def test_the_box_is_first_in_the_menu_and_the_page_begins_with_its_own_rules(
    opened: Opened,
) -> None:
    page = opened("farkle-turn")
    default = next(iter(FarkleRules.presets()))
    assert page.input_value("#rules") == default
    assert f"({default} rules" in page.inner_text("#answer")
    assert page.locator(".own-rules:visible").count()
    listed = page.eval_on_selector_all("#rules option", VALUES)
    assert listed[: len(PLAYED)] == list(PLAYED)
    assert sorted(listed) == sorted(name for name, _ in every_preset())
    page.select_option("#rules", "zilch")
    page.reload()
    assert page.input_value("#rules") == "zilch"


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
    assert '--seen "KH 5D"' in page.text_content("#reproduce")


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
    assert "weights=1,1,1,1,1,2" in page.text_content("#reproduce")


def test_a_set_of_dice_is_answered_and_its_link_opens_again(opened: Opened) -> None:
    page = opened("farkle-turn")
    page.select_option("#rules", "kingdom-come")
    page.fill("#loaded-set", "weighted*2, fair*4")
    page.fill("#loaded-roll", "weighted=15 fair=1234")
    page.press("#loaded-roll", "Enter")
    page.wait_for_selector("#loaded-answer table")
    answer = page.inner_text("#loaded-answer")
    rules = FarkleRules.load("kingdom-come")
    mean = bounded_turn(rules, "weighted*2, fair*4").mean
    assert f"is {float(mean.midpoint):,.2f} points" in answer
    assert "(kingdom-come rules)" in answer
    page.reload()
    page.wait_for_selector("#loaded-answer table")
    assert page.inner_text("#loaded-answer") == answer
    assert page.input_value("#loaded-roll") == "weighted=15 fair=1234"
    page.locator("#loaded-answer button.keep").first.click()
    assert page.input_value("#loaded-roll") == ""
    page.fill("#loaded-stake", "400,000")
    page.press("#loaded-stake", "Enter")
    assert page.inner_text("#loaded-answer .verdict") == "Bank 400,000."


def test_every_known_die_stands_in_the_list(opened: Opened) -> None:
    listed = opened("farkle-turn").eval_on_selector_all(
        "#dice-names option", "options => options.map((o) => o.value.split(',')[0])"
    )
    faces = [name for name, die in known_dice().items() if not die.joker]
    assert sorted(listed) == sorted(faces)
