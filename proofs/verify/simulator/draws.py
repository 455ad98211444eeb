"""Evidence of cards drawn without replacement, each given the cards before it.

The next card of a shoe has rank r with probability p = left[r] / left, whatever came
before. So the product of these probabilities is the exact likelihood of all cards.
An e-value takes one event, such as "a queen" or "the rank of the card before", and
makes its odds s times as high. The likelihood ratio of its n hits is
s^n / prod (1 + (s - 1) p), over all cards of some places. The evidence is the mean over
the events, the factors s and the groups of places, so its mean is 1 for a right shoe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
"""Factors of the odds of an event: far too rare or frequent, and slightly so."""

PAIRS = ("the rank of the card before", "the rank after that of the card before")
"""Events that depend on the card before."""


class Draws:
    """Counts of cards, by event, place and cards left at that time.

    Args:
        left: The number of each card in a full shoe: by card (52), rank (13) or value.
        length: The most cards drawn from a shoe.

    A row of cards is a shoe, or a coup from a fresh shoe; -1 is no card.
    ``hits[e, m]`` counts event e at place m. ``chances[e, m, n]`` counts how often n
    cards of this event were left before place m.
    """

    def __init__(self, left: Sequence[int], length: int) -> None:
        self.left = np.array(left)
        self.suits = 4 if len(left) == len(DECK) else 1
        self.by_rank = self.left.reshape(-1, self.suits).sum(axis=1)
        self.events = len(left) + len(PAIRS)
        self.hits = np.zeros((self.events, length), np.int64)
        most = int(self.by_rank.max())
        self.chances = np.zeros((self.events, length, most + 1), np.int64)
        self.groups = _groups(length)

    def count(self, rows: Array) -> None:
        """Count the cards of some rows, each from a full shoe."""
        for card, number in enumerate(self.left):
            hit = rows == card
            self._add(card, rows >= 0, hit, number - _before(hit))
        ranks = np.where(rows >= 0, rows // self.suits, -1)
        of_rank = [ranks == rank for rank in range(len(self.by_rank))]
        left = np.array(
            [n - _before(hit) for n, hit in zip(self.by_rank, of_rank, strict=True)]
        )
        earlier = np.concatenate((ranks[:, :1] * 0 - 1, ranks[:, :-1]), axis=1)
        for step in range(len(PAIRS)):
            wanted = (earlier + step) % len(self.by_rank)
            can = (earlier >= 0) & (ranks >= 0)
            left_of = np.take_along_axis(left, wanted[None], axis=0)[0]
            self._add(len(self.left) + step, can, can & (ranks == wanted), left_of)

    def _add(self, event: int, can: Array, hit: Array, left: Array) -> None:
        self.hits[event] += hit.sum(axis=0)
        _, length, size = self.chances.shape
        places = np.arange(length) * size + left
        added = np.bincount(places[can], minlength=length * size)
        self.chances[event] += added.reshape(length, size)

    def logs(self, dtype: Any) -> Array:
        """Return the log e-values by factor, event and group of places."""
        event, place, left = np.nonzero(self.chances)
        times = self.chances[event, place, left].astype(dtype)
        all_left = int(self.left.sum()) - place
        odds = [Fraction(int(n), int(m)) for n, m in zip(left, all_left, strict=True)]
        p = numbers(odds, dtype)
        logs = []
        for factor in numbers(FACTORS, dtype):
            paid = np.zeros(self.hits.shape, dtype)
            np.add.at(paid, (event, place), times * np.log1p((factor - 1) * p))
            each = self.hits.astype(dtype) * np.log(factor) - paid
            logs.append([[each[:, group].sum(axis=1)] for group in self.groups])
        return np.array(logs, dtype)[:, :, 0].swapaxes(1, 2)

    def log_e(self, dtype: Any = float) -> Any:
        """Return the log of the evidence: half of its weight is on all places."""
        by_group = log_mean(self.logs(dtype).reshape(-1, len(self.groups)))
        rest = Fraction(1, max(1, len(self.groups) - 1))
        return log_mean(by_group, [Fraction(1), *[rest] * (len(self.groups) - 1)])

    def strongest(self) -> Strongest:
        """Return the event with the most evidence, and its expected number."""
        logs = self.logs(float)
        _, event, group = np.unravel_index(np.argmax(logs), logs.shape)
        places = self.groups[group]
        due = Fraction(0)
        for place, left in zip(*np.nonzero(self.chances[event]), strict=True):
            if place in places:
                times = int(self.chances[event, place, left])
                due += times * Fraction(int(left), int(self.left.sum() - place))
        observed = int(self.hits[event][places].sum())
        name = self.name(int(event), int(group))
        return Strongest(TEST, (), observed, due, name)

    def record(self) -> dict[str, list[list[int]]]:
        """Return all counts that are not 0, with their places, as values for JSON."""
        tables = {"hits": self.hits, "chances": self.chances}
        return {
            name: [
                [*map(int, place), int(table[tuple(place)])]
                for place in np.argwhere(table)
            ]
            for name, table in tables.items()
        }

    def read(self, record: Mapping[str, Sequence[Sequence[int]]]) -> bool:
        """Add the counts of a record; return True if they fit together."""
        for name, table in (("hits", self.hits), ("chances", self.chances)):
            for *place, number in record[name]:
                if min(place) < 0 or number < 0:
                    return False
                table[tuple(place)] += number
        cards = self.hits[: len(self.left)].sum(axis=0)
        chances = self.chances.sum(axis=2)
        fits = (chances[: len(self.left)] == cards).all()
        return bool(fits and (self.hits <= chances).all())

    def name(self, event: int, group: int) -> str:
        """Return the words for an event in a group of places."""
        if event >= len(self.left):
            words = PAIRS[event - len(self.left)]
        elif self.suits > 1:
            words = f"the {card_name(DECK[event])}"
        elif len(self.left) == len(RANKS):
            words = f"rank {RANKS[event]}"
        else:
            words = f"value {event + 1}"
        if not group:
            return f"{words} among all cards"
        places = self.groups[group]
        first = int(places[0]) + 1
        last = int(places[-1]) + 1
        where = f"card {first}" if first == last else f"cards {first} to {last}"
        return f"{words} as {where}"


def _before(hit: Array) -> Array:
    """Return how many hits a row has before each place."""
    before: Array = np.cumsum(hit, axis=1) - hit
    return before


def _groups(length: int) -> list[Array]:
    """Return groups of places: all, then each place of a coup or both halves."""
    places = np.arange(length)
    return [places, *np.array_split(places, length if length <= 6 else 2)]


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
        self.draws = [Draws(each.counts, MOST) for each in shoes]
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
