"""Every page of the report in a browser: layout, accessibility, print, no requests."""

import gzip
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.book.conftest import Opened

pytestmark = pytest.mark.book

SCREEN = 844
MOST_SCREENS = 8
MOST_GZIPPED = 60_000
MOST_BYTES = 40_000_000
MOST_PRINTED = 4
WIDTHS = (320, 390, 768, 1100)
UNREADABLE = """() => {
  const wrong = [];
  const shown = [...document.querySelectorAll('body *')].filter((e) =>
    e.tagName !== 'title' && e.getClientRects().length
    && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()));
  for (const e of shown) {
    const scale = e.closest('svg') ? e.getScreenCTM().a : 1;
    if (parseFloat(getComputedStyle(e).fontSize) * scale < 11) wrong.push(e.outerHTML);
  }
  for (const nav of document.querySelectorAll('nav')) {
    if (nav.getBoundingClientRect().height > 40) wrong.push('menu of two rows');
  }
  for (const line of document.querySelectorAll('svg line.mark')) {
    const [a, texts] = [line.getBoundingClientRect(), line.closest('svg')];
    for (const text of texts.querySelectorAll('text')) {
      const b = text.getBoundingClientRect();
      if (a.left > b.left + 1 && a.left < b.right - 1
          && a.bottom > b.top + 3 && a.top < b.bottom - 3) wrong.push(text.outerHTML);
    }
  }
  for (const text of document.querySelectorAll('svg text')) {
    const b = text.getBoundingClientRect();
    const svg = text.closest('svg');
    const hidden = getComputedStyle(svg).overflow !== 'visible';
    const a = hidden ? svg.getBoundingClientRect() : {left: 0, right: innerWidth};
    if (b.width && (b.left < a.left || b.right > a.right)) wrong.push(text.outerHTML);
  }
  for (const word of document.querySelectorAll('thead th')) {
    const range = document.createRange();
    range.selectNodeContents(word);
    const lines = new Set([...range.getClientRects()].map(({top}) => top));
    if (/^\\w+$/.test(word.textContent) && lines.size > 1) wrong.push(word.outerHTML);
  }
  for (const caption of document.querySelectorAll('.table caption')) {
    if (caption.getBoundingClientRect().right > innerWidth) wrong.push('caption');
  }
  return wrong;
}"""


def pages(book: Path) -> list[Path]:
    return sorted(book.glob("*.html"))


def plain_pages(book: Path) -> list[Path]:
    return [page for page in pages(book) if not page.stem.endswith("-numbers")]


def browsed(
    browser: Any, files: list[Path], **options: Any
) -> Iterator[tuple[str, Any]]:
    """Yield the name of each file, and the page that shows it, with these options."""
    context = browser.new_context(**options)
    page = context.new_page()
    for file in files:
        page.goto(file.as_uri())
        yield file.name, page
    context.close()


def test_no_page_complains_or_asks_for_anything_but_files(
    book: Path, visit: Any
) -> None:
    """Each has one title, and its tables have captions and scoped headings."""
    for file in pages(book):
        visit.page.goto(file.as_uri())
        visit.page.wait_for_load_state("load")
        assert visit.complaints == [], file.name
        assert visit.page.locator("h1").count() == 1, file.name
        assert visit.page.locator("table:not(:has(caption))").count() == 0, file.name
        assert visit.page.locator("th:not([scope])").count() == 0, file.name
    assert {url.partition(":")[0] for url in visit.requests} == {"file"}


def test_pages_without_scripts_have_headlines_and_tables(
    book: Path, browser: Any
) -> None:
    for name, page in browsed(browser, pages(book), java_script_enabled=False):
        assert len(page.locator("main").inner_text()) > 300, name
        assert page.locator("main :is(table, svg, ul, dl)").count() > 0, name


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_sideways(book: Path, browser: Any, width: int) -> None:
    screen = {"width": width, "height": SCREEN}
    widths = {
        name: page.evaluate("document.documentElement.scrollWidth")
        for name, page in browsed(browser, pages(book), viewport=screen)
    }
    assert [*filter(lambda name: widths[name] > width, widths)] == []


def test_a_phone_shows_no_tiny_type_and_menus_of_one_row(
    book: Path, browser: Any
) -> None:
    """No line of a median or mean crosses a text, and titles fit beside a table.

    No text of a plot is cut off, and no word of a heading is broken.
    """
    wrong = []
    screen = {"width": 360, "height": SCREEN}
    for name, page in browsed(browser, plain_pages(book), viewport=screen):
        wrong += [f"{name}: {each}" for each in page.evaluate(UNREADABLE)]
    assert wrong == []


def test_pages_are_short_on_a_phone_and_on_paper(book: Path, browser: Any) -> None:
    long = []
    screen = {"width": 390, "height": SCREEN}
    for name, page in browsed(browser, plain_pages(book), viewport=screen):
        height = page.evaluate("document.documentElement.scrollHeight")
        long += [f"{name}: {height}"] * (height > MOST_SCREENS * SCREEN)
        lead = page.locator(".lead").bounding_box()
        assert lead["y"] + lead["height"] < SCREEN, name
        sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
        long += [f"{name}: {sheets} sheets"] * (sheets > MOST_PRINTED)
    assert long == []


