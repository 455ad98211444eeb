"""The widgets of the pages on all games, as a reader uses them."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.book.conftest import Opened
from trueodds.analysis.run import odds as exact_odds
from trueodds.core import games, rulebook
from trueodds.proofs.verify.simulator.dependence import CONTEXT, FARTHEST, LAGS
from trueodds.proofs.verify.simulator.e_process import EProcess
from trueodds.proofs.verify.simulator.e_value import working_precision
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeDistribution,
    kinds_of,
    outcome_distribution,
)
from trueodds.proofs.verify.simulator.run import judge_stream
from trueodds.proofs.verify.simulator.verdict import verdict

pytestmark = pytest.mark.book

CUT_OFF = """[...document.querySelectorAll('#curve svg text')].filter((text) => {
  const {x, width} = text.getBBox();
  return x < 0 || x + width > text.ownerSVGElement.viewBox.baseVal.width;
}).map((text) => text.textContent)"""
"""The texts of the plot that do not fit into it."""


IDS = "all => all.map((a) => decodeURIComponent(a.hash.slice(1)))"
LEFT_OUT = re.compile("cell|removal|published-script|punto-banco|script")
"""Ids of numbers that the search leaves out unless it is asked for them."""


def test_numbers_are_filtered_sorted_and_shown_as_decimals(opened: Opened) -> None:
    page = opened("bunco-numbers")
    page.set_viewport_size({"width": 1100, "height": 844})
    page.fill("#filter", "roll.points")
    page.locator("#count", has_text="5 of ").wait_for()
    table = page.locator("table.quantities:visible")
    heading = table.locator("th[scope=col]", has_text="Value")
    heading.locator("button").press("Enter")
    assert heading.get_attribute("aria-sort") == "ascending"
    first = table.locator("tbody tr").first
    assert first.get_attribute("id") == "roll.points.21"
    page.select_option("#form", "decimal")
    assert "0.00462962962963" in first.inner_text()
    assert "0.46 %" not in first.inner_text()


def test_a_number_is_copied_as_text_tex_and_python(opened: Opened) -> None:
    page = opened("bunco-numbers")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expected = {
        "text": "Bunco: 0.46 % (exactly 1/216; roll.bunco)",
        "tex": r"$\frac{1}{216} \approx 0.00462962962963$",
        "python": "Fraction(1, 216)  # roll.bunco",
    }
    page.evaluate("trueodds.ui.copy = (text) => { window.copied = text; }")
    for form, text in expected.items():
        page.select_option("#copied", form)
        page.locator("[id='roll.bunco'] button.copy").click()
        page.wait_for_function("text => window.copied === text", arg=text)


def test_csv_has_what_is_shown_with_long_fractions(book: Path, opened: Opened) -> None:
    page = opened("bunco-numbers")
    page.fill("#filter", "race.first_wins")
    page.locator("#count", has_text="1 of ").wait_for()
    with page.expect_download() as download:
        page.click("#csv")
    rows = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    odds = json.loads((book / "bunco.json").read_text(encoding="utf-8"))
    exact = {each["id"]: each["exact"] for each in odds["quantities"]}
    assert len(rows) == 2
    assert exact["race.first_wins"] in rows[1]


def test_a_link_to_a_claim_opens_its_source(opened: Opened) -> None:
    page = opened("claims#S5.d.2")
    assert page.locator("[id='S5.d.2']").is_visible()
    page.fill("#filter", "vigorish of the Banker")
    page.locator("#count", has_text=re.compile("^[1-9]")).wait_for()
    page.fill("#filter", "S1.b")
    page.locator("#count", has_text="4 of ").wait_for()
    page.select_option("#verdict", "unspecified")
    page.fill("#filter", "")
    page.locator("#count", has_text=re.compile("^2 of ")).wait_for()


def test_a_claim_is_searched_and_cited_by_its_author_and_date(opened: Opened) -> None:
    page = opened("claims")
    page.fill("#filter", "taylor 2017 50 %")
    page.locator("#count", has_text=re.compile("^1 of ")).wait_for()
    page.evaluate("trueodds.ui.copy = (text) => { window.copied = text; }")
    page.locator("[id='S1.e'] button.copy").click()
    copied = page.evaluate("window.copied")
    assert "“Shell Scripting a Bunco Game (Linux Journal 280)”, Dave Taylor" in copied
    assert copied.endswith("trueodds claims S1.e.")


def test_outcomes_are_judged_in_the_page(opened: Opened) -> None:
    page = opened("verify")
    page.select_option("#kind", "bunco/die")
    page.fill("#outcomes", "outcome,count\n1,100\n2,100\n3,100\n4,100\n5,100\n6,200")
    page.click("#judge button")
    page.locator("#verdict strong").wait_for()
    assert "(after 700 outcomes" in page.locator("#verdict").inner_text()
    page.fill("#outcomes", "\n".join(str(n * 7 % 13 % 6 + 1) for n in range(400)))
    page.click("#judge button")
    page.locator("#curve svg").wait_for()
    assert page.evaluate(CUT_OFF) == []
    assert "the sequence is not independent" in page.locator("#verdict").inner_text()
    page.fill("#outcomes", "1\nseven\n")
    page.click("#judge button")
    page.locator("#outcomes-problem:visible").wait_for()
    assert "Line 2: “seven” is no outcome" in page.inner_text("#outcomes-problem")
    assert page.input_value("#outcomes") == "1\nseven\n"
    page.fill("#outcomes", "123456")
    page.click("#judge button")
    page.locator("#outcomes-problem", has_text="put blanks between them").wait_for()
    page.fill("#outcomes", "1\n7\n")
    page.click("#judge button")
    page.locator("#verdict", has_text="Refuted: 7 came, and it cannot.").wait_for()


def test_evidence_in_the_page_is_that_of_the_command(opened: Opened) -> None:
    game = games.find("bunco")
    known = outcome_distribution(game, rulebook.load(game), "die")
    codes = Random(5).choices(range(6), k=700) + [n % 3 for n in range(60)]
    process = EProcess(known.probabilities, Fraction(1, 1000))
    process.see(np.array(codes))
    process.finish()
    page = opened("verify")
    floats = [float(probability) for probability in known.probabilities]
    judge = """([codes, floats]) =>
        trueodds.simulator.judgeSequence(codes, floats).curve.at(-1)[1]"""
    judged = page.evaluate(judge, [codes, floats])
    with working_precision():
        exact = {test: float(part) for test, part in process.logs(object).items()}
        log_e = float(process.log_e(object))
    # The largest log-gamma is of 10**9 / 6 and is 3 * 10**9: its last digit is 5e-7.
    assert judged["tests"] == pytest.approx(exact, abs=1e-6)
    assert judged["log"] == pytest.approx(log_e, abs=1e-6)
    assert judged["marginal"] == pytest.approx(process.log_marginal(), abs=1e-6)


@pytest.mark.parametrize(
    ("kind", "rolled", "word"),
    [
        ("die", Random(6).choices("123456", k=500), "undecided"),
        ("die", Random(6).choices("123456", k=4000), "consistent"),
        ("die", Random(6).choices("1234566", k=4000), "refuted"),
        ("roll", [face * 3 for face in "112233445566"], "refuted"),
    ],
)
def test_the_page_says_what_the_command_says(
    opened: Opened, kind: str, rolled: list[str], word: str
) -> None:
    game = games.find("bunco")
    rules = rulebook.load(game)
    known = outcome_distribution(game, rules, kind)
    judged = judge_stream(["".join(f"{face}\n" for face in rolled).encode()], known)
    command = verdict(game, rules, judged)
    page = opened("verify")
    page.select_option("#kind", f"bunco/{kind}")
    page.fill("#outcomes", " ".join(rolled))
    page.click("#judge [type=submit]")
    text = page.locator("#verdict strong").inner_text()
    assert text.lower().startswith(word)
    verdict_words = re.sub("^(consistent|refuted|undecided): ", "", text.lower()[:-1])
    assert command.summary.lower() == verdict_words


ASK = """text => {
    document.getElementById('outcomes').value = text;
    document.getElementById('verdict').replaceChildren();
    document.querySelector('#judge [type=submit]').click();
}"""
JUDGED = [
    ("bunco", "score"),
    ("bunco", "turn"),
    ("bunco", "die"),
    ("baccarat", "winner"),
    ("cribbage", "show"),
    ("farkle", "score"),
]


def printed(kind: OutcomeDistribution) -> Iterator[list[str]]:
    """Yield outcomes of five programs: two right ones, and three wrong ones."""
    random = Random(kind.kind)
    outcomes = [text for text in kind.outcomes if not text.endswith("+")]
    weights = [float(kind.distribution[text]) for text in outcomes]
    yield random.choices(outcomes, weights, k=40)
    yield random.choices(outcomes, weights, k=6000)
    flat = [weight**0.5 for weight in weights]
    yield random.choices(outcomes, flat, k=2000)
    yield [text for text in random.choices(outcomes, weights, k=400) for _ in range(3)]
    wrong = [outcomes[0]] * 40 if kind.words else ["-7"]
    yield random.choices(outcomes, weights, k=50) + wrong


@pytest.mark.parametrize(("game", "name"), JUDGED)
def test_the_verdict_of_the_page_is_that_of_the_command(
    opened: Opened, game: str, name: str
) -> None:
    column = games.find(game)
    rules = rulebook.load(column)
    kind = outcome_distribution(column, rules, name)
    page = opened("verify")
    page.select_option("#kind", f"{game}/{name}")
    words = {"refuted", "undecided"}
    for outcomes in printed(kind):
        stream = ["".join(f"{text}\n" for text in outcomes).encode()]
        command = verdict(column, rules, judge_stream(stream, kind))
        words.discard(command.word)
        page.evaluate(ASK, " ".join(outcomes))
        text = page.locator("#verdict strong").inner_text().removesuffix(".")
        word, _, shown = text.partition(": ")
        assert word.lower() == command.word
        assert shown.lower() == command.summary.lower()
    assert not words


def test_the_page_names_the_kinds_that_only_the_command_judges(plain: Opened) -> None:
    page = plain("verify")
    for game in games.ours():
        column = games.find(game)
        kinds = {*kinds_of(column, rulebook.load(column))}
        options = page.eval_on_selector_all(
            f"option[value^='{game}/']", "all => all.map((each) => each.value)"
        )
        further = page.locator(f"#further-{game} code").all_text_contents()
        assert {option.partition("/")[2] for option in options} == kinds - {*further}


@pytest.mark.parametrize("count", ["1_000", "9" * 400])
def test_a_count_that_the_command_refuses_is_refused(
    opened: Opened, count: str
) -> None:
    page = opened("verify")
    page.select_option("#kind", "bunco/die")
    page.fill("#outcomes", f"1,{count}\n" + "".join(f"{n},1000\n" for n in range(2, 7)))
    page.click("#judge [type=submit]")
    page.get_by_text("is not a count; write digits only").wait_for()
    assert "NaN" not in page.locator("#verdict").inner_text()


PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.getElementById('outcomes').dispatchEvent(
        new ClipboardEvent('paste', {clipboardData, cancelable: true}));
}"""


