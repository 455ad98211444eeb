"""The best linear count of each bet: how well it knows the edge, how often it calls.

A count adds a tag for every card dealt. The worth X of a bet after n of N cards is a
symmetric mean over the cards that are left, so the linear count nearest to it in least
squares has the effects of removal E for tags:

    X is nearest to  X(0) + (N - 1) / (N - n) * (sum of E over the cards dealt).

X itself is the mean result over all six of the cards left, so its variance over random
n needs only how two such sixes agree that share k cards, k = 0 … 6: seven numbers for
all n. Tags that people can add are small whole numbers: those E / step, rounded, whose
correlation with E is highest. The law of their running count is a coefficient of
prod over tags t of (1 + x y**t) ** (cards with that tag).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, floor, lcm, prod
from typing import Any, TypeAlias

import numpy as np
from flint import fmpz_poly
from numpy.typing import NDArray

from trueodds.analysis.baccarat.bets import Prices
from trueodds.analysis.baccarat.distribution import DEALT, tableau_of
from trueodds.analysis.baccarat.six_card_hands import (
    conditional_means,
    mean_squares,
    overlaps,
)
from trueodds.core.cards import RANKS
from trueodds.core.distribution import Distribution
from trueodds.core.enclosure import Enclosure, square_root
from trueodds.core.errors import PositionError, UnknownNameError, listed
from trueodds.core.quantity import Quantity
from trueodds.core.rules.baccarat import BaccaratRules

Array: TypeAlias = NDArray[Any]

MOST_TAG = 3
"""Tags are whole numbers from -3 to 3."""


@dataclass(frozen=True)
class LinearCount:
    """The count of one bet from what is left in the shoe.

    ``ranks`` name the classes of cards, of which the shoe holds ``held``; ``effects``
    are the exact effects of removal, ``tags`` whole numbers in their place.
    ``overlaps[k]`` is the mean product of the results of two sixes that share k cards.
    """

    bet: str
    worth: Fraction
    ranks: tuple[str, ...]
    held: tuple[int, ...]
    effects: tuple[Fraction, ...]
    tags: tuple[int, ...]
    overlaps: tuple[Fraction, ...]

    @property
    def cards(self) -> int:
        """How many cards the shoe has, none of them dealt."""
        return sum(self.held)

    @cached_property
    def _slope(self) -> Fraction:
        """The effect of a card per tag above the mean, in least squares."""
        return self._sum(self.effects, self._centred) / self._sum(
            self._centred, self._centred
        )

    @property
    def _mean(self) -> Fraction:
        return self._sum(self.tags, (1,) * len(self.tags)) / self.cards

    @property
    def _centred(self) -> tuple[Fraction, ...]:
        return tuple(tag - self._mean for tag in self.tags)

    def _sum(self, one: Sequence[Any], other: Sequence[Any]) -> Fraction:
        pairs = zip(self.held, one, other, strict=True)
        return sum((n * Fraction(a) * b for n, a, b in pairs), Fraction(0))

    def variance(self, dealt: int) -> Fraction:
        """The exact variance of the bet's worth after so many random cards."""
        left = self.cards - self._checked(dealt)
        square = sum(
            Fraction(comb(DEALT, k) * comb(left - DEALT, DEALT - k), comb(left, DEALT))
            * overlap
            for k, overlap in enumerate(self.overlaps)
        )
        return square - self.worth**2

    def correlation(
        self, dealt: int, *, exact_tags: bool = False
    ) -> Fraction | Enclosure | None:
        """Of the running count with the bet's exact worth, after so many random cards.

        Of the effects of removal themselves, where ``exact_tags``. None where the worth
        does not vary.
        """
        variance = self.variance(dealt)
        if not variance:
            return None
        left, n = self.cards - dealt, self.cards
        spread = Fraction(dealt * (n - 1), left * n)
        tags = self.effects if exact_tags else self._centred
        explained = spread * self._sum(self.effects, tags) ** 2 / self._sum(tags, tags)
        return square_root(explained / variance)

    def running(self, dealt: int) -> Distribution[int]:
        """The exact law of the running count after so many random cards.

        >>> rules = BaccaratRules.load(decks=1)
        >>> count = linear_count(rules, "dragon_7")
        >>> count.running(1).items() == Distribution.tally(
        ...     zip(count.tags, count.held)).items()
        True
        """
        self._checked(dealt)
        if 2 * dealt > self.cards:
            # What is dealt is all that is not left.
            total = sum(n * t for n, t in zip(self.held, self.tags, strict=True))
            return self._running(self.cards - dealt).map(lambda left: total - left)
        return self._running(dealt)

    def _running(self, dealt: int) -> Distribution[int]:
        least = min(self.tags)
        # x is y to a power past all sums of so many tags.
        width = (max(self.tags) - least) * dealt + 1
        product = fmpz_poly([1])
        for tag in sorted(set(self.tags)):
            cards = sum(
                n for n, t in zip(self.held, self.tags, strict=True) if t == tag
            )
            power = width + tag - least
            factor = [0] * (min(cards, dealt) * power + 1)
            for k in range(min(cards, dealt) + 1):
                factor[k * power] = comb(cards, k)
            product = product * fmpz_poly(factor)
            if product.degree() >= (dealt + 1) * width:
                product = fmpz_poly(product.coeffs()[: (dealt + 1) * width])
        coefficients = [product[dealt * width + s] for s in range(width)]
        return Distribution(
            {s + least * dealt: int(ways) for s, ways in enumerate(coefficients)}
        )

    def estimate(self, running: int, dealt: int) -> Fraction:
        """The bet's worth by the count: the least-squares line."""
        scale = Fraction(self.cards - 1, self.cards - dealt)
        return self.worth + scale * self._slope * (running - dealt * self._mean)

    def favourable(self, dealt: int) -> Fraction:
        """How often the count, after so many cards, says that the bet favours."""
        law = self.running(dealt)
        return Fraction(
            law.weight_where(lambda count: self.estimate(count, dealt) > 0), law.total
        )

    def _checked(self, dealt: int) -> int:
        if not 1 <= dealt <= self.cards - DEALT:
            raise PositionError(
                f"{dealt} cards dealt of {self.cards}; 1 to {self.cards - DEALT} "
                "leave a coup to deal"
            )
        return dealt


