"""Dice that may be loaded: the data file, texts of dice, and inventories.

A die is a name from ``dice.toml``, or the weights of its 2 to 12 faces joined by
colons; ``*k`` repeats it. A last weight such as ``j1`` is that of a joker.

The weights of the data file are an inference from published percentages. A percentage
that is rounded to one decimal stands for an interval of probabilities, and the weights
are whole numbers whose probabilities are in these intervals. An inventory is a TOML
file that says which dice a player has, and how many.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import gcd
from pathlib import Path
from typing import Any, NamedTuple

from trueodds.core.errors import DiceError, did_you_mean
from trueodds.core.exact import exact_toml
from trueodds.core.storage.files import reading

DICE = 6
SIDES = 6
MOST_DICE = 8
MOST_SIDES = 12
FAIR_SET = f"fair*{DICE}"
MOST_WEIGHT = 1_000
JOKER = "joker"
ROUNDED = Fraction(1, 20)
"""The most by which a percentage that is rounded to one decimal is off."""

EXAMPLE = "write a table [dice] with lines such as weighted = 2"
MOST_OWNED = 999


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


class Owned(NamedTuple):
    """A die, and how many of it the player has."""

    die: Die
    number: int


def read_inventory(path: Path) -> list[Owned]:
    r"""Return the dice of an inventory file.

    Args:
        path: A TOML file. Its ``dice`` are a table of numbers by name or weights, or a
            list or text as for ``read_dice``.

    Returns:
        The dice in the order of the file.

    Raises:
        DiceError: If the file cannot be read, is not TOML, has no dice, or has an
            unknown or impossible die.

    Example:
        >>> import tempfile
        >>> with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        ...     _ = file.write('[dice]\nweighted = 2\n"1:1:1:1:1:3" = 1\n')
        ...     file.flush()
        ...     [(owned.die.name, owned.number) for owned in read_inventory(file.name)]
        [('weighted', 2), ('1:1:1:1:1:3', 1)]
    """
    with reading(path, DiceError):
        text = Path(path).read_text(encoding="utf-8")
    try:
        table = exact_toml.loads(text)
    except ValueError as error:
        raise DiceError(f"{path} is not TOML: {error}; {EXAMPLE}") from None
    dice = table.pop("dice", None)
    if table or not isinstance(dice, dict | list | str):
        wrong = next(iter(table), None)
        fault = f"has {wrong!r} beside dice" if table else "has no dice"
        raise DiceError(f"{path} {fault}; {EXAMPLE}")
    if isinstance(dice, dict):
        owned = [_owned(name, number, path) for name, number in dice.items()]
    else:
        words = dice.split(",") if isinstance(dice, str) else dice
        owned = [_listed(word, path) for word in words if word != ""]
    if not any(number for _, number in owned):
        raise DiceError(f"{path} has no dice; {EXAMPLE}")
    return [each for each in owned if each.number]


def _owned(name: str, number: object, path: Path) -> Owned:
    if type(number) is not int or not 0 <= number <= MOST_OWNED:
        raise DiceError(
            f"{path}: {name} = {number}; give the number of these dice, 0 to "
            f"{MOST_OWNED}"
        )
    return Owned(read_dice(name, 1, 1)[0], number)


def _listed(word: object, path: Path) -> Owned:
    if not isinstance(word, str):
        raise DiceError(f"{path}: {word!r} is not the name of a die; {EXAMPLE}")
    dice = read_dice(word, 1, MOST_OWNED)
    return Owned(dice[0], len(dice))
