"""The HTML report: an index, a page for each game, and the numbers as files."""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from trueodds.analysis.run import odds as exact_odds
from trueodds.core import games, rulebook
from trueodds.core.errors import OutputError
from trueodds.core.odds import Odds
from trueodds.core.quantity import Quantity
from trueodds.reports.files import write_together
from trueodds.reports.html import why_believe
from trueodds.reports.html.page import Page
from trueodds.reports.html.plot import lay_out, lay_out_map
from trueodds.reports.progress import shown
from trueodds.reports.text import numbers
from trueodds.reports.text.odds import output
from trueodds.reports.text.records import version
from trueodds.reports.text.rules import as_toml
from trueodds.reports.text.tables import table_text

MARKS = (
    b"<footer><p>trueodds ",
    b'"trueodds.',
    b"id,label,exact,decimal,",
    b"Made by `trueodds ",
    b"certificates of trueodds",
)
"""Texts that show that a report wrote a file: each such file contains one of them."""

FILES = {"json": "json", "csv": "csv", "markdown": "md"}


def write(names: Sequence[str], folder: Path) -> str:
    """Write the report on some games, or all; return the headlines and the path.

    Raises ``UnknownNameError`` for an unknown game, before anything is computed,
    and ``OutputError`` when the folder cannot be written to.
    """
    columns = [games.find(name) for name in dict.fromkeys(names or games.names())]
    endings = ("html", *FILES.values())
    pages_of_games = [f"{c.name}.{ending}" for c in columns for ending in endings]
    _refuse_foreign(folder, ["index.html", "why.html", *pages_of_games])
    texts: dict[str, str] = {}
    pages: list[tuple[str, Page]] = []
    odds_by_game: list[Odds] = []
    command = shlex.join(["trueodds", "report", *names])
    site = _site([column.name for column in columns], command)
    with shown() as progress:
        for done, column in enumerate(columns):
            progress(column.name, done, len(columns))
            odds = exact_odds(column.name, progress=progress)
            odds_by_game.append(odds)
            page: Page = column.room("report").page(odds)
            pages.append((column.name, page))
            texts |= _game_files(site, odds, page)
    reasons = why_believe.tell(odds_by_game)
    texts |= reasons.files
    texts["why.html"] = site.get_template("why.html").render(why=reasons)
    index = site.get_template("index.html").render(pages=pages)
    _refuse_foreign(folder, texts)
    # The index comes last: once it is there, everything that it links to is there.
    write_together(folder, texts | {"index.html": index})
    return "\n".join([*map(_headlines, pages), f"Wrote {folder / 'index.html'}\n"])


def _refuse_foreign(folder: Path, names: Iterable[str]) -> None:
    """Raise ``OutputError`` if one of these files exists and no report wrote it."""
    for name in names:
        file = folder / name
        if file.is_file() and not any(mark in file.read_bytes() for mark in MARKS):
            raise OutputError(
                f"{file} is not a file of a report; name another folder with --out"
            )


def _game_files(site: Environment, odds: Odds, page: Page) -> dict[str, str]:
    html = site.get_template("game.html").render(
        page=page,
        odds=odds,
        digest=rulebook.digest(odds.game, odds.rules),
        rules=as_toml(odds.rules),
    )
    files = {
        f"{odds.game}.{ending}": output(odds).text(format_)
        for format_, ending in FILES.items()
    }
    return files | {f"{odds.game}.html": html}


def _site(names: Sequence[str], command: str) -> Environment:
    site = Environment(
        loader=PackageLoader("trueodds.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    site.globals |= {"games": names, "version": version(), "command": command}
    site.filters |= {
        "exact": numbers.exact_text,
        "decimal": numbers.decimal,
        "headline": numbers.headline,
        "one_in": numbers.one_in,
        "share": numbers.share,
        "lay_out": lay_out,
        "lay_out_map": lay_out_map,
    }
    return site


def _headlines(page: tuple[str, Page]) -> str:
    rows = [[q.label, _exact(q), numbers.headline(q)] for q in page[1].headlines]
    return f"{page[1].title}\n{table_text([], rows)}"


def _exact(quantity: Quantity) -> str:
    return numbers.exact_text(quantity, abridge=True)