def test_a_long_text_is_judged_without_being_shown(opened: Opened) -> None:
    page = opened("verify")
    page.select_option("#kind", "bunco/die")
    rolled = "\n".join(Random(7).choices("123456", k=60_000))
    page.evaluate(PASTE, rolled)
    page.locator("#verdict strong", has_text=" 60,000 dice").wait_for()
    assert page.input_value("#outcomes") == ""
    page.fill("#outcomes", "7")
    page.click("#judge [type=submit]")
    page.locator("#verdict strong", has_text="7 came").wait_for()


def test_two_megabytes_are_refused(opened: Opened, tmp_path: Path) -> None:
    page = opened("verify")
    page.evaluate(PASTE, "1\n" * 1_000_000)
    page.get_by_text("2,000,000 characters; this page judges at most").wait_for()
    page = opened("verify")
    file = tmp_path / "rolled.txt"
    file.write_text("1\n" * 1_000_000)
    page.set_input_files("#file", file)
    page.get_by_text("2,000,000 characters; this page judges at most").wait_for()


def test_a_line_of_blanks_is_read_at_once(opened: Opened) -> None:
    page = opened("verify")
    page.select_option("#kind", "bunco/die")
    page.evaluate(PASTE, f"1{' ' * 150_000}x")
    page.get_by_text("Line 1: “x” is no outcome").wait_for()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("bunco", "chance of a mini bunco"),
        ("farkle", "bust with three dice"),
        ("baccarat", "vigorish of the tie"),
        ("cribbage", "19 hand"),
    ],
)
def test_a_filter_shows_what_the_box_lists(
    opened: Opened, game: str, words: str
) -> None:
    page = opened(f"{game}-numbers")
    page.fill("#filter", words)
    page.locator("#count", has_text=" of ").wait_for()
    shown = page.eval_on_selector_all(
        "tbody tr[id]:not([hidden])", "all => all.map((row) => row.id)"
    )
    page = opened("index")
    page.fill("#query", words)
    page.press("#query", "Enter")
    page.wait_for_selector("#answers a:focus")
    links = page.eval_on_selector_all("#answers a", "all => all.map((a) => a.href)")
    ids = [link.partition("#")[2] for link in links if f"{game}-numbers" in link]
    listed = {id for id in ids if not id.startswith("section-")}
    assert {id for id in shown if not LEFT_OUT.match(id)} == listed != set()


