"""The texts of citations: plain, BibTeX and CSL JSON, and sentences on numbers."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from trueodds.core import games
from trueodds.core.errors import listed
from trueodds.core.exact.exact_toml import toml_file
from trueodds.core.exact.quantity import Quantity
from trueodds.reports.text import numbers
from trueodds.reports.text.records import version

AUTHOR = "The trueodds authors"
YEAR = 2026
"""The year of this version, as in the file LICENSE."""
ADDRESS = ""
"""The address of the project, for every citation; empty until there is one."""

TITLE = "trueodds: the exact odds of Bunco, Baccarat, Cribbage and Farkle"
SPECIAL = re.compile(r"([&%$#_{}])")


@dataclass(frozen=True, slots=True)
class Work:
    """The program or the package that a citation credits; no year if it is unknown."""

    authors: tuple[str, ...] = (AUTHOR,)
    year: int | None = YEAR
    title: str = TITLE
    version: str = field(default_factory=version)
    url: str = field(default_factory=lambda: ADDRESS)

    @property
    def text(self) -> str:
        """The authors, year, title and version in a line."""
        year = f" ({self.year})" if self.year else ""
        names = listed(self.authors, " and ")
        version = f"Version {self.version}"
        return f"{names}{year}. {self.title}. {version}. {self.url}".rstrip()


def work_of(game: str) -> Work:
    """Return the package of a game, which citations of its numbers credit.

    >>> work_of("bunco").authors
    ('The trueodds authors',)
    """
    if (package := games.credited(game)) is None:
        return Work()
    authors = package.authors or (f"The authors of {package.name}",)
    title = f"{package.name}: {games.find(game).title}"
    return Work(authors, None, title, package.version, "")


def facts_of(game: str) -> list[str]:
    """Return a line that credits trueodds with the numbers of another package's game.

    For our games, the list is empty.
    """
    return [f"Computed by: {Work().text}"] if games.credited(game) else []


def plain(work: Work, facts: Sequence[str]) -> str:
    """Return the citation of a work, and of facts, as text."""
    return "\n".join([work.text, *facts])


def bibtex(work: Work, key: str, facts: Sequence[str]) -> str:
    """Return the citation of a work as an entry of BibTeX.

    ``key`` is the key of the entry, and ``facts`` are sentences for its note.
    """
    fields = {
        "author": work.authors,
        "title": [work.title],
        "year": [str(work.year)] * bool(work.year),
        "version": [work.version],
        # Only ``author`` has several texts; the others are lists of one for the join
        # below.
        **{name: [text] for name, text in _others("url", work, facts).items()},
    }
    escaped = {
        # Braces around each author keep BibTeX from reading "trueodds authors" as a
        # first and a last name, and from splitting names at "and".
        name: "} and {".join(SPECIAL.sub(r"\\\1", text) for text in texts)
        for name, texts in fields.items()
    }
    # Double braces keep the capitals of a title.
    lines = [f"  {name} = {{{{{text}}}}}" for name, text in escaped.items() if text]
    return f"@software{{{key},\n" + ",\n".join(lines) + "\n}\n"


def csl(work: Work, key: str, facts: Sequence[str]) -> str:
    """Return the citation of a work as CSL JSON.

    ``key`` is the id of the entry, and ``facts`` are sentences for its note.
    """
    issued = {"issued": {"date-parts": [[work.year]]}} if work.year else {}
    entry = {
        "id": key,
        "type": "software",
        "author": [{"literal": author} for author in work.authors],
        "title": work.title,
        **issued,
        "version": work.version,
        **_others("URL", work, facts),
    }
    return json.dumps([entry], indent=1, ensure_ascii=False) + "\n"


def _others(url: str, work: Work, facts: Sequence[str]) -> dict[str, str]:
    """Return the address and the facts as fields, unless they are empty."""
    note = "; ".join(fact.rstrip(".") for fact in facts)
    fields = {url: work.url, "note": note}
    return {name: text for name, text in fields.items() if text}


FORMATS = {"bibtex": bibtex, "csl": csl}


def sentence(game: str, quantity: Quantity) -> str:
    """Return a sentence that states a quantity, for a text to quote.

    >>> sentence("bunco", Quantity.probability("roll.mini_bunco", "Mini", 5, 216))
    'A mini Bunco comes up in 5 rolls in 216.'
    """
    # A package brings sentences of its own in place of ours.
    sentences = toml_file(__package__, "sentences.toml").get(game, {})
    if own := games.find(game).file("sentences.toml"):
        sentences = tomllib.loads(own.read_text("utf-8"))
    globs = (glob for glob in sentences if fnmatchcase(quantity.id, glob))
    template = sentences.get(next(globs, ""), "{whole}: {value}.")
    # The first number of the id is the N that the sentence is about.
    number = re.search(r"\d+", quantity.id)
    words = {
        "n": number[0] if number else "",
        "value": numbers.value_text(quantity),
        "whole": quantity.label,
        # A label such as "Points of a game: 21" has its own part after the first colon.
        "label": quantity.label.partition(": ")[2],
    }
    return re.sub(
        r"\{(\w+)\}",
        # A name that is none of these is a noun in the plural.
        lambda match: words.get(match[1]) or numbers.cases(quantity, match[1]),
        template,
    )
