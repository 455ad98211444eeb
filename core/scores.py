"""Scores of a game, as people write them: 110-112, yours first."""

from __future__ import annotations

import re

from trueodds.core.errors import OptionError

BETWEEN = r"(?<=[0-9])(?:\s+to\s+|[-\u2010-\u2015\u2212:,\s]+)"
"""A regular expression for the separator of two scores."""
TWO = "a position is two scores; give yours, then the opponent's, such as 94 86"


def scores(text: str | None, target: int | None = None, option: str = "") -> list[int]:
    """Return the scores in a text, or [] without a text.

    Args:
        text: One score or more, between blanks, commas, colons, dashes or "to".
        target: The points that win the game at once. Every score must then be at least
            0 and below the target.
        option: What the user typed before the text, for messages.

    Raises:
        OptionError: A word is not a score, or not one before the end of the game.

    Example:
        >>> scores("110-112", 121), scores("-500 : 10000")
        ([110, 112], [-500, 10000])
    """
    words = [] if text is None else re.split(BETWEEN, text.strip())
    points = [int(word) for word in words if re.fullmatch("-?[0-9]{1,9}", word)]
    possible = [each for each in points if not target or 0 <= each < target]
    if len(possible) < len(words):
        last = (target or 10_000) - 1
        game = (
            f"a game to {target} is played from 0 to {last}. Two" if target else "two"
        )
        raise OptionError(
            f"{option}{text} is not a score in play; {game} scores are written "
            f"0-{last}, yours first"
        )
    return points
