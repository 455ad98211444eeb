"""Every page of the report in a browser: layout, accessibility, print, no requests."""

import gzip
import os
import re
import subprocess
import sys
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


def pages(book: Path, pattern: str = "*.html") -> list[Path]:
    return sorted(book.glob(pattern))


def plain_pages(book: Path) -> list[Path]:
    return [page for page in pages(book) if not page.stem.endswith("-numbers")]


def test_no_page_complains_or_asks_for_anything_but_files(
    book: Path, visit: Any
) -> None:
    for file in pages(book):
        visit.page.goto(file.as_uri())
        visit.page.wait_for_load_state("load")
        assert visit.complaints == [], file.name
    assert {url.partition(":")[0] for url in visit.requests} == {"file"}


def test_pages_without_scripts_have_headlines_and_tables(
    book: Path, plain: Opened
) -> None:
    for file in pages(book):
        page = plain(file.stem)
        text = page.locator("main").inner_text()
        assert len(text) > 300, file.name
        assert page.locator("main :is(table, svg, ul)").count() > 0, file.name


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_sideways(book: Path, browser: Any, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": SCREEN})
    page = context.new_page()
    wide = []
    for file in pages(book):
        page.goto(file.as_uri())
        size = page.evaluate("document.documentElement.scrollWidth")
        wide += [f"{file.name}: {size}"] * (size > width)
    context.close()
    assert wide == []


def test_pages_are_short_on_a_phone(book: Path, visit: Any) -> None:
    long = []
    for file in plain_pages(book):
        visit.page.goto(file.as_uri())
        height = visit.page.evaluate("document.documentElement.scrollHeight")
        long += [f"{file.name}: {height}"] * (height > MOST_SCREENS * SCREEN)
        lead = visit.page.locator(".lead").bounding_box()
        assert lead["y"] + lead["height"] < SCREEN, file.name
    assert long == []


def test_pages_are_accessible_in_both_schemes(book: Path, browser: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    broken = []
    for scheme in ("light", "dark"):
        context = browser.new_context(
            viewport={"width": 768, "height": SCREEN},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        page = context.new_page()
        # One table of all numbers stands for all: axe takes long on thousands of rows.
        for file in [*plain_pages(book), book / "cribbage-numbers.html"]:
            page.goto(file.as_uri())
            results = axe.run(page)
            broken += [
                f"{file.name} ({scheme}): {violation['id']}: "
                f"{violation['nodes'][0]['html'][:150]}"
                for violation in results.response["violations"]
            ]
        context.close()
    assert broken == []


def test_tables_have_captions_and_scoped_headings(book: Path, visit: Any) -> None:
    for file in pages(book):
        visit.page.goto(file.as_uri())
        assert visit.page.locator("h1").count() == 1, file.name
        assert visit.page.locator("table:not(:has(caption))").count() == 0, file.name
        assert visit.page.locator("th:not([scope])").count() == 0, file.name


def test_nothing_moves_for_readers_who_ask_for_that(book: Path, browser: Any) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    for file in plain_pages(book):
        page.goto(file.as_uri())
        moving = page.evaluate(
            "[...document.querySelectorAll('*')].filter(each =>"
            " parseFloat(getComputedStyle(each).transitionDuration) > 0).length"
        )
        assert moving == 0, file.name
    context.close()


def test_a_page_of_a_game_prints_on_four_sheets(book: Path, visit: Any) -> None:
    long = []
    for file in plain_pages(book):
        visit.page.goto(file.as_uri())
        printed = visit.page.pdf(format="A4")
        sheets = len(re.findall(rb"/Type\s*/Page\b", printed))
        long += [f"{file.name}: {sheets}"] * (sheets > MOST_PRINTED)
    assert long == []


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
