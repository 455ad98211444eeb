"""A report in a real browser: what the tests of its pages share."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from chromium import ARGUMENTS, chromium

from trueodds.analysis.farkle.match import solved
from trueodds.analysis.run import odds as exact_odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.storage.files import write_together
from trueodds.reports.html.book import BookOptions, BookPage
from trueodds.reports.html.pages.cribbage import deal as deal_page
from trueodds.reports.html.pages.farkle.match import SolvedMatch, with_matches
from trueodds.reports.html.site import Renderer, asset_files

Opened = Callable[[str], Any]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start Chromium once for all tests."""
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


@dataclass
class Visit:
    """A page in the browser, with its complaints and its requests."""

    page: Any
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        def listen(message: Any) -> None:
            if message.type in ("error", "warning"):
                self.complaints.append(message.text)

        self.page.on("console", listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))


@pytest.fixture
def visit(browser: Any) -> Iterator[Visit]:
    """Open an empty page, which ``visit.page.goto(file.as_uri())`` fills."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(20_000)
    yield Visit(context.new_page())
    context.close()


@pytest.fixture
def opened(book: Path, visit: Visit) -> Iterator[Opened]:
    """Return a function that opens a page with a hash; nothing may complain."""

    def open_page(address: str) -> Any:
        name, _, hash_ = address.partition("#")
        visit.page.goto("about:blank")
        visit.page.goto(f"{(book / f'{name}.html').as_uri()}#{hash_}")
        if visit.page.locator("#answer").count():
            visit.page.wait_for_selector("#answer p", state="attached")
        return visit.page

    yield open_page
    assert visit.complaints == []


@pytest.fixture
def plain(book: Path, browser: Any) -> Iterator[Opened]:
    """Return a function that opens a page without scripts."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()

    def open_page(name: str) -> Any:
        page.goto((book / f"{name}.html").as_uri())
        return page

    yield open_page
    context.close()


@pytest.fixture
def deal(opened: Opened) -> Any:
    """Open the deal explorer with its example."""
    page = opened("cribbage-deal")
    page.wait_for_selector(".open-row")
    return page


@pytest.fixture(scope="session")
def farkled() -> SolvedMatch:
    """Solve a short match in which every third farkle in a row costs points."""
    rules = FarkleRules.load("facebook", target=500, lowest_score=-500)
    return SolvedMatch("facebook", solved(rules))


@pytest.fixture(scope="session")
def match_page(farkled: SolvedMatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of matches alone, with this match and one without such a cost."""
    other = SolvedMatch("ece209", solved(FarkleRules.load("ece209", target=500)))
    page = with_matches(exact_odds("farkle", "ece209"), [other, farkled], full=False)
    return written(page, tmp_path_factory.mktemp("match"))


@pytest.fixture(scope="session")
def full_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the deal explorer of a full report alone."""
    page = deal_page.build(exact_odds("cribbage"), BookOptions(full=True))
    return written(page, tmp_path_factory.mktemp("full"))


def written(page: BookPage, folder: Path) -> Path:
    """Write a page alone into a folder, and return its file."""
    html = Renderer(f"trueodds report {page.game}", [page]).html(page)
    write_together(folder, {**dict(asset_files([page])), page.file: html})
    return folder / page.file
