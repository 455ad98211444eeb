"""The words by which a search finds numbers: synonyms, number words and plurals."""

import re
from collections.abc import Iterable
from functools import cache

from trueodds.core.exact.exact_toml import toml_file


def simple(text: str) -> str:
    """Return the words of a text in lower case, without the plural's s.

    >>> simple("Dealer's hands, 1,000 points (turn.bank_at.3)")
    'dealer hand 1000 point turn bank at 3'
    """
    words = re.findall(r"[^\W_]+", re.sub("[,'\u2019]", "", text.lower()))
    return " ".join(re.sub(r"(?<=\w{3})s$", "", word) for word in words)


@cache
def synonyms() -> dict[str, str]:
    """Return the words that labels use, by the words that players use for them.

    Keys and values are in lower case and without the plural's s. Longer phrases come
    first, because they must be replaced first.

    >>> synonyms()["house edge"], synonyms()["three"], synonyms()["chance"]
    ('edge', '3', '')
    """
    table = toml_file(__package__, "synonyms.toml")
    phrases = {
        simple(synonym): simple(label)
        for label, others in table.items()
        for synonym in others
    }
    longest_first = sorted(phrases, key=len, reverse=True)
    return {phrase: phrases[phrase] for phrase in longest_first}


def plain(text: str) -> str:
    """Return the words of a text for a search, with each synonym replaced.

    The words are in lower case and without the plural's s, as from ``simple``. A word
    of players is replaced by the word for it in our labels. Words that say nothing,
    such as "the", are left out.

    >>> plain("the chance of a bust with Three Dice")
    'farkle 3 dice'
    """
    phrases = rf"\b(?:{'|'.join(synonyms())})\b"
    replaced = re.sub(phrases, lambda match: synonyms()[match[0]], simple(text))
    return " ".join(replaced.split())


def index(text: str) -> str:
    """Return the words by which a search finds a text, with spaces around each.

    >>> index("House edge: Tie")
    ' house edge tie edge tie '
    """
    return f" {simple(text)} {plain(text)} "


def missing(asked: Iterable[str], indexed: str) -> int:
    """Return how many words of a search a text does not have.

    ``asked`` are words as ``plain`` returns them, and ``indexed`` is from ``index``.
    The text has a word if one of its own words begins with it. Numbers must be equal,
    so that 3 does not find 300.

    >>> missing(["edge", "3", "ti"], index("House edge: Tie at 30"))
    1
    """
    number = 0
    for word in asked:
        # Indexed words have spaces around them, so a space asks for the whole number.
        start = f" {word} " if word.isdigit() else f" {word}"
        number += start not in indexed
    return number
