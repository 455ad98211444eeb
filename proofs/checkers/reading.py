"""Reading of certificates of trueodds: JSON, the shapes of its values, and errors.

A certificate may come from a stranger. The limits here keep every file from taking much
memory or time before its kind is known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from reprlib import repr as brief
from typing import Any, NoReturn

MOST_BYTES = 48_000_000  # of any certificate; most kinds allow fewer
MOST_PARTS = 1_000_000  # numbers, lists and names, of most kinds: some 100 MB
MOST_NAMES = 1_000  # of a table, with at most MOST_LETTERS each
MOST_LETTERS = 100
MOST_DIGITS = 1_000  # of a numerator or denominator

Values = dict[str, Any]  # by quantity id: a fraction, or a pair of bounds


class MalformedError(Exception):
    """The error for a file that is not a certificate."""


class UnprovedError(Exception):
    """The error for a certificate that does not prove its claims."""


def require(holds: bool, message: str) -> None:
    """Raise ``UnprovedError`` with the message unless this step of a proof holds."""
    if not holds:
        raise UnprovedError(one_line(message))


def refuse(message: str) -> NoReturn:
    """Raise ``MalformedError`` with the message."""
    raise MalformedError(one_line(message))


def one_line(text: str, most: int = 200) -> str:
    """Return the start of a stranger's text; what is not printable is an escape."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:most])


def read_json(content: bytes, most_parts: int = MOST_PARTS) -> Any:
    """Parse JSON without floats, large integers or repeated names."""

    def table(pairs: list[tuple[str, Any]]) -> Values:
        if len(pairs) > MOST_NAMES or any(len(n) > MOST_LETTERS for n, _ in pairs):
            refuse("a table has too many names, or a name is too long")
        names = dict(pairs)
        return names if len(names) == len(pairs) else refuse("a name occurs twice")

    def short_integer(text: str) -> int:
        digits = text.removeprefix("-")
        if len(digits) > 19 or not digits.isdigit():
            refuse(f"{text:.20} is not an integer of at most 19 digits")
        return int(text)

    if len(content) > MOST_BYTES:
        refuse(f"it is larger than {MOST_BYTES} bytes")
    if sum(content.count(mark) for mark in (b",", b":", b"[", b"{")) > most_parts:
        refuse(f"it has more than {most_parts} numbers, lists and names")
    hooks: Values = {f"parse_{n}": short_integer for n in ("int", "float", "constant")}
    try:
        return json.loads(content.decode(), object_pairs_hook=table, **hooks)
    except (RecursionError, ValueError) as error:
        refuse(f"it is not JSON, not whole, or nested too deeply: {error}")


def conform(value: Any, shape: Any) -> Any:
    """Return the value if it has this shape, else raise ``MalformedError``.

    If the shape is a dict, the value has exactly its fields. If it is a list, the
    value is a list of any number of values of one shape. If it is a tuple, the
    value is a list with one value of each shape. If it is a type, the value is of
    this type, and an ``int`` is not negative. If it is a function, it is called
    with the value and returns or refuses it.
    """
    if isinstance(shape, dict):
        if not isinstance(value, dict) or value.keys() != shape.keys():
            refuse(f"expected exactly the fields {', '.join(shape)}: {brief(value)}")
        return {name: conform(value[name], shape[name]) for name in shape}
    if isinstance(shape, list):
        return [conform(item, shape[0]) for item in conform(value, list)]
    if isinstance(shape, tuple):
        if len(conform(value, list)) != len(shape):
            refuse(f"expected {len(shape)} values: {brief(value)}")
        return [conform(*pair) for pair in zip(value, shape, strict=True)]
    if shape is int:
        return natural(value)
    if not isinstance(shape, type):
        return shape(value)
    if type(value) is not shape:
        refuse(f"expected a value of type {shape.__name__}: {brief(value)}")
    return value


def optional_fields(names: Iterable[str], shape: Any, table: Any) -> Values:
    """Return an object with no fields but these, whose values all have one shape."""
    if not set(conform(table, dict)) <= set(names):
        refuse(f"expected fields out of {', '.join(names)}: {brief(table)}")
    return {name: conform(value, shape) for name, value in table.items()}


def natural(value: Any, most: int = 10**19, least: int = 0) -> int:
    """Return the value, which must be an integer from ``least`` to ``most``."""
    if type(value) is not int or not least <= value <= most:
        refuse(f"expected an integer from {least} to {most}: {brief(value)}")
    return value


def points(value: Any) -> int:
    """Return the value, which must be an integer from 0 to a billion."""
    return natural(value, 10**9)


def fraction(value: Any) -> Fraction:
    """Read a fraction in lowest terms, as text such as 3/4 or -2."""
    match = re.fullmatch(r"(-?[1-9][0-9]*|0)(?:/([1-9][0-9]*))?", conform(value, str))
    if not match or max(map(len, match.groups(""))) > MOST_DIGITS:
        refuse(f"{brief(value)} is not a fraction, or too long")
    exact = Fraction(int(match[1]), int(match[2] or 1))
    return exact if str(exact) == value else refuse(f"{value:.60} is not reduced")


def short(value: Fraction) -> Fraction:
    """Return the value; raise ``MalformedError`` if its denominator is too long."""
    return value if value.denominator < 10**MOST_DIGITS else refuse("long fractions")
