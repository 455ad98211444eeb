"""The notation of dice, such as 4d6dl1, and what it means.

::

    roll   = sum [test sum]                  d20+5>=15, 3d6>2d10
    sum    = term {("+" | "-") term}         2d6+3
    term   = part {"*" part}                 2d6*10
    part   = number | dice | "(" sum ")"
    dice   = [number] "d" (number | "%" | "F") {change}
    change = ("r" | "rr") [test] number      reroll while the die shows this
           | "ro" [test] number              reroll once
           | "x" number                      the last face explodes, at most this often
           | ("kh" | "k" | "kl") [number]    keep the highest, or the lowest
           | ("dl" | "d" | "dh") [number]    drop the lowest, or the highest
           | "c" [test] number               count the dice that show this
    test   = ">=" | ">" | "<=" | "<" | "=" | "=="

Blanks between these parts and capital letters make no difference. A comparison is 1 if
it holds and 0 if not. Whatever the order of the changes, dice are rerolled first, then
they explode, then some are dropped, and then the others are counted.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NoReturn

from trueodds.core.dice_pool import Pool
from trueodds.core.errors import RulesError
from trueodds.core.exact.distribution import Distribution

MOST_SIDES = 100_000
MOST_OUTCOMES = 10_000_000
"""The most outcomes of a pool of dice, or of two totals, that are counted."""

OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "*": operator.mul,
    "+": operator.add,
    "-": operator.sub,
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "=": operator.eq,
    "==": operator.eq,
}
TEST = "[<>]=?|==?"
LEVELS = (TEST, "[+-]", r"\*")
"""The signs of operations; those that bind most tightly are last."""

OPERAND = r"(\()|([0-9]*)\s*d\s*(%|f|[0-9]*)|([0-9]+)"
CHANGE = (
    "(?P<once>ro)|(?P<always>rr?)|(?P<value>c)|(?P<times>x)"
    "|(?P<high>kl|dh)|(?P<low>kh?|dl?)"
)
"""The words that change dice, by the field of a pool that they set."""

SUCH = "after dice come kh3, kl1, dl1, r1, ro1, x2 (explode twice at most) or c>=5"


@lru_cache(64)
def distribution_of(text: str) -> Distribution[int]:
    """Return the exact distribution of a roll in dice notation.

    Raises ``RulesError`` with the column of a fault, and for rolls with too many
    outcomes to count.

    >>> distribution_of("4d6dl1").mean()
    Fraction(15869, 1296)
    >>> distribution_of("3d6>2d10")[1]
    Fraction(509, 1200)
    >>> distribution_of("4d6+")
    Traceback (most recent call last):
        ...
    trueodds.core.errors.RulesError: '4d6+', column 5: dice are missing, such as 2d6
    """
    return _Reader(text).roll()


class _Reader:
    """A text of dice notation, which is read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = 0

    def refuse(self, fault: str, at: int) -> NoReturn:
        """Raise ``RulesError`` with the column of a fault."""
        raise RulesError(f"{self.text!r}, column {at + 1}: {fault}")

    def take(self, pattern: str) -> re.Match[str] | None:
        """Return the match of a pattern that comes next, and go on after it."""
        match = re.compile(rf"(?:{pattern})\s*", re.I).match(self.text, self.end)
        self.end = match.end() if match else self.end
        return match

    def limit(self, number: int, most: int, noun: str, at: int) -> None:
        """Refuse a number of things above a limit."""
        if number > most:
            self.refuse(f"{number:,} {noun}; the limit is {most:,}", at)

    def roll(self) -> Distribution[int]:
        """Return the distribution of the whole text."""
        self.take("")
        if "d" not in self.text.lower():
            self.refuse("there are no dice; write them as 2d6 or d20", self.end)
        total = self.operations(0)
        if rest := self.text[self.end :]:
            self.refuse(f"{rest!r} is not dice notation; {SUCH}", self.end)
        return total

    def operations(self, level: int) -> Distribution[int]:
        """Return the distribution of operations that bind as tightly as a level."""
        if level == len(LEVELS):
            return self.operand()
        left = self.operations(level + 1)
        while sign := self.take(LEVELS[level]):
            right = self.operations(level + 1)
            operation = OPERATIONS[sign[0].strip()]
            pairs = len(left) * len(right)
            self.limit(pairs, MOST_OUTCOMES, "outcomes", sign.start())
            left = Distribution.tally(
                (int(operation(a, b)), v * w)
                for a, v in left.items()
                for b, w in right.items()
            )
            if not level:
                break
        return left

    def operand(self) -> Distribution[int]:
        """Return the distribution of a number, of dice, or of a sum in parentheses."""
        match = self.take(OPERAND)
        if not match:
            self.refuse("dice are missing, such as 2d6", self.end)
        if match[4]:
            return Distribution({int(match[4]): 1})
        if not match[1]:
            return self.pool(match)
        total = self.operations(1)
        return total if self.take(r"\)") else self.refuse("a ) is missing", self.end)

    def pool(self, dice: re.Match[str]) -> Distribution[int]:
        """Return the distribution of dice, with the changes that come next."""
        number = int(dice[2] or 1)
        word = dice[3].lower()
        sides = int({"": 0, "%": 100, "f": 3}.get(word, word))
        if not number or not sides:
            self.refuse("write dice as a number and sides, such as 2d6", dice.start())
        self.limit(sides, MOST_SIDES, "sides", dice.start())
        faces = range(-1, 2) if word == "f" else range(1, sides + 1)
        settings: dict[str, Any] = {}
        at = self.end
        while match := self.take(CHANGE):
            at = match.start()
            name = str(match.lastgroup)
            if name in settings:
                self.refuse(f"{match[0]!r} sets again what an earlier part has set", at)
            if name in ("always", "once", "value"):
                settings[name] = self.test()
            elif name == "times":
                settings[name] = self.number()
            else:
                size = self.number(1)
                settings[name] = number - size if match[0][0] in "kK" else size
        pool = Pool(number, faces, **settings)
        dropped = pool.low + pool.high
        if min(pool.low, pool.high) < 0 or dropped >= number:
            self.refuse(f"keep 1 to {number} dice", at)
        if dropped and pool.times:
            self.refuse("dice that explode are never dropped; leave out x", at)
        if not any(pool.weights.values()):
            self.refuse("every face is rolled again", at)
        self.limit(pool.steps, MOST_OUTCOMES, "outcomes", dice.start())
        return pool.total()

    def test(self) -> Callable[[int], int]:
        """Return the test of a face that comes next, such as >=5, or 5."""
        sign = self.take(TEST)
        holds = OPERATIONS[sign[0].strip() if sign else "="]
        number = self.number()
        return lambda face: holds(face, number)

    def number(self, default: int | None = None) -> int:
        """Return the number that comes next."""
        digits = self.take("[0-9]+")
        if not digits and default is None:
            self.refuse("a number is missing", self.end)
        return int(digits[0]) if digits else default or 0
