"""The pages of one game open in a browser without complaint."""

from pathlib import Path
from typing import Any

import pytest

from trueodds.reports.html import site


@pytest.fixture(scope="session")
def bunco(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Path:
    """Make a report on the quickest game."""
    folder = tmp_path_factory.mktemp("bunco")
    site.write(["bunco"], folder)
    return folder


def test_pages_of_bunco_open(bunco: Path, visit: Any) -> None:
    for file in sorted(bunco.glob("*.html")):
        visit.page.goto(file.as_uri())
        assert visit.page.locator("h1").count() == 1, file.name
        assert visit.page.locator(".lead").inner_text()
    assert visit.complaints == []
    assert {url.partition(":")[0] for url in visit.requests} == {"file"}


def test_an_old_link_to_a_number_opens_it(bunco: Path, visit: Any) -> None:
    visit.page.goto(f"{(bunco / 'bunco.html').as_uri()}#roll.bunco")
    visit.page.wait_for_url("**/bunco-numbers.html#roll.bunco")
    assert visit.page.locator("[id='roll.bunco']").is_visible()
