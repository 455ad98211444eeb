"""Exceptions raised for invalid user input; every message fits on one line.

Every such exception is a ``TrueoddsError``. The command line turns exactly these into
one line and exit code 2. A program can distinguish the subclasses; a message names the
fault and the accepted values.
"""

from collections.abc import Iterable


class TrueoddsError(ValueError):
    """Base class of the exceptions that trueodds raises about its input."""

    def __str__(self) -> str:
        # UnknownNameError is also a KeyError, which would quote the message.
        return " ".join(map(str, self.args))


class UnknownNameError(TrueoddsError, KeyError):
    """The name of a game, preset or quantity that does not exist."""


class RulesError(TrueoddsError):
    """A rule has an unknown name, a wrong type or an impossible value."""


class CardError(TrueoddsError):
    """Text that is not a card, or a repeated card."""


class DiceError(TrueoddsError):
    """A face that the dice do not have, or weights that make no die."""


class PositionError(TrueoddsError):
    """A position that cannot occur, or text that is not a position."""


class ModelError(TrueoddsError):
    """A chain or decision process without a solution."""


class ClusterError(TrueoddsError):
    """A Dask scheduler that does not answer, or cannot be used."""


class OutputError(TrueoddsError):
    """A file or folder that cannot be written."""


def listed(names: Iterable[object]) -> str:
    """Join the alternatives of an error message.

    >>> listed(["bunco", "farkle"])
    'bunco, farkle'
    """
    return ", ".join(str(name) for name in names)
