"""Cribbage a second way: the mean show by linearity of expectation.

A mean needs no hand to be scored: it is the sum, over everything that can score, of
its points times the chance that it is there. Sets that add up to fifteen are
coefficients of the deck's generating function; runs are counted by how many cards hold
each rank.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod

import sympy

from trueodds.core.rules.cribbage import CribbageRules

CARDS = 5
"""Four cards and the starter."""


def derive(rules: CribbageRules) -> dict[str, Fraction]:
    """The mean points of a hand and of a crib of random cards, with a starter; exact.

    Raises ``ValueError`` for rules without a starter or that count runs of three inside
    longer ones.

    >>> from trueodds.core import games, rulebook
    >>> derive(rulebook.load(games.find("cribbage")))["show.hand.mean"]
    Fraction(60759, 12740)
    """
    if not rules.starter or rules.runs != "longest":
        raise ValueError("this derivation is of a show with a starter and longest runs")
    by_rank = _fifteens() * rules.fifteen_points + _run_cards() * rules.run_card_points
    by_rank += comb(CARDS, 2) * Fraction(3, 51) * rules.pair_points
    # One of four cards is a jack, and the starter one of 12 others of its suit.
    nobs = 4 * Fraction(4 * 12, 52 * 51) * rules.nobs_points
    return {
        f"show.{rule}.mean": by_rank
        + nobs
        + _flush_cards(least) * rules.flush_card_points
        for rule, least in (("hand", rules.hand_flush), ("crib", rules.crib_flush))
    }


def _fifteens() -> Fraction:
    """The expected number of sets that add up to fifteen.

    The coefficient of x^15 y^k in the product over cards of (1 + x^value y) is how many
    sets of k cards of the deck do, and each is among five cards alike.
    """
    x, y = sympy.symbols("x y")
    deck = sympy.Poly(1, x, y)
    for rank in range(1, 14):
        deck *= sympy.Poly((1 + x ** min(rank, 10) * y) ** 4, x, y)
        deck = sympy.Poly.from_dict(
            {(a, b): c for (a, b), c in deck.terms() if a <= 15 and b <= CARDS}, x, y
        )
    return sum(
        (
            Fraction(
                int(deck.coeff_monomial(x**15 * y**k)) * comb(CARDS, k), comb(52, k)
            )
            for k in range(2, CARDS + 1)
        ),
        Fraction(0),
    )


def _run_cards() -> Fraction:
    """The expected number of cards in runs, one in several runs counted in each.

    Sum over the ranks and lengths of a longest run, and over how many cards hold each
    of its ranks: the run is there in as many ways as the product of those numbers.
    Among five cards there is no room for two separate runs.
    """
    counted = 0
    for length in range(3, CARDS + 1):
        for first in range(13 - length + 1):
            beside = (first > 0) + (first + length < 13)
            others = 4 * (13 - length - beside)
            for held in _holdings(length):
                hands = prod(comb(4, n) for n in held) * comb(others, CARDS - sum(held))
                counted += length * prod(held) * hands
    return Fraction(counted, comb(52, CARDS))


def _holdings(ranks: int) -> Iterator[tuple[int, ...]]:
    """How many of five cards hold each of so many ranks, at least one each."""
    return (
        held for held in product(range(1, CARDS), repeat=ranks) if sum(held) <= CARDS
    )


def _flush_cards(least: int) -> Fraction:
    """The expected number of cards in a flush of at least so many cards."""
    four = Fraction(4 * comb(13, 4), comb(52, 4))
    fifth = Fraction(9, 48)
    return four * (5 * fifth + (4 * (1 - fifth) if least == 4 else 0))
