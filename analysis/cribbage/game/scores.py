"""Scores of a game before a deal, as people write them: 110-112, yours first."""

from __future__ import annotations

import re

from trueodds.core.errors import OptionError

DASHES = "-\u2010-\u2015\u2212"
TWO = "a position is two scores; give yours, then the opponent's, such as 94 86"


def scores(text: str | None, target: int, option: str = "") -> list[int]:
    """Return the scores in a text, or [] without a text.

    Args:
        text: One score or more, between blanks, commas, colons or dashes.
        target: The points that win the game.
        option: What the user typed before the text, for messages.

    Raises:
        OptionError: A word is no score before the end of a game.

    Example:
        >>> scores("110-112", 121)
        [110, 112]
    """
    words = (
        [] if text is None else re.split(rf"(?<=[0-9])[{DASHES}:,\s]+", text.strip())
    )
    points = [int(word) for word in words if re.fullmatch("[0-9]{1,4}", word)]
    if len(points) < len(words) or max(points, default=0) >= target:
        raise OptionError(
            f"{option}{text} is not a score in play; a game to {target} is played from "
            f"0 to {target - 1}. Two scores are written 0-{target - 1}, yours first"
        )
    return points