FONTS = """() => {
  const [wide, digits] = [[], ['0', '1', '4', '8']];
  for (const e of document.querySelectorAll('td, th, strong, .verdict, option, text')) {
    const probe = document.createElement('span');
    probe.style.cssText = 'position: absolute; white-space: pre';
    for (const name of ['font', 'fontVariantNumeric']) {
      probe.style[name] = getComputedStyle(e)[name];
    }
    document.body.append(probe);
    const widths = digits.map((digit) => {
      probe.textContent = digit.repeat(20);
      return probe.getBoundingClientRect().width;
    });
    probe.remove();
    if (Math.max(...widths) - Math.min(...widths) > 0.5) wide.push(e.outerHTML);
  }
  return wide.slice(0, 5);
}"""
"""The elements whose digits have several widths."""


def test_pages_use_a_font_that_the_style_names(book: Path, visit: Any) -> None:
    """On the screen and on paper, digits are equally wide, so that columns line up."""
    page = visit.page
    page.goto((book / "cribbage-deal.html").as_uri())
    style = "getComputedStyle(document.documentElement).getPropertyValue"
    named = page.evaluate(f"{style}('--serif')").replace('"', "").split(", ")
    listed = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True)
    installed = set(re.split("[,\n]", listed.stdout))
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        root = session.send("DOM.getDocument")["root"]["nodeId"]
        lead = {"nodeId": root, "selector": ".lead"}
        node = session.send("DOM.querySelector", lead)["nodeId"]
        used = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        first = next((name for name in named if name in installed), None)
        assert first in (None, used[0]["familyName"])
        assert page.evaluate(FONTS) == []


@pytest.mark.parametrize(
    ("address", "answer"),
    [
        ("farkle-turn", "#answer > p"),
        ("farkle-turn#box/0//113456", "#answer tbody tr"),
        ("farkle-match#facebook-10000/2000/3000/350/2/", "#answer > p"),
        ("cribbage-deal", "#answer > p"),
        ("cribbage-cribs", "#pair-answer > p"),
        ("cribbage-play", "#hand-answer > p"),
        ("baccarat-shoe", "#answer > p"),
        ("bunco-night", "#answer > p"),
        ("verify", "#verdict > p"),
        ("claims", "tbody tr"),
    ],
)
def test_a_phone_shows_the_answer_on_its_first_screen(
    opened: Opened, address: str, answer: str
) -> None:
    page = opened(address)
    if address == "verify":
        page.click("#example")
    page.locator(answer).first.wait_for()
    box = page.locator(answer).first.bounding_box()
    top = box["y"] + page.evaluate("scrollY")
    assert top + box["height"] <= SCREEN


@pytest.mark.parametrize(
    ("address", "field", "words", "answer"),
    [
        ("index", "query", "banker", "#answers li"),
        ("claims", "filter", "vigorish of the Banker", "tbody tr:not([hidden])"),
        ("baccarat-numbers", "filter", "tie at 9 to 1", "tbody tr:not([hidden])"),
    ],
)
def test_a_phone_shows_what_a_search_finds_on_its_first_screen(
    opened: Opened, address: str, field: str, words: str, answer: str
) -> None:
    page = opened(address)
    page.fill(f"#{field}", words)
    rows = page.locator(f"{answer}:visible")
    if field == "filter":
        page.locator("#count", has_text=" of ").wait_for()
    rows.first.wait_for()
    box = rows.first.bounding_box()
    assert box["y"] + page.evaluate("scrollY") + box["height"] <= SCREEN


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_and_still(book: Path, browser: Any, scheme: str) -> None:
    """Nothing moves for readers who ask for that."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    broken = []
    # One table of all numbers stands for all: axe takes long on thousands of rows.
    files = [*plain_pages(book), book / "cribbage-numbers.html"]
    options = {"color_scheme": scheme, "reduced_motion": "reduce"}
    screen = {"width": 768, "height": SCREEN}
    for name, page in browsed(browser, files, viewport=screen, **options):
        moving = page.evaluate(
            "[...document.querySelectorAll('*')].filter(each =>"
            " parseFloat(getComputedStyle(each).transitionDuration) > 0).length"
        )
        assert moving == 0, name
        broken += [
            f"{name}: {violation['id']}: {violation['nodes'][0]['html'][:150]}"
            for violation in axe.run(page).response["violations"]
        ]
    assert broken == []


def test_every_page_says_how_exact_its_numbers_are(book: Path) -> None:
    """Nothing is sampled, and a page whose script computes in floats says so."""
    exact = "exact fractions, or lie between two proved bounds"
    for file in pages(book):
        html = file.read_text(encoding="utf-8")
        text = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", html))
        assert text.count(exact) == 1 + (file.stem == "index"), file.name
        assert not re.search("sampling|sampled", text), file.name
        floats = re.search(r"engines/(farkle|bunco_night|e_process)\.js", html)
        assert ("in floating point" in text) >= bool(floats), file.name


def test_weight(book: Path) -> None:
    for file in pages(book):
        own = r'"(assets/[^"]+\.(?:js|css))"'
        assets = {book / name for name in re.findall(own, file.read_text("utf-8"))}
        sizes = [len(gzip.compress(each.read_bytes())) for each in (file, *assets)]
        assert sum(sizes) <= MOST_GZIPPED, file.name
    total = sum(file.stat().st_size for file in book.rglob("*") if file.is_file())
    assert total <= MOST_BYTES


def files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_a_report_from_an_empty_cache_is_the_same_byte_for_byte(
    book: Path, tmp_path: Path
) -> None:
    again = tmp_path / "odds-report"
    environment = os.environ | {
        "TRUEODDS_CACHE": str(tmp_path / "cache"),
        "PYTHONHASHSEED": "17",
    }
    command = [sys.executable, "-m", "trueodds", "report", "--out", str(again)]
    subprocess.run(command, check=True, capture_output=True, env=environment)
    first, second = files(book), files(again)
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
