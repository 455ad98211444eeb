"""The optimal linear card count of each bet.

A count adds a tag for each card dealt, and the sum is the *running count*. The quality
of a count is its correlation with the bet's true value, and the frequency with which it
signals a good bet. The value X of a bet is the bettor's expected result per unit
staked. The value after n of N cards is a symmetric mean over the remaining cards, so
the best linear count in least squares has the effects of removal E as its tags:

    X is nearest to  X(0) + (N - 1) / (N - n) * (sum of E over the cards dealt).

X is the mean result over all hands of six remaining cards. Its variance over n random
cards therefore needs only the mean product of the results of two such hands that share
k cards, k = 0 … 6: seven numbers for all n.

People need tags that are small integers. For any step, E / step rounded gives integer
tags; the module takes those with the highest correlation with E. The number of ways to
deal n cards with a running count of r is the coefficient of x**n y**r in the product,
over all tags t, of (1 + x y**t) ** (cards with the tag t).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, floor, lcm, prod
from operator import mul
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
from trueodds.core.errors import PositionError, UnknownNameError, listed
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.enclosure import Enclosure, square_root
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.baccarat import BaccaratRules

Array: TypeAlias = NDArray[Any]

MOST_TAG = 3
"""Tags are integers from -3 to 3."""


@dataclass(frozen=True)
class LinearCount:
    """The linear count of a bet for the cards left in the shoe.

    ``value`` is the bettor's expected result now, per unit staked. ``ranks`` name the
    classes of cards, which are ranks that the tableau treats alike. ``held`` has the
    number of cards of each class in the shoe. ``effects`` are the exact changes of
    ``value`` if a card of the class is removed, and ``tags`` the small integers that
    replace them. ``overlaps[k]`` is the mean product of the results of two hands of six
    cards that share k cards.
    """

    bet: str
    value: Fraction
    ranks: tuple[str, ...]
    held: tuple[int, ...]
    effects: tuple[Fraction, ...]
    tags: tuple[int, ...]
    overlaps: tuple[Fraction, ...]

    @property
    def cards(self) -> int:
        """The number of cards in the shoe, before any is dealt."""
        return sum(self.held)

    @cached_property
    def _slope(self) -> Fraction:
        """The least-squares effect of a card on the bet, per point of its tag."""
        tags = self._centred
        return self._sum(self.effects, tags) / self._sum(tags, tags)

    @property
    def _mean(self) -> Fraction:
        ones = (1,) * len(self.tags)
        return self._sum(self.tags, ones) / self.cards

    @property
    def _centred(self) -> tuple[Fraction, ...]:
        mean = self._mean
        return tuple(tag - mean for tag in self.tags)

    def _sum(self, first: Sequence[Any], second: Sequence[Any]) -> Fraction:
        return _weighted(self.held, first, second)

    def variance(self, dealt: int) -> Fraction:
        """Return the exact variance of the bet's value after ``dealt`` random cards.

        The value is the bettor's expected result on the next coup, from the cards left.
        """
        left = self.cards - self._checked(dealt)
        # Two random hands of six of the cards left share k cards
        # with a hypergeometric probability.
        square = Fraction(0)
        for k, overlap in enumerate(self.overlaps):
            ways = comb(DEALT, k) * comb(left - DEALT, DEALT - k)
            square += Fraction(ways, comb(left, DEALT)) * overlap
        return square - self.value**2

    def correlation(self, dealt: int) -> Fraction | Enclosure | None:
        """Return the correlation of the running count with the bet's exact value.

        The correlation is that after ``dealt`` random cards. It is None if the value
        does not vary.
        """
        variance = self.variance(dealt)
        if not variance:
            return None
        left = self.cards - dealt
        n = self.cards
        # The squared covariance of count and value over the variance of the count, for
        # cards that are drawn without replacement.
        spread = Fraction(dealt * (n - 1), left * n)
        tags = self._centred
        covariance = self._sum(self.effects, tags)
        explained = spread * covariance**2 / self._sum(tags, tags)
        return square_root(explained / variance)

    def running(self, dealt: int) -> Distribution[int]:
        """Return the exact distribution of the running count after some random cards.

        ``dealt`` is the number of these cards.

        >>> rules = BaccaratRules.load(decks=1)
        >>> count = linear_count(rules, "dragon_7")
        >>> count.running(1).items() == Distribution.tally(
        ...     zip(count.tags, count.held)).items()
        True
        """
        self._checked(dealt)
        if 2 * dealt <= self.cards:
            return self._running(dealt)
        # The cards dealt and the cards left add up to the whole shoe.
        total = sum(map(mul, self.held, self.tags))
        left = self._running(self.cards - dealt)
        return left.map(lambda running: total - running)

    def _running(self, dealt: int) -> Distribution[int]:
        least = min(self.tags)
        # x is y to a power above all sums of this many tags.
        width = (max(self.tags) - least) * dealt + 1
        end = (dealt + 1) * width
        cards_by_tag: Counter[int] = Counter()
        for tag, held in zip(self.tags, self.held, strict=True):
            cards_by_tag[tag] += held
        product = fmpz_poly([1])
        for tag, cards in sorted(cards_by_tag.items()):
            power = width + tag - least
            most = min(cards, dealt)
            factor = [0] * (most * power + 1)
            for k in range(most + 1):
                factor[k * power] = comb(cards, k)
            product = product * fmpz_poly(factor)
            # Higher powers deal more cards than ``dealt``.
            if product.degree() >= end:
                product = fmpz_poly(product.coeffs()[:end])
        # The powers of y within x**dealt.
        ways = [int(product[power]) for power in range(dealt * width, end)]
        return Distribution(dict(enumerate(ways, start=least * dealt)))

    def estimate(self, running: int, dealt: int) -> Fraction:
        """Return the bet's value that a running count predicts after ``dealt`` cards.

        ``running`` is the running count. The value is the bettor's expected result per
        unit staked, and the prediction is the least-squares line.
        """
        scale = Fraction(self.cards - 1, self.cards - dealt)
        above_mean = running - dealt * self._mean
        return self.value + scale * self._slope * above_mean

    def signals(self, dealt: int) -> int:
        """Return how many deals end with a running count that signals a good bet.

        The deals are those of ``dealt`` cards, and the result is a weight in the
        distribution ``running(dealt)``. A running count signals a good bet if
        ``estimate`` is above 0.
        """
        running = self.running(dealt)
        return running.weight_where(lambda count: self.estimate(count, dealt) > 0)

    def _checked(self, dealt: int) -> int:
        most = self.cards - DEALT
        if not 1 <= dealt <= most:
            raise PositionError(
                f"cannot count after {dealt} of {self.cards} cards; "
                f"1 to {most} leave a coup to deal"
            )
        return dealt


def linear_count(rules: BaccaratRules, bet: str) -> LinearCount:
    """Return the optimal linear count of a bet from the cards left in the shoe.

    Args:
        rules: The rules, with the shoe and the cards seen.
        bet: The name of a bet.

    Returns:
        The count, with exact effects of removal and integer tags.

    Raises:
        UnknownNameError: The bet does not exist, depends on pairs, cannot be priced on
            this shoe, or has the same value whichever cards are dealt, or the shoe has
            at most twelve cards.

    Example:
        >>> linear_count(BaccaratRules.load(), "dragon_7").tags
        (0, -1, -1, -2, -2, -2, -2, 3, 3, 0)
    """
    counts = linear_counts(rules, Prices(rules, rules.left()))
    if bet not in counts:
        raise UnknownNameError(
            f"there is no count for the bet {bet!r}; there are: {listed(counts)}"
        )
    return counts[bet]


def linear_counts(rules: BaccaratRules, prices: Prices) -> dict[str, LinearCount]:
    """Return the optimal counts, by the name of the bet.

    ``prices`` are the prices of the bets for the shoe that is counted. Bets on pairs
    are left out, and so are bets whose value no card changes. A shoe of at most twelve
    cards has no counts.
    """
    tableau = tableau_of(rules)
    names = [name for name, bet in prices.bets.items() if not bet.sees_ranks]
    held = tuple(tableau.counts(prices.shoe))
    cards = sum(held)
    # Two hands that share no card need twelve cards.
    if not names or cards <= 2 * DEALT:
        return {}
    # Whole amounts for all bets, times 6! as ``conditional_means`` takes them.
    scale = factorial(DEALT) * lcm(*map(prices.denominator, names))
    results = []
    for name in names:
        results.append([int(result * scale) for result in prices.results(name)])
    means = conditional_means(tableau, held, np.array(results, dtype=object))
    squares = [mean_squares(held, level, k) for k, level in enumerate(means)]
    # The recursion has multiplied level k by this.
    levels = range(DEALT + 1)
    whole = [scale * prod(range(cards - DEALT + 1, cards - k + 1)) for k in levels]
    ranks = tuple(RANKS[alike[0]] for alike in tableau.classes)
    ratio = Fraction(DEALT, cards - DEALT)
    counts = {}
    for place, name in enumerate(names):
        value = Fraction(int(means[0][place, 0]), whole[0])
        # If hands with a card have the mean m, all other hands of N cards have the mean
        # value + 6 (value - m) / (N - 6).
        removals = []
        for total, n in zip(means[1][place], held, strict=True):
            mean = Fraction(int(total), whole[1])
            removals.append(ratio * (value - mean) if n else Fraction(0))
        if not any(removals):
            continue
        effects = tuple(removals)
        agree = [squares[k][place] / whole[k] ** 2 for k in levels]
        tags = best_tags(effects, held)
        products = overlaps(agree, cards)
        counts[name] = LinearCount(name, value, ranks, held, effects, tags, products)
    return counts


def best_tags(effects: Sequence[Fraction], held: Sequence[int]) -> tuple[int, ...]:
    """Return the multiple of the effects, rounded to integers, that correlates best.

    ``effects`` are the effects of removing a card of each class, and ``held`` has the
    number of cards of each class. The effects, weighted by these numbers, add up to 0.
    The tags are integers from -3 to 3. Among tags of equal correlation the smallest are
    returned.

    >>> best_tags([Fraction(3), Fraction(-1), Fraction(-2)], [1, 1, 1])
    (3, -1, -2)
    """
    ones = (1,) * len(held)
    options: list[tuple[Fraction, tuple[int, ...]]] = []
    # A rounded tag changes only where a quotient is half of an odd number.
    # Between two such steps all tags are equal.
    half = Fraction(1, 2)
    sizes = [abs(effect) for effect in effects]
    steps = {size / (tag + half) for size in sizes if size for tag in range(MOST_TAG)}
    for step in sorted(steps, reverse=True):
        tags = tuple(
            floor(size / step + half) * (1 if effect > 0 else -1)
            for size, effect in zip(sizes, effects, strict=True)
        )
        if max(map(abs, tags)) > MOST_TAG:
            continue
        total = _weighted(held, tags, ones)
        spread = _weighted(held, tags, tags) - total**2 / sum(held)
        if spread:
            covariance = _weighted(held, effects, tags)
            options.append((covariance**2 / spread, tags))
    return max(options, key=lambda option: option[0])[1]


def _weighted(
    held: Sequence[int], first: Sequence[Any], second: Sequence[Any]
) -> Fraction:
    """Return the sum over all cards of the product of two values of a card's class."""
    total = Fraction(0)
    for n, a, b in zip(held, first, second, strict=True):
        total += n * Fraction(a) * b
    return total


