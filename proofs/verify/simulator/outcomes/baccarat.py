"""Outcomes of baccarat: the winner and the cards of a coup, and the tens of a shoe."""

from math import comb

from trueodds.analysis.baccarat.distribution import coup_distribution
from trueodds.core.errors import PositionError
from trueodds.core.exact.distribution import Distribution
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

    def tens_among(number: int) -> OutcomeDistribution:
        """Return the ten-valued cards among the first cards of each shoe."""
        counts = rules.left().without_suits().counts
        total, tens = sum(counts), sum(counts[9:])
        if not 1 <= number <= total:
            raise PositionError(f"this shoe has 1 to {total} cards, not {number}")
        hypergeometric = {
            n: comb(tens, n) * comb(total - tens, number - n) for n in range(number + 1)
        }
        return of_numbers(
            f"tens.{number}",
            f"the ten-valued cards among the first {number} of each shoe",
            Distribution(hypergeometric),
        )

    return {
        "winner": lambda: winner("winner", "the winner of a coup from a fresh shoe"),
        "coup.N": winner_of,
        "cards": lambda: of_numbers(
            "cards", "the cards dealt in a coup", coup().map(lambda coup: coup.cards)
        ),
        "tens.N": tens_among,
    }
