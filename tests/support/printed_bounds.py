"""Comparison of printed texts whose proved bounds may differ in their last digits.

Bounds are sums of floats, and their last bits depend on the processor. So two texts say
the same if each pair of bounds overlaps and is about as narrow, and if the numbers that
are derived from the bounds agree to the digits that both texts show.
"""

import re
from fractions import Fraction

NUMBER = r"-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?"
ONE = r"(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)"
BOUNDS = re.compile(
    rf"\[{ONE}, {ONE}\]"  # a table
    rf'|"lower": "{ONE}", "upper": "{ONE}"'  # JSON
    rf"|,,{ONE},{ONE},{ONE},,,(?:{ONE})?,"  # CSV: decimal, lower, upper, 1 in N
)
SPLIT = re.compile(r'\n\s*(?="(?:decimal|lower|upper|count|total|one_in)":)')
"""The line feeds before the keys of one number in a JSON record."""


def same(expected: str, printed: str) -> bool:
    """Return True if two texts are equal except for digits at the end of bounds."""
    if expected == printed:
        return True
    first, second = (SPLIT.sub(" ", text).splitlines() for text in (expected, printed))
    return len(first) == len(second) and all(map(_same_line, first, second))


def _same_line(expected: str, printed: str) -> bool:
    if _words(expected) != _words(printed):
        return False
    bounds, now = _bounds(expected), _bounds(printed)
    if not bounds:
        return re.findall(NUMBER, expected) == re.findall(NUMBER, printed)
    numbers = zip(_others(expected), _others(printed), strict=True)
    return all(map(_close_bounds, bounds, now)) and all(_close(*two) for two in numbers)


def _words(line: str) -> str:
    """Return a line without numbers, and without the widths of its columns."""
    return re.sub(r"[ -]+", " ", re.sub(NUMBER, "#", line)).strip()


def _bounds(line: str) -> list[tuple[Fraction, Fraction]]:
    pairs = []
    for match in BOUNDS.finditer(line):
        texts = [text for text in match.groups() if text]
        lower, upper = texts[1:3] if match[0].startswith(",,") else texts
        pairs.append((Fraction(lower), Fraction(upper)))
    return pairs


def _others(line: str) -> list[str]:
    """Return the numbers of a line besides the bounds in brackets or in JSON."""
    return re.findall(NUMBER, re.sub(r'\[[^]]*\]|"(lower|upper)": "[^"]*"', "", line))


def _close_bounds(
    expected: tuple[Fraction, Fraction], printed: tuple[Fraction, Fraction]
) -> bool:
    (low, high), (lower, upper) = expected, printed
    widths = sorted([high - low, upper - lower])
    return low <= upper and lower <= high and widths[1] <= 2 * widths[0]


def _close(expected: str, printed: str) -> bool:
    """Return True if two numbers agree to the digits of the shorter one.

    The shorter number may be off by a step, and lack at most two digits.
    """
    if expected == printed:
        return True
    short, long = sorted(map(_step, (expected, printed)), reverse=True)
    first, second = (Fraction(text.replace(",", "")) for text in (expected, printed))
    return short <= 100 * long and abs(first - second) <= short


def _step(text: str) -> Fraction:
    """Return a unit of the last digit of a number with decimals; 0 for an integer."""
    mantissa, _, power = text.partition("e")
    _, point, decimals = mantissa.partition(".")
    digits = Fraction(10) ** (int(power or 0) - len(decimals))
    return digits if point else Fraction(0)
