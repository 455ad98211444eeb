"""Citations of the program, or of one exact number, as text, BibTeX or CSL JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from trueodds.core import rulebook
from trueodds.core.exact.digits import fraction_text
from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.proofs.claims import Judged
from trueodds.reports.output import Output
from trueodds.reports.text.claims import record as claim_record
from trueodds.reports.text.records import version

AUTHOR = "The trueodds authors"
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
            "title": TITLE,
            "version": version(),
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
    return "\n".join([f"{AUTHOR}. {TITLE}. Version {version()}.", *facts, ""])


def _bibtex(key: str, facts: Sequence[str]) -> str:
    fields = {"author": AUTHOR, "title": TITLE, "version": version()}
    if facts:
        fields["note"] = "; ".join(facts)
    escaped = {name: SPECIAL.sub(r"\\\1", text) for name, text in fields.items()}
    lines = [f"  {name} = {{{{{text}}}}}" for name, text in escaped.items()]
    return f"@software{{{key},\n" + ",\n".join(lines) + "\n}\n"


def _csl(key: str, facts: Sequence[str]) -> str:
    entry = {
        "id": key,
        "type": "software",
        "author": [{"literal": AUTHOR}],
        "title": TITLE,
        "version": version(),
    }
    note = {"note": "; ".join(facts)} if facts else {}
    return json.dumps([entry | note], indent=1, ensure_ascii=False) + "\n"


def cite(odds: Odds | None = None, id: str = "") -> Output:
    """Return the citation of a quantity, or of the program.

    Args:
        odds: The odds that hold the quantity, or None for the program.
        id: The id of the quantity.

    Raises:
        UnknownNameError: If the odds have no such quantity.

    Example:
        >>> import trueodds
        >>> cite(trueodds.odds("bunco"), "roll.bunco")["number"]["value"]
        '1/216'
    """
    if odds is None:
        return citation(f"trueodds-{version()}")
    quantity = odds[id]
    if quantity.exact is None:
        value = "between {} and {}".format(*quantity.bounds.texts())
    else:
        value = fraction_text(quantity.exact)
    command = f"{odds.command.removesuffix(' --format json')} {id}"
    number = {
        "id": id,
        "label": quantity.label,
        "value": value,
        "game": odds.game,
        "rules": rules_name(odds.game, odds.rules),
        "rules_digest": rulebook.digest(odds.game, odds.rules),
        "command": command,
    }
    return citation(
        f"trueodds-{odds.game}-{id}",
        (
            f"{id} = {value} ({quantity.label})",
            f"Rules: {odds.game}, {number['rules']}, {number['rules_digest']}",
            f"Command: {command}",
        ),
        number,
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
        claim=claim_record(claim) | {"command": command},
    )