@pytest.mark.parametrize(
    ("typed", "word"),
    [("banker", "cell"), ("dragon", "removal"), ("tie", "script"), ("best", "script")],
)
def test_cells_removed_cards_and_scripts_are_found_if_asked_for(
    opened: Opened, typed: str, word: str
) -> None:
    page = opened("index")
    hits = []
    for text in (typed, f"{word} {typed}"):
        page.fill("#query", text)
        page.press("#query", "Enter")
        page.wait_for_selector("#answers a:focus")
        hits.append(page.eval_on_selector_all("#answers a", IDS))
    usual, asked = hits
    assert [id for id in usual if LEFT_OUT.match(id)] == []
    assert [id for id in asked if LEFT_OUT.match(id)] != []
    page.fill("#query", typed)
    page.locator("#answers", has_text=re.compile(f"add the word .*{word}")).wait_for()


@pytest.mark.parametrize(
    ("typed", "card", "rank", "lead"),
    [
        ("5H", "5H", "5", 5),
        ("ace of spades", "AS", "A", 1),
        ("J\u2663", "JC", "10", 11),
        ("10d", "TD", "10", 10),
    ],
)
def test_one_card_in_the_box_lists_its_page_and_its_numbers(
    opened: Opened, typed: str, card: str, rank: str, lead: int
) -> None:
    page = opened("index")
    page.fill("#query", typed)
    page.press("#query", "Enter")
    page.wait_for_selector("#answers a:focus")
    shoe, *ids = page.eval_on_selector_all("#answers a", IDS)
    assert shoe == f"/seen/{card}"
    assert f"removal.banker.{rank}" in ids
    assert f"play.equilibrium.lead.{lead}" in ids
    removed = [id for id in ids if id.startswith("removal")]
    assert {id.rpartition(".")[2] for id in removed} == {rank}
    page.locator("#answers a").first.click()
    page.locator("#answer", has_text="415 cards left").wait_for()


