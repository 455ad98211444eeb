"""Rolls of a set of dice, and dice left of it, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from trueodds.analysis.farkle.dice_set import DiceRoll, DiceSet
from trueodds.core.errors import DiceError, PositionError
from trueodds.core.rules.farkle.loaded import JOKER, MOST_DICE, Die, read_dice
from trueodds.core.rules.farkle.scorer import MOST_DIGIT


def read_dice_left(dice_set: DiceSet, text: str) -> int:
    """Return the number of the multiset of dice that a text names, such as ``fair*2``.

    A whole number is enough if all dice are equal.

    Raises:
        DiceError: If the set does not have these dice.

    >>> from trueodds.analysis.farkle.dice_set import dice_set
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> dice = dice_set(FarkleRules.load(dice="weighted*2, fair*4"))
    >>> dice.names(dice.multisets[read_dice_left(dice, "weighted, fair")])
    ('fair', 'weighted')
    """
    if text.strip().isdecimal() and text.isascii():
        if len(dice_set.kinds) > 1:
            raise DiceError(
                f"{text} does not say which dice; name them, such as "
                f"{dice_set.kinds[0].name}*{text.strip()}"
            )
        text = f"{dice_set.kinds[0].name}*{text.strip()}"
    return dice_set.number_of(_kinds(dice_set, read_dice(text, 1, dice_set.size)))


def read_dice_roll(dice_set: DiceSet, text: str) -> DiceRoll:
    """Return a roll of dice of a set, such as ``weighted=1 fair=5 fair=5``.

    Faces alone, such as ``155``, are enough if all dice are equal.

    Raises:
        PositionError: If the text is not a roll.
        DiceError: If the set does not have these dice, or a die not this face.

    >>> from trueodds.analysis.farkle.dice_set import dice_set
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> dice = dice_set(FarkleRules.load(dice="weighted*2, fair*4"))
    >>> read_dice_roll(dice, "weighted=1 fair=5")
    ((1, 1), (0, 5))
    """
    words = text.replace(",", " ").split()
    first = dice_set.kinds[0].name
    if not any("=" in word for word in words):
        if len(dice_set.kinds) > 1:
            raise PositionError(
                f"{text!r} does not say which die shows which face; write it as "
                f"{first}=1 {dice_set.kinds[-1].name}=5"
            )
        if len(words) == 1 and words[0].isdigit() and dice_set.sides <= MOST_DIGIT:
            words = list(words[0])
        words = [f"{first}={face}" for face in words]
    pairs = [word.rpartition("=") for word in words]
    faces = {dice_set.face_text(face): face for face in range(1, dice_set.sides + 1)}
    if dice_set.jokers:
        faces[JOKER] = dice_set.sides + 1
    for word, (_, _, face) in zip(words, pairs, strict=True):
        if face not in faces:
            raise PositionError(
                f"{word!r} is not a die with its face; faces are 1 to "
                f"{dice_set.sides}{' and joker' * dice_set.jokers}, such as {first}=1"
            )
    dice = read_dice(", ".join(name for name, _, _ in pairs), 1, MOST_DICE)
    _kinds(dice_set, dice)
    return tuple(
        (_kind(dice_set, die), faces[face])
        for die, (_, _, face) in zip(dice, pairs, strict=True)
    )


def _kinds(dice_set: DiceSet, dice: Sequence[Die]) -> Counter[int]:
    """Return how many dice of each kind these are; the set must have them."""
    kinds = Counter(_kind(dice_set, die) for die in dice)
    for kind, number in kinds.items():
        most = dice_set.multisets[-1][kind]
        if number > most:
            raise DiceError(
                f"the set has {most} of the die {dice_set.kinds[kind].name}, not "
                f"{number}"
            )
    return kinds


def _kind(dice_set: DiceSet, die: Die) -> int:
    """Return the index of a die's kind in a set."""
    for index, kind in enumerate(dice_set.kinds):
        if kind.kind == die.kind:
            return index
    names = ", ".join(kind.name for kind in dice_set.kinds)
    raise DiceError(f"the set has no die {die.name}; it has {names}")