def count_quantities(rules: BaccaratRules, prices: Prices) -> Iterator[Quantity]:
    """Yield each bet's tags, and the correlation of its count with its value.

    A tag is what a player adds to the running count for each card of a rank that is
    dealt. ``prices`` has the expected results of the bets for the shoe that is counted.
    The ids are ``count.BET.RANK`` and ``count.BET.correlation``. For the bet that the
    field ``count`` of the rules names, also yield the distribution of the running count
    and the probability that it signals a good bet.
    """
    counts = linear_counts(rules, prices)
    for name, count in counts.items():
        dealt = rules.dealt or count.cards // 2
        label = prices.bets[name].label
        for rank, tag, held in zip(count.ranks, count.tags, count.held, strict=True):
            if held:
                yield Quantity(
                    f"count.{name}.{rank}",
                    f"Points to count for each {rank} seen: {label}",
                    Fraction(tag),
                    "points",
                    "least squares, rounded",
                )
        correlation = count.correlation(dealt)
        if correlation is not None:
            title = f"Correlation of count and value after {dealt} cards: {label}"
            id = f"count.{name}.correlation"
            yield Quantity(id, title, correlation, "correlation", "enumeration")
        if name == rules.count:
            yield from _in_full(count, dealt, label)


def _in_full(count: LinearCount, dealt: int, label: str) -> Iterator[Quantity]:
    """Yield ``count.BET.favourable`` and ``.running.N``; ``minus_N`` is below 0."""
    distribution = count.running(dealt)
    title = f"The count favours the bettor after {dealt} cards: {label}"
    listed = [("favourable", title, count.signals(dealt))]
    for running in sorted(distribution):
        sign = "minus_" if running < 0 else ""
        title = f"Running count {running} after {dealt} cards: {label}"
        weight = distribution.weight(running)
        listed.append((f"running.{sign}{abs(running)}", title, weight))
    for name, title, weight in listed:
        yield Quantity.probability(
            f"count.{count.bet}.{name}",
            title,
            weight,
            distribution.total,
            method="generating function",
        )
