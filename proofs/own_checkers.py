"""Checkers that games of other packages declare for their own certificates.

These checkers are asked after the checkers of trueodds, which stand alone in a folder.
A certificate states its game, and only the package of this game is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from trueodds.core import games
from trueodds.core.games import credited, fault_of
from trueodds.proofs.checkers import command
from trueodds.proofs.checkers.command import UncheckedError
from trueodds.proofs.checkers.proving import Kind
from trueodds.proofs.checkers.reading import MalformedError, UnprovedError
from trueodds.proofs.parts import parts

P = ParamSpec("P")
T = TypeVar("T")


def _named(function: Callable[P, T]) -> Callable[P, T]:
    """Let a function raise ``UncheckedError``, which names the package that failed."""

    @wraps(function)
    def naming(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except (MalformedError, UnprovedError):
            # A refused certificate is no fault of the package that refuses it.
            raise
        except Exception as error:  # whatever another package raises
            raise UncheckedError(fault_of(error) or str(error)) from error

    return naming


@_named
def own_checker(name: str) -> Kind | None:
    """Return the checker of a kind of certificate that a game itself declares, or None.

    ``name`` is the kind, the game and the model in the certificate.

    >>> own_checker("listing bunco roll")
    """
    game = name.split(" ")[1]
    # Without the game's package there is no checker, and the caller reports an unknown
    # kind.
    if not games.is_game(game):
        return None
    kind = parts(games.find(game)).checkers().get(name)
    return kind and kind._replace(
        prove=_named(kind.prove),
        words=kind.words and _named(kind.words),
        # The verdict says whose code accepted the certificate.
        follows=f"{kind.follows} by its own package, {credited(game)}",
    )


verdict = partial(command.verdict, others=own_checker)
"""Checks a file as ``command.verdict`` does, with the checkers of all games."""
