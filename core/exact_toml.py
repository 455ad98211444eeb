"""TOML with exact decimals, and single values as text on a command line.

``0.95`` in a rules file is 19/20 and no float. What cannot be held exactly (``inf``),
or only by filling the memory (``1e99999999``), is refused.
"""

import json
import tomllib
from fractions import Fraction
from typing import Any

MOST_EXPONENT = 400


def loads(text: str) -> dict[str, Any]:
    """A TOML document with its decimals as rationals.

    Raises ``ValueError`` with what is wrong, also for numbers too long and tables too
    deep to read.

    >>> loads("pays = 0.95")
    {'pays': Fraction(19, 20)}
    """
    try:
        return tomllib.loads(text, parse_float=exact)
    except RecursionError:
        raise ValueError("lists or tables are too deep") from None


def exact(text: str) -> Fraction:
    """The rational that a decimal or a fraction in text form is.

    Raises ``ValueError`` for text that is none and for exponents past 400.

    >>> exact("0.95"), exact("19/20")
    (Fraction(19, 20), Fraction(19, 20))
    """
    exponent = text.lower().partition("e")[2]
    if len(exponent) > 6 or (exponent and abs(int(exponent)) > MOST_EXPONENT):
        raise ValueError(f"the exponent of {text[:40]} is past {MOST_EXPONENT}")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError(f"{text[:40]} divides by zero") from None


def read(text: str, current: object) -> object:
    """Text as a value of the kind that a field holds now; lists take commas.

    >>> read("1,1,2", []), read("0.5", 1), read("true", False), read("x", 3)
    ([1, 1, 2], Fraction(1, 2), True, 'x')
    """
    if isinstance(current, str) or "\n" in text:
        return text
    if isinstance(current, list) and not text.strip().startswith("["):
        items = text.split(",") if text.strip() else []
        return [read(item.strip(), None) for item in items]
    try:
        return loads(f"value = {text}")["value"]
    except ValueError:
        return text  # of the wrong type, then, which is told by name


def write(value: object) -> str:
    """A plain value as the text that ``read`` takes back.

    >>> write([1, 1, 2]), write({"1": Fraction(1, 2)}), write(True)
    ('1,1,2', '{"1" = "1/2"}', 'true')
    """
    if isinstance(value, list | tuple):
        return ",".join(map(write, value))
    return str(value) if isinstance(value, str | Fraction) else _inside(value)


def _inside(value: object) -> str:
    """A value as it is written inside a list or table."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_inside, value)) + "]"
    if isinstance(value, dict):
        pairs = (f"{json.dumps(str(k))} = {_inside(v)}" for k, v in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, bool):
        return str(value).lower()
    # Strings of JSON are strings of TOML.
    return str(value) if isinstance(value, int | float) else json.dumps(str(value))
