"""Links into the pages, answers without scripts, and lines beside wrong fields."""

import json
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from chromium import ARGUMENTS, chromium
from commands import Run

from tests.book.conftest import Opened

pytestmark = pytest.mark.book

SHOWN = """ids => ids.filter((id) => {
  const answer = document.getElementById(id);
  return answer.textContent && getComputedStyle(answer).display !== 'none';
})"""
"""The ids of the elements that show an answer."""
FILLED = "ids => ids.every((id) => document.getElementById(id).textContent)"


@pytest.mark.parametrize(
    ("address", "answers"),
    [
        ("farkle-turn#ece209/0//113456", ["Keep 1 (100 points) and roll 5 dice."]),
        ("farkle-turn#ece209/650/3/", ["Bank 650."]),
        ("farkle-turn#ece209,straight=3000/0//123456", ["Keep 123456 (3,000 points)"]),
        ("farkle-match#box-10000/9500/9950/350/2/", ["You win", "Cite this page"]),
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
        ("farkle-turn", "542.06"),
        ("farkle-match", "52.88 %"),
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
        ("cribbage-deal#5H-5D-JS-QC-2D-9S/__proto__", "“__proto__” names no crib"),
        ("cribbage-cribs#5-J/ours", "names no crib"),
        ("cribbage-cribs#5-5/toString", "“toString” names no crib"),
        ("cribbage-cribs#5-5/mine/toString", "“toString” is no average"),
        ("cribbage-cribs#5-5/mine/thrown/toString", "no table “toString”"),
        ("farkle-turn#dice/box/constructor*6/0//", "no die “constructor”"),
        ("farkle-turn#dice/box/__proto__*6/0//", "no die “__proto__”"),
        ("farkle-turn#dice/box/weighted,fair*5/0/toString/", "“toString”"),
        ("farkle-turn#box/350/3//closing", "“closing”"),
        ("farkle-match#facebook-10000/0/0/0/6//9/2", "“9” farkles in a row"),
        ("bunco-night#bunco/16/4/6//toString=3", "“toString=3”"),
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


LONG = "a" * 100_000


@pytest.mark.parametrize(
    "name",
    [
        "baccarat-shoe",
        "bunco-night",
        "bunco-numbers",
        "claims",
        "cribbage-cribs",
        "cribbage-deal",
        "cribbage-play",
        "farkle-match",
        "farkle-turn",
    ],
)
def test_a_link_that_is_too_long_is_refused(opened: Opened, name: str) -> None:
    page = opened(f"{name}#{LONG}")
    line = "The link has 100,001 characters; a link to this page has at most 4,000."
    assert page.locator(".problem:visible").all_inner_texts() == [line]
    assert LONG not in (page.text_content("#citation") or "")


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("cribbage-deal", "deal"),
        ("cribbage-cribs", "pair"),
        ("cribbage-play", "hand"),
        ("farkle-turn", "stake"),
        ("farkle-turn", "loaded-set"),
        ("baccarat-shoe", "paste"),
        ("bunco-night", "players"),
        ("index", "query"),
    ],
)
@pytest.mark.parametrize("typed", [LONG, "5" + " " * 99_998 + "x"], ids=["a", "blanks"])
def test_a_long_text_in_a_field_gets_a_short_line(
    opened: Opened, address: str, field: str, typed: str
) -> None:
    page = opened(address)
    page.fill(f"#{field}", typed)
    page.press(f"#{field}", "Enter")
    line = page.locator(f"#{field}-problem")
    line.wait_for()
    assert "“" in line.inner_text()
    assert len(line.inner_text()) < 400