@pytest.mark.parametrize("word", ["nobs", "pone", "hot dice", "e-value", "push"])
def test_words_of_the_glossary_are_found_and_lead_to_it(
    opened: Opened, word: str
) -> None:
    page = opened("index")
    page.fill("#query", word)
    page.press("#query", "Enter")
    page.wait_for_url(re.compile(f"glossary.html#{word.replace(' ', '-')}|index"))
    if "index" in page.url:
        page.locator("#answers a", has_text=word).first.click()
    page.locator(":target dt", has_text=word).wait_for()


@pytest.mark.parametrize(
    ("typed", "link"),
    [
        ("5H 5D JS QC 2D 9S", "cribbage-deal.html#5H-5D-JS-QC-2D-9S/mine"),
        ("5♥5♦10♠Q♣2♦9♠", "cribbage-deal.html#5H-5D-TS-QC-2D-9S/mine"),
        ("1 1 3 4 5 6", r"farkle-turn.html#\S*113456"),
        ("8 decks", "baccarat-shoe.html#8-DECKS"),
        ("six decks", "baccarat-shoe.html#6-DECK"),
        ("9 decks", "baccarat-shoe.html#9-DECK"),
    ],
)
def test_cards_and_dice_in_the_box_open_their_page(
    opened: Opened, typed: str, link: str
) -> None:
    page = opened("index")
    page.fill("#query", typed)
    page.press("#query", "Enter")
    page.wait_for_url(re.compile(link))


