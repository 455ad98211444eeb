"""The parts that each game supplies for proofs and verification.

Each method imports one part, so that a command loads only the parts that it needs.
``docs/how-to/add-a-game.md`` says how a game declares them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trueodds.core.errors import UnknownNameError, listed
from trueodds.core.games import Game, Proofs, credited, imported

if TYPE_CHECKING:
    from trueodds.proofs.certificates.format import Maker
    from trueodds.proofs.checkers.proving import Kind
    from trueodds.proofs.claims.judges import Judge
    from trueodds.proofs.derivations import Method
    from trueodds.proofs.verify.bench.kernels import KernelInput
    from trueodds.proofs.verify.hypothesis import Strategies
    from trueodds.proofs.verify.positions.space import Positions
    from trueodds.proofs.verify.simulator.outcomes import KindsUnder
    from trueodds.proofs.verify.transcript.recording import Transcripts


FROM_SCORING = {
    "positions": "trueodds.proofs.verify.positions.declared:positions",
    "strategies": "trueodds.proofs.verify.hypothesis.declared:strategies",
    "outcomes": "trueodds.proofs.verify.simulator.outcomes.declared:outcomes",
    "methods": "trueodds.proofs.scoring:methods",
}
"""The functions of a game and its declared scoring that make a part of proofs."""

OWN = {
    "methods": "independent derivations",
    "makers": "certificates",
    "checkers": "checkers",
}
"""The parts that a reader has to trust if a game's own package offers them, in words.
"""


class ProofParts:
    """The parts of a game for proofs and verification: a method returns each of them.

    Such parts are the positions, the certificates and the independent derivations. A
    part that the game does not have is None or empty. A part is what the game's
    ``Proofs`` declare, else what follows from its declared scoring. Packages written
    for trueodds 1.0 have functions for some parts in their modules of rules or of
    analysis.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._declared: Proofs = imported(game.proofs) or Proofs()

    def _part(self, name: str) -> Any:
        """Return what is declared by this name, or what follows from the scoring."""
        part = imported(getattr(self._declared, name))
        # What is declared comes first, even if the scoring could make this part too.
        if part is None and (scoring := self.game.declared_scoring):
            return imported(FROM_SCORING[name])(self.game, scoring)
        return part

    def by_its_package(self) -> str:
        """Return a sentence on the proofs that the game's own package offers.

        The text is empty for a game of trueodds, and for a package that offers none.

        >>> from trueodds.core import games
        >>> parts(games.find("bunco")).by_its_package()
        ''
        """
        own = [words for name, words in OWN.items() if getattr(self._declared, name)]
        package = credited(self.game.name) if own else None
        offered = f"The {listed(own, ' and ')} of {self.game.title} are"
        return f"{offered} by its own package, {package}." if package else ""

    def positions(self) -> Positions:
        """Return functions that list all positions of the game, or pick a random one.

        A position is what a scorer scores, such as a roll. Scorers are checked on them.
        """
        from trueodds.proofs.verify.positions.space import Positions

        position = self.game.of_1_0("rules", "random_position")
        of_1_0 = position and Positions(
            random=lambda rules, random, rule: position(rules, random)
        )
        return self._part("positions") or of_1_0 or Positions()

    def strategies(self) -> Strategies:
        """Return the Hypothesis strategies that draw the game's positions and rules."""
        from trueodds.proofs.verify.hypothesis import Strategies

        positions = self.game.of_1_0("rules", "position_strategy")
        of_1_0 = Strategies(
            positions and (lambda rules, rule: positions(rules)),
            rules=self.game.of_1_0("rules", "rules_strategy"),
        )
        return self._part("strategies") or of_1_0

    def outcomes(self) -> KindsUnder:
        """Return the function that lists the kinds of outcome of a simulator.

        The function takes rules and the name of a scoring rule. If the game declares
        neither outcomes nor a scoring, the kinds follow from its odds: each family of
        probabilities ``NAME.N`` that add up to 1 is a kind.
        """
        of_1_0 = self.game.of_1_0("analysis", "outcome_distributions")
        of_odds: KindsUnder = imported(FROM_SCORING["outcomes"])(self.game, {})
        return self._part("outcomes") or of_1_0 or of_odds

    def transcripts(self) -> Transcripts | None:
        """Return the functions that check a recorded game by playing it again.

        Return None if the game has no published dialogue.
        """
        return imported(self._declared.transcripts) or None

    def kernel_input(self) -> KernelInput | None:
        """Return the function that turns positions into rows for the compiled scorer.

        It takes the name of a scoring rule, and positions as texts. It returns the
        game's compiled scorer, and the positions as rows of numbers. Return None if the
        game has no compiled scorer.
        """
        return imported(self._declared.kernel_input) or None

    def methods(self) -> Sequence[Method]:
        """Return the methods that derive the game's quantities independently."""
        of_models = imported("trueodds.proofs.asked:methods")
        return (*(self._part("methods") or ()), *of_models(self.game))

    def makers(self) -> Sequence[Maker]:
        """Return a ``Maker`` for each certificate of the game.

        It has the certificate's name, and the function that makes it.
        """
        of_models = imported("trueodds.proofs.asked:makers")
        return (*(imported(self._declared.makers) or ()), *of_models(self.game))

    def checkers(self) -> Mapping[str, Kind]:
        """Return the checkers of the game's own kinds of certificates, by kind.

        A key is a text with the kind, the game and the model in a certificate.
        """
        checkers: Mapping[str, Kind] = imported(self._declared.checkers) or {}
        for name in checkers:
            kind, *others = name.split(" ")
            # A package may not take over a kind of ours, nor a certificate of another
            # game.
            if kind == "process" or others[:1] != [self.game.name] or len(others) != 2:
                raise UnknownNameError(
                    f"{self.game.package or self.game.name} cannot declare a checker "
                    f"of {name!r}; expected 'KIND {self.game.name} MODEL', with "
                    "another KIND than process"
                )
        return checkers

    def judges(self) -> Mapping[str, Judge]:
        """Return the functions that judge claims which no formula can judge.

        The keys are the names by which claims name their judge.
        """
        return imported(self._declared.judges) or {}


def parts(game: Game) -> ProofParts:
    """Return the parts of a game for proofs and verification, such as certificates.

    Each part is a method of the result.

    >>> from trueodds.core import games
    >>> [maker.name for maker in parts(games.find("bunco")).makers()][:3]
    ['bunco-roll', 'bunco-turn', 'bunco-race.first_wins']
    """
    return ProofParts(game)
