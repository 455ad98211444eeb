"""Links into the pages, answers without scripts, and lines beside wrong fields."""

import re
import subprocess
from pathlib import Path

import pytest
from chromium import ARGUMENTS, chromium

from tests.book.conftest import Opened

pytestmark = pytest.mark.book


@pytest.mark.parametrize(
    ("address", "answers"),
    [
        ("farkle-turn#ece209/0//113456", ["Keep 1 (100 points) and roll 5 dice."]),
        ("farkle-turn#ece209/650/3/", ["Bank 650."]),
        ("farkle-turn#ece209,straight=3000/0//123456", ["Keep 123456 (3,000 points)"]),
        ("farkle-match#ece209-500/0/450/350/2/", ["26.96 %"]),
        ("baccarat-shoe#8", ["No bet favours you (416 cards left)."]),
        ("baccarat-shoe#1/left/2:9", ["has 4 cards of rank 2, not 9"]),
        ("bunco-night#bunco/12/4/6/1,1,1,1,1,1", ["You score 53.54 points"]),
        ("claims#S1.e", ["45.35512438 %"]),
        (
            "cribbage-deal#5H-5D-JS-QC-2D-9S/mine",
            ["is 16.22 points on average", 'class="open-row"'],
        ),
    ],
)
def test_a_permalink_has_its_answer_in_the_document(
    book: Path, address: str, answers: list[str]
) -> None:
    name, _, hash_ = address.partition("#")
    link = f"{(book / f'{name}.html').as_uri()}#{hash_}"
    command = [
        chromium(),
        *ARGUMENTS,
        "--virtual-time-budget=30000",
        "--dump-dom",
        link,
    ]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    main = ran.stdout.partition("<main")[2]
    text = main + re.sub("<[^>]+>", " ", main)
    assert [answer for answer in answers if answer not in text] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("farkle-turn", "470.19"),
        ("farkle-match", "67.99 %"),
        ("baccarat-shoe", "1.06"),
        ("bunco-night", "29.93 %"),
    ],
)
def test_a_page_has_its_tables_without_scripts(
    plain: Opened, name: str, text: str
) -> None:
    page = plain(name)
    assert text in page.locator("main").inner_text()
    assert page.locator("form:visible").count() == 0


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("farkle-turn#bux/0//115", "“bux”"),
        ("farkle-turn#box,strait=5/0//115", "“strait=5”"),
        ("farkle-match#ece209-10/0/0", "“ece209-10”"),
        ("baccarat-shoe#9", "“9”"),
        ("baccarat-shoe#8/full/-/9.A", "“9.A”"),
        ("baccarat-shoe#8/seen/KH-QX", "“QX” is not a card"),
        ("bunco-night#bunco/12/4/6/1,2", "“1,2”"),
        ("cribbage-deal#5X-5D-JS-QC-2D-9S/mine", "cannot be read"),
        ("cribbage-deal#5H-5D/mine", "cannot be read"),
        ("cribbage-deal#5H-5D-JS-QC-2D-9S/ours", "cannot be read"),
        ("cribbage-cribs#5-J/ours", "names no crib"),
        ("claims#S9.z", "The link names “S9.z”"),
        ("bunco-numbers#S9.z", "The link names “S9.z”"),
        ("claims#main", ""),
        ("bunco-numbers#main", ""),
    ],
)
def test_a_broken_permalink_is_named_and_the_page_still_answers(
    opened: Opened, address: str, line: str
) -> None:
    page = opened(address)
    problems = page.locator(".problem:visible").all_inner_texts()
    assert len(problems) == bool(line)
    assert line in "".join(problems)
    if page.locator("#answer").count():
        assert page.inner_text("#answer")
    if address.startswith("cribbage-deal"):
        cards = address.partition("#")[2].partition("/")[0]
        assert page.input_value("#deal") == cards


@pytest.mark.parametrize(
    ("name", "field", "typed", "line"),
    [
        ("farkle-turn", "stake", "-50", "is not a number of points"),
        ("farkle-turn", "stake", "75", "points are multiples of 50"),
        ("farkle-turn", "roll", "117", "is not a roll"),
        ("farkle-turn", "loaded-set", "wieghted, fair*5", "no die “wieghted”"),
        ("farkle-turn", "loaded-set", "weighted, fair*4", "These are 5 dice, not six"),
        ("farkle-turn", "loaded-set", "1:2:3, fair*5", "“1:2:3” is not a die"),
        ("farkle-turn", "loaded-set", "1:1:1:1:1:-1, fair*5", "is not a die"),
        ("farkle-turn", "loaded-set", "1:0:0:0:0:0*6", "can never farkle"),
        ("farkle-turn", "loaded-stake", "-50", "is not a number of points"),
        ("farkle-turn", "loaded-stake", "49", "49 cannot occur"),
        ("farkle-turn", "loaded-roll", "weighted=11 fair=1234", "your set has 1"),
        ("farkle-turn", "loaded-roll", "fair=7", "is no part of a roll"),
        ("farkle-turn", "loaded-roll", "fair=12", "all six dice are rolled, not 2"),
        ("farkle-match", "mine", "500", "0 to 450"),
        ("farkle-match", "theirs", "-50", "is not a number of points"),
        ("bunco-night", "players", "13", "take 16"),
        ("bunco-night", "rounds", "0", "from 1 to"),
        ("baccarat-shoe", "paste", "A:2 K:3", "Only 5 cards are left"),
        ("baccarat-shoe", "paste", "A:40", "8 decks have 32 cards"),
        ("baccarat-shoe", "paste", "", "Enter the cards"),
        ("cribbage-deal", "deal", "5H 5D JS QC 2D 9S 3C", "A deal is six cards"),
        ("cribbage-deal", "deal", "5H 5D JS QC 2D 5H", "5H is there twice"),
        ("cribbage-deal", "deal", "5H 5D JS QC 2D 1S", "is not a card"),
        ("cribbage-deal", "deal", "", "A deal is six cards"),
    ],
)
def test_impossible_input_gets_a_line_beside_its_field(
    opened: Opened, name: str, field: str, typed: str, line: str
) -> None:
    page = opened(name)
    before = page.inner_text("#answer")
    page.fill(f"#{field}", typed)
    page.press(f"#{field}", "Enter")
    problem = page.locator(f"#{field}-problem")
    problem.wait_for()
    assert line in problem.inner_text()
    assert page.input_value(f"#{field}") == typed
    if name in ("baccarat-shoe", "cribbage-deal"):
        assert page.inner_text("#answer") == before