@pytest.mark.parametrize(
    ("words", "game", "id"),
    [
        ("farkle 3 dice", "farkle", "roll.3.farkle"),
        ("bust three dice", "farkle", "roll.3.farkle"),
        ("house edge tie", "baccarat", "bet.tie_8.edge"),
        ("mini bunco", "bunco", "roll.mini_bunco"),
    ],
)
def test_words_in_the_box_list_all_their_numbers(
    opened: Opened, words: str, game: str, id: str
) -> None:
    """The first of each game is that of ``odds GAME words``; no value is searched."""
    page = opened("index")
    page.fill("#query", words)
    page.press("#query", "Enter")
    page.wait_for_selector("#answers a:focus")
    links = page.eval_on_selector_all("#answers a", "all => all.map((a) => a.href)")
    assert "index.html" in page.url
    of_game = [link.partition("#")[2] for link in links if f"{game}-numbers" in link]
    assert id in of_game
    numbers = exact_odds(game).find(words.replace(game, "", game == "farkle"))
    assert next(iter(numbers)) == of_game[0]
    page.fill("#query", "xyzzy")
    page.press("#query", "Enter")
    page.locator("#query-problem", has_text="Nothing fits “xyzzy”").wait_for()
    for example in ("8 decks", "5H 5D JS QC 2D 9S", "113456", "words such as banker"):
        assert example in page.inner_text("#query-problem")
    assert page.locator("#answers a").count() == 0
    page.fill("#query", "0.462963")
    page.press("#query", "Enter")
    page.locator("#query-problem", has_text="Nothing fits “0.462963”").wait_for()


@pytest.mark.parametrize(
    ("kind", "pasted", "total"),
    [
        ("baccarat/winner", "P B B T P B", "6 hands"),
        ("baccarat/winner", "P 4462\nB 4586\nT 952", "10,000 hands"),
        (
            "baccarat/winner",
            "winner,count\nPlayer,44\nBanker,45\nTie,11",
            "100 hands",
        ),
        ("baccarat/winner", "P\nB\nB", "3 hands"),
        ("farkle/roll", "666162\n522324", "2 rolls"),
        ("farkle/roll", "666162 522324", "2 rolls"),
        ("farkle/roll", "666162, 522324", "2 rolls"),
        ("farkle/roll", "6 6 6 1 6 2\n[5,2,2,3,2,4]", "2 rolls"),
        ("farkle/roll", "666162 3\n522324 1", "4 outcomes"),
        ("baccarat/totals", "P 6 - B 7\nP 8 - B 0", "2 hands"),
        ("baccarat/totals", "P 6 - B 7, 3\nP 8 - B 0, 1", "4 hands"),
    ],
)
def test_outcomes_are_read_as_people_write_them(
    opened: Opened, kind: str, pasted: str, total: str
) -> None:
    page = opened("verify")
    page.select_option("#kind", kind)
    page.fill("#outcomes", pasted)
    page.click("#judge [type=submit]")
    page.locator("#verdict strong", has_text=f" {total}").wait_for()


def test_the_example_of_every_kind_is_refuted(opened: Opened) -> None:
    page = opened("verify")
    assert page.input_value("#kind").endswith("/die")
    for option in page.locator("#kind option").all():
        page.select_option("#kind", option.get_attribute("value"))
        page.evaluate("document.getElementById('verdict').replaceChildren()")
        page.click("#example")
        page.locator("#expected", has_text="This example is loaded").wait_for()
        assert page.inner_text("#verdict strong").startswith("Refuted: ")


def test_the_page_says_what_it_does_not_test(opened: Opened) -> None:
    """Its numbers are those of the tests for dependence."""
    text = opened("verify").inner_text("main").partition("does not test")[2]
    assert f"each of the {LAGS} outcomes before" in text
    assert f"each of the {FARTHEST} outcomes before" in text
    assert f"the same {CONTEXT} outcomes" in text