@dataclass(frozen=True)
class Asked:
    """A page with a field, what is right in it, and lines for what is wrong.

    ``answers`` are the ids of the elements that answer; ``act`` is what asks for it.
    """

    address: str
    field: str
    right: str
    wrong: dict[str, str]
    answers: tuple[str, ...] = ("answer",)
    act: str = ""

    def ask(self, page: Any, typed: str) -> None:
        page.fill(f"#{self.field}", typed)
        if self.act:
            page.click(self.act)
        else:
            page.press(f"#{self.field}", "Enter")

    def texts(self, page: Any) -> list[str]:
        return [page.text_content(f"#{name}") for name in self.answers]


POINTS = "is not a number of points"
FIELDS = [
    Asked(
        "farkle-turn",
        "stake",
        "300",
        {"-50": POINTS, "75": "points are multiples of 50"},
    ),
    Asked("farkle-turn", "roll", "113456", {"117": "is not a roll"}),
    Asked(
        "farkle-turn",
        "loaded-set",
        "weighted, fair*5",
        {
            "wieghted, fair*5": "no die “wieghted”",
            "weighted, fair*4": "These are 5 dice, not six",
            "1:2:3, fair*5": "“1:2:3” is not a die",
            "1:1:1:1:1:-1, fair*5": "is not a die",
            "1:0:0:0:0:0*6": "can never farkle",
        },
        ("loaded-answer",),
    ),
    Asked(
        "farkle-turn",
        "loaded-stake",
        "0",
        {"-50": POINTS, "49": "49 cannot occur"},
        ("loaded-answer",),
    ),
    Asked(
        "farkle-turn",
        "loaded-roll",
        "weighted=1 fair=15346",
        {
            "weighted=11 fair=1234": "your set has 1",
            "fair=7": "is no part of a roll",
            "fair=12": "all six dice are rolled, not 2",
        },
        ("loaded-answer",),
    ),
    Asked(
        "farkle-match", "mine", "500", {"10000": "0 to 9,950"}, ("answer", "reproduce")
    ),
    Asked("farkle-match", "theirs", "500", {"-50": POINTS}, ("answer", "citation")),
    Asked(
        "bunco-night",
        "players",
        "12",
        {"13": "take 16", "many": "is not a number"},
        ("answer", "roll", "reproduce"),
    ),
    Asked("bunco-night", "rounds", "6", {"0": "from 1 to"}),
    Asked(
        "baccarat-shoe",
        "paste",
        "A:10 4:1 9:3 K:2",
        {
            "A:2 K:3": "Only 5 cards are left",
            "A:40": "8 decks have 32 cards",
            "": "Enter the cards",
        },
        ("answer", "bets", "counts", "reproduce"),
    ),
    Asked(
        "cribbage-deal",
        "deal",
        "4H 5C 6D 6S JH QD",
        {
            "5H 5D JS QC 2D 9S 3C": "A deal is six cards",
            "5H 5D JS QC 2D 5H": "5H is there twice",
            "5H 5D JS QC 2D 1S": "is not a card",
            "": "A deal is six cards",
        },
        ("answer", "ranking", "reproduce"),
    ),
    Asked(
        "cribbage-deal",
        "show",
        "5H 5C 5S JD | 5D",
        {"5H 5C": "A hand is four cards"},
        ("show-total", "show-table"),
    ),
    Asked(
        "cribbage-cribs",
        "pair",
        "5 J",
        {"ten a": "is not two ranks"},
        ("pair-answer", "citation"),
    ),
    Asked(
        "cribbage-play",
        "hand",
        "5 5 6 6",
        {"5 5 6": "has 3 cards; give four"},
        ("hand-answer", "citation"),
    ),
    Asked(
        "verify",
        "outcomes",
        "P 4462\nB 4586\nT 952",
        {"P 44\nX 3": "“X” is no outcome", "": "Paste outcomes"},
        ("verdict", "table", "reproduce"),
        "#judge [type=submit]",
    ),
]


