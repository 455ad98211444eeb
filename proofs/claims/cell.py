"""Numbers as claims and tables of odds write them, with a unit.

The unit of a cell is "%", "1 in", "odds" (``N to 1``), "fraction", "count", "interval",
"decimal", the thing that is counted, such as "point", or "" if the table has none.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from trueodds.proofs.claims.rounding import Claimed

MOST_DIGITS = 1000
"""The most characters of a number."""

_N = r"([-+]?(?:(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:e[-+]?\d{1,3})?)"
# The order matters: "1 in 6" is also a fraction, and "3 to 2" is also an interval.
NOTATIONS = {
    "1 in": rf"1 (?:in|out of) {_N}",
    "fraction": rf"{_N}(?:/| in | of | out of ){_N}",
    "odds": rf"{_N}(?: to |:)(\d{{1,10}})( on| for| in favou?r)?(?: against)?",
    "interval": rf"{_N}(?: ?%)? (?:\.\.|to) {_N}( %)?",
    "%": rf"{_N} %",
    "": rf"(?![-+]\d{{3,}}$){_N}(?: ([a-z]+?)s?)?",
}
"""The notations by their units, in the order in which they are tried."""

ABOUT = re.compile(r"(?:~|≈|\babout\b|\bapprox(?:\.|imately)?) *")
PERCENT = re.compile(r" ?(?:%|per ?cent|pct|of 100 staked|percentage points)$")
BRACKETS = re.compile(r"^\[(.*(?=, )|[^,]*), ?(.*)\]")
# The minus sign and the no-break spaces of typeset tables.
SIGNS = str.maketrans("\u2212\xa0\u202f", "-  ")

UNCLEAR = {
    r"([-+]?\d+),(\d+)( ?%)?": r"with a decimal point, write \1.\2\3",
    r"(\d+)-(\d+)": r"for odds against, write \1 to \2",
    r"[-+]\d{3,}": "for a moneyline, write the odds, such as 3 to 2",
}
"""Notations with several readings, and what to write for each."""

COLUMNS = {
    "%": r"%|\bper ?cent|\bpct",
    "1 in": r"\b(1|one)[ _]in\b",
    "odds": r"\bto 1\b|\bagainst\b",
    "count": r"\bcount|\bways\b|\bcombinations\b|\bfrequency\b",
    "decimal": r"\bdecimal|\bexact$",
}
MEANINGS = {
    "the return": r"\breturn|\brtp\b|\bpayback\b",
    "the player's expected value": r"\bexpect|\bev\b",
    "the house edge": r"\bedge\b",
}
"""Words of a header, by what a number of a bet in its column means."""


class Cell(NamedTuple):
    """A number of a claim or a table, with its unit.

    ``unit`` is "%", "1 in", "odds", "fraction", "interval", the thing that is counted,
    or empty if the text names no unit. Odds ``N to 1`` against are the number
    ``1 in N + 1``. ``upper`` is the upper end of an interval, and ``number`` is then
    the lower end. ``about`` is True if the table calls the number approximate, such as
    by "about" or ``~``.
    """

    unit: str
    number: Claimed
    upper: Claimed | None = None
    about: bool = False


def read(text: str, column: str = "") -> Cell:
    """Return the number or the interval in a cell of a table, with its unit.

    Args:
        text: The cell, such as ``0.46 %``, ``1 in 216``, ``215 to 1`` or ``~.0046``.
        column: The unit that the column's header gives to numbers without a unit.

    Raises:
        ValueError: If the text is no number, or a notation with several readings.

    Example:
        >>> read("42.2:1").unit, read("2.31 percent").number.value
        ('odds', Fraction(231, 10000))
    """
    plain, about = ABOUT.subn("", text.lower().translate(SIGNS))
    plain = BRACKETS.sub(r"\1 .. \2", plain.removeprefix("house edge "))
    plain = PERCENT.sub(" %", plain)
    if column == "odds":
        plain = re.sub(rf"^{_N}$", r"\1 to 1", plain)
    # A table of others may hold anything: long digits would cost unlimited time.
    short = len(plain) <= MOST_DIGITS
    for unit, notation in NOTATIONS.items() if short else ():
        # Without ASCII, \d would also match the digits of other scripts.
        if match := re.fullmatch(notation, plain, re.ASCII):
            return _typed(text, unit or match[2] or column, match, about=about > 0)
    raise ValueError(f"{text!r:.60} {_advice(plain)}")


def _typed(text: str, unit: str, match: re.Match[str], *, about: bool) -> Cell:
    """Return the typed value of a text, which matches the notation of its unit."""
    first, *others = match.groups()
    if unit == "interval":
        percent = "%" * bool(others[1])
        low, high = (_number(end, percent) for end in (first, others[0]))
        if low.value > high.value:
            raise ValueError(f"{text!r} is no interval; {first} is above {others[0]}")
        return Cell(unit, low, high)
    number = _number(first, unit, coarse=about)
    if unit in ("fraction", "odds"):
        below = _number(others[0]).value
        if not below:
            raise ValueError(f"{text!r} divides by 0")
        # A fraction claims its exact value, so its step is 0. Odds keep a step for the
        # digits.
        step = min(number.step, number.value / below) / below
        number = Claimed(number.value / below, Fraction(0), "")
    if unit == "odds":
        against = number.value
        if others[1] and against:
            # Odds on are turned around. The derivative of 1 / x scales a unit of the
            # last digit.
            against = 1 / against
            step *= against**2
        # "N to 1 against" is N losses for each win: 1 in N + 1.
        number = Claimed(against + 1, step, "1 in")
    return Cell(unit, number, about=about)


def _advice(plain: str) -> str:
    """Return what to write in place of a text that is no notation."""
    for pattern, advice in UNCLEAR.items():
        if unclear := re.fullmatch(pattern, plain):
            return f"has several readings; {unclear.expand(advice)}"
    return "is not a number such as 0.46 %, 1 in 216, 3/8"


@lru_cache  # the second number of odds is nearly always 1
def _number(text: str, unit: str = "", *, coarse: bool = False) -> Claimed:
    """Return a number with one unit of its last digit.

    The last zeros of "about 173,750" and of numbers with 16 digits are no digits.
    """
    text = text.replace(",", "")
    decimal = Decimal(text)
    # A round number such as "about 173,750" claims fewer digits than it has.
    zeros = len(text) - len(text.rstrip("0"))
    zeros *= text.isdigit() and (coarse or decimal > 10**15)
    scale = Fraction(1, 100 if unit == "%" else 1)
    exponent = zeros + int(decimal.as_tuple().exponent)
    step = Fraction(10) ** exponent
    unit = unit if unit in ("%", "1 in") else ""
    return Claimed(scale * Fraction(decimal), scale * step, unit)


@lru_cache
def column_unit(header: str) -> tuple[str, str]:
    """Return the unit that a column's header names, and the meaning for a bet.

    The meaning says what the numbers are if their row is a bet, such as "the return".
    An empty text stands for a unit or a meaning that the header does not name.

    >>> column_unit("return (%)"), column_unit("value")
    (('%', 'the return'), ('', ''))
    """
    units, meanings = (
        [name for name, words in kind.items() if re.search(words, header)]
        for kind in (COLUMNS, MEANINGS)
    )
    return "".join(units[:1]), "".join(meanings[:1])
