"""Evidence of cards drawn without replacement, each given the cards before it.

The next card of a shoe has rank r with probability p = left[r] / left, whatever came
before. So the product of these probabilities is the exact likelihood of all cards.

An e-value supposes that one rank or card, such as queens, has odds that are s times as
high. The likelihood ratio of its n hits is s^n / prod (1 + (s - 1) p). The product is
over all cards drawn, or over the cards of one place. In recorded shoes, an e-value may
also suppose this of the rank that is some steps above the card before. The evidence is
the mean over ranks, factors s and places, so its mean is 1 for a right shoe.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import DECK, RANKS, SUITS, Shoe
from trueodds.core.exact.digits import counted
from trueodds.proofs.verify.coups import MOST, CardOrRank
from trueodds.proofs.verify.simulator.e_process import EProcess, Strongest
from trueodds.proofs.verify.simulator.e_value import log_mean, numbers

Array: TypeAlias = NDArray[Any]

FACES = slice(10, 13)
"""The ranks J, Q and K."""

TENS_TOGETHER = (
    "no J, Q or K came; if 10 stands for them, too, count them together, such as "
    "eight decks: --set shoe=A:32,2:32,3:32,4:32,5:32,6:32,7:32,8:32,9:32,10:128"
)
NOT_COMPLETE = (
    "a shoe is not complete, so it is judged in order only, not as a composition"
)

TEST = "cards given the cards before"

FACTORS = tuple(
    factor for low in (64, 4, 2) for factor in (Fraction(1, low), Fraction(low))
) + tuple(
    factor for k in (2, 4, 8, 16) for factor in (Fraction(k + 1, k), Fraction(k, k + 1))
)
"""Factors of the odds of a card: far too rare or frequent, and slightly so."""


class Draws:
    """Counts of the cards drawn: by test, by place in the row, and by cards left.

    Args:
        left: The number of each card in a full shoe: by card (52), rank (13) or value.
        places: The most cards of a row.
        steps: True to test each card by the card before it, and not each place alone.

    A row has the cards that are drawn one after another from a full shoe, as their
    indices in ``left``; -1 is no card. Test c is about card c. With ``steps``, test
    ``len(left) + k`` is about the card k steps above the card before, modulo
    ``len(left)``. ``hits[t, m]`` counts how often the card of test t came at place m,
    from 0. ``chances[t, m, n]`` counts how often n cards of test t were left before
    place m.
    """

    def __init__(
        self, left: Sequence[int], places: int = MOST, *, steps: bool = False
    ) -> None:
        self.left = left
        self.places = places
        self.steps = steps
        self.hits = np.zeros((len(left) * (1 + steps), places), np.int64)
        self.chances = np.zeros((*self.hits.shape, max(left) + 1), np.int64)

    def count(self, rows: Array) -> None:
        """Count the cards of some rows, each dealt from a full shoe.

        ``rows`` has the shape (rows, places). A card is its index in ``left``, and -1
        is no card.
        """
        dealt, place = np.nonzero(rows >= 0)
        card = rows[dealt, place]
        size = len(self.left)
        # By card, before each place. The last row stays 0, for a card that cannot come.
        left = np.zeros((size + 1, len(card)), np.int64)
        for number, most in enumerate(self.left):
            hit = rows == number
            # Cards of this kind before this place: the sum includes the card itself,
            # which is added back.
            still_there = most + hit - hit.cumsum(axis=1)
            left[number] = still_there[dealt, place]
        # No card is k steps above the card before the first.
        before = np.where(place > 0, rows[dealt, place - 1], -1)
        each = np.arange(len(card))
        for test in range(len(self.hits)):
            wanted: Any = test
            if test >= size:
                # ``test`` is ``size + k`` for k steps above, which is k modulo
                # ``size``.
                above = (before + test) % size
                wanted = np.where(before < 0, size, above)
            np.add.at(self.hits[test], place, wanted == card)
            chances = place, left[wanted, each]
            np.add.at(self.chances[test], chances, 1)

    def logs(self, dtype: Any) -> Array:
        """Return the logarithm of each test's e-values: (1 + places, factors, tests).

        A test is about one card. An e-value is a likelihood ratio: it supposes that the
        odds of this card are a factor of ``FACTORS`` times as high. Index 0 of the
        first axis stands for all places of a row together, and index m + 1 for place m
        alone. With ``steps``, the first axis has index 0 only.

        ``dtype`` is ``float`` for floats, and ``object`` for Arb balls, which are
        enclosures with a proved error.
        """
        test, place, left = np.nonzero(self.chances)
        times = self.chances[test, place, left].astype(dtype)
        size = self.chances.shape[2]
        # Most tests share the same place and number of cards left: one probability for
        # each.
        states, state = np.unique(place * size + left, return_inverse=True)
        state_place, state_left = np.divmod(states, size)
        probabilities = self._probabilities(state_place, state_left)
        p = numbers(probabilities, dtype)
        hits = self.hits.astype(dtype)
        logs = []
        for factor in numbers(FACTORS, dtype):
            price = np.log1p((factor - 1) * p)
            paid = np.zeros(hits.shape, dtype)
            np.add.at(paid, (test, place), times * price[state])
            won = hits * np.log(factor)
            logs.append(won - paid)
        # From (factors, tests, places) to (places, factors, tests).
        by_place = np.moveaxis(np.array(logs), 2, 0)
        # The product over places of conditional likelihood ratios is a likelihood ratio
        # again.
        every = by_place.sum(axis=0)[None]
        return every if self.steps else np.concatenate((every, by_place))

    def _probabilities(self, place: Array, left: Array) -> list[Fraction]:
        """Return the probability of a card of which so many are left, at a place."""
        total = sum(self.left)
        probabilities = []
        for number, dealt in zip(left.tolist(), place.tolist(), strict=True):
            # A row is dealt from a full shoe, so its place is the number of cards dealt
            # before.
            probabilities.append(Fraction(number, total - dealt))
        return probabilities

    def log_e(self, dtype: Any = float) -> Any:
        """Return the natural logarithm of the evidence, as a float or as an Arb ball.

        The evidence is a weighted mean of the e-values of all tests. A test is about
        one card, and a place is where a card comes in the order of its deal: first,
        second and so on. Half of the weight is on tests that count the card at all
        places together, and half on tests that count it at a single place. If each card
        is also tested by the card before it (``steps``), all of the weight is on all
        places together.

        ``dtype`` is ``float`` for floats, and ``object`` for Arb balls.
        """
        logs = self.logs(dtype)
        by_group = logs.reshape(len(logs), -1)
        means = log_mean(by_group.T)
        each_place = [Fraction(1)] * (len(means) - 1)
        return log_mean(means, [Fraction(self.places), *each_place])

    def strongest(self) -> Strongest:
        """Return how often a card came, and how often it should have come.

        Each test is about one card. The card is that of the test with the largest
        e-value. If this e-value is from one place of the rows, only this place counts.
        The result says in words which card was counted, as its ``name``.
        """
        logs = self.logs(float)
        group, _, test = np.unravel_index(np.argmax(logs), logs.shape)
        place, left = np.nonzero(self.chances[test])
        p = np.array(self._probabilities(place, left))
        times = self.chances[test, place, left]
        due = np.zeros(self.places, object)
        np.add.at(due, place, p * times)
        places = slice(None)
        where = "any card"
        # The first group is all places together.
        if group:
            places = slice(group - 1, group)
            where = f"card {group}"
        observed = int(self.hits[test, places].sum())
        expected = Fraction(due[places].sum())
        name = f"{self._name(int(test))} as {where}"
        return Strongest(TEST, (), observed, expected, name)

    def _name(self, test: int) -> str:
        steps = test - len(self.left)
        if steps >= 0:
            return f"{counted(steps, 'places')} above the card before"
        if len(self.left) == len(DECK):
            return f"the {DECK[test].name}"
        return f"rank {RANKS[test]}"

    def record(self) -> list[list[list[int]]]:
        """Return the arrays of counts, as values for JSON: ``hits`` and ``chances``.

        Each array is a list of its counts that are not 0. Such a count is a list: its
        indices in the array, and the count.
        """
        record = []
        for table in (self.hits, self.chances):
            cells = np.nonzero(table)
            counts = table[cells]
            record.append(np.column_stack([*cells, counts]).tolist())
        return record

    def read(self, record: Sequence[Sequence[Sequence[int]]]) -> bool:
        """Add the counts of a record, which ``Draws.record`` returned.

        Return False if the counts contradict each other: if some are negative, or if a
        test has more or fewer ``chances`` at a place than cards came there.
        """
        for cells, table in zip(record, (self.hits, self.chances), strict=True):
            for *place, number in cells:
                table[tuple(place)] += number
        # Each test bets once on every card: at each place, the chances of a test are
        # the cards drawn there.
        chances = self.chances.sum(axis=2)
        drawn = self.hits[: len(self.left)].sum(axis=0)
        if (self.hits < 0).any() or (self.chances < 0).any():
            return False
        return bool((chances == drawn).all())


class DrawsProcess(EProcess):
    """The evidence of outcomes, and of the cards that were dealt for each outcome.

    An outcome is counted by a code: a single integer that ``packed`` makes of its
    number and its cards. The evidence is a weighted mean over tests, and the test of
    the cards has half of the weight. It counts ranks. If the suits in ``shoe`` are
    known, half of its weight is on counts of cards with their suits.

    ``shoe`` is the full shoe from which the cards of each outcome are dealt. ``row``
    has the arguments ``places`` and ``steps`` of ``Draws``. The other arguments are
    those of ``EProcess``.
    """

    def __init__(
        self,
        probabilities: tuple[Fraction, ...],
        alpha: Fraction,
        tolerance: Fraction | None = None,
        *,
        shoe: Shoe,
        ordered: bool = True,
        **row: Any,
    ) -> None:
        super().__init__(probabilities, alpha, tolerance, ordered=ordered)
        shoes = [shoe.without_suits(), *[shoe] * shoe.suits_known]
        self.draws = [Draws(each.counts, **row) for each in shoes]
        # The weights still add up to 1, so the mean of E stays 1.
        self.weights = {test: weight / 2 for test, weight in self.weights.items()}
        self.weights[TEST] = Fraction(1, 2)

    def count(self, codes: Array) -> None:
        """Count outcomes and the cards dealt for them.

        ``codes`` has an integer for each outcome, which ``packed`` makes of its number
        and its cards.
        """
        super().count(codes & NUMBER)
        self.draw(unpacked(codes))

    def draw(self, rows: Array) -> Array:
        """Count the cards of rows; return the rows with a rank for each card.

        ``rows`` has the shape (rows, places). A card is its number, or 52 plus its rank
        if it has no suit; -1 is no card, also in the result. If the shoe counts cards
        by value, the result has values in place of ranks.
        """
        by_rank, *by_card = self.draws
        has_suit = rows < len(DECK)
        ranks = np.where(has_suit, rows // len(SUITS), rows - len(DECK))
        # A shoe by values has one class for all cards of value 0.
        last = len(by_rank.left) - 1
        ranks = np.minimum(ranks, last)
        by_rank.count(ranks)
        for draws in by_card:
            # Only rows in which every card has its suit: the others have no exact draw
            # by card.
            all_suits = has_suit.all(axis=1)
            draws.count(rows[all_suits])
        return ranks

    def logs(self, dtype: Any = float) -> dict[str, Any]:
        """Return the natural logarithm of the e-value of each test, by the test's name.

        An e-value is a likelihood ratio against the exact probabilities. The logarithms
        are floats, or Arb balls for the type ``object``.
        """
        drawn = np.array([draws.log_e(dtype) for draws in self.draws])
        return super().logs(dtype) | {TEST: log_mean(drawn)}

    @property
    def unclear(self) -> str:  # type: ignore[override]
        """A text on why wrong counts do not refute; it is empty if counts are clear.

        Counts are unclear if tens came, but no J, Q or K: a 10 may then stand for any
        ten-valued card.
        """
        by_rank = self.draws[0]
        tens = by_rank.hits[FACES.start - 1 : len(by_rank.left)]
        ten, *faces = tens.sum(axis=1)
        # Tens without a face card: the program may write 10 for all of them.
        if ten and faces and not any(faces):
            return TENS_TOGETHER
        return ""

    def strongest(self) -> Strongest:
        """Return the count furthest from its expectation.

        The count is one of the test with the most evidence.
        """
        logs = self.logs()
        drawn = logs.pop(TEST)
        if drawn < max(logs.values(), default=drawn):
            return super().strongest()
        return max(self.draws, key=Draws.log_e).strongest()


class ShoeProcess(DrawsProcess):
    """The evidence of recorded shoes, each a row of cards from the first to the last.

    The outcomes are the ranks, and a complete shoe has exactly as many of each as the
    rules say. Only the order of its cards is random.

    ``arguments`` are the probabilities, ``alpha`` and the tolerance of ``EProcess``.
    ``shoe`` is the complete shoe. ``ordered``, by which other processes choose their
    tests, is ignored: the order of the cards is always tested.
    """

    fault = "the cards are not random draws from the shoe"
    right = "the cards of the complete shoes are right"
    needs = "only a complete shoe shows that its cards are right"
    without_order = "shoe"

    def __init__(self, *arguments: Any, shoe: Shoe, ordered: bool = False) -> None:
        row: Any = {"places": shoe.total, "steps": True}
        super().__init__(*arguments, shoe=shoe, ordered=False, **row)
        # No other test is made of these counts, as they are not independent.
        self.weights = {TEST: Fraction(1)}

    def count(self, codes: Array) -> None:
        """Count the cards of shoes, given as one row for each shoe.

        A card is its number, or 52 plus its rank if it has no suit. A shoe that ends
        early is filled up with -1.
        """
        ranks = self.draw(codes)
        self.counts += np.bincount(ranks[ranks >= 0], minlength=len(self.counts))

    @property
    def notes(self) -> list[str]:  # type: ignore[override]
        """A note that a shoe ends early, if one does; else no note."""
        # More cards than complete shoes have: some shoe ended early.
        of_complete_shoes = self._complete() * self.draws[0].places
        if self.total > of_complete_shoes:
            return [NOT_COMPLETE]
        return []

    def _complete(self) -> int:
        """Return the number of complete shoes."""
        # Only a complete shoe has a card at the last place.
        by_rank = self.draws[0]
        last_cards = by_rank.hits[: len(self.counts), -1]
        return int(last_cards.sum())

    def _distance(self) -> Fraction:
        return Fraction(not self._complete())

    def _all_within(self, tolerance: Fraction) -> bool:
        return self._distance() == 0


def packed(number: int, cards: Sequence[CardOrRank]) -> int:
    """Return a single integer for an outcome's number and the cards dealt for it.

    A card without a suit is its rank, from 0 for the ace. There are at most six cards.

    >>> from trueodds.core.cards import Card
    >>> unpacked(np.array([packed(2, [Card.parse("AD"), 12])])).tolist()
    [[1, 64, -1, -1, -1, -1]]
    """
    for place, card in enumerate(cards):
        # One byte a card, plus 1: so 0 is no card.
        byte = code_of(card) + 1
        number |= byte << (BITS * (place + 1))
    return number


def code_of(card: CardOrRank) -> int:
    """Return the number of a card, 0 to 51, or 52 plus the rank of a card without suit.

    A card without a suit is passed as its rank, from 0 for the ace.
    """
    if isinstance(card, int):
        return len(DECK) + card
    return card.number


def unpacked(codes: Array) -> Array:
    """Return the cards that were dealt for outcomes, from the outcomes' codes.

    A code is an integer with an outcome's number and at most six cards, as ``packed``
    returns it. The result has the shape (codes, 6). A card is its number, or 52 plus
    its rank if it has no suit; -1 is no card.
    """
    shifts = BITS * np.arange(1, MOST + 1)
    rows: Array = (codes[:, None] >> shifts & NUMBER) - 1
    return rows


BITS = 8
NUMBER = (1 << BITS) - 1
