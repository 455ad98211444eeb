"""Strategy files, and strategy tables that give one deal's weights without numpy.

A strategy is a list of different *rows* of fifteen weights and, for each suit class of
deals, the number of its row. A pure strategy needs fifteen rows, and a few mixed
classes need some more, so one or two bytes a class are enough, and they compress well.
Numbers are written in the byte order of this machine, which is little-endian: numba
compiles code only for such machines.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec

from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core import rulebook
from trueodds.core.errors import RulesError, UnknownNameError, listed
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.files import read_file

MAGIC = b"trueodds.strategy/1\n"
ROLES = ("dealer", "pone")
OPPONENT = dict(zip(ROLES, reversed(ROLES), strict=True))
CLASSES = 962_988
MOST = 2**16 - 1
"""The largest common denominator that 64-bit sums leave room for."""

NAMED = ("equilibrium", "best-own-hand", "uniform")
SHIPPED = files(f"{__package__}.equilibrium") / "equilibrium.strategy"


@dataclass(frozen=True, slots=True)
class StrategyTable:
    """The weights with which a player throws each discard, by suit class of six cards.

    ``rows`` are different rows of fifteen weights, one for each of ``DISCARDS``, that
    add up to ``denominator``. ``entries`` has the index in ``rows`` for each class, two
    bytes a class. Raises ``RulesError`` for rows or entries that break these rules. A
    suit class has all sets of cards that differ only in the names of the suits.
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

    def __hash__(self) -> int:
        # Equal tables have equal hashes; two megabytes of entries would only cost time.
        return hash((self.denominator, self.rows))

    def weights(self, index: int) -> tuple[int, ...]:
        """Return the fifteen weights of a suit class of six cards, by its number.

        A suit class has all sets of cards that differ only in the names of the suits.
        """
        return self.rows[self.entries[index]]

    def __reduce__(self) -> tuple[Any, ...]:
        # Strategies are sent to workers, and entries of few rows compress well.
        packed = zlib.compress(self.entries.tobytes(), 1)
        return _unpickled, (self.denominator, self.rows, packed)


class _Role(msgspec.Struct):
    """A role in the header of a strategy file: the fields of its ``StrategyTable``."""

    denominator: int
    rows: tuple[tuple[int, ...], ...]


class _Header(msgspec.Struct):
    """The header of a strategy file: the digest of its rules, and its roles."""

    rules: str
    roles: dict[Literal["dealer", "pone"], _Role]


def show_digest(rules: CribbageRules) -> str:
    """Return the fingerprint of the rules of the show that strategy files record.

    The play and the target do not matter for the discard, so they take their defaults.

    Example:
        >>> usual, short = CribbageRules.load(), CribbageRules.load(target=61)
        >>> show_digest(short) == rulebook.digest("cribbage", usual)
        True
    """
    fields = msgspec.structs.fields(CribbageRules)
    usual = {f.name: f.default for f in fields if f.name in ("play", "target")}
    return rulebook.digest("cribbage", msgspec.structs.replace(rules, **usual))


def pack(strategies: Mapping[str, StrategyTable], rules: str) -> bytes:
    """Return the bytes of a strategy file.

    ``strategies`` are by role, "dealer" and "pone". ``rules`` is the digest of the
    rules (``show_digest``).
    """
    header = {
        "rules": rules,
        "roles": {
            role: {"denominator": table.denominator, "rows": table.rows}
            for role, table in strategies.items()
        },
    }
    entries = b"".join(table.entries.tobytes() for table in strategies.values())
    body = json.dumps(header).encode() + b"\n" + lzma.compress(entries, preset=9)
    return MAGIC + hashlib.sha256(body).hexdigest().encode() + b"\n" + body


@lru_cache(1)
def unpack(content: bytes, rules: str, name: str) -> dict[str, StrategyTable]:
    """Return the strategy tables of a strategy file, by role.

    ``content`` has the bytes of the file, and ``rules`` is the digest of the rules
    (``show_digest``). Raises ``RulesError``, with the file's ``name``, for content that
    is no strategy file, that is damaged, or that is for other rules.
    """
    try:
        header, packed = _opened(content, name)
        if header.rules != rules:
            raise RulesError(f"{name} is a strategy for other rules of the show")
        roles = header.roles
        # The entries of the roles follow each other, in the order of the header.
        entries = array("H", _decompressed(packed, 2 * CLASSES * len(roles)))
        return {
            role: StrategyTable(
                table.denominator,
                table.rows,
                entries[position * CLASSES : (position + 1) * CLASSES],
            )
            for position, (role, table) in enumerate(roles.items())
        }
    except RulesError:
        # It is a ``ValueError`` too, and its own message is the better one.
        raise
    except (ValueError, msgspec.MsgspecError, lzma.LZMAError):
        raise RulesError(
            f"{name} has a correct checksum, but its content is not a strategy; "
            "trueodds cribbage solve writes strategy files"
        ) from None


def equilibrium_is_for(rules: CribbageRules) -> bool:
    """Return True if the shipped equilibrium is for these rules of the show."""
    header, _ = _opened(*content_of("equilibrium"))
    return header.rules == show_digest(rules)


def strategy_tables(
    source: str | Path, rules: CribbageRules
) -> dict[str, StrategyTable]:
    """Return the strategy tables of the shipped equilibrium or of a file, by role.

    ``source`` is ``equilibrium`` or the path of a file. The roles are "dealer" and
    "pone". Raises ``UnknownNameError`` when there is no such file. Raises
    ``RulesError`` when the file cannot be read, is no strategy file, is damaged, or is
    for other rules.
    """
    content, name = content_of(source)
    return unpack(content, show_digest(rules), name)


def content_of(source: str | Path) -> tuple[bytes, str]:
    """Return the bytes and the name of the shipped strategies, or of a file.

    ``source`` is ``equilibrium`` or a path. Raises ``UnknownNameError`` when there is
    no such file, and ``RulesError`` when it cannot be read.
    """
    if source == "equilibrium":
        return SHIPPED.read_bytes(), "the shipped equilibrium"
    if not Path(source).exists():
        raise UnknownNameError(
            f"there is no strategy {str(source)!r}; there are: {listed(NAMED)}, "
            "or a file that trueodds cribbage solve has written"
        )
    return read_file(source, RulesError), str(source)


def _opened(content: bytes, name: str) -> tuple[_Header, bytes]:
    """Return the header and the compressed entries of an undamaged strategy file."""
    if not content.startswith(MAGIC):
        raise RulesError(
            f"{name} is not a strategy file; trueodds cribbage solve writes them"
        )
    checksum, _, body = content[len(MAGIC) :].partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != checksum:
        raise RulesError(f"{name} is damaged: its checksum does not fit")
    header, _, packed = body.partition(b"\n")
    return msgspec.json.decode(header, type=_Header), packed


def _decompressed(packed: bytes, length: int) -> bytes:
    """Return exactly ``length`` bytes, without ever decompressing many more.

    Raises ``ValueError`` if ``packed`` holds fewer or more bytes.
    """
    decompressor = lzma.LZMADecompressor(memlimit=2**28)
    # One byte too many is enough to refuse the file, however large it would become.
    content = decompressor.decompress(packed, max_length=length + 1)
    if len(content) != length or not decompressor.eof or decompressor.unused_data:
        raise ValueError(f"the entries are not {length} bytes")
    return content


def _unpickled(
    denominator: int, rows: tuple[tuple[int, ...], ...], packed: bytes
) -> StrategyTable:
    return StrategyTable(denominator, rows, array("H", zlib.decompress(packed)))