@pytest.mark.parametrize("asked", FIELDS, ids=lambda a: f"{a.address}-{a.field}")
def test_no_answer_stands_beside_a_wrong_input(opened: Opened, asked: Asked) -> None:
    """After a right input, a wrong one gets a line, and its answer is gone."""
    page = opened(asked.address)
    if asked.address == "verify":
        page.select_option("#kind", "baccarat/winner")
    asked.ask(page, asked.right)
    page.wait_for_function("!document.querySelector('[aria-busy], progress, [inert]')")
    page.wait_for_function(FILLED, arg=asked.answers)
    before = asked.texts(page)
    problem = page.locator(f"#{asked.field}-problem")
    for typed, line in asked.wrong.items():
        asked.ask(page, typed)
        problem.filter(has_text=line).wait_for()
        assert page.input_value(f"#{asked.field}") == typed
        assert page.evaluate(SHOWN, asked.answers) == [], typed
    asked.ask(page, asked.right)
    problem.wait_for(state="hidden")
    page.wait_for_function("!document.querySelector('[aria-busy], [inert]')")
    assert asked.texts(page) == before


@pytest.mark.parametrize(
    ("address", "facts"),
    [
        (
            "farkle-turn#zilch/300/3/",
            ["#zilch/300/3/", "300 at stake", "(zilch rules", "--stake 300 --dice 3"],
        ),
        (
            "baccarat-shoe#1/seen/K-5-9",
            ["1 deck, cards seen: K 5 9: No bet", '--seen "K 5 9" --set decks=1'],
        ),
        (
            "farkle-match#box-10000/2000/3000/350/2/",
            ["2,000 to 3,000, ", "--score 2000 --opponent 3000 --stake 350"],
        ),
        ("baccarat-shoe#6", ["6 decks", "--set decks=6"]),
        ("bunco-night#bunco/16/4/6/1,1,1,1,1,2", ["16 players", "weights=1,1,1,1,1,2"]),
        ("cribbage-deal#4H-5C-6D-6S-JH-QD/theirs", ["4H 5C 6D 6S JH QD", "role pone"]),
        ("cribbage-cribs#5-J/theirs/held", ["5 and J: ", "--role pone"]),
        ("cribbage-play#A-2-3-4", ["A 2 3 4: As dealer"]),
        ("bunco-numbers#roll.bunco", ["exactly 1/216", "odds bunco roll.bunco"]),
        ("claims#S1.e", ["Verdict: false", "trueodds claims S1.e"]),
    ],
)
def test_a_page_cites_and_reproduces_what_it_shows(
    opened: Opened, address: str, facts: list[str]
) -> None:
    page = opened(address)
    cited = "text => document.getElementById('citation').textContent.includes(text)"
    for fact in facts:
        page.wait_for_function(cited, arg=fact)
    assert page.text_content("#reproduce") in page.text_content("#citation")
    other = any(rules in address for rules in ("zilch", "box", "-shoe", "-night"))
    assert (page.locator(".own-rules:visible").count() == 0) == (
        other or "claims" in address
    )


