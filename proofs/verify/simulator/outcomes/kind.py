"""Kinds of outcome: the name, the form of a line, and the distribution.

A form tells from the rules alone whether a kind can print a line, so it takes no time.
A line of one bare number never has one reading: other kinds print such numbers, too.
Any other line that fits a form has one reading, such as the cards of a coup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trueodds.proofs.verify.simulator.outcomes import OutcomeDistribution

Form = Callable[[str], bool]

BARE = re.compile(r"\s*-?[0-9]{1,19}\s*")
"""A line of one bare number."""

NO_DICE = re.compile(r"[^\W\d_]|\.")
"""A sign that is not between dice: a letter, or the point of a decimal."""


@dataclass(frozen=True, slots=True)
class OutcomeKind:
    """A kind of outcome that a simulator can print, such as the points of a roll.

    Attributes:
        name: The name for ``--outcome``. It ends in ``.N`` if the kind takes an
            integer, and in ``.N,…`` if it takes several.
        about: What a simulator has to print.
        form: Returns True if the kind can print a line, by the rules alone.
        distribution: Returns the exact distribution, from the integers of the name.
        family: True if the outcomes are the numbers N of probabilities ``NAME.N`` among
            the odds. The name of the kind is then ``NAME``, such as ``game.total``.
        lines: Joins outcomes that are printed on several lines, or is None. It takes
            the lines and the names of a table's columns. It yields as many lines: each
            outcome on a single line, and blank lines in the other places.
    """

    name: str
    about: str
    form: Form
    distribution: Callable[..., OutcomeDistribution]
    family: bool = False
    lines: Callable[..., Iterator[str]] | None = None

    @property
    def numbered(self) -> bool:
        """True if the name of the kind ends in ``.N``, where a user writes integers."""
        return self.name.endswith((".N", ".N,…"))


def is_bare(line: str) -> bool:
    """Return True for a line that is a single number without other text."""
    return BARE.fullmatch(line) is not None


def no_line(line: str) -> bool:
    """Return False for any line.

    A kind with this test is judged only if a user names the kind.
    """
    return False


def numbers(least: int = 0, most: int | None = None, step: int = 1) -> Form:
    """Return a test of lines: True for the numbers ``least``, ``least + step``, ….

    The test is a function of the text of a line. The numbers go up to ``most``, or have
    no limit if it is None.

    >>> [numbers(0, 21, 7)(line) for line in ("14", "15", "28", "one")]
    [True, False, False, False]
    """

    def fits(line: str) -> bool:
        if not is_bare(line):
            return False
        number = int(line)
        low = number >= least and (most is None or number <= most)
        return low and (number - least) % max(step, 1) == 0

    return fits


def faces(line: str) -> str:
    """Return the digits of a line of dice; "" for another line.

    Dice have separators between them, or are a single word.

    >>> faces("[6, 1, 2]"), faces("612"), faces("6.1"), faces("61 2")
    ('612', '612', '', '')
    """
    words = re.findall("[0-9]+", line)
    # A line such as "61 2" has no single reading as dice.
    apart = len(words) == 1 or all(len(word) == 1 for word in words)
    return "".join(words) if apart and not NO_DICE.search(line) else ""


def dice(counts: Container[int], sides: int) -> Form:
    """Return a test of lines: True for a roll whose number of dice is in ``counts``.

    The test is a function of the text of a line. A line with a face that the dice do
    not have fits only if the dice have separators between them.

    ``sides`` is the number of faces of a die.

    >>> [dice([3], 6)(line) for line in ("6 1 2", "612", "7 1 2", "712", "6 1")]
    [True, True, True, False, False]
    """
    has = "".join(map(str, range(1, sides + 1)))

    def fits(line: str) -> bool:
        shown = faces(line)
        # "712" alone may be a score, but "7 1 2" can only be dice, one of them wrong.
        right = not is_bare(line) or not shown.strip(has)
        return len(shown) in counts and right

    return fits
