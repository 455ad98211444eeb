"""Exceptions raised for invalid user input; every message fits on one line.

Every such exception is a ``TrueoddsError``. The command line turns exactly these into
one line and exit code 2. A program can distinguish the subclasses. A message names the
fault and, after a semicolon, the accepted values: the command line prints them as a
hint.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any


class TrueoddsError(ValueError):
    """Base class of the exceptions that trueodds raises about its input."""

    def __str__(self) -> str:
        # UnknownNameError is also a KeyError, which would quote the message.
        return " ".join(map(str, self.args))


class UnknownNameError(TrueoddsError, KeyError):
    """A name that does not exist, such as that of a game, preset or quantity."""


class RulesError(TrueoddsError):
    """A rule that is unknown or impossible, or that a computation does not cover."""


class CardError(TrueoddsError):
    """Text that is not a card, or a card that is there twice or not at all."""


class DiceError(TrueoddsError):
    """Dice that are unknown or impossible, or a face that they do not have."""


class PositionError(TrueoddsError):
    """A position that cannot occur, or text that is not a position."""


class ModelError(TrueoddsError):
    """A model or distribution that is not valid, or that cannot be solved."""


class NotDescribedError(ModelError):
    """Rules that an independent method or a certificate does not cover."""


class UnansweredError(NotDescribedError):
    """A question about a model that has no answer, such as an infinite mean."""


class PackageError(TrueoddsError):
    """An exception in the code of a package that adds a game."""


class ClusterError(TrueoddsError):
    """A Dask scheduler that does not answer or cannot be used, or a failed worker."""


class OptionError(TrueoddsError):
    """An option or argument that a command does not accept."""


class OutputError(TrueoddsError):
    """A file, folder or format that cannot be used for a result."""


class MissingPackagesError(TrueoddsError):
    """A result that needs packages which a light install does not have."""


class WrongTypeError(TrueoddsError, TypeError):
    """An argument of a Python function with a value of the wrong type."""


def require_type(name: str, value: object, kinds: Any, wanted: str) -> None:
    """Raise ``WrongTypeError`` unless a value is of one of these types.

    ``kinds`` is a type or a union of types, as for ``isinstance``. ``name`` is the
    name of the value, and ``wanted`` what it must be, both for the message.

    True and False do not count as numbers. Also raise the error for text with
    characters that cannot be in a file name.

    >>> require_type("game", 3, str, "text")
    Traceback (most recent call last):
        ...
    trueodds.core.errors.WrongTypeError: game must be text, not 3
    """
    right = isinstance(value, kinds)
    if isinstance(value, bool):
        right = kinds is bool
    elif isinstance(value, str):
        # Python writes undecodable bytes of a file's name as surrogates DC80 to DCFF.
        # Other surrogates and NUL are in no name.
        right = right and not re.search("[\0\ud800-\udc7f\udd00-\udfff]", value)
    if not right:
        shown = " ".join(repr(value).split())
        raise WrongTypeError(f"{name} must be {wanted}, not {shown:.60}")


def split_hint(message: str) -> tuple[str, str]:
    """Split a message into what is wrong, and the hint after its first semicolon.

    A semicolon in a quoted text does not count.

    >>> split_hint("there is no game 'a; b'; there are: bunco, farkle")
    ("there is no game 'a; b'", 'there are: bunco, farkle')
    """
    parts = re.match(r"""((?:'[^']*'|"[^"]*"|[^;]|;(?! ))*); (.*)""", message, re.S)
    return (parts[1], parts[2]) if parts else (message, "")


def did_you_mean(name: str, names: Iterable[object], most: int = 3) -> str:
    """Return "did you mean …?" with at most ``most`` near names.

    If no name is near, the text is empty.

    >>> did_you_mean("Buncko", ["bunco", "farkle"])
    'did you mean bunco?'
    """
    near = nearest(name, names, most)
    return f"did you mean {' or '.join(near)}?" * bool(near)


def nearest(name: str, names: Iterable[object], most: int = 1) -> list[str]:
    """Return the names that are most like a name, if any are like it.

    >>> nearest("Buncko", ["bunco", "farkle"])
    ['bunco']
    """
    from difflib import get_close_matches

    by_lower = {str(known).lower(): str(known) for known in names}
    near = get_close_matches(name.lower(), by_lower, n=most, cutoff=0.65)
    return [by_lower[word] for word in near]


def choices(name: str, names: Iterable[object]) -> str:
    """Return a hint for an unknown name: the nearest names, then all of them.

    >>> choices("bunko", ["bunco", "farkle"])
    'did you mean bunco? There are: bunco, farkle'
    """
    known = list(names)
    near = did_you_mean(name, known)
    begin = f"{near} There" if near else "there"
    return f"{begin} are: {listed(few(known, 'names'))}"


def few(texts: Sequence[object], what: str, most: int = 15) -> Sequence[object]:
    """Return all texts, or the first three and how many more there are.

    More than ``most`` texts are cut. ``what`` is their noun.

    >>> few(range(9), "numbers", 8)
    [0, 1, 2, '6 more numbers']
    """
    more = f"{len(texts) - 3} more {what}"
    if len(texts) <= most:
        return texts
    return [*texts[:3], more]


def listed(names: Iterable[object], last: str = ", ") -> str:
    """Join names; ``last`` stands before the last one.

    >>> listed(["bunco", "farkle"]), listed([1, 2, 6], " or ")
    ('bunco, farkle', '1, 2 or 6')
    """
    *first, end = (str(name) for name in [*names] or [""])
    return last.join(filter(None, [", ".join(first), end]))
