"""Evidence of cards drawn without replacement, each given the cards before it.

The next card of a shoe has rank r with probability p = left[r] / left, whatever came
before. So the product of these probabilities is the exact likelihood of all cards.
An e-value takes one rank or card, such as queens, and makes its odds s times as high.
The likelihood ratio of its n hits is s^n / prod (1 + (s - 1) p), over all cards drawn
or those of one place. The evidence is the mean over ranks, factors s and places, so its
mean is 1 for a right shoe.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import DECK, RANKS, Shoe
from trueodds.proofs.verify.coups import MOST, CardOrRank, card_name
from trueodds.proofs.verify.simulator.e_process import EProcess, Strongest
from trueodds.proofs.verify.simulator.e_value import log_mean, numbers

Array: TypeAlias = NDArray[Any]

TEST = "cards given the cards before"

FACTORS = tuple(
    factor for low in (64, 4, 2) for factor in (Fraction(1, low), Fraction(low))
) + tuple(
    factor for k in (2, 4, 8, 16) for factor in (Fraction(k + 1, k), Fraction(k, k + 1))
)
"""Factors of the odds of a card: far too rare or frequent, and slightly so."""


class Draws:
    """Counts of the cards of coups, by card, place and cards left at that time.

    Args:
        left: The number of each card in a full shoe: by card (52), rank (13) or value.

    A row of cards is a coup from a full shoe; -1 is no card. ``hits[c, m]`` counts card
    c at place m. ``chances[c, m, n]`` counts how often n cards c were left before place
    m.
    """

    def __init__(self, left: Sequence[int]) -> None:
        self.left = left
        self.hits = np.zeros((len(left), MOST), np.int64)
        self.chances = np.zeros((len(left), MOST, max(left) + 1), np.int64)

    def count(self, rows: Array) -> None:
        """Count the cards of some rows, each from a full shoe."""
        dealt, place = np.nonzero(rows >= 0)
        for card, number in enumerate(self.left):
            hit = rows == card
            self.hits[card] += hit.sum(axis=0)
            left = number + hit - hit.cumsum(axis=1)
            np.add.at(self.chances[card], (place, left[dealt, place]), 1)

    def logs(self, dtype: Any) -> Array:
        """Return the log e-values by place (all places first), factor and card."""
        card, place, left = np.nonzero(self.chances)
        times = self.chances[card, place, left].astype(dtype)
        p = numbers(self._probabilities(place, left), dtype)
        hits = self.hits.astype(dtype)
        logs = []
        for factor in numbers(FACTORS, dtype):
            paid = np.zeros(hits.shape, dtype)
            np.add.at(paid, (card, place), times * np.log1p((factor - 1) * p))
            logs.append(hits * np.log(factor) - paid)
        by_place = np.moveaxis(np.array(logs), 2, 0)
        return np.concatenate((by_place.sum(axis=0)[None], by_place))

    def _probabilities(self, place: Array, left: Array) -> list[Fraction]:
        """Return the probability of a card of which so many are left, at a place."""
        total = sum(self.left)
        pairs = zip(left.tolist(), place.tolist(), strict=True)
        return [Fraction(number, total - before) for number, before in pairs]

    def log_e(self, dtype: Any = float) -> Any:
        """Return the log of the evidence: half of its weight is on all places."""
        logs = self.logs(dtype)
        means = log_mean(logs.reshape(len(logs), -1).T)
        return log_mean(means, [Fraction(MOST), *[Fraction(1)] * MOST])

    def strongest(self) -> Strongest:
        """Return the card with the most evidence, and its expected number."""
        logs = self.logs(float)
        group, _, card = np.unravel_index(np.argmax(logs), logs.shape)
        places = slice(group - 1, group) if group else slice(None)
        place, left = np.nonzero(self.chances[card])
        p = np.array(self._probabilities(place, left))
        due = np.zeros(MOST, object)
        np.add.at(due, place, p * self.chances[card, place, left])
        where = f"card {group}" if group else "any card"
        name = f"{self._name(int(card))} as {where}"
        observed = int(self.hits[card, places].sum())
        return Strongest(TEST, (), observed, Fraction(due[places].sum()), name)

    def _name(self, card: int) -> str:
        if len(self.left) == len(DECK):
            return f"the {card_name(DECK[card])}"
        return f"rank {RANKS[card]}"

    def record(self) -> list[list[list[int]]]:
        """Return the counts that are not 0, with their places, as values for JSON."""
        return [
            np.column_stack([*np.nonzero(table), table[table > 0]]).tolist()
            for table in (self.hits, self.chances)
        ]

    def read(self, record: Sequence[Sequence[Sequence[int]]]) -> bool:
        """Add the counts of a record; return True if they fit together."""
        for cells, table in zip(record, (self.hits, self.chances), strict=True):
            for *place, number in cells:
                table[tuple(place)] += number
        chances = self.chances.sum(axis=2)
        fits = (chances == self.hits.sum(axis=0)) & (self.hits >= 0)
        return bool(fits.all() and (self.chances >= 0).all())


class DrawsProcess(EProcess):
    """The evidence of outcomes, and of the cards that were dealt for them.

    A code is an outcome's number, and the cards as in ``packed``. The test of the cards
    has half of the weight. Half of that is for the suits, where they are known.
    """

    def __init__(
        self,
        probabilities: tuple[Fraction, ...],
        alpha: Fraction,
        tolerance: Fraction | None = None,
        *,
        shoe: Shoe,
        ordered: bool = True,
    ) -> None:
        super().__init__(probabilities, alpha, tolerance, ordered=ordered)
        shoes = [shoe.without_suits() if shoe.suits_known else shoe]
        shoes += [shoe] * shoe.suits_known
        self.draws = [Draws(each.counts) for each in shoes]
        self.weights = {test: weight / 2 for test, weight in self.weights.items()}
        self.weights[TEST] = Fraction(1, 2)

    def count(self, codes: Array) -> None:
        """Count outcomes and their cards."""
        super().count(codes & NUMBER)
        rows = unpacked(codes)
        ranks = np.where(rows < len(DECK), rows // 4, rows - len(DECK))
        by_rank, *by_card = self.draws
        by_rank.count(np.minimum(ranks, len(by_rank.left) - 1))
        for draws in by_card:
            draws.count(rows[(rows < len(DECK)).all(axis=1)])

    def logs(self, dtype: Any = float) -> dict[str, Any]:
        """Return the natural logarithm of each test's e-value, as floats or balls."""
        drawn = np.array([draws.log_e(dtype) for draws in self.draws])
        return super().logs(dtype) | {TEST: log_mean(drawn)}

    def strongest(self) -> Strongest:
        """Return the count furthest from its expectation, in the strongest test."""
        logs = self.logs()
        drawn = logs.pop(TEST)
        if drawn < max(logs.values()):
            return super().strongest()
        return max(self.draws, key=Draws.log_e).strongest()


def packed(number: int, cards: Sequence[CardOrRank]) -> int:
    """Return an outcome's number and the cards dealt for it as a single number.

    >>> from trueodds.core.cards import Card
    >>> unpacked(np.array([packed(2, [Card.parse("AD"), 12])])).tolist()
    [[1, 64, -1, -1, -1, -1]]
    """
    for place, card in enumerate(cards):
        code = len(DECK) + card if isinstance(card, int) else card.number
        number |= (code + 1) << (BITS * (place + 1))
    return number


def unpacked(codes: Array) -> Array:
    """Return the cards of packed codes: by number, or 52 and the rank; -1 is none."""
    shifts = BITS * np.arange(1, MOST + 1)
    rows: Array = (codes[:, None] >> shifts & NUMBER) - 1
    return rows


BITS = 8
NUMBER = (1 << BITS) - 1
