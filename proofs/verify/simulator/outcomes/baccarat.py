"""Outcomes of baccarat: the winner and the number of cards of a coup."""

from trueodds.analysis.baccarat import coup_distribution
from trueodds.core.distribution import Distribution
from trueodds.core.errors import PositionError
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.core.rules.baccarat import Outcome as Coup
from trueodds.proofs.verify.simulator.outcomes import (
    Kinds,
    OutcomeDistribution,
    of_numbers,
)

LETTERS = {"player": "P", "banker": "B", "tie": "T"}
CARDS = 6
"""The most cards of a coup."""


def outcome_distributions(rules: BaccaratRules, rule: str) -> Kinds:
    """Return the kinds of outcome; ``rule`` makes no difference."""

    def coup() -> Distribution[Coup]:
        return coup_distribution(rules, rules.left())

    def winner(kind: str, description: str) -> OutcomeDistribution:
        winners = coup().map(lambda outcome: LETTERS[outcome.winner])
        ordered = Distribution({letter: winners.weight(letter) for letter in "PBT"})
        words = {word.upper(): letter for word, letter in LETTERS.items()}
        words |= {letter: letter for letter in LETTERS.values()}
        return OutcomeDistribution(kind, description, ordered, words)

    def winner_of(number: int) -> OutcomeDistribution:
        """Return the winner of one coup of each shoe.

        The cards of a coup that is certain to be dealt are exchangeable with the first
        cards of the shoe, so every coup has the distribution of the first.
        """
        most = rules.left().total // CARDS
        if not 1 <= number <= most:
            raise PositionError(
                f"coup {number} is not certain to be dealt: this shoe has cards for "
                f"coups 1 to {most}"
            )
        return winner(f"coup.{number}", f"the winner of coup {number} of each shoe")

    return {
        "winner": lambda: winner("winner", "the winner of a coup from a fresh shoe"),
        "coup.N": winner_of,
        "cards": lambda: of_numbers(
            "cards", "the cards dealt in a coup", coup().map(lambda coup: coup.cards)
        ),
    }
