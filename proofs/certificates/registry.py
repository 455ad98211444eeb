"""The certificates of all games, by name.

The module of each game in this folder registers its certificates as ``MAKERS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from trueodds.core import games
from trueodds.core.exact.quantity import is_listed
from trueodds.core.odds import Odds
from trueodds.core.storage.progress import Progress
from trueodds.proofs.certificates.format import Certificate
from trueodds.proofs.verify.game_parts import game_part


@dataclass(frozen=True, slots=True)
class Maker:
    """A certificate by name, and the ``module:function`` of this folder that makes it.

    ``claims`` are the ids that the certificate claims, also as patterns such as
    ``roll.points.*``. ``checker`` is the module that checks the certificate.
    The function takes the game's odds and, where ``slow``, a progress callback.
    """

    name: str
    game: str
    function: str
    claims: tuple[str, ...]
    checker: str = "checker"

    @property
    def slow(self) -> bool:
        """True if it is made only when named: its checker needs numpy."""
        return self.checker != "checker"

    def make(self, odds: Odds, progress: Progress) -> Certificate:
        """Return the certificate under the rules of these odds.

        Raises:
            NotDescribedError: If the certificate does not describe these rules.
        """
        module, _, function = self.function.partition(":")
        make: Callable[..., Certificate] = getattr(
            import_module(f"trueodds.proofs.certificates.{module}"), function
        )
        return make(odds, progress) if self.slow else make(odds)

    def proves(self, id: str) -> bool:
        """Return True if the certificate claims the quantity of this id."""
        return is_listed(id, self.claims)


def makers(*names: str) -> tuple[Maker, ...]:
    """Return the certificates of these games, or of all games.

    >>> [maker.name for maker in makers("bunco")]
    ['bunco-roll', 'bunco-turn', 'bunco-race']
    """
    return tuple(
        maker
        for game in names or games.ours()
        for maker in game_part("trueodds.proofs.certificates", game, "MAKERS") or ()
    )
