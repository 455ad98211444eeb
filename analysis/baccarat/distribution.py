"""Joint distribution of a baccarat coup over the ordered six-card deals of a shoe.

Both hands are unordered pairs, drawn from *rank classes*: ranks of equal value that the
tableau treats alike. A *pair of classes* is the two classes of a hand's first two
cards. A *match* says which hands have a pair. Pairs and perfect pairs depend on the
first two cards of a hand, and the rest of the coup on the classes that are left. So for
each four classes

    deals = (openings of those classes, by pairs) * (draws, by outcome),

which is a product of two matrices. Cards that a coup does not need count as dealt too,
so all counts share the total N (N - 1) … (N - 5) for N cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import perm
from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.baccarat.openings import Match, Pairs, openings
from trueodds.core.cards import Shoe
from trueodds.core.exact.distribution import Distribution
from trueodds.core.rules.baccarat import (
    NO_PAIR,
    BaccaratRules,
    Outcome,
    bare,
    every_coup,
    rank_classes,
    value,
)

Array: TypeAlias = NDArray[Any]

DEALT = 6
TABLEAUX_KEPT = 16
LARGE = 2**26
"""A smaller shoe has fewer than 2**53 pairs, so float64 counts them exactly."""


def coup_distribution(rules: BaccaratRules, shoe: Shoe) -> Distribution[Outcome]:
    """Return the distribution of a coup's outcome over the ordered deals of a shoe.

    A deal is six cards, also if the coup needs fewer. In a shoe without suits no pair
    is perfect, and without ranks there are no pairs.

    >>> rules = BaccaratRules.load()
    >>> coup = coup_distribution(rules, Shoe.of_decks(8))
    >>> coup.weight_where(lambda outcome: outcome.winner == "banker")
    2292252566437888
    """
    tableau = tableau_of(rules)
    return Distribution.tally(
        (outcome, weight)
        for match, weights in tableau.weigh(shoe).by_match.items()
        for outcome, weight in zip(tableau.matched(match), weights, strict=True)
    )


def tableau_of(rules: BaccaratRules) -> "Tableau":
    """Return all coups under some rules as a ``Tableau``.

    The last 16 results are cached.
    """
    return _tableau(msgspec.json.encode(bare(rules)))


@lru_cache(TABLEAUX_KEPT)
def _tableau(key: bytes) -> "Tableau":
    """Build the tableau of rules that are given as JSON."""
    return Tableau.of(msgspec.json.decode(key, type=BaccaratRules))


@dataclass(frozen=True, slots=True)
class Weights:
    """The number of ordered six-card deals of a shoe that lead to each outcome.

    ``by_match`` has a list of these numbers for each match. A match is the kind of
    Player's pair, the kind of Banker's pair, and True if both pairs have the same rank.
    ``together`` has the sums over all matches. Each list is in the order of
    ``Tableau.outcomes``. ``deals`` is the number of all deals.
    """

    by_match: dict[Match, list[int]]
    together: list[int]
    deals: int


@dataclass(frozen=True, slots=True)
class Tableau:
    """All coups under some rules, to be weighted for any shoe.

    ``classes`` are the rank classes, each with its ranks. ``pairs`` are all pairs of
    classes, and ``totals`` has the total of each. ``outcomes`` are the possible
    outcomes of a coup, as if no hand had a pair. ``leads_to[p, b, t, f]`` is the index
    of the outcome for Player's total p and Banker's total b of two cards and the
    classes t and f of the next two cards. ``cells`` is flat, with the axes (Player's
    pair of classes, Banker's pair of classes, class, class). Its entries are the index
    of the outcome, plus ``len(outcomes)`` times the position of both pairs in the first
    two axes.
    """

    rules: BaccaratRules
    classes: tuple[tuple[int, ...], ...]
    pairs: Pairs
    totals: Array
    outcomes: tuple[Outcome, ...]
    leads_to: Array
    cells: Array

    @classmethod
    def of(cls, rules: BaccaratRules) -> "Tableau":
        """Return the tableau of some rules, by playing every case with the scorer.

        A case is both totals of two cards, and the rank classes of the next two cards.
        """
        classes = rank_classes(rules)
        firsts = [alike[0] for alike in classes]
        places: dict[Outcome, int] = {}
        leads_to = [
            places.setdefault(unmatched(coup.outcome(rules)), len(places))
            for coup in every_coup(rules)
        ]
        pairs = Pairs.of(len(classes))
        values = np.array([value(first) for first in firsts])
        totals = (values[pairs.lower] + values[pairs.upper]) % 10
        table = np.array(leads_to).reshape(10, 10, len(classes), len(classes))
        # The pairs of both hands as one number, with axes for the next two cards.
        fours = np.arange(len(totals) ** 2).reshape(len(totals), -1, 1, 1)
        cells = fours * len(places) + table[totals[:, None], totals]
        return cls(rules, classes, pairs, totals, tuple(places), table, cells.ravel())

    def matched(self, match: Match) -> Iterator[Outcome]:
        """Return all outcomes of the tableau, each with the pairs of ``match``.

        ``match`` has the kind of Player's pair, the kind of Banker's pair, and True if
        both pairs have the same rank.
        """
        player, banker, same = match
        return (
            outcome._replace(player_match=player, banker_match=banker, same_pair=same)
            for outcome in self.outcomes
        )

    def weigh(self, shoe: Shoe) -> Weights:
        """Return the number of ordered six-card deals that lead to each outcome; exact.

        The cards are dealt from ``shoe``.
        """
        total = perm(shoe.total, DEALT)
        # Integers that stay below these bounds; past them Python's integers.
        kind: Any = object
        if total < 2**53:
            kind = np.float64
        elif total < 2**63:
            kind = np.int64
        draws = self._draws(self.counts(shoe)).astype(kind, copy=False)
        ways = openings(self.held(shoe), self.pairs, shoe)
        by_match = {}
        for match, of_four in ways.items():
            # Hands that pair come from few of the classes, so most rows are 0.
            fours = np.flatnonzero(of_four)
            dealt = of_four.ravel()[fours].astype(kind)
            by_match[match] = list(map(int, dealt @ draws[fours]))
        together = [sum(row) for row in zip(*by_match.values(), strict=True)]
        return Weights(by_match, together, total)

    def by_totals(self, shoe: Shoe) -> Array:
        """Count deals by both two-card totals and the classes of the next two cards.

        A class has the ranks that the tableau treats alike (``classes``). The result
        has shape (10, 10, classes, classes): Player's total, Banker's total, and the
        classes of the fifth and the sixth card. Its entries are exact numbers of
        ordered six-card deals from ``shoe``.
        """
        kind = np.int64 if perm(shoe.total, DEALT) < 2**63 else object
        counts = np.array(self.counts(shoe), dtype=kind)
        ways = sum(openings(self.held(shoe), self.pairs, shoe).values())
        left = self.left_of(counts)
        place = np.arange(len(self.classes))
        deals = np.zeros((10, 10, len(place), len(place)), dtype=kind)
        for player, banker in product(range(10), range(10)):
            four = np.ix_(self.totals == player, self.totals == banker)
            some = left[four]
            dealt = np.asarray(ways)[four][..., None]
            first = dealt * some
            deals[player, banker] = np.einsum("ijt,ijf->tf", first, some)
            # The second of two cards of a class has one card
            # fewer to come from: n * n - n.
            deals[player, banker, place, place] -= first.sum(axis=(0, 1))
        return deals

    def held(self, shoe: Shoe) -> list[list[tuple[int, ...]]]:
        """Return the number of cards of each rank in the shoe, by class of ranks.

        A class has the ranks that the tableau treats alike (``classes``). The result
        has a list for each class, with a tuple for each of its ranks. The tuple has a
        single number, or four numbers if the shoe distinguishes suits. In a shoe
        without ranks, the ten-valued cards count as one rank.
        """
        counts = shoe.by_rank()
        return [[counts[r] for r in alike if r < len(counts)] for alike in self.classes]

    def counts(self, shoe: Shoe) -> list[int]:
        """Return the number of cards in the shoe, for each class of ranks.

        A class has the ranks that the tableau treats alike (``classes``).
        """
        return [sum(map(sum, ranks)) for ranks in self.held(shoe)]

    def left_of(self, counts: Array) -> Array:
        """Return the number of cards left of each class once both hands have two cards.

        ``counts`` has the number of cards of each class in the full shoe, as an array
        of shape (classes,). The axes of the result are (Player's pair of classes,
        Banker's pair of classes, class). Entries for cards that cannot be dealt are
        meaningless.
        """
        held = self.pairs.held
        left: Array = counts - held[:, None] - held[None, :]
        return left

    def _draws(self, counts: Sequence[int]) -> Array:
        """Count the draws of two cards that lead to each outcome after four cards.

        The shape is (classes of the four cards, outcomes).
        """
        small = sum(counts) < LARGE
        left = self.left_of(np.array(counts, dtype=np.float64 if small else object))
        ways = left[..., :, None] * left[..., None, :]
        place = np.arange(len(self.classes))
        # As above, two cards of one class can be drawn in n * n - n ways.
        ways[..., place, place] -= left
        fours = len(self.totals) ** 2
        size = fours * len(self.outcomes)
        if small:
            totals = np.bincount(self.cells, ways.ravel(), minlength=size)
            return totals.astype(np.int64).reshape(fours, -1)
        draws = np.zeros(size, dtype=object)
        np.add.at(draws, self.cells, ways.ravel())
        return draws.reshape(fours, -1)


def unmatched(outcome: Outcome) -> Outcome:
    """Return the outcome of a coup as if neither hand had a pair."""
    return outcome._replace(player_match=NO_PAIR, banker_match=NO_PAIR, same_pair=False)
