"""Answers to questions about each game, and the words for its headline quantities."""

from trueodds.core.exact.exact_toml import toml_file


def headlines(name: str) -> dict[str, str]:
    """Return the words for the headline quantities of a game or of a page, by id.

    The headline quantities are those that people see first. ``name`` is a game such as
    ``bunco``, or a page such as ``bunco.night``.

    >>> headlines("bunco")["roll.bunco"]
    'A roll is a Bunco'
    """
    return words_of("headlines.toml", name)


def words_of(file: str, table: str) -> dict[str, str]:
    """Return the texts of a table of a TOML file, by their keys in the table.

    ``file`` is a path inside this package, such as ``headlines.toml``. ``table`` is the
    name of a table of the file, such as ``bunco``.
    """
    words: dict[str, str] = toml_file(__package__, file)[table]
    return words
