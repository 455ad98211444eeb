"""Outcomes of baccarat: the winner and the cards of a coup, and the tens of a shoe."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from math import comb

from trueodds.analysis.baccarat.distribution import coup_distribution
from trueodds.core.cards import card_words, parse_rank_name
from trueodds.core.errors import PositionError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.baccarat import BaccaratRules, Outcome, play
from trueodds.core.rules.baccarat.coup import Coup
from trueodds.proofs.verify.simulator.outcomes import (
    OutcomeDistribution,
    OutcomeError,
    of_numbers,
)
from trueodds.proofs.verify.simulator.outcomes.kind import Kind, numbers

LETTERS = {"player": "P", "banker": "B", "tie": "T"}
WORDS = {
    text.upper(): letter
    for word, letter in LETTERS.items()
    for text in (letter, word, f"{word} wins")
}
"""The winner by the words for it, in capital letters."""

HINT = (
    "winners hide most mistakes in drawing; print the cards of each coup in the order "
    "dealt, such as 6 K 8 A 9, and every card drawn is checked"
)
CORRECTION = " (this coup has "
HANDS = re.compile(r"[|\[\](){};]|(?=\b(?:player|banker|[pb])\b)", re.IGNORECASE)
"""A separator of two hands, or the place before the name of a hand."""

AROUND = re.compile(r"[\"':=]|\b(?:winner|wins|result|hand|cards)\b", re.IGNORECASE)
"""Signs and words beside the names and the cards of hands, which are ignored."""

CARDS = 6
"""The most cards of a coup."""


def outcome_distributions(rules: BaccaratRules, rule: str) -> list[Kind]:  # noqa: C901 - a nested function for each kind of outcome
    """Return the kinds of outcome; ``rule`` makes no difference."""

    def coup() -> Distribution[Outcome]:
        return coup_distribution(rules, rules.left())

    def dealt(text: str) -> Coup | str | None:
        """Return the coup of cards as dealt, or their fault; None for a word."""
        text = text.partition(CORRECTION)[0]
        hands, winner = _hands(text)
        words = [word for _, cards in hands for word in cards]
        if len(words) < 2:
            return None
        if pair := len(hands) == 2 and {len(cards) for _, cards in hands} <= {2, 3}:
            (_, player), (_, banker) = sorted(hands, key=lambda hand: hand[0] == "B")
            firsts = zip(player[:2], banker, strict=False)
            words = [*chain(*firsts), *player[2:], *banker[2:]]
        ranks = [parse_rank_name(word.rstrip("CDHScdhs♣♦♥♠") or word) for word in words]
        named = any(name for name, _ in hands) and not pair
        if named or None in ranks or not 4 <= len(ranks) <= CARDS:
            raise OutcomeError(
                f"{text[:40]!r} is not a coup; expected its 4 to 6 cards in the order "
                "dealt, Player first, such as 6 K 8 A 9, or both hands: 6 8 9 | K A"
            )
        played = play([rank or 0 for rank in (*ranks, 0, 0)], rules)
        if played.cards != len(ranks):
            return f"{text}{CORRECTION}{played.cards} cards)"
        if pair and len(played.player) != len(player):
            return f"{text}{CORRECTION}{len(played.player)} cards of Player)"
        if winner and LETTERS[played.winner] != winner:
            return f"{text}{CORRECTION}the winner {LETTERS[played.winner]})"
        return played

    def of_coup(
        known: OutcomeDistribution, outcome_of: Callable[[Coup], str], hint: str = ""
    ) -> OutcomeDistribution:
        """Return a kind whose outcomes can be read from the cards of a coup, too."""

        def read(text: str) -> str | None:
            coup = dealt(text)
            return outcome_of(coup) if isinstance(coup, Coup) else coup

        return replace(known, play=read, hint=hint)

    def winner_by(kind: str, description: str) -> OutcomeDistribution:
        winners = coup().map(lambda outcome: LETTERS[outcome.winner])
        ordered = Distribution({letter: winners.weight(letter) for letter in "PBT"})
        return OutcomeDistribution(kind, description, ordered, WORDS)

    def winner() -> OutcomeDistribution:
        known = winner_by("winner", "the winner of a coup from a fresh shoe")
        return of_coup(known, lambda coup: LETTERS[coup.winner], HINT)

    def cards() -> OutcomeDistribution:
        numbers = coup().map(lambda outcome: outcome.cards)
        known = of_numbers("cards", "the number of cards dealt in a coup", numbers)
        return of_coup(known, lambda coup: str(coup.cards))

    def winner_of(number: int) -> OutcomeDistribution:
        most = rules.left().total // CARDS
        if not 1 <= number <= most:
            raise PositionError(
                f"coup {number} is not certain to be dealt: this shoe has cards for "
                f"coups 1 to {most}"
            )
        return winner_by(f"coup.{number}", f"the winner of coup {number} of each shoe")

    def tens_among(number: int) -> OutcomeDistribution:
        counts = rules.left().without_suits().counts
        total = sum(counts)
        tens = sum(counts[9:])
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

    def of_cards(line: str) -> bool:
        """Return True for the cards of a coup, possible or not."""
        with suppress(OutcomeError):
            return dealt(line) is not None
        return False

    return [
        Kind(
            "winner",
            "Print the winner of a coup from a fresh shoe, P, B or T, or its cards.",
            lambda line: line.strip().upper() in WORDS or of_cards(line),
            winner,
        ),
        Kind(
            "coup.N",
            "Print the winner of coup N of each shoe, however the shoe is cut.",
            lambda line: line.strip().upper() in WORDS,
            winner_of,
        ),
        Kind(
            "cards",
            "Print the cards of a coup as dealt, such as 6 K 8 A 9, or their number.",
            lambda line: numbers(4, CARDS)(line) or of_cards(line),
            cards,
        ),
        Kind(
            "tens.N",
            "Print how many of the first N cards of each shoe are 10, J, Q or K.",
            numbers(),
            tens_among,
        ),
    ]


def _hands(text: str) -> tuple[list[tuple[str, list[str]]], str]:
    """Return the names and the cards of hands, and the winner if the text has one.

    >>> _hands("Player T 8, Banker K 9, Banker wins")
    ([('P', ['T', '8']), ('B', ['K', '9'])], 'B')
    """
    hands = []
    name = ""
    for part in HANDS.split(text):
        words = card_words(AROUND.sub(" ", part))
        if words and words[0][0].upper() in "PB":
            name = words.pop(0)[0].upper()
        if words:
            hands.append((name, words))
            name = ""
    if hands[1:] and [word.upper() for word in hands[-1][1]] in (["T"], ["TIE"]):
        hands = hands[:-1]
        name = "T"
    return hands, name
