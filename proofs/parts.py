"""The parts of each game in this layer: what proofs and verification need of a game.

A game of this package has a class here. Each method of the class imports one part, so
that a command loads only the parts that it needs. A game of another package may define
some of the parts as functions in its modules of rules and of analysis
(``docs/how-to/add-a-game.md``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

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


class _Bunco(ProofParts):
    def positions(self) -> Positions:
        from trueodds.proofs.verify.positions.bunco import POSITIONS

        return POSITIONS

    def strategies(self) -> Strategies:
        from trueodds.proofs.verify.hypothesis.bunco import STRATEGIES

        return STRATEGIES

    def outcomes(self) -> KindsUnder:
        from trueodds.proofs.verify.simulator.outcomes import bunco

        return bunco.outcome_distributions

    def transcripts(self) -> Transcripts:
        from trueodds.proofs.verify.transcript.bunco import TRANSCRIPTS

        return TRANSCRIPTS

    def methods(self) -> Sequence[Method]:
        from trueodds.proofs.bunco import METHODS

        return METHODS

    def makers(self) -> Sequence[Maker]:
        from trueodds.proofs.certificates.bunco import MAKERS

        return MAKERS

    def judges(self) -> Mapping[str, Judge]:
        from trueodds.proofs.claims.judges.bunco import JUDGES

        return JUDGES


class _Baccarat(ProofParts):
    def positions(self) -> Positions:
        from trueodds.proofs.verify.positions.baccarat import POSITIONS

        return POSITIONS

    def strategies(self) -> Strategies:
        from trueodds.proofs.verify.hypothesis.baccarat import STRATEGIES

        return STRATEGIES

    def outcomes(self) -> KindsUnder:
        from trueodds.proofs.verify.simulator.outcomes import baccarat

        return baccarat.outcome_distributions

    def transcripts(self) -> Transcripts:
        from trueodds.proofs.verify.transcript.baccarat import TRANSCRIPTS

        return TRANSCRIPTS

    def methods(self) -> Sequence[Method]:
        from trueodds.proofs.baccarat import METHODS

        return METHODS

    def makers(self) -> Sequence[Maker]:
        from trueodds.proofs.certificates.baccarat import MAKERS

        return MAKERS

    def judges(self) -> Mapping[str, Judge]:
        from trueodds.proofs.claims.judges.baccarat import JUDGES

        return JUDGES


class _Cribbage(ProofParts):
    def positions(self) -> Positions:
        from trueodds.proofs.verify.positions.cribbage import POSITIONS

        return POSITIONS

    def strategies(self) -> Strategies:
        from trueodds.proofs.verify.hypothesis.cribbage import STRATEGIES

        return STRATEGIES

    def outcomes(self) -> KindsUnder:
        from trueodds.proofs.verify.simulator.outcomes import cribbage

        return cribbage.outcome_distributions

    def transcripts(self) -> Transcripts:
        from trueodds.proofs.verify.transcript.cribbage import TRANSCRIPTS

        return TRANSCRIPTS

    def kernel_input(self) -> KernelInput:
        from trueodds.proofs.verify.bench import kernels

        return kernels.of_cribbage

    def methods(self) -> Sequence[Method]:
        from trueodds.proofs.cribbage import METHODS

        return METHODS

    def makers(self) -> Sequence[Maker]:
        from trueodds.proofs.certificates.cribbage import MAKERS

        return MAKERS

    def judges(self) -> Mapping[str, Judge]:
        from trueodds.proofs.claims.judges.cribbage import JUDGES

        return JUDGES


class _Farkle(ProofParts):
    def positions(self) -> Positions:
        from trueodds.proofs.verify.positions.farkle import POSITIONS

        return POSITIONS

    def strategies(self) -> Strategies:
        from trueodds.proofs.verify.hypothesis.farkle import STRATEGIES

        return STRATEGIES

    def outcomes(self) -> KindsUnder:
        from trueodds.proofs.verify.simulator.outcomes import farkle

        return farkle.outcome_distributions

    def transcripts(self) -> Transcripts:
        from trueodds.proofs.verify.transcript.farkle import TRANSCRIPTS

        return TRANSCRIPTS

    def kernel_input(self) -> KernelInput:
        from trueodds.proofs.verify.bench import kernels

        return kernels.of_farkle

    def methods(self) -> Sequence[Method]:
        from trueodds.proofs.farkle import METHODS

        return METHODS

    def makers(self) -> Sequence[Maker]:
        from trueodds.proofs.certificates.farkle import MAKERS

        return MAKERS

    def judges(self) -> Mapping[str, Judge]:
        from trueodds.proofs.claims.judges.farkle import JUDGES

        return JUDGES


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
        analysis = self.game.module("analysis")
        return getattr(analysis, "outcome_distributions", None)


OURS = {
    "bunco": _Bunco(),
    "baccarat": _Baccarat(),
    "cribbage": _Cribbage(),
    "farkle": _Farkle(),
}


def parts(game: Game) -> ProofParts:
    """Return the parts of a game.

    >>> from trueodds.core import games
    >>> [maker.name for maker in parts(games.find("bunco")).makers()]
    ['bunco-roll', 'bunco-turn', 'bunco-race']
    """
    return OURS.get(game.name) or _PlugIn(game)
