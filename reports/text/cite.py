"""Citations of the program, or of one exact number, as text, BibTeX or CSL JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from trueodds.core import rulebook
from trueodds.core.exact.digits import fraction_text
from trueodds.core.exact.exact_toml import toml_file
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.proofs.claims import Judged
from trueodds.reports.output import Output
from trueodds.reports.records import record_of
from trueodds.reports.text import numbers
from trueodds.reports.text.records import version

AUTHOR = "The trueodds authors"
YEAR = 2026
"""The year of this version, as in the file LICENSE."""
ADDRESS = ""
"""The address of the project, for every citation; empty until there is one."""

TITLE = "trueodds: the exact odds of Bunco, Baccarat, Cribbage and Farkle"
SPECIAL = re.compile(r"([&%$#_{}])")


def citation(
    key: str,
    facts: Sequence[str] = (),
    number: Mapping[str, str] | None = None,
    **claim: Mapping[str, Any],
) -> Output:
    """Return a citation in all formats: its facts as text, and in JSON their parts."""
    return Output(
        "trueodds.citation/1",
        record=lambda: {
            "key": key,
            "author": AUTHOR,
            "year": YEAR,
            "title": TITLE,
            "version": version(),
            "url": ADDRESS,
            "facts": [*facts],
            "number": number,
            **claim,
        },
        table=lambda: [plain(facts)],
        others={
            "text": lambda: plain(facts),
            "bibtex": lambda: _bibtex(key, facts),
            "csl": lambda: _csl(key, facts),
        },
    )


def plain(facts: Sequence[str]) -> str:
    """Return the citation of the program, and of facts, as text."""
    program = f"{AUTHOR} ({YEAR}). {TITLE}. Version {version()}. {ADDRESS}".rstrip()
    return "\n".join([program, *facts, ""])


def _bibtex(key: str, facts: Sequence[str]) -> str:
    fields = {"author": AUTHOR, "title": TITLE, "year": str(YEAR), "version": version()}
    fields |= _others("url", facts)
    escaped = {name: SPECIAL.sub(r"\\\1", text) for name, text in fields.items()}
    lines = [f"  {name} = {{{{{text}}}}}" for name, text in escaped.items()]
    return f"@software{{{key},\n" + ",\n".join(lines) + "\n}\n"


def _csl(key: str, facts: Sequence[str]) -> str:
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


def cite(odds: Odds | None = None, name: str = "") -> Output:
    """Return the citation of a quantity, or of the program.

    Args:
        odds: The odds that hold the quantity, or None for the program.
        name: The id of the quantity, or words that find it.

    Raises:
        UnknownNameError: If the odds have no such quantity.

    Example:
        >>> import trueodds
        >>> cite(trueodds.odds("bunco"), "roll.bunco")["number"]["value"]
        '1/216'
    """
    if odds is None:
        return citation(f"trueodds-{version()}")
    quantity = odds.named(name)
    if quantity.exact is None:
        value = "between {} and {}".format(*quantity.bounds.texts())
    else:
        value = fraction_text(quantity.exact)
    text = sentence(odds.game, quantity)
    command = f"{odds.command.removesuffix(' --format json')} {quantity.id}"
    number = {
        "id": quantity.id,
        "label": quantity.label,
        "sentence": text,
        "value": value,
        "game": odds.game,
        "rules": rules_name(odds.game, odds.rules),
        "rules_digest": rulebook.digest(odds.game, odds.rules),
        "command": command,
    }
    return citation(
        f"trueodds-{odds.game}-{quantity.id}",
        (
            text,
            f"{quantity.id} = {value} ({quantity.label})",
            f"Rules: {odds.game}, {number['rules']}, {number['rules_digest']}",
            f"Command: {command}",
        ),
        number,
    )


def cite_answer(name: str, answer: Output, command: str) -> Output:
    """Return the citation of the answer of a command, by its first sentence."""
    record = answer.record()
    first = next(iter(answer.table()))
    rules = f"Rules: {record['game']}, {record['rules_digest']}"
    facts = (str(first), rules, f"Command: {command}")
    return citation(f"trueodds-{record['game']}-{name}", facts)


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


def cite_claim(claim: Judged) -> Output:
    """Return the citation of the verdict on a published claim."""
    command = f"trueodds claims {claim.id}"
    return citation(
        f"trueodds-claim-{claim.id}",
        (
            f'{claim.id} ({claim.source}): {claim.statement}: "{claim.claimed}"',
            f"Verdict: {claim.verdict}. {claim.why}",
            f"Command: {command}",
        ),
        claim=record_of(claim) | {"command": command},
    )
