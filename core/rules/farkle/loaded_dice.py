"""A die, fair or loaded: the data file, and texts of dice.

A die is a name from ``dice.toml``, or the weights of its 2 to 12 faces joined by
colons; ``*k`` repeats it. A last weight such as ``j1`` is that of a joker.

The weights of the data file are an inference from published percentages. A percentage
that is rounded to one decimal stands for an interval of probabilities, and the weights
are whole numbers whose probabilities are in these intervals.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import gcd
from typing import Any, NamedTuple

from trueodds.core.dice import counted_dice
from trueodds.core.errors import DiceError, nearest
from trueodds.core.exact.exact_toml import toml_file

DICE = 6
SIDES = 6
MOST_DICE = 8
MOST_SIDES = 12
FAIR_SET = f"fair*{DICE}"
MOST_WEIGHT = 1_000
JOKER = "joker"
EXAMPLE = "1:1:1:1:1:3"
_TIMES = re.compile("0*[1-9][0-9]?")
ROUNDED = Fraction(1, 20)
"""The most by which a percentage that is rounded to one decimal is off."""


Interval = tuple[Fraction, Fraction]


class Die(NamedTuple):
    """A die: its name, and how often each face comes up relative to the others.

    ``weights`` has the weights of the faces 1, 2 and so on, ``joker`` that of a joker.
    """

    name: str
    weights: tuple[int, ...]
    joker: int = 0

    @property
    def kind(self) -> tuple[tuple[int, ...], int]:
        """The weights of the faces and of a joker, in lowest terms.

        There are at least six faces: a face that the die does not have has weight 0.

        >>> Die("", (4, 2, 2)).kind
        ((2, 1, 1, 0, 0, 0), 0)
        """
        divisor = gcd(*self.weights, self.joker)
        faces = [weight // divisor for weight in self.weights]
        # Faces from the seventh on that never come up make no other die, and a die with
        # fewer than six faces never shows the others.
        while len(faces) > SIDES and not faces[-1]:
            faces.pop()
        faces += [0] * (SIDES - len(faces))
        return tuple(faces), self.joker // divisor

    @property
    def lowest(self) -> tuple[int, ...]:
        """The weights of the faces in lowest terms, without that of the joker.

        They are equal for equal dice.
        """
        return self.kind[0]


FAIR = Die("fair", (1,) * SIDES)


def _data_file(number: Callable[[str], Any]) -> dict[str, dict[str, Any]]:
    """Return the entries of the data file, with their decimals read by ``number``."""
    return toml_file(__package__, "dice.toml", number)


@cache
def known_dice() -> dict[str, Die]:
    """Return the loaded dice that trueodds knows, by name."""
    return {
        name: Die(name, tuple(die["weights"]), die.get("joker", 0))
        for name, die in _data_file(float).items()
    }


class PublishedDie(NamedTuple):
    """The percentages of a die as printed, how far they may be off, and the source.

    ``percent`` has the percentage of each face, and ``within`` is the most by which a
    percentage is off. A seventh percentage belongs to a joker.
    """

    percent: tuple[Fraction, ...]
    within: Fraction
    source: str

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """The lowest and highest probability of each face, from its percentage.

        >>> die = published_dice()["weighted"]
        >>> [str(bound) for bound in die.intervals[0]]
        ['1333/2000', '267/400']
        """
        return tuple(
            (
                max(Fraction(0), (percent - self.within) / 100),
                min(Fraction(1), (percent + self.within) / 100),
            )
            for percent in self.percent
        )


@cache
def published_dice() -> dict[str, PublishedDie]:
    """Return the published percentages of the loaded dice that are known, by name."""
    return {
        name: PublishedDie(
            tuple(map(Fraction, (*die["percent"], *die.get("joker_percent", ())))),
            die.get("within", ROUNDED),
            die["source"],
        )
        for name, die in _data_file(Fraction).items()
    }


def read_dice(text: str, least: int = DICE, most: int = DICE) -> tuple[Die, ...]:
    """Return the dice that a text such as ``weighted, fair*5`` names.

    Args:
        text: Dice separated by commas or blanks: names, or weights such as
            ``10:1:1:1:1:1``; ``*k`` repeats a die.
        least: The fewest dice allowed.
        most: The most dice allowed.

    Returns:
        The dice, in the order of the text.

    Raises:
        DiceError: If a die is unknown or impossible, or if there are too few or too
            many dice.

    Example:
        >>> [die.name for die in read_dice("weighted*2 1:1:1:1:1:2*4")][1:3]
        ['weighted', '1:1:1:1:1:2']
    """
    words = re.findall(r"[^,\s]+", re.sub(r"\s*([*:])\s*", r"\1", text)) or [""]
    dice = [die for word in words for die in _read(word, words)]
    number = len(dice)
    if not least <= number <= most:
        size = f"{least}" if least == most else f"{least} to {most}"
        right = [*dice, *[FAIR] * least][: max(least, min(number, most))]
        hint = f'write it as "{counts_text(Counter(die.name for die in right))}"'
        if least == most and number <= MOST_DICE:
            hint += f"; for a game with {number}, --set number_of_dice={number}"
        raise DiceError(f"{text!r} has {counted_dice(number)}, not {size}; {hint}")
    return tuple(dice)


def dice_text(dice: Iterable[Die]) -> str:
    """Return the text of dice in a standard order, or "" for six fair dice.

    Equal dice get equal texts: the first known name, or the weights in lowest terms.

    >>> dice_text(read_dice("20:2:2:2:2:2, fair*3, 7:7:7:7:7:7*2"))
    'fair*5, weighted'
    >>> dice_text(read_dice("fair*6"))
    ''
    """
    names = {die.kind: die.name for die in reversed(known_dice().values())}
    kinds = Counter(die.kind for die in dice)
    if kinds == {FAIR.kind: DICE}:
        return ""
    named = {names.get(kind) or _weights_text(*kind): n for kind, n in kinds.items()}
    return counts_text(dict(sorted(named.items())))


def counts_text(counts: Mapping[str, int]) -> str:
    """Return the names of dice as text, each with its number if that is not 1.

    ``counts`` has the number of dice of each name.
    """
    return ", ".join(f"{name}*{n}" if n > 1 else name for name, n in counts.items())


def _read(word: str, words: Sequence[str]) -> list[Die]:
    """Return the dice that a word names; an error shows all the ``words`` corrected."""
    name, star, times = word.partition("*")
    if star and not _TIMES.fullmatch(times):
        raise DiceError(
            f"{word!r} does not repeat a die 1 to 99 times; write {_corrected(words)}"
        )
    if ":" in name:
        die = _weighted(name)
    elif name.lower() in known_dice():
        die = known_dice()[name.lower()]
    else:
        near = nearest(name, known_dice())
        hint = "did you mean {}?" if near else "give its weights, as in {}"
        raise DiceError(f"there is no die {name!r}; {hint.format(_corrected(words))}")
    return [die] * (int(times) if star else 1)


def _corrected(words: Sequence[str]) -> str:
    """Return dice with the nearest names and right numbers, in quotes."""
    dice = []
    for word in words[:99]:  # a longer text would take long to correct and to read
        name, star, times = word.partition("*")
        near = [name] if ":" in name else nearest(name, known_dice())
        number = times if _TIMES.fullmatch(times) else "3"
        dice.append(f"{(near or [EXAMPLE])[0]}{star}{number * bool(star)}")
    return f'"{", ".join(dice)}"'


def _weights_text(weights: tuple[int, ...], joker: int) -> str:
    """Return the weights of a die as text."""
    return ":".join([*map(str, weights), *([f"j{joker}"] if joker else [])])


def _weighted(text: str) -> Die:
    words = [word.strip() for word in text.split(":")]
    joker = words.pop()[1:] if words[-1].startswith("j") else "0"
    if not 2 <= len(words) <= MOST_SIDES or not all(
        word.isascii() and word.isdigit() for word in (*words, joker)
    ):
        raise DiceError(
            f"{text!r} is not a die; give 2 to {MOST_SIDES} whole weights, such as "
            "10:1:1:1:1:1, and that of a joker last, such as 0:1:1:1:1:1:j1"
        )
    weights = tuple(map(int, words))
    joker_weight = int(joker)
    if not any((*weights, joker_weight)) or max(*weights, joker_weight) > MOST_WEIGHT:
        raise DiceError(
            f"{text!r} is not a die; its weights must be 0 to {MOST_WEIGHT}, and not "
            "all 0"
        )
    return Die(_weights_text(weights, joker_weight), weights, joker_weight)
