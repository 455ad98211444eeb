"""Answers to questions about each game, and the words for its headline quantities."""

import tomllib
from importlib.resources import files


def headlines(game: str) -> dict[str, str]:
    """Return the words for the headline quantities of one of our games, by id.

    >>> headlines("bunco")["roll.bunco"]
    'A roll is a Bunco'
    """
    text = files(__package__).joinpath("headlines.toml").read_text(encoding="utf-8")
    words: dict[str, str] = tomllib.loads(text)[game]
    return words
