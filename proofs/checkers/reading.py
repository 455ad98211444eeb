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
    """Raise ``MalformedError`` with the message, for a file that is no certificate."""
    raise MalformedError(one_line(message))


def one_line(text: str, most: int = 200) -> str:
    """Return the first ``most`` letters of a text on one line, escaped where needed."""
    shown = ""
    for letter in text[:most]:
        if letter.isprintable():
            shown += letter
        else:
            shown += ascii(letter)[1:-1]
    return shown


def read_json(content: bytes, most_parts: int = MOST_PARTS) -> Any:
    """Parse JSON without floats, large integers or repeated names.

    Raises ``MalformedError`` for other content, and for more than ``most_parts``
    numbers, lists and names. ``content`` is the content of a file in UTF-8.
    """

    def table(pairs: list[tuple[str, Any]]) -> Values:
        names = dict(pairs)
        longest = max(map(len, names), default=0)
        if len(pairs) > MOST_NAMES or longest > MOST_LETTERS:
            refuse("a table has too many names, or a name is too long")
        if len(names) < len(pairs):
            refuse("a name occurs twice")
        return names

    def short_integer(text: str) -> int:
        digits = text.removeprefix("-")
        if len(digits) > 19 or not digits.isdigit():
            refuse(f"{text:.20} is not an integer of at most 19 digits")
        return int(text)

    if len(content) > MOST_BYTES:
        refuse(f"it is larger than {MOST_BYTES} bytes")
    # Every number, list and name but the first comes after one of these marks.
    marks = (b",", b":", b"[", b"{")
    if sum(map(content.count, marks)) > most_parts:
        refuse(f"it has more than {most_parts} numbers, lists and names")
    try:
        return json.loads(
            content.decode(),
            object_pairs_hook=table,
            parse_int=short_integer,
            parse_float=short_integer,
            parse_constant=short_integer,
        )
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
            names = ", ".join(shape)
            refuse(f"expected exactly the fields {names}: {brief(value)}")
        # The fields come in the order of the shape, whatever the file has.
        return {name: conform(value[name], part) for name, part in shape.items()}
    if isinstance(shape, list):
        items = conform(value, list)
        (part,) = shape
        return [conform(item, part) for item in items]
    if isinstance(shape, tuple):
        items = conform(value, list)
        if len(items) != len(shape):
            refuse(f"expected {len(shape)} values: {brief(value)}")
        pairs = zip(items, shape, strict=True)
        return [conform(item, part) for item, part in pairs]
    if shape is int:
        return natural(value)
    if not isinstance(shape, type):
        return shape(value)
    # A subclass is not enough: in Python, true is an integer.
    if type(value) is not shape:
        refuse(f"expected a value of type {shape.__name__}: {brief(value)}")
    return value


def optional_fields(names: Iterable[str], shape: Any, table: Any) -> Values:
    """Return ``table``, if it is a JSON object whose fields are all among ``names``.

    Each value must have the ``shape`` that ``conform`` describes. Raises
    ``MalformedError`` for any other object.
    """
    fields = set(conform(table, dict))
    unknown = fields - set(names)
    if unknown:
        known = ", ".join(names)
        refuse(f"expected fields out of {known}: {brief(table)}")
    return {name: conform(value, shape) for name, value in table.items()}


def natural(value: Any, most: int = 10**19, least: int = 0) -> int:
    """Return the value, which must be an integer from ``least`` to ``most``.

    Raises ``MalformedError`` for any other value.
    """
    if type(value) is not int or not least <= value <= most:
        refuse(f"expected an integer from {least} to {most}: {brief(value)}")
    return value


def points(value: Any) -> int:
    """Return the value, which must be a number of points: from 0 to a billion.

    Raises ``MalformedError`` for any other value.
    """
    return natural(value, 1_000_000_000)


def fraction(value: Any) -> Fraction:
    """Read a fraction from a text in lowest terms, such as 3/4 or -2.

    Raises ``MalformedError`` for any other text.
    """
    text = conform(value, str)
    match = re.fullmatch(r"(-?[1-9][0-9]*|0)(?:/([1-9][0-9]*))?", text)
    # An integer has the denominator 1.
    parts = match.groups("1") if match else ()
    if not parts or max(map(len, parts)) > MOST_DIGITS:
        refuse(f"{brief(value)} is not a fraction, or too long")
    numerator, denominator = map(int, parts)
    exact = Fraction(numerator, denominator)
    # Equal fractions have one text, so that a claim can be compared as text.
    if str(exact) != value:
        refuse(f"{value:.60} is not reduced")
    return exact


def short(value: Fraction) -> Fraction:
    """Return a fraction; raise ``MalformedError`` if its denominator is too long.

    A denominator of more than 1,000 digits is too long.
    """
    if value.denominator >= 10**MOST_DIGITS:
        refuse("long fractions")
    return value
