"""The HTML report: an index, the pages of each game, and the numbers as files.

A browser that shows a page from a folder blocks ``fetch`` and module scripts. Scripts
are therefore classic scripts, and data are scripts that hold base64 text. The file of a
script is the body of a function, so that its names are its own.
"""

from __future__ import annotations

import base64
import shlex
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from trueodds.analysis.run import rules_options
from trueodds.core import games, rulebook
from trueodds.core.errors import OutputError
from trueodds.core.games import Game
from trueodds.core.odds import Odds
from trueodds.core.packages import require
from trueodds.core.rulebook import rules_name
from trueodds.core.storage.files import write_together
from trueodds.reports.chosen import BY_DEFAULT, ChosenRules
from trueodds.reports.html.book import BookOptions, BookPage, page_of, page_words
from trueodds.reports.html.page import Page
from trueodds.reports.html.pages import game, index, verify, why
from trueodds.reports.parts import parts
from trueodds.reports.progress import shown_overall
from trueodds.reports.text import numbers
from trueodds.reports.text.cite import Work, facts_of, plain, work_of
from trueodds.reports.text.odds import require_known
from trueodds.reports.text.records import version
from trueodds.reports.text.rules import as_toml
from trueodds.reports.text.tables import table_blocks

if TYPE_CHECKING:
    from jinja2 import Environment

MARK = "/* Part of a report by trueodds. */\n"
SHARED = ("engines/common.js", "widgets/shared.js")
STYLE = "assets/style.css"

MARKS = (
    MARK.encode(),
    b"<footer><p>trueodds ",
    b'"trueodds.',
    b"id,label,exact,decimal,",
    b"ade by `trueodds ",  # "Made by" in older reports
    b"certificates of trueodds",
)
"""Texts by which a file of a report is recognised: it contains at least one."""


class Built(NamedTuple):
    """All that a game contributes to a report.

    ``content`` is the content of the game's main page, and ``pages`` are all its pages.
    ``kinds`` are the kinds of outcome by which its simulators are judged. ``reasons``
    are the evidence for the numbers, or None under rules that are not the default.
    """

    odds: Odds
    content: Page
    pages: list[BookPage]
    kinds: verify.Kinds
    reasons: why.Reasons | None


def write(
    names: Sequence[str],
    folder: Path,
    *,
    full: bool = False,
    rules: ChosenRules = BY_DEFAULT,
) -> str:
    """Write the report on some games into a folder; return the headlines and the path.

    ``names`` are the names of the games. Without names, the report is on all games but
    those that have to be named, such as dice. The result is a text for people.

    A ``full`` report includes what takes more than two minutes to compute. ``rules``
    are those of a single game. Claims and certificates are about the default rules, so
    they are left out of a report on other rules. Without names, a game of another
    package that fails is left out with a warning. Raises ``UnknownNameError`` for an
    unknown game, before anything is computed, and ``OutputError`` when the folder
    cannot be written to.
    """
    require("the report", "jinja2")
    hidden = {} if names else games.each(attrgetter("only_if_named"))
    every = [*dict.fromkeys(names or [name for name in hidden if not hidden[name]])]
    endings = ("html", *game.FILES.values())
    pages_of_games = [f"{name}.{ending}" for name in every for ending in endings]
    # A first look before minutes of computing; the second has all names.
    _refuse_foreign(folder, ["index.html", "why.html", *pages_of_games])
    words = ["trueodds", "report", *names, *(["--full"] if full else [])]
    these = rules_options(*rules)
    command = shlex.join([*words, *these])
    with shown_overall(len(every)) as (begin, progress):

        def built(column: Game) -> Built:
            begin(column.name)
            odds = rules.odds(column.name, progress)
            of_game = parts(column.name)
            content = of_game.page(odds)
            require_known(odds, content.words, "page's words")
            others = of_game.pages(odds, BookOptions(full, progress))
            pages = [game.overview(odds, content), *others]
            pages.append(game.numbers(odds, content))
            if column.name not in games.OURS:  # whose templates have no faults
                # A fault in a template of a package must show here, where it costs this
                # game only.
                dict(asset_files(pages))
                [*map(Renderer(command, pages).html, pages)]
            usual = not rules_options(odds.rules, {})
            reasons = why.reasons(odds) if usual else None
            return Built(odds, content, pages, verify.kinds(odds), reasons)

        books = games.each(built, every, strict=names)
    all_odds = [book.odds for book in books.values()]
    overviews = [(book.pages[0], book.content) for book in books.values()]
    pages = [page for book in books.values() for page in book.pages]
    pages.append(verify.build({name: book.kinds for name, book in books.items()}))
    claims: dict[str, list[why.ClaimRow]] = {}
    reasons = {name: book.reasons for name, book in books.items() if book.reasons}
    # Claims and proofs are about default rules, so other rules have no such pages.
    if len(reasons) == len(books):
        claims = why.judged_claims(all_odds)
        pages.insert(-1, why.claims_page(claims))
        pages.append(why.why_page(reasons))
    pages.append(page_of("glossary"))
    judged = [row.judged for rows in claims.values() for row in rows]
    pages.insert(0, index.build(overviews, tuple(pages), judged))
    texts = dict(asset_files(pages))
    for page in pages:
        texts |= page.files
    own = (all_odds[0], shlex.join(these)) if these else ()
    renderer = Renderer(command, pages, *own)
    # The index comes last: once it is there, everything that it links to is there.
    texts |= {page.file: renderer.html(page) for page in reversed(pages)}
    _refuse_foreign(folder, texts)
    write_together(folder, texts)
    headlines = (_headlines(content) for _, content in overviews)
    return "\n".join([*headlines, f"Wrote {folder / 'index.html'}\n"])


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
        [page.words.get(q.id, q.label), numbers.value_text(q), numbers.one_in_text(q)]
        for q in page.headlines
    ]
    return "\n".join([page.title, "".join(table_blocks([], rows))])


