"""Citations of the program, or of one exact number, as text, BibTeX or CSL JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from trueodds.core import rulebook
from trueodds.core.exact.printing import fraction_text
from trueodds.core.odds import Odds
from trueodds.core.rulebook import rules_name
from trueodds.proofs.claims import Judged
from trueodds.reports.output import Output
from trueodds.reports.text.claims import record as claim_record
from trueodds.reports.text.records import version

AUTHOR = "The trueodds authors"
TITLE = "trueodds: the exact odds of Bunco, Baccarat, Cribbage and Farkle"
SPECIAL = re.compile(r"([&%$#_{}])")


@dataclass(frozen=True, slots=True)
class Citation:
    """A citation: a key, and the facts that identify a number or a judged claim."""

    key: str
    facts: tuple[str, ...] = ()
    number: Mapping[str, str] = field(default_factory=dict)
    claim: Mapping[str, Any] = field(default_factory=dict)

    def output(self) -> Output:
        """Return the citation in all formats; JSON has the facts one by one."""
        formats = ("text", "bibtex", "csl")
        return Output(
            "trueodds.citation/1",
            record=lambda: {
                "key": self.key,
                "author": AUTHOR,
                "title": TITLE,
                "version": version(),
                "number": dict(self.number) or None,
                **({"claim": dict(self.claim)} if self.claim else {}),
            },
            table=lambda: [self.text("text")],
            others={name: partial(self.text, name) for name in formats},
        )

    def text(self, format_: str) -> str:
        """Return the citation as ``text``, ``bibtex`` or ``csl``."""
        return {"text": self._plain, "bibtex": self._bibtex, "csl": self._csl}[
            format_
        ]()

    def _plain(self) -> str:
        lines = [f"{AUTHOR}. {TITLE}. Version {version()}.", *self.facts]
        return "\n".join(lines) + "\n"

    def _bibtex(self) -> str:
        fields = {"author": AUTHOR, "title": TITLE, "version": version()}
        if self.facts:
            fields["note"] = "; ".join(self.facts)
        lines = [f"  {k} = {{{{{_escaped(v)}}}}}" for k, v in fields.items()]
        return f"@software{{{self.key},\n" + ",\n".join(lines) + "\n}\n"

    def _csl(self) -> str:
        entry = {
            "id": self.key,
            "type": "software",
            "author": [{"literal": AUTHOR}],
            "title": TITLE,
            "version": version(),
        }
        note = {"note": "; ".join(self.facts)} if self.facts else {}
        return json.dumps([entry | note], indent=1, ensure_ascii=False) + "\n"


def cite(odds: Odds | None = None, id: str = "") -> Citation:
    """Return the citation of a quantity, or of the program.

    Args:
        odds: The odds that hold the quantity, or None for the program.
        id: The id of the quantity.

    Raises:
        UnknownNameError: If the odds have no such quantity.

    Example:
        >>> import trueodds
        >>> cite(trueodds.odds("bunco"), "roll.bunco").facts[0]
        'roll.bunco = 1/216 (Bunco)'
    """
    if odds is None:
        return Citation(f"trueodds-{version()}")
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
    return Citation(
        f"trueodds-{odds.game}-{id}",
        (
            f"{id} = {value} ({quantity.label})",
            f"Rules: {odds.game}, {number['rules']}, {number['rules_digest']}",
            f"Command: {command}",
        ),
        number,
    )


def cite_claim(claim: Judged) -> Citation:
    """Return the citation of the verdict on a published claim."""
    command = f"trueodds claims {claim.id}"
    return Citation(
        f"trueodds-claim-{claim.id}",
        (
            f'{claim.id} ({claim.source}): {claim.statement}: "{claim.claimed}"',
            f"Verdict: {claim.verdict}. {claim.why}",
            f"Command: {command}",
        ),
        claim=claim_record(claim) | {"command": command},
    )


def _escaped(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text)
