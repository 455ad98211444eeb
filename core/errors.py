"""What can be wrong with what we are given; each message is one line for a person.

Every error of ours is a ``TrueoddsError``, so the command line turns exactly these
into one line and exit code 2. The subclasses say which kind of thing was wrong, so
that a program can tell them apart; the messages name the fault and what would be
right.
"""

from collections.abc import Iterable


class TrueoddsError(ValueError):
    """Base of every error that trueodds raises about its input."""

    def __str__(self) -> str:
        # The message itself; KeyError, which one subclass also is, would quote it.
        return " ".join(map(str, self.args))


class UnknownNameError(TrueoddsError, KeyError):
    """A game, preset or quantity that does not exist was asked for."""


class RulesError(TrueoddsError):
    """A rule has an unknown name, a wrong type or an impossible value."""


class CardError(TrueoddsError):
    """Text that is not a card, or a card that is there twice."""


class DiceError(TrueoddsError):
    """A face that the dice do not have, or weights that make no die."""


class PositionError(TrueoddsError):
    """A position that cannot occur, or text that is not a position."""


class ModelError(TrueoddsError):
    """A chain or decision process that has no answer."""


class ClusterError(TrueoddsError):
    """A dask scheduler that is not there, or cannot be used."""


class OutputError(TrueoddsError):
    """A place that cannot be written to."""


def listed(names: Iterable[object]) -> str:
    """Name the alternatives in an error message.

    >>> listed(["bunco", "farkle"])
    'bunco, farkle'
    """
    return ", ".join(str(name) for name in names)
