"""Certificates and their makers.

The text of a certificate is deterministic JSON, with one class, state or row a line.
The module of each game in this folder lists the makers of its certificates as
``MAKERS``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import is_listed
from trueodds.core.odds import Odds
from trueodds.core.storage.progress import Progress

SCHEMA = "trueodds.certificate/1"

Claims = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Certificate:
    """Claims under the rules of a game, with the data that make them easy to verify.

    ``kind`` names the kind of proof, the game and the model, as the checkers list them.
    ``rules`` holds only the rules that bear on the claims. ``claims`` has, by quantity
    id, a fraction as text or two bounds, as ``exact`` returns them. ``data`` holds what
    the kind of certificate needs for its proof: classes, states, bounds or strategies.
    """

    kind: str
    rules: Mapping[str, Any]
    claims: Claims
    data: Mapping[str, Any] = field(default_factory=dict)

    def text(self) -> str:
        """Return the content of the certificate's file: JSON text.

        The same certificate always gives the same bytes.

        >>> rows = {"states": [[[0], []]]}
        >>> empty = Certificate("chain bunco turn", {}, {}, rows)
        >>> print(empty.text().splitlines()[-2])
        [[0],[]]
        """
        names = ("schema", "kind", "game", "model", "rules", "claims")
        values = (SCHEMA, *self.kind.split(), self.rules, self.claims)
        head = dict(zip(names, values, strict=True))
        parts = [f'"{name}":{_compact(value)}' for name, value in head.items()]
        # Each class or state has a line of its own, so that two certificates can be
        # compared by line.
        parts += [f'"{name}":{_by_line(value)}' for name, value in self.data.items()]
        return "{" + ",\n".join(parts) + "}\n"


@dataclass(frozen=True, slots=True)
class Maker:
    """A certificate's name, and the function that makes the certificate.

    ``claims`` are the ids that the certificate claims, also as patterns such as
    ``roll.points.*``. A ``slow`` certificate is made only if it is named, or if nothing
    else proves a named quantity. The function takes the game's odds and, if ``slow`` is
    true, a progress callback.
    """

    name: str
    game: str
    function: Callable[..., Certificate]
    claims: tuple[str, ...]
    slow: bool = False

    def make(self, odds: Odds, progress: Progress) -> Certificate:
        """Return the certificate under the rules of these odds.

        ``odds`` are odds of the maker's game. A callback for the progress is used only
        by slow makers.

        Raises:
            NotDescribedError: If the certificate does not describe these rules.
        """
        return self.function(odds, progress) if self.slow else self.function(odds)

    def proves(self, id: str) -> bool:
        """Return True if the certificate claims the quantity of this id."""
        return is_listed(id, self.claims)


def exact(value: Fraction | Enclosure) -> Any:
    """Return a value as a claim states it: a fraction as text, or two bounds.

    Two bounds are texts by the names "lower" and "upper".
    """
    if isinstance(value, Enclosure):
        return {"lower": str(value.lower), "upper": str(value.upper)}
    return str(value)


def claims(odds: Odds, ids: Iterable[str]) -> Claims:
    """Return the claims of a certificate by id: the odds whose ids are in ``ids``.

    An id in ``ids`` may be a pattern, such as ``roll.points.*``. Odds of 0 are left
    out, because the checker derives possible outcomes only.
    """
    # The checker derives possible outcomes only, so a claim of 0 would not follow.
    return {q.id: exact(q.value) for q in odds.fitting(*ids) if q.value}


def _by_line(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(map(_compact, value)) + "\n]"
    if isinstance(value, Mapping):
        inner = (f'"{name}":{_by_line(part)}' for name, part in value.items())
        return "{" + ",\n".join(inner) + "}"
    return _compact(value)


_compact = json.JSONEncoder(separators=(",", ":")).encode