def linear_count(rules: BaccaratRules, bet: str) -> LinearCount:
    """The best count of one bet from what is left in the shoe.

    Raises ``UnknownNameError`` for a bet that has none: one there is not, one on pairs,
    or one that no card moves.
    """
    counts = linear_counts(rules, Prices(rules, rules.left()))
    if bet not in counts:
        raise UnknownNameError(
            f"there is no count for the bet {bet!r}; there are: {listed(counts)}"
        )
    return counts[bet]


def linear_counts(rules: BaccaratRules, prices: Prices) -> dict[str, LinearCount]:
    """The best count of each bet that asks for no pairs and that some card moves."""
    tableau = tableau_of(rules)
    names = [name for name, bet in prices.bets.items() if not bet.sees_ranks]
    held = tuple(tableau.counts(prices.shoe))
    cards = sum(held)
    if not names or cards <= 2 * DEALT:
        return {}
    scale = factorial(DEALT) * lcm(*(prices.denominator(name) for name in names))
    means = conditional_means(
        tableau,
        held,
        np.array(
            [
                [int(result * scale) for result in prices.results(name)]
                for name in names
            ],
            dtype=object,
        ),
    )
    squares = [mean_squares(held, level, k) for k, level in enumerate(means)]
    ranks = tuple(RANKS[alike[0]] for alike in tableau.classes)
    counts = {}
    for place, name in enumerate(names):
        # Times what the recursion has multiplied each level by.
        whole = [
            scale * prod(range(cards - DEALT + 1, cards - k + 1))
            for k in range(DEALT + 1)
        ]
        worth = Fraction(int(means[0][place, 0]), whole[0])
        effects = tuple(
            Fraction(DEALT, cards - DEALT) * (worth - Fraction(int(given), whole[1]))
            if n
            else Fraction(0)
            for given, n in zip(means[1][place], held, strict=True)
        )
        if any(effects):
            agree = [squares[k][place] / whole[k] ** 2 for k in range(DEALT + 1)]
            counts[name] = LinearCount(
                name, worth, ranks, held, effects,
                best_tags(effects, held), overlaps(agree, cards),
            )  # fmt: skip
    return counts


