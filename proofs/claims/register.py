"""The register of published claims: data, one file for each source.

An entry states a claim in our words and names what judges it: a formula of quantities
and scores for a number, a judge for other claims, or the reason why no computation can
judge it. If a claim has parts that are entries, such as ``S1.b.1`` of ``S1.b``, its
verdict follows from theirs.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from trueodds.core.errors import UnknownNameError, did_you_mean, listed

FILES = ("s1", "s2", "s3", "s4", "s5", "elsewhere")

Relation = Literal["is", "about", "equals", "below", "above"]
"""Equal to the digits claimed, about equal, exactly equal, below, or above."""


class Reference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reference to one of our numbers: a quantity of a game or a position's score.

    ``line`` is one line of the score's breakdown, such as ``nobs``.
    """

    game: str
    rules: str | None = None
    changes: dict[str, Any] = {}
    id: str | None = None
    score: str | None = None
    rule: str | None = None
    line: str | None = None


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One claim, with the data that judge it.

    The claim is that the ``formula`` has this ``relation`` to ``number``. The formula
    uses the names in ``exact``. If there is no formula, ``exact`` has a single name.
    ``judge`` is a function of the game's module in ``judges``, which gets the
    ``arguments``. ``unspecified`` is the reason why no computation can judge the claim.
    ``note`` adds what a reader should know. A ``slow`` claim is judged only when it is
    named. ``title``, ``author`` and ``date`` are those of the source, as far as known.
    ``surprise`` is a sentence for the first page of a report, with ``{}`` in place of
    the exact value, and ``unit`` is the unit of this value.
    """

    id: str
    game: str
    statement: str
    claimed: str
    source: str
    title: str = ""
    author: str = ""
    date: str = ""
    number: str = ""
    relation: Relation = "is"
    formula: str = ""
    exact: dict[str, Reference] = {}
    judge: str = ""
    arguments: dict[str, Any] = {}
    unspecified: str = ""
    note: str = ""
    slow: bool = False
    surprise: str = ""
    unit: str = ""

    @property
    def letter(self) -> str:
        """The id of the whole claim: ``S1.b`` for ``S1.b.2``."""
        return ".".join(self.id.split(".")[:2]) if self.id.startswith("S") else self.id


@cache
def entries() -> tuple[Entry, ...]:
    """Return every entry, in the order of the sources."""
    return tuple(entry for name in FILES for entry in _read(name))


def selected(name: str | None) -> tuple[Entry, ...]:
    """Return the entries of a source, a game, or a claim with its parts; or all.

    Slow entries are selected only by their complete id. Upper and lower case are the
    same.

    Raises:
        UnknownNameError: If there is no such source, game or claim.

    Example:
        >>> [entry.id for entry in selected("s1.b")]
        ['S1.b', 'S1.b.1', 'S1.b.2', 'S1.b.3']
    """
    if name is None:
        return tuple(entry for entry in entries() if not entry.slow)
    wanted = name.lower()
    matching = tuple(
        entry
        for entry in entries()
        if wanted in (entry.id.lower(), entry.game)
        or entry.id.lower().startswith(f"{wanted}.")
    )
    if not matching:
        sources = [source.upper() for source in FILES if source != "elsewhere"]
        known = {name for entry in entries() for name in (entry.game, entry.id)}
        near = did_you_mean(name, sorted(known))
        hint = f"{near} The" if near else "the"
        raise UnknownNameError(
            f"there is no source, game or claim {name!r:.60}; {hint} sources are: "
            f'{listed(sources)}, elsewhere; "trueodds claims" lists the claims'
        )
    return tuple(e for e in matching if not e.slow or e.id.lower() == wanted)


def _read(name: str) -> list[Entry]:
    text = files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    claims = table.pop("claim")
    for claim in claims:
        if name == "elsewhere":
            claim["game"] = claim["id"].split(".")[1]
    return msgspec.convert([table | claim for claim in claims], list[Entry])
