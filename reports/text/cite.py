"""The texts of citations: plain, BibTeX and CSL JSON, and sentences on numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

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


def plain(facts: Sequence[str]) -> str:
    """Return the citation of the program, and of facts, as text."""
    program = f"{AUTHOR} ({YEAR}). {TITLE}. Version {version()}. {ADDRESS}".rstrip()
    return "\n".join([program, *facts])


def bibtex(key: str, facts: Sequence[str]) -> str:
    """Return the citation as an entry of BibTeX."""
    fields = {"author": AUTHOR, "title": TITLE, "year": str(YEAR), "version": version()}
    fields |= _others("url", facts)
    escaped = {name: SPECIAL.sub(r"\\\1", text) for name, text in fields.items()}
    lines = [f"  {name} = {{{{{text}}}}}" for name, text in escaped.items()]
    return f"@software{{{key},\n" + ",\n".join(lines) + "\n}\n"


def csl(key: str, facts: Sequence[str]) -> str:
    """Return the citation as CSL JSON."""
    entry = {
        "id": key,
        "type": "software",
        "author": [{"literal": AUTHOR}],
        "title": TITLE,
        "issued": {"date-parts": [[YEAR]]},
        "version": version(),
    }
    return (
        json.dumps([entry | _others("URL", facts)], indent=1, ensure_ascii=False) + "\n"
    )


def _others(url: str, facts: Sequence[str]) -> dict[str, str]:
    """Return the address and the facts as fields, unless they are empty."""
    fields = {url: ADDRESS, "note": "; ".join(fact.rstrip(".") for fact in facts)}
    return {name: text for name, text in fields.items() if text}


FORMATS = {"bibtex": bibtex, "csl": csl}


def sentence(game: str, quantity: Quantity) -> str:
    """Return a sentence that states a quantity, for a text to quote.

    >>> sentence("bunco", Quantity.probability("roll.mini_bunco", "Mini", 5, 216))
    'A mini Bunco comes up in 5 rolls in 216.'
    """
    sentences = toml_file(__package__, "sentences.toml").get(game, {})
    globs = (glob for glob in sentences if fnmatchcase(quantity.id, glob))
    template = sentences.get(next(globs, ""), "{whole}: {value}.")
    number = re.search(r"\d+", quantity.id)
    words = {
        "n": number[0] if number else "",
        "value": numbers.value_text(quantity),
        "whole": quantity.label,
        "label": quantity.label.partition(": ")[2],
    }
    return re.sub(
        r"\{(\w+)\}",
        lambda match: words.get(match[1]) or numbers.cases(quantity, match[1]),
        template,
    )
