"""Strategies as files, and as tables that one deal is looked up in without numpy.

A strategy is a list of different *rows* of fifteen weights and, for each class of
deals, which row it plays. A pure strategy needs fifteen rows, and a few mixed classes
some more, so a byte or two a class hold it, and compress well.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import sys
import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.errors import RulesError, UnknownNameError, listed

MAGIC = b"trueodds.strategy/1\n"
ROLES = ("dealer", "pone")
CLASSES = 962_988
MOST = 2**16 - 1
"""The largest common denominator: what 64 bits leave room for."""

NAMED = ("equilibrium", "best-own-hand", "uniform")
SHIPPED = files(f"{__package__}.equilibrium") / "equilibrium.strategy"


@dataclass(frozen=True, slots=True)
class Throws:
    """What one player throws from each class of deals.

    ``rows`` are different rows of fifteen weights, one for each of ``DISCARDS``, that
    add up to ``denominator``; ``entries`` says which row each class plays, two bytes a
    class. Raises ``RulesError`` when they cannot be.
    """

    denominator: int
    rows: tuple[tuple[int, ...], ...]
    entries: array[int]

    def __post_init__(self) -> None:
        if not 0 < self.denominator <= MOST:
            raise RulesError(
                f"a strategy's denominator is 1 to {MOST}, not {self.denominator}"
            )
        for row in self.rows:
            if (
                len(row) != len(DISCARDS)
                or {*map(type, row)} != {int}
                or min(row) < 0
                or sum(row) != self.denominator
            ):
                raise RulesError(
                    f"a strategy's row is {len(DISCARDS)} weights that add up to "
                    f"{self.denominator}, not {list(row)}"
                )
        if len(self.entries) != CLASSES or max(self.entries) >= len(self.rows):
            raise RulesError(
                f"a strategy has one of its rows for each of {CLASSES} deals"
            )

    def weights(self, index: int) -> tuple[int, ...]:
        """The fifteen weights of a class of deals."""
        return self.rows[self.entries[index]]

    def __reduce__(self) -> tuple[Any, ...]:
        packed = zlib.compress(_little(self.entries), 1)
        return _thaw, (self.denominator, self.rows, packed)

    @property
    def digest(self) -> str:
        """A fingerprint."""
        told = json.dumps([self.denominator, self.rows])
        hashed = hashlib.sha256(told.encode())
        hashed.update(_little(self.entries))
        return hashed.hexdigest()


def pack(strategies: Mapping[str, Throws], rules: str) -> bytes:
    """A strategy file: what each role throws, under the rules with this digest."""
    header = {
        "rules": rules,
        "roles": {
            role: {"denominator": throws.denominator, "rows": throws.rows}
            for role, throws in strategies.items()
        },
    }
    entries = b"".join(_little(throws.entries) for throws in strategies.values())
    body = json.dumps(header).encode() + b"\n" + lzma.compress(entries, preset=9)
    return MAGIC + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def unpack(content: bytes, rules: str, name: str) -> dict[str, Throws]:
    """What each role throws, by role.

    Raises ``RulesError``, with the file's ``name``, for content that is no strategy
    file, that is damaged, or that is for other rules than those with this digest.
    """
    try:
        told, packed = _opened(content, name)
        if told["rules"] != rules:
            raise RulesError(f"{name} is a strategy for other rules of the show")
        entries = _native(lzma.decompress(packed))
        return {
            role: Throws(
                of["denominator"],
                tuple(map(tuple, of["rows"])),
                entries[place * CLASSES : (place + 1) * CLASSES],
            )
            for place, (role, of) in enumerate(told["roles"].items())
        }
    except RulesError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, lzma.LZMAError):
        raise RulesError(
            f"{name} is whole but does not say what a strategy file does; "
            "trueodds cribbage solve writes them"
        ) from None


def are_for(content: bytes, rules: str, name: str) -> bool:
    """Whether strategies are for the rules with this digest.

    Raises ``RulesError`` as ``unpack`` does.
    """
    told, _ = _opened(content, name)
    return bool(told["rules"] == rules)


def content_of(source: str | Path) -> tuple[bytes, str]:
    """The bytes of the shipped strategies (``equilibrium``) or of a file; its name.

    Raises ``UnknownNameError`` when there is no such file, and ``RulesError`` when it
    cannot be read.
    """
    if source == "equilibrium":
        return SHIPPED.read_bytes(), "the shipped equilibrium"
    try:
        return Path(source).read_bytes(), str(source)
    except FileNotFoundError:
        raise UnknownNameError(
            f"there is no strategy {str(source)!r}; there are: {listed(NAMED)}, "
            "or a file that trueodds cribbage solve has written"
        ) from None
    except OSError as error:
        raise RulesError(
            f"cannot read a strategy from {source}: {error.strerror}"
        ) from None


def _opened(content: bytes, name: str) -> tuple[Any, bytes]:
    """The header, and the compressed rest, of a strategy file that is whole."""
    if not content.startswith(MAGIC):
        raise RulesError(
            f"{name} is not a strategy file; trueodds cribbage solve writes them"
        )
    checksum, _, body = content[len(MAGIC) :].partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != checksum:
        raise RulesError(f"{name} is damaged: its checksum does not fit")
    header, _, packed = body.partition(b"\n")
    return json.loads(header), packed


def _little(entries: array[int]) -> bytes:
    if sys.byteorder == "big":
        entries = entries[:]
        entries.byteswap()
    return entries.tobytes()


def _native(entries: bytes) -> array[int]:
    found = array("H", entries)
    if sys.byteorder == "big":
        found.byteswap()
    return found


def _thaw(denominator: int, rows: tuple[tuple[int, ...], ...], packed: bytes) -> Throws:
    return Throws(denominator, rows, _native(zlib.decompress(packed)))
