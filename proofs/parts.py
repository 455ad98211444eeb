"""The parts of each game in this layer: what proofs and verification need of a game.

Each method imports one part, so that a command loads only the parts that it needs. A
game of another package may define some of the parts as functions in its modules of
rules and of analysis (``docs/how-to/add-a-game.md``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from trueodds.core import games
from trueodds.core.games import Game

if TYPE_CHECKING:
    from trueodds.proofs.certificates.format import Maker
    from trueodds.proofs.claims.judges import Judge
    from trueodds.proofs.derivations import Method
    from trueodds.proofs.verify.bench.kernels import KernelInput
    from trueodds.proofs.verify.hypothesis import Strategies
    from trueodds.proofs.verify.positions.space import Positions
    from trueodds.proofs.verify.simulator.outcomes import KindsUnder
    from trueodds.proofs.verify.transcript.recording import Transcripts


class ProofParts:
    """The parts of a game; a part that the game does not have is None or empty."""

    def positions(self) -> Positions:
        """Return the positions that a scorer can be asked for."""
        from trueodds.proofs.verify.positions.space import Positions

        return Positions()

    def strategies(self) -> Strategies:
        """Return the Hypothesis strategies of positions and of rules."""
        from trueodds.proofs.verify.hypothesis import Strategies

        return Strategies()

    def outcomes(self) -> KindsUnder | None:
        """Return the function that lists the outcomes of a simulator."""
        return None

    def transcripts(self) -> Transcripts | None:
        """Return the functions that check a recorded game by playing it again."""
        return None

    def kernel_input(self) -> KernelInput | None:
        """Return the function that makes the input of the compiled scorer."""
        return None

    def methods(self) -> Sequence[Method]:
        """Return the independent derivations of quantities."""
        return ()

    def makers(self) -> Sequence[Maker]:
        """Return the makers of the game's certificates."""
        return ()

    def judges(self) -> Mapping[str, Judge]:
        """Return the judges of published claims that no formula judges."""
        return {}


class _Ours(ProofParts):
    """A game of this package: each part is in a module that has the game's name."""

    def __init__(self, game: str) -> None:
        self.game = game

    def _of(self, place: str, name: str) -> Any:
        return getattr(import_module(f"trueodds.proofs.{place}{self.game}"), name)

    def positions(self) -> Positions:
        return cast("Positions", self._of("verify.positions.", "POSITIONS"))

    def strategies(self) -> Strategies:
        return cast("Strategies", self._of("verify.hypothesis.", "STRATEGIES"))

    def outcomes(self) -> KindsUnder:
        outcomes = self._of("verify.simulator.outcomes.", "outcome_distributions")
        return cast("KindsUnder", outcomes)

    def transcripts(self) -> Transcripts:
        return cast("Transcripts", self._of("verify.transcript.", "TRANSCRIPTS"))

    def kernel_input(self) -> KernelInput | None:
        from trueodds.proofs.verify.bench import kernels

        return kernels.KERNELS.get(self.game)

    def methods(self) -> Sequence[Method]:
        return cast("Sequence[Method]", self._of("", "METHODS"))

    def makers(self) -> Sequence[Maker]:
        return cast("Sequence[Maker]", self._of("certificates.", "MAKERS"))

    def judges(self) -> Mapping[str, Judge]:
        return cast("Mapping[str, Judge]", self._of("claims.judges.", "JUDGES"))


class _PlugIn(ProofParts):
    """A game of another package, with its optional functions."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def positions(self) -> Positions:
        from trueodds.proofs.verify.positions.space import Positions

        position = getattr(self.game.rules_part, "random_position", None)
        if position is None:
            return Positions()
        return Positions(random=lambda rules, random, rule: position(rules, random))

    def strategies(self) -> Strategies:
        from trueodds.proofs.verify.hypothesis import Strategies

        rules = self.game.rules_part
        positions = getattr(rules, "position_strategy", None)
        return Strategies(
            positions and (lambda record, rule: positions(record)),
            rules=getattr(rules, "rules_strategy", None),
        )

    def outcomes(self) -> KindsUnder | None:
        analysis = self.game.module("analysis", "")
        return getattr(analysis, "outcome_distributions", None)


def parts(game: Game) -> ProofParts:
    """Return the parts of a game.

    >>> from trueodds.core import games
    >>> [maker.name for maker in parts(games.find("bunco")).makers()]
    ['bunco-roll', 'bunco-turn', 'bunco-race']
    """
    return _Ours(game.name) if game.name in games.ours() else _PlugIn(game)