def best_tags(effects: Sequence[Fraction], held: Sequence[int]) -> tuple[int, ...]:
    """The multiples of the effects, rounded to whole tags, that correlate best.

    The effects, times how many cards are ``held`` of each, add up to 0. Of equal tags
    the smallest.

    >>> best_tags([Fraction(3), Fraction(-1), Fraction(-2)], [1, 1, 1])
    (3, -1, -2)
    """
    cards = sum(held)
    found: list[tuple[Fraction, tuple[int, ...]]] = []
    steps = {
        abs(effect) / (Fraction(2 * tag + 1, 2))
        for effect in effects
        for tag in range(MOST_TAG)
        if effect
    }
    for step in sorted(steps, reverse=True):
        tags = tuple(
            floor(abs(effect) / step + Fraction(1, 2)) * (1 if effect > 0 else -1)
            for effect in effects
        )
        mean = Fraction(sum(n * t for n, t in zip(held, tags, strict=True)), cards)
        spread = sum(n * (t - mean) ** 2 for n, t in zip(held, tags, strict=True))
        if max(map(abs, tags)) <= MOST_TAG and spread:
            along = sum(
                (n * e * t for n, e, t in zip(held, effects, tags, strict=True)),
                Fraction(0),
            )
            found.append((along**2 / spread, tags))
    return max(found, key=lambda pair: pair[0])[1]


def count_quantities(rules: BaccaratRules, prices: Prices) -> Iterator[Quantity]:
    """``count.BET.RANK`` and ``.correlation``, and more of the bet that is counted."""
    counts = linear_counts(rules, prices)
    if rules.count and rules.count not in counts:
        raise UnknownNameError(
            f"count: there is none for the bet {rules.count!r}; "
            f"there are: {listed(counts)}"
        )
    for name, count in counts.items():
        dealt, label = rules.dealt or count.cards // 2, prices.bets[name].label
        for rank, tag, held in zip(count.ranks, count.tags, count.held, strict=True):
            if held:
                yield Quantity(
                    id=f"count.{name}.{rank}",
                    label=f"Tag of {rank} in the count for: {label}",
                    value=Fraction(tag),
                    unit="points",
                    method="least squares, rounded",
                )
        correlation = count.correlation(dealt)
        if correlation is not None:
            yield Quantity(
                id=f"count.{name}.correlation",
                label=f"Count and worth, {dealt} cards dealt, correlate: {label}",
                value=correlation,
                unit="correlation",
                method="enumeration",
            )
        if name == rules.count:
            yield from _in_full(count, dealt, label)


def _in_full(count: LinearCount, dealt: int, label: str) -> Iterator[Quantity]:
    """``count.BET.favourable`` and ``.running.N``, where ``minus_N`` is below 0."""
    law = count.running(dealt)
    says = law.weight_where(lambda running: count.estimate(running, dealt) > 0)
    yield Quantity.probability(
        f"count.{count.bet}.favourable",
        f"The count says after {dealt} cards that it favours the bettor: {label}",
        says,
        law.total,
        method="generating function",
    )
    for running in sorted(law):
        sign = "minus_" if running < 0 else ""
        yield Quantity.probability(
            f"count.{count.bet}.running.{sign}{abs(running)}",
            f"Running count {running} after {dealt} cards: {label}",
            law.weight(running),
            law.total,
            method="generating function",
        )
