"""The file that says which dice a player owns, and how many of each: an inventory."""

from __future__ import annotations

from collections import Counter
from itertools import starmap
from pathlib import Path
from typing import NamedTuple

from trueodds.core.errors import DiceError
from trueodds.core.exact import exact_toml
from trueodds.core.rules.farkle.loaded_dice import Die, read_dice
from trueodds.core.storage.files import read_text

EXAMPLE = "write a table [dice] with lines such as weighted = 2"
MOST_OWNED = 999


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
    text = read_text(path, DiceError)
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
        text = dice if isinstance(dice, str) else ",".join(map(str, dice))
        counts = Counter(read_dice(text, 1, MOST_OWNED) if text.strip() else ())
        owned = list(starmap(Owned, counts.items()))
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
