"""The text of a certificate: deterministic JSON, one class, state or row a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.odds import Odds

SCHEMA = "trueodds.certificate/1"

Claims = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Certificate:
    """Claims under the rules of a game, with the data that make them easy to verify.

    ``rules`` holds only the rules that bear on the claims. ``data`` holds the fields of
    the kind: classes, states, bounds or strategies.
    """

    kind: str
    game: str
    model: str
    rules: Mapping[str, Any]
    claims: Claims
    data: Mapping[str, Any] = field(default_factory=dict)

    def text(self) -> str:
        """Return the file: the same bytes for the same certificate.

        >>> rows = {"states": [[[0], []]]}
        >>> empty = Certificate("chain", "bunco", "turn", {}, {}, rows)
        >>> print(empty.text().splitlines()[-2])
        [[0],[]]
        """
        head = {
            "schema": SCHEMA,
            "kind": self.kind,
            "game": self.game,
            "model": self.model,
            "rules": self.rules,
            "claims": self.claims,
        }
        parts = [f'"{name}":{_compact(value)}' for name, value in head.items()]
        parts += [f'"{name}":{_by_line(value)}' for name, value in self.data.items()]
        return "{" + ",\n".join(parts) + "}\n"


def exact(value: Fraction | Enclosure) -> Any:
    """Return a value as claims hold it: a fraction as text, or two bounds."""
    if isinstance(value, Enclosure):
        return {"lower": str(value.lower), "upper": str(value.upper)}
    return str(value)


def claims(odds: Odds, ids: Iterable[str]) -> Claims:
    """Return the odds of these ids, without impossible outcomes: no class has them."""
    return {id: exact(odds[id].value) for id in ids if odds[id].value}


def _by_line(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(map(_compact, value)) + "\n]"
    if isinstance(value, Mapping):
        inner = (f'"{name}":{_by_line(part)}' for name, part in value.items())
        return "{" + ",\n".join(inner) + "}"
    return _compact(value)


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
