"""The certificates of all games, by name.

The module of each game in this folder lists its certificates as ``MAKERS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from trueodds.core import games
from trueodds.core.exact.quantity import is_listed
from trueodds.core.odds import Odds
from trueodds.core.storage.progress import Progress
from trueodds.proofs.certificates.format import Certificate
from trueodds.proofs.parts import parts


@dataclass(frozen=True, slots=True)
class Maker:
    """A certificate by name, and the function that makes it.

    ``claims`` are the ids that the certificate claims, also as patterns such as
    ``roll.points.*``. A ``slow`` certificate is made only when named, and checked with
    numpy. The function takes the game's odds and, where ``slow``, a progress callback.
    """

    name: str
    game: str
    function: Callable[..., Certificate]
    claims: tuple[str, ...]
    slow: bool = False

    def make(self, odds: Odds, progress: Progress) -> Certificate:
        """Return the certificate under the rules of these odds.

        Raises:
            NotDescribedError: If the certificate does not describe these rules.
        """
        return self.function(odds, progress) if self.slow else self.function(odds)

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
        for maker in parts(games.find(game)).makers()
    )
