"""Answers to questions about each game, and the words for its headline quantities."""

import tomllib
from importlib.resources import files
from typing import Any


def headlines(name: str) -> dict[str, str]:
    """Return the words for the headline quantities of a game or of a page, by id.

    >>> headlines("bunco")["roll.bunco"]
    'A roll is a Bunco'
    """
    words: dict[str, str] = words_of("headlines.toml")[name]
    return words


def words_of(file: str) -> dict[str, Any]:
    """Return the words of a TOML file beside the answers, such as headlines.toml."""
    return tomllib.loads(files(__package__).joinpath(file).read_text(encoding="utf-8"))
