"""TOML with exact decimals, TOML files of the package, and single values as text.

``0.95`` in a rules file is read as the fraction 19/20, not as a float. Values that have
no exact form (``inf``), or whose exact form fills the memory (``1e99999999``), are
rejected.
"""

import json
import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from importlib.resources import files
from typing import Any

from trueodds.core.errors import OptionError

MOST_EXPONENT = 400
MOST_CHARACTERS = 400  # of one number
MOST_PARTS = 100  # of one key, such as bets.tie_8.pays

_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*"""
_LONG_KEY = re.compile(rf"(?<![\w-])(?:{_PART}\.[ \t]*){{{MOST_PARTS}}}")


def loads(text: str) -> dict[str, Any]:
    """Parse a TOML document, with its decimals as rationals.

    Raises ``ValueError`` for invalid TOML, for numbers and keys that are too long, and
    for tables that are nested too deeply.

    >>> loads("pays = 0.95")
    {'pays': Fraction(19, 20)}
    """
    if _LONG_KEY.search(text):
        raise ValueError(f"a key has more than {MOST_PARTS} parts separated by dots")
    try:
        return tomllib.loads(text, parse_float=exact)
    except RecursionError:
        raise ValueError("lists or tables are nested too deeply") from None


def toml_file(
    package: str, name: str, number: Callable[[str], Any] = float
) -> dict[str, Any]:
    """Return the tables of a TOML file in a package.

    ``number`` converts the text of each decimal to a number.

    >>> toml_file("trueodds.core", "synonyms.toml")["0"]
    ['zero', 'nothing', 'nought']
    """
    text = files(package).joinpath(name).read_text("utf-8")
    return tomllib.loads(text, parse_float=number)


def exact(text: str) -> Fraction:
    """Return the rational that a text writes as a decimal or a fraction.

    Raises ``ValueError`` for other text, for exponents past 400 and for numbers of more
    than 400 characters.

    >>> exact("0.95"), exact("19/20")
    (Fraction(19, 20), Fraction(19, 20))
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(
            f"the number {text:.20}… has {len(text)} characters; at most "
            f"{MOST_CHARACTERS} are allowed"
        )
    exponent = text.lower().partition("e")[2]
    if len(exponent) > 6 or (exponent and abs(int(exponent)) > MOST_EXPONENT):
        raise ValueError(f"the exponent of {text[:40]} is past {MOST_EXPONENT}")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError(f"{text[:40]} divides by zero") from None


def number_of(
    option: str, typed: object, fault: str, allowed: Callable[[Fraction], bool]
) -> Fraction:
    """Return the value of an option as an exact number; 5% is 1/20.

    ``typed`` is the value as a user gave it, and ``option`` the name of the option
    without dashes. Raises ``OptionError`` for text that is no number, and for a number
    that is not ``allowed``. ``fault`` is what the message says of the text.

    >>> number_of("gap", "1e-3", "no number", lambda number: number >= 0)
    Fraction(1, 1000)
    """
    text = str(typed)
    plain = text.removesuffix("%")
    try:
        number = exact(plain) / (1 if plain == text else 100)
    except ValueError:
        number = None
    if number is None or not allowed(number):
        raise OptionError(f"Invalid value for '--{option}': {text!r:.40} is {fault}")
    return number


def read(text: str, current: object) -> object:
    """Read the text of a value that is to replace the value ``current``.

    If ``current`` is text, the result is the same text. If it is a list, commas
    separate the items. Otherwise the text is read as a value of a TOML file, with
    decimals as rationals. Text that is no such value is returned as it is.

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
        return text  # validation reports the wrong type with the name of the field


def write(value: object) -> str:
    """Return a plain value as text that ``read`` reads back.

    >>> write([1, 1, 2]), write({"1": Fraction(1, 2)}), write(True)
    ('1,1,2', '{"1" = "1/2"}', 'true')
    """
    if isinstance(value, list | tuple):
        return ",".join(map(write, value))
    if isinstance(value, str | Fraction):
        return str(value)
    return _inside(value)


def _inside(value: object) -> str:
    """Return the text of a value that is inside a list or a table."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_inside, value)) + "]"
    if isinstance(value, dict):
        pairs = (f"{json.dumps(str(k))} = {_inside(v)}" for k, v in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, bool):
        return str(value).lower()
    # Strings of JSON are strings of TOML.
    if isinstance(value, int | float):
        return str(value)
    return json.dumps(str(value))
