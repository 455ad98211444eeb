"""A die, fair or loaded: the data file, and texts of dice.

A die is a name from ``dice.toml``, or the weights of its 2 to 12 faces joined by
colons; ``*k`` repeats it. A last weight such as ``j1`` is that of a joker.

The weights of the data file are an inference from published percentages. A percentage
that is rounded to one decimal stands for an interval of probabilities, and the weights
are whole numbers whose probabilities are in these intervals.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import gcd
from typing import Any, NamedTuple

from trueodds.core.errors import DiceError, did_you_mean

DICE = 6
SIDES = 6
MOST_DICE = 8
MOST_SIDES = 12
FAIR_SET = f"fair*{DICE}"
MOST_WEIGHT = 1_000
JOKER = "joker"
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
        """The weights of at least six faces, and of a joker, in lowest terms.

        >>> Die("", (4, 2, 2)).kind
        ((2, 1, 1, 0, 0, 0), 0)
        """
        divisor = gcd(*self.weights, self.joker)
        faces = [weight // divisor for weight in self.weights]
        while len(faces) > SIDES and not faces[-1]:
            faces.pop()
        faces += [0] * (SIDES - len(faces))
        return tuple(faces), self.joker // divisor

    @property
    def lowest(self) -> tuple[int, ...]:
        """The weights of the faces in lowest terms, which equal dice share."""
        return self.kind[0]


FAIR = Die("fair", (1,) * SIDES)


def _data_file(number: Callable[[str], Any]) -> dict[str, dict[str, Any]]:
    """Return the entries of the data file, with their decimals read by ``number``."""
    text = (files(__package__) / "dice.toml").read_text(encoding="utf-8")
    return tomllib.loads(text, parse_float=number)


@cache
def known_dice() -> dict[str, Die]:
    """Return the dice of the data file, by name."""
    return {
        name: Die(name, tuple(die["weights"]), die.get("joker", 0))
        for name, die in _data_file(float).items()
    }


class PublishedDie(NamedTuple):
    """The percentages of a die as printed, how far they may be off, and the source.

    A seventh percentage belongs to a joker.
    """

    percent: tuple[Fraction, ...]
    within: Fraction
    source: str

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """The lowest and highest probability of each face that is printed this way.

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
    """Return the published percentages of all dice of the data file, by name."""
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
        text: Dice separated by commas: names, or weights such as ``10:1:1:1:1:1``;
            ``*k`` repeats a die.
        least: The fewest dice allowed.
        most: The most dice allowed.

    Returns:
        The dice, in the order of the text.

    Raises:
        DiceError: If a die is unknown or impossible, or if there are too few or too
            many dice.

    Example:
        >>> [die.name for die in read_dice("weighted*2, 1:1:1:1:1:2*4")][1:3]
        ['weighted', '1:1:1:1:1:2']
    """
    dice = [die for part in text.split(",") for die in _read(part.strip())]
    if not least <= len(dice) <= most:
        size = f"{least}" if least == most else f"{least} to {most}"
        hint = f"repeat a die with *, such as fair*{least}"
        if most == 1:
            hint = f"name a single die, such as {dice[0].name}"
        elif least == most and len(dice) <= MOST_DICE:
            hint += f"; for a game with {len(dice)}, --set number_of_dice={len(dice)}"
        raise DiceError(f"{text!r} has {len(dice)} dice, not {size}; {hint}")
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
    return ", ".join(
        f"{name}*{n}" if n > 1 else name for name, n in sorted(named.items())
    )


def _read(part: str) -> list[Die]:
    name, star, times = (word.strip() for word in part.partition("*"))
    if star and not (times.isascii() and times.isdigit() and 1 <= int(times) <= 99):
        raise DiceError(
            f"{part!r} does not repeat a die 1 to 99 times; write it as {name}*3"
        )
    if ":" in name:
        die = _weighted(name)
    elif name in known_dice():
        die = known_dice()[name]
    else:
        near = (
            did_you_mean(name, known_dice()) or "give its weights, such as 1:1:1:1:1:3"
        )
        raise DiceError(f"there is no die {name!r}; {near}")
    return [die] * (int(times) if star else 1)


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
    weights, joker_weight = tuple(map(int, words)), int(joker)
    if not any((*weights, joker_weight)) or max(*weights, joker_weight) > MOST_WEIGHT:
        raise DiceError(
            f"{text!r} is not a die; its weights must be 0 to {MOST_WEIGHT}, and not "
            "all 0"
        )
    return Die(_weights_text(weights, joker_weight), weights, joker_weight)
