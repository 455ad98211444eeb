"""A report in a real browser: what the tests of its pages share."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from chromium import ARGUMENTS, chromium


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make one plain report on all games; TRUEODDS_BOOK names one that exists."""
    existing = os.environ.get("TRUEODDS_BOOK")
    if existing:
        return Path(existing).resolve()
    out = tmp_path_factory.mktemp("book") / "odds-report"
    command = [sys.executable, "-m", "trueodds", "report", "--out", str(out)]
    subprocess.run(command, check=True, capture_output=True)
    return out


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
