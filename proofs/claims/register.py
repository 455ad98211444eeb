"""The register of published claims: data, a file a source.

An entry says what was claimed, in our words, and what it is judged by: a number against
a formula of quantities and scores, a named judge where the claim is no number, or the
reason why nothing can judge it. A letter whose parts are entries of their own
(``S1.b`` of ``S1.b.1``) is judged by them.
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from trueodds.core.errors import UnknownNameError, listed

FILES = ("s1", "s2", "s3", "s4", "s5", "elsewhere")

Relation = Literal["is", "about", "equals", "below", "above"]
"""To the digits claimed, nearly so, exactly, or on which side of the number."""


class Reference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of ours: a quantity of a game, or what a position scores.

    ``line`` is one line of the score's breakdown, such as ``nobs``; ``prepare`` says
    that the quantity takes long, and that the game's analysis can prepare for it.
    """

    game: str
    rules: str | None = None
    changes: dict[str, Any] = {}
    id: str | None = None
    score: str | None = None
    rule: str | None = None
    line: str | None = None
    prepare: bool = False


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One claim, and what it is judged by.

    ``number`` is claimed of ``value``, a formula over the names of ``of``; without a
    formula ``of`` has the one name that is meant. ``judge`` is a function of
    ``judges.py``, told what is ``given``. ``unspecified`` says why nothing can judge
    the claim. ``note`` is what a reader should know besides. What is ``slow`` is
    judged only when it is named.
    """

    id: str
    game: str
    statement: str
    claimed: str
    source: str
    number: str = ""
    relation: Relation = "is"
    value: str = ""
    of: dict[str, Reference] = {}
    judge: str = ""
    given: dict[str, Any] = {}
    unspecified: str = ""
    note: str = ""
    slow: bool = False

    @property
    def letter(self) -> str:
        """The claim that this is a part of, or itself: ``S1.b`` of ``S1.b.2``."""
        return ".".join(self.id.split(".")[:2]) if self.id.startswith("S") else self.id


@cache
def entries() -> tuple[Entry, ...]:
    """Every entry, in the order of the sources."""
    return tuple(entry for name in FILES for entry in _read(name))


def selected(name: str | None) -> tuple[Entry, ...]:
    """The entries of a source (``S1`` … ``S5``, ``elsewhere``), of a claim, or all.

    Of a claim that has parts, these too; what is slow, only by its whole id. Case does
    not matter. Raises ``UnknownNameError`` with the names there are.

    >>> [entry.id for entry in selected("s1.b")]
    ['S1.b', 'S1.b.1', 'S1.b.2', 'S1.b.3']
    """
    if name is None:
        return tuple(entry for entry in entries() if not entry.slow)
    wanted = name.lower()
    found = tuple(
        entry
        for entry in entries()
        if entry.id.lower() == wanted or entry.id.lower().startswith(f"{wanted}.")
    )
    if not found:
        sources = [source.upper() for source in FILES if source != "elsewhere"]
        letters = dict.fromkeys(
            entry.letter for entry in entries() if entry.letter.startswith("S")
        )
        near = get_close_matches(name, [entry.id for entry in entries()], n=3)
        hint = f"; near it: {listed(near)}" if near else ""
        raise UnknownNameError(
            f"there is no source or claim {name!r:.60}{hint}; the sources are: "
            f"{listed(sources)}, elsewhere; the claims: {listed(letters)}"
        )
    return tuple(one for one in found if not one.slow or one.id.lower() == wanted)


def _read(name: str) -> list[Entry]:
    text = files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    claims = table.pop("claim")
    for claim in claims:
        if name == "elsewhere":
            claim["game"] = claim["id"].split(".")[1]
    return msgspec.convert([table | claim for claim in claims], list[Entry])
