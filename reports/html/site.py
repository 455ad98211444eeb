"""The HTML report: an index, the pages of each game, and the numbers as files."""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from trueodds.analysis.run import odds as exact_odds
from trueodds.core import games
from trueodds.core.errors import OutputError
from trueodds.core.odds import Odds
from trueodds.core.storage.files import write_together
from trueodds.reports import parts
from trueodds.reports.html import why_believe
from trueodds.reports.html.assets import MARK, asset_files
from trueodds.reports.html.book import BookOptions, BookPage
from trueodds.reports.html.page import Page
from trueodds.reports.html.pages import claims, game, index, verify, why
from trueodds.reports.html.pages import numbers as numbers_page
from trueodds.reports.html.render import Renderer
from trueodds.reports.progress import shown_overall
from trueodds.reports.text import numbers
from trueodds.reports.text.tables import table_text

MARKS = (
    MARK.encode(),
    b"<footer><p>trueodds ",
    b'"trueodds.',
    b"id,label,exact,decimal,",
    b"Made by `trueodds ",
    b"certificates of trueodds",
)
"""Texts that show that a report wrote a file: each such file contains one of them."""


def write(names: Sequence[str], folder: Path, *, full: bool = False) -> str:
    """Write the report on some games, or all; return the headlines and the path.

    A ``full`` report includes what takes more than two minutes to compute. Raises
    ``UnknownNameError`` for an unknown game, before anything is computed, and
    ``OutputError`` when the folder cannot be written to.
    """
    columns = [games.find(name) for name in dict.fromkeys(names or games.names())]
    endings = ("html", *game.FILES.values())
    pages_of_games = [f"{c.name}.{ending}" for c in columns for ending in endings]
    _refuse_foreign(folder, ["index.html", "why.html", *pages_of_games])
    command = shlex.join(["trueodds", "report", *names, *(["--full"] if full else [])])
    all_odds: list[Odds] = []
    overviews: list[tuple[BookPage, Page]] = []
    pages: list[BookPage] = []
    with shown_overall(len(columns)) as (begin, progress):
        for column in columns:
            begin(column.name)
            odds = exact_odds(column.name, progress=progress)
            all_odds.append(odds)
            of_game = parts.pages(column.name)
            page = of_game.page(odds)
            overview = game.build(odds, page)
            overviews.append((overview, page))
            pages += [overview, *of_game.further(odds, BookOptions(full, progress))]
            pages.append(numbers_page.build(odds, page))
    reasons = why_believe.tell(all_odds)
    pages += [
        claims.build(reasons.claims),
        verify.build(all_odds),
        why.build(reasons),
    ]
    pages.insert(0, index.build(overviews, tuple(pages), reasons.judged))
    texts = _files(Renderer(command, pages))
    _refuse_foreign(folder, texts)
    write_together(folder, texts)
    headlines = (_headlines(page) for _, page in overviews)
    return "\n".join([*headlines, f"Wrote {folder / 'index.html'}\n"])


def _files(renderer: Renderer) -> dict[str, str]:
    """Return the content of all files by name.

    The index comes last: once it is there, everything that it links to is there.
    """
    files = dict(asset_files(renderer.pages))
    for page in renderer.pages:
        files |= page.files
    for page in reversed(renderer.pages):
        files[page.file] = renderer.html(page)
    return files


def _refuse_foreign(folder: Path, names: Iterable[str]) -> None:
    """Raise ``OutputError`` if one of these files exists and no report wrote it."""
    for name in names:
        file = folder / name
        if file.is_file() and not any(mark in file.read_bytes() for mark in MARKS):
            raise OutputError(
                f"{file} is not a file of a report; name another folder with --out"
            )


def _headlines(page: Page) -> str:
    rows = [
        [q.label, numbers.exact_text(q, abridge=True), numbers.headline(q)]
        for q in page.headlines
    ]
    return f"{page.title}\n{table_text([], rows)}"
