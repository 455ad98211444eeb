"""Registration of the pages of a report.

A report is a folder of pages. The parts of a game (``reports.parts``) may have a
function that yields a ``BookPage`` for each further page of the game, such as an
explorer of deals. Every page is in the menu of its game, and the search box of the
index leads to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from trueodds.core import rulebook
from trueodds.core.exact.exact_toml import toml_file
from trueodds.core.odds import Odds
from trueodds.core.storage.progress import Progress, silent


@dataclass(frozen=True, slots=True)
class Accepted:
    """A kind of text for which the search box of a report opens a page.

    The box writes what is typed in upper case, with suits as letters, ten as T, and
    one hyphen between parts: ``5♥ 10s`` is ``5H-TS``. If the regular expression
    ``pattern`` matches all of it, the page opens with the hash ``hash``, where ``{}``
    stands for that text. ``example`` is shown below the box.
    """

    pattern: str
    hash: str
    example: str


@dataclass(frozen=True, slots=True)
class BookPage:
    """A page of a report.

    Attributes:
        name: The file name without ``.html``.
        title: The heading of the page.
        answers: The first sentence: the question that the page answers.
        template: The template in ``reports/templates``, which extends ``base.html``;
            by default it has the name of the page.
        values: The variables of the template, by name.
        menu: The words of links to the page; the title by default.
        odds: The odds whose rules, digest and command the page gives; None for a page
            on all games.
        scripts: Files below ``reports/html``, in the order of loading, after
            ``widgets/shared.js``, such as ``engines/bunco.js``.
        data: The contents of ``data/NAME.js`` by NAME, which scripts load at first use.
        plain_data: Like ``data``, but not compressed, for browsers that cannot unpack.
        files: The contents of further files in the folder, by name.
        accepts: The texts for which the report's search box opens this page.
    """

    name: str
    title: str
    answers: str
    template: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    menu: str = ""
    odds: Odds | None = None
    scripts: tuple[str, ...] = ()
    data: Mapping[str, bytes] = field(default_factory=dict)
    plain_data: Mapping[str, bytes] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    accepts: tuple[Accepted, ...] = ()

    @property
    def game(self) -> str:
        """The game to whose menu the page belongs; empty for a page on all games."""
        return self.odds.game if self.odds else ""

    @property
    def file(self) -> str:
        """The name of the page's HTML file."""
        return f"{self.name}.html"

    @property
    def link(self) -> str:
        """The words of links to the page: ``menu``, or else the title."""
        return self.menu or self.title


def page_of(name: str) -> BookPage:
    """Return a page with the words and scripts that ``pages.toml`` has for its name.

    Its other fields have their defaults; the caller sets them.
    """
    return msgspec.convert({"name": name, **page_words()[name]}, BookPage)


def page_words() -> dict[str, Any]:
    """Return the content of ``pages.toml``: a table of words for each page, by name.

    It also has pages that are not in the report.
    """
    return toml_file(f"{__package__}.pages", "pages.toml")


def menu_of(odds: Odds, presets: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that a page's menu offers, by name.

    First come the rules of ``odds``, under the name of their preset, or "these" if they
    are no preset. Then come ``presets``, which has records of rules by name.
    """
    own = rulebook.preset_of(odds.game, odds.rules) or "these"
    return {own: odds.rules, **presets}


@dataclass(frozen=True, slots=True)
class BookOptions:
    """Options of a report.

    A ``full`` report includes what takes more than two minutes to compute. Long
    computations call ``progress``.
    """

    full: bool = False
    progress: Progress = silent
