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
    test   = ">=" | ">" | "<=" | "<" | "="

Blanks between these parts and capital letters make no difference. The outcomes of a
comparison are True and False, and those of other rolls are totals. Whatever the order
of the changes, dice are rerolled first, then they explode, and then some are dropped.
Counting comes last.
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
}
TEST = "[<>]=?|="
LEVELS = (TEST, "[+-]", r"\*")
"""The signs of operations; those that bind most tightly are last."""

OPERAND = r"(\()|([0-9]*)\s*d\s*(%|f|[0-9]*)|([0-9]+)"
CHANGE = (
    rf"(?:(ro|rr?|c)\s*({TEST}|)(?=\s*[0-9])|(x(?=\s*[0-9])|k[hl]?|d[hl]?))"
    r"\s*([0-9]*)"
)
FIELDS = {
    "r": "always",
    "rr": "always",
    "ro": "once",
    "c": "counted",
    "x": "times",
    "kl": "high",
    "dh": "high",
}
"""The field of a pool that a change sets, if it is not ``low``."""

SUCH = (
    "after dice come kh3, kl1, dl1, r1, ro1, x2 (explode twice at most) or c>=5; a "
    "roll has one comparison at most"
)


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
    trueodds.core.errors.RulesError: '4d6+', column 5: dice or a number should be \
here; such as 2d6
    """
    return _Reader(text).roll()


class _Reader:
    """A text of dice notation, which is read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = 0

    def refuse(self, fault: str, at: int) -> NoReturn:
        """Raise ``RulesError`` with the column of a fault.

        ``at`` is the place of the fault in the text, from 0.
        """
        raise RulesError(f"{self.text!r}, column {at + 1}: {fault}")

    def take(self, pattern: str) -> re.Match[str] | None:
        """Return the match of a pattern that comes next, and go on after it."""
        match = re.compile(rf"(?:{pattern})\s*", re.I).match(self.text, self.end)
        self.end = match.end() if match else self.end
        return match

    def limit(self, outcomes: int, at: int) -> None:
        """Refuse too many outcomes, before they are counted.

        ``at`` is the place in the text that the message names, from 0.
        """
        if outcomes > MOST_OUTCOMES:
            self.refuse(
                f"{outcomes:,} outcomes; at most {MOST_OUTCOMES:,} are counted", at
            )

    def roll(self) -> Distribution[int]:
        """Return the distribution of the whole text."""
        self.take("")
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
            self.limit(len(left) * len(right), sign.start())
            left = Distribution.tally(
                (operation(a, b), v * w)
                for a, v in left.items()
                for b, w in right.items()
            )
            # The comparison binds least, and a roll has one at most.
            if not level:
                break
        return left

    def operand(self) -> Distribution[int]:
        """Return the distribution of a number, of dice, or of a sum in parentheses."""
        match = self.take(OPERAND)
        if not match:
            self.refuse("dice or a number should be here; such as 2d6", self.end)
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
        if not number or not 0 < sides <= MOST_SIDES:
            self.refuse(
                f"roll 1 die or more, with 1 to {MOST_SIDES:,} sides; such as 2d6",
                dice.start(),
            )
        faces = range(-1, 2) if word == "f" else range(1, sides + 1)
        settings: dict[str, Any] = {}
        while match := self.take(CHANGE):
            word = (match[1] or match[3]).lower()
            name = FIELDS.get(word, "low")
            size = int(match[4] or 1)
            if match[1]:
                holds = OPERATIONS[match[2] or "="]
                tested = {face for face in faces if holds(face, size)}
                # Tests of the same kind add up: r1r2 rolls both faces again.
                settings[name] = settings.get(name, tested) | tested
            elif name in settings:
                self.refuse(
                    f"{word!r} changes again what an earlier part has changed",
                    match.start(),
                )
            else:
                # To keep n dice at one end is to drop the others at the other end.
                settings[name] = number - size if word[0] == "k" else size
        pool = Pool(number, faces, **settings)
        # A negative number of dropped dice comes from keeping more than there are. The
        # product is negative if dice explode and some are dropped.
        dropped = pool.low + pool.high
        if not dropped < number or min(pool.low, pool.high, -dropped * pool.times) < 0:
            self.refuse(
                f"keep at least 1 die, and at most {number}; dice that explode are all "
                "kept",
                dice.start(),
            )
        if not any(pool.weights.values()):
            self.refuse(
                "every face is rolled again, without end; leave a face out",
                dice.start(),
            )
        self.limit(pool.steps, dice.start())
        return pool.total()