def numbers_in(text: str, digits: int) -> set[str]:
    """Return the numbers of a text, rounded to some digits after the point."""
    plain = text.replace(",", "").replace("\N{MINUS SIGN}", "-")
    numbers = re.findall(r"-?\d+(?:\.\d+)?(?!\d|\.\d)", plain)
    return {f"{float(number):.{digits}f}" for number in numbers}


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("farkle-turn#box/300/3/", "#answer p:nth-child(2)"),
        ("farkle-turn#ece209/0//113456", "#answer .verdict"),
        ("farkle-turn#zilch/350/2/11", "#answer td:nth-child(5)"),
        ("farkle-turn#box/0/6/113456/opening", "#answer td:nth-child(5)"),
        (
            "farkle-turn#ece209,straight=3000,of_a_kind.3.1=900/0//123456",
            "#answer td:nth-child(5)",
        ),
        ("farkle-turn#dice/box/weighted,fair*5/0//", "#loaded-answer p:nth-child(2)"),
        (
            "farkle-turn#dice/box/weighted,fair*5/0//weighted=1 fair=15346",
            "#loaded-answer td:nth-child(5)",
        ),
        ("farkle-match#kingdom-come-4000/0/0/0/6/113456", "#answer td:nth-child(5)"),
        ("baccarat-shoe#6", "[data-bet=player] td:last-child"),
        ("baccarat-shoe#8/left/A:10,4:1,9:3,K:2", "[data-bet=player] td:last-child"),
        ("baccarat-shoe#1/seen/K-5-9", "[data-bet=player] td:last-child"),
        (
            "baccarat-shoe#8/full/-/5.4,2.10,2.none,p.5",
            "[data-bet=player] td:last-child",
        ),
        ("bunco-night#bunco/16/4/6/1,1,1,1,1,2", "#answer .verdict"),
        (
            "bunco-night#bunco/12/6/5/1,1,1,1,1,1/bunco_points=25,turn_capped=true",
            "#answer .verdict",
        ),
        ("cribbage-deal#4H-5C-6D-6S-JH-QD/theirs", "#discards td.number"),
        ("cribbage-cribs#5-J-suited/theirs/held", "#map .picked"),
        ("cribbage-play#A-2-3-4", "#hand-answer p:nth-child(2)"),
        ("bunco-numbers#roll.bunco", "[id='roll.bunco'] .percent"),
        (
            "baccarat-numbers#punto-banco-single-deck.coup.tie",
            "[id='punto-banco-single-deck.coup.tie'] .percent",
        ),
        ("claims#S1.e", "[id='S1.e'] td:last-child"),
    ],
)
def test_the_command_of_a_page_gives_the_number_that_it_shows(
    opened: Opened, trueodds_command: Run, address: str, shown: str
) -> None:
    page = opened(address)
    page.wait_for_function(
        "!document.getElementById('reproduce').textContent.includes('report')"
    )
    page.locator(shown).first.wait_for()
    text = page.locator(shown).first.inner_text().replace(",", "")
    printed = ""
    for command in page.text_content("#reproduce").splitlines():
        ran = trueodds_command(*shlex.split(command)[1:])
        assert (ran.code, ran.err) == (0, "")
        printed += ran.out
    decimals = re.findall(r"\d+\.(\d+)", text)
    digits = len(decimals[0]) if decimals else 0
    first = numbers_in(text, digits)
    assert first
    assert first & numbers_in(printed, digits)


def test_every_number_of_a_page_has_a_command(book: Path) -> None:
    """A row is a number of the odds, or one under other rules that it names."""
    for file in book.glob("*-numbers.html"):
        game = file.stem.removesuffix("-numbers")
        odds = json.loads((book / f"{game}.json").read_text(encoding="utf-8"))
        rows = re.findall('<tr id="([^"]+)">', file.read_text(encoding="utf-8"))
        assert {*rows} <= {each["id"] for each in odds["quantities"]}


def test_numbers_under_other_rules_are_cited_with_their_rules(opened: Opened) -> None:
    page = opened("baccarat-numbers#published-script.bet.player.edge")
    page.wait_for_function(
        "document.getElementById('citation').textContent.includes('--rules')"
    )
    cited = page.text_content("#citation")
    assert "Command: trueodds odds baccarat bet.player.edge --rules" in cited
    assert "punto-banco rules" not in cited
    assert page.locator(".own-rules:visible").count() == 0


def test_the_play_that_is_shown_is_cited(opened: Opened) -> None:
    page = opened("cribbage-deal#AC-2D-3H-4S-9C-KD/mine")
    page.wait_for_selector(".open-row")
    page.check("#add-play")
    page.locator("#with-play", has_text="play").wait_for()
    added = page.inner_text("#with-play")
    cited = "text => document.getElementById('citation').textContent.includes(text)"
    page.wait_for_function(cited, arg=added)
    page.uncheck("#add-play")
    page.wait_for_function(f"!({cited})({json.dumps(added)})")