# ---- the HTML of a page ----


@dataclass(frozen=True, slots=True)
class Renderer:
    """Writer of the HTML of a report's pages, from the templates.

    ``command`` is the command that writes the report, and ``pages`` are all its pages.
    If the user chose the rules, ``odds`` are the odds by these rules, and ``these`` are
    the options of the command that choose them.
    """

    command: str
    pages: Sequence[BookPage]
    odds: Odds | None = None
    these: str = ""

    def html(self, page: BookPage) -> str:
        """Return the HTML of a page, with its menu, rules, citation and command."""
        values = dict(page.values)
        facts = [f"Page: {page.title} ({page.file})."]
        work = Work()
        if odds := page.odds or self.odds:
            values["digest"] = digest = rulebook.digest(odds.game, odds.rules)
            values["rules"] = as_toml(odds.rules)
            values["rules_name"] = name = rules_name(odds.game, odds.rules)
            facts += [f"Rules: {name}, {digest}.", *facts_of(odds.game)]
            work = work_of(odds.game)
            values["package"] = games.credited(odds.game)
        facts.append(f"Command: {self.command}")
        template = _environment(page.game).get_template(page.template or page.file)
        return template.render(
            values,
            page=page,
            odds=odds,
            these=self.these,
            menu=[p for p in self.pages if not p.game or p.name == p.game],
            game_menu=[p for p in self.pages if page.game and p.game == page.game],
            scripts=[f"assets/{script}" for script in (*SHARED, *page.scripts)],
            citation=f"{plain(work, facts)}\n",
            command=self.command,
        )


def _environment(name: str) -> Environment:
    """Return the templates of reports, and those of a game."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    own = games.find(name).folders("templates") if name else []
    environment = Environment(
        loader=FileSystemLoader([Path(__file__).parents[1] / "templates", *own]),
        autoescape=True,
        # A misspelt variable is an error, and not an empty place.
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "exact": numbers.exact_text,
        "decimal": numbers.decimal,
        "value": numbers.value_text,
        "one_in": numbers.one_in,
        "beside": numbers.one_in_text,
        "share": numbers.share,
    }
    macros = environment.get_template("parts.html").module
    environment.globals |= {
        "version": version(),
        "parts": macros,
        "words": page_words(),
    }
    return environment


# ---- scripts, style and data ----


def asset_files(pages: Sequence[BookPage]) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each script, style sheet and data file of pages.

    The path is relative to the folder of the report.
    """
    # Several pages may share a script, which is written once.
    scripts = dict.fromkeys(SHARED, "")
    for page in pages:
        scripts |= dict.fromkeys(page.scripts, page.game)
    for script, name in scripts.items():
        yield f"assets/{script}", MARK + script_text(script, name)
    yield STYLE, MARK + _source("trueodds.reports", "templates/style.css")
    for page in pages:
        for name, content in page.data.items():
            yield f"data/{name}.js", data_script(name, content)
        for name, content in page.plain_data.items():
            yield f"data/{name}.js", data_script(name, content, packed=False)


def script_text(name: str, of_game: str = "") -> str:
    """Return the text of a page's JavaScript, inside a function that is called at once.

    The script is the file ``name`` below ``reports/html``. If the game ``of_game`` has
    a file of this name in the folder ``scripts`` of its package, it is that file.
    """
    own = games.find(of_game).file(f"scripts/{name}") if of_game else None
    text = own.read_text("utf-8") if own else _source("trueodds.reports.html", name)
    return f"(() => {{\n'use strict';\n{text}}})();\n"


def data_script(name: str, content: bytes, *, packed: bool = True) -> str:
    """Return a script that gives data to the other scripts of a page.

    They ask for the data by ``name``. It is text in base64: the bytes of ``content``,
    or, if ``packed`` is true, these bytes compressed by raw deflate.

    >>> data_script("example", b"abc").splitlines()[1]
    'trueodds.data("example", "S0xKBgA=");'
    >>> data_script("example", b"abc", packed=False).splitlines()[1]
    'trueodds.data("example", "YWJj", false);'
    """
    unpacked = "" if packed else ", false"
    if packed:
        # A negative window size is raw deflate, which ``DecompressionStream`` of
        # browsers reads.
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        content = deflate.compress(content) + deflate.flush()
    text = base64.b64encode(content).decode()
    return f'{MARK}trueodds.data("{name}", "{text}"{unpacked});\n'


def _source(package: str, path: str) -> str:
    return resources.files(package).joinpath(path).read_text(encoding="utf-8")
