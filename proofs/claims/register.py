"""The register of published claims: data, one file for each source.

An entry states a claim in our words and names what judges it: a formula of quantities
and scores for a number, a judge for other claims, or the reason why no computation can
judge it. If a claim has parts that are entries, such as ``S1.b.1`` of ``S1.b``, its
verdict follows from theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal

import msgspec

from trueodds.core.errors import UnknownNameError, did_you_mean, listed
from trueodds.core.exact.exact_toml import toml_file
from trueodds.core.words import index, missing, plain

FILES = ("s1", "s2", "s3", "s4", "s5", "elsewhere")

Relation = Literal["is", "about", "equals", "below", "above"]
"""Equal to the digits claimed, about equal, exactly equal, below, or above."""


class Reference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reference to one of our numbers: a quantity of a game or a position's score.

    ``rules`` is the name of the rules, or None for the default rules, and ``changes``
    has the rules that differ from them. ``id`` is the id of the quantity. ``score`` is
    the position as text, if the number is its score, and ``rule`` is the name of the
    scoring rule. ``line`` is a line of the score's breakdown, such as ``nobs``, if only
    its points are meant.
    """

    game: str
    rules: str | None = None
    changes: dict[str, Any] = {}
    id: str | None = None
    score: str | None = None
    rule: str | None = None
    line: str | None = None


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A published claim, with the data that judge it.

    ``statement`` is the claim as a sentence, and ``claimed`` is the number or text that
    is claimed. The claim is that the ``formula`` has this ``relation`` to ``number``.
    The formula uses the names in ``exact``. Without a formula, the exact value is the
    only number in ``exact``. ``judge`` is a function of the game's module in
    ``judges``, which gets the ``arguments``. ``unspecified`` is the reason why no
    computation can judge the claim. ``note`` adds what a reader should know. A ``slow``
    claim is judged only when it is named. ``title``, ``author`` and ``date`` are those
    of the source, as far as known. ``surprise`` is a sentence for the first page of a
    report, with ``{}`` in place of the exact value, and ``unit`` is the unit of this
    value.
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
        """The id of the claim that the entry belongs to: ``S1.b`` for ``S1.b.2``."""
        return ".".join(self.id.split(".")[:2]) if self.id.startswith("S") else self.id

    @property
    def words(self) -> str:
        """The words of the claim and its source, in which a search looks for it."""
        texts = self.id, self.game, self.statement, self.claimed, self.source
        return index(" ".join((*texts, self.title, self.author)))


@cache
def entries() -> tuple[Entry, ...]:
    """Return every entry of the register of claims, in the order of the sources."""
    return tuple(entry for name in FILES for entry in _read(name))


def selected(name: str | None, *, search: bool = False) -> tuple[Entry, ...]:
    """Return the entries of a source, a game, or a claim with its parts; or all.

    Slow entries are selected only by their complete id. Upper and lower case are the
    same.

    Args:
        name: The source, the game or the claim; None for all.
        search: True to search the claims for the words of any other name.

    Raises:
        UnknownNameError: If there is no such source, game or claim.

    Example:
        >>> [entry.id for entry in selected("s1.b")]
        ['S1.b', 'S1.b.1', 'S1.b.2', 'S1.b.3']
        >>> [entry.id for entry in selected("vigorish, no commission", search=True)]
        ['elsewhere.baccarat.super_6_edge']
    """
    if name is None:
        return tuple(entry for entry in entries() if not entry.slow)
    wanted = name.lower()
    # A name comes before words, so that a search never hides the claim of that id.
    matching = _parts_of([wanted]) or _parts_of(_searched(name, 1) if search else ())
    if not matching:
        sources = [source.upper() for source in FILES if source != "elsewhere"]
        known = {name for entry in entries() for name in (entry.game, entry.id)}
        nearest = _searched(name, len(name))[:3] if search else []
        near = did_you_mean(name, sorted(known)) or (
            f"did you mean {' or '.join(nearest)}?" * bool(nearest)
        )
        hint = f"{near} The" if near else "the"
        raise UnknownNameError(
            f"there is no source, game or claim {name!r:.60}; {hint} sources are: "
            f'{listed(sources)}, elsewhere; "trueodds claims" lists the claims'
        )
    return tuple(e for e in matching if not e.slow or e.id.lower() == wanted)


def _parts_of(names: Iterable[str]) -> tuple[Entry, ...]:
    """Return the entries of games, and claims with their parts, named in lower case."""
    # The dot ends a name: S1.b does not select S1.bb.
    heads = tuple(f"{name}." for name in names)
    texts = ((entry, f"{entry.id.lower()}.") for entry in entries())
    return tuple(e for e, id in texts if id.startswith(heads) or f"{e.game}." in heads)


def _searched(text: str, most: int) -> list[str]:
    """Return the ids of claims that miss fewer than ``most`` words, best first."""
    asked = plain(text).split()
    ranks = {e.id.lower(): (missing(asked, e.words), len(e.words)) for e in entries()}
    # A claim that misses every word is no match, however many misses are allowed.
    few = [id for id, rank in ranks.items() if rank[0] < min(most, len(asked))]
    return sorted(few, key=ranks.__getitem__)


def _read(name: str) -> list[Entry]:
    table = toml_file(__package__, f"{name}.toml")
    claims = table.pop("claim")
    for claim in claims:
        if name == "elsewhere":
            # This file has claims of several games: the second part of an id names the
            # game.
            claim["game"] = claim["id"].split(".")[1]
    return msgspec.convert([table | claim for claim in claims], list[Entry])
