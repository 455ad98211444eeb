"""The positions that a scorer is sent, in their order, with the right answers.

No list of positions is stored. A chunk of positions is computed once to send it, and
once more to compare the answers. All positions are taken in a scattered order, so that
every class of failure shows early. Where the order of cards or dice has no meaning they
are sent in a pseudo-random order. Random numbers come from a counter-based generator,
so the n-th is computed without those before it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import repeat
from math import gcd
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.errors import PositionError
from trueodds.core.games import Game
from trueodds.core.packages import warn_if_slow
from trueodds.core.rulebook import Rules
from trueodds.core.rules import Breakdown
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.parts import parts
from trueodds.proofs.verify.positions import SEED, sample
from trueodds.proofs.verify.positions.space import Numbers, Rows, Space
from trueodds.proofs.verify.scorer.protocol import WordColumns

GOLDEN = (5**0.5 - 1) / 2
WORDS_A_COUNT = 4
"""Random words that the generator yields for each value of its counter."""

STEPS = 32
"""Number of positions of a random walk."""

FEWEST_WALKS = 4
AGAIN = 20
"""The second order has one position for this many positions."""

TEN = "10"
CENSUS_BLOCK = 1 << 16

Score = Callable[[str], Breakdown]
# From ``start`` and ``stop``, the numbers at these places of an order of positions.
Picks = Callable[[int, int], Numbers]
Arrange = Callable[[Rows, Numbers], Rows]


class ChosenPositions(NamedTuple):
    """The positions to send: all, some random ones, or one of each class.

    Attributes:
        sample: The number of random positions; None is all positions.
        seed: The seed of the random positions and of the order of the cards or dice.
        by_class: True for one position of each class. The positions of a class have the
            same score. They differ in nothing that counts, such as the order of dice.
        ordered: True if cards and dice are sent in ascending order.
        ten: The rank of a ten in a card's text.
        alike: True for an order in which neighbours are alike. This order has about a
            twentieth of the positions, but at least 128.
    """

    sample: int | None = None
    seed: int = SEED
    by_class: bool = False
    ordered: bool = False
    ten: str = TEN
    alike: bool = False

    @property
    def options(self) -> list[str]:
        """The options of ``trueodds verify scorer`` that choose these positions."""
        chosen = {
            f"--sample {self.sample} --seed {self.seed}": self.sample is not None,
            "--by-class": self.by_class,
            "--ordered": self.ordered,
            f"--ten {self.ten}": self.ten != TEN,
        }
        return [option for option, applies in chosen.items() if applies]


class SpaceOrder:
    """Some positions of a game, as rows of numbers and as texts, in some order.

    A place is a number of this order, from 0.

    Args:
        space: All positions of the game, by their numbers.
        count: The number of places.
        picks: ``picks(start, stop)`` returns the numbers of the positions at the places
            ``start`` to ``stop`` - 1.
        score: The reference scorer: it takes a position's text.
        arrange: Puts the cards or dice of rows in the order in which they are sent; it
            takes the rows and the numbers of their positions. None leaves them as they
            are.
    """

    def __init__(
        self,
        space: Space,
        count: int,
        picks: Picks,
        score: Score,
        arrange: Arrange | None = None,
    ) -> None:
        self.space = space
        self.things = space.things
        self.count = count
        self.score = score
        self._picks = picks
        self._arrange = arrange
        self._words = WordColumns(space.columns)

    @property
    def shuffled(self) -> bool:
        """True if the cards or dice of a position are put in another order to be sent.

        The order is pseudo-random, or ascending if the user chose that.
        """
        return self._arrange is not None

    def text(self, start: int, stop: int) -> bytes:
        """Return the positions at the places ``start`` to ``stop`` - 1, as lines.

        A place is an index in the order, from 0.
        """
        return self._words.text(self.rows(start, stop))

    def values(self, start: int, stop: int) -> Numbers:
        """Return the right answers at the places ``start`` to ``stop`` - 1 (int64).

        A place is an index in the order, from 0.
        """
        # Scores do not depend on the order of the cards, so rows need not be arranged.
        rows = self.space.rows(self._picks(start, stop))
        if self.space.values:
            return self.space.values(rows)
        texts = self._words.text(rows).decode().splitlines()
        return TextOrder(texts, self.score).values(0, stop - start)

    def position(self, place: int) -> str:
        """Return the text of the position at a place of the order, counted from 0."""
        return self.text(place, place + 1).decode().rstrip("\n")

    def rows(self, start: int, stop: int) -> Rows:
        """Return the positions at the places ``start`` to ``stop`` - 1, as rows.

        A place is an index in the order, from 0. A row has a number (uint16) for each
        word of a position: the index of the word among all words of its column.
        """
        return self._arranged(self._picks(start, stop))

    def _arranged(self, numbers: Numbers) -> Rows:
        rows = self.space.rows(numbers)
        return self._arrange(rows, numbers) if self._arrange else rows

    def breakdowns(self, places: Iterable[int]) -> list[Breakdown]:
        """Return the reference scorer's breakdowns: right answers and scoring items.

        The positions are given by their places in the order, from 0. Their cards or
        dice are put in ascending order before they are scored.
        """
        score = cache(self.score)
        space = self.space
        # Answers are looked up at few places, which are not in a row.
        numbers = [n for place in places for n in self._picks(place, place + 1)]
        rows = space.ascending(self._arranged(np.array(numbers, np.int64)))
        return [score(space.word(row)) for row in rows.tolist()]


class TextOrder:
    """Positions given as texts, in this order, for games that cannot list them all.

    ``score`` is the reference scorer: it takes a position's text. A place is an index
    of ``texts``.
    """

    things = "positions"
    shuffled = False

    def __init__(self, texts: Sequence[str], score: Score) -> None:
        self.texts = texts
        self.count = len(texts)
        self.score = score

    def text(self, start: int, stop: int) -> bytes:
        """Return the positions at the places ``start`` to ``stop`` - 1, as lines.

        A place is an index of ``texts``.
        """
        return "".join(f"{text}\n" for text in self.texts[start:stop]).encode()

    def values(self, start: int, stop: int) -> Numbers:
        """Return the right answers at the places ``start`` to ``stop`` - 1 (int64).

        A place is an index of ``texts``.
        """
        values = [self.score(text).value for text in self.texts[start:stop]]
        return np.array(values, np.int64)

    def position(self, place: int) -> str:
        """Return the text of the position at a place of the order, counted from 0."""
        return self.texts[place]

    def breakdowns(self, places: Iterable[int]) -> list[Breakdown]:
        """Return the reference scorer's breakdowns: right answers and scoring items.

        The positions are given by their places in the order, from 0.
        """
        return [self.score(self.texts[place]) for place in places]


Order: TypeAlias = SpaceOrder | TextOrder


def order(
    game: Game,
    rules: Rules,
    rule: str,
    choice: ChosenPositions,
    *,
    scattered: bool = False,
    hint: str = "; take random ones with --sample N",
) -> Order:
    r"""Return the chosen positions of a scoring rule, in an order.

    ``rule`` is the name of the scoring rule. ``choice`` says which positions are
    chosen: all, random ones, or one of each class.

    The positions are in the order of their numbers, with cards or dice as the game
    lists them. If ``scattered`` is true, they are in the order in which a scorer gets
    them: neighbours are far apart, and cards or dice are shuffled. An error about a
    game that cannot list its positions ends with ``hint``.

    Raises ``PositionError`` if a game cannot list the chosen positions.

    >>> from trueodds.core import games, rulebook
    >>> farkle = games.find("farkle")
    >>> rolls = order(farkle, rulebook.load(farkle), "roll", ChosenPositions())
    >>> rolls.count, rolls.text(5, 8), rolls.values(4, 5)
    (55986, b'6\n11\n12\n', array([50]))
    """
    score = scorer_of(game, rules, rule)
    space = parts(game).positions().space(rules, rule)
    if space is None:
        if choice.sample is None:
            raise PositionError(
                f"{game.name} has no list of all its positions under these rules{hint}"
            )
        return TextOrder(sample(game, rules, choice.sample, choice.seed), score)
    if choice.ordered and not space.unordered:
        raise PositionError(f"the order of the {space.things} has a meaning")
    if choice.ten != TEN and space.things == "cards":
        columns = [
            [word.replace(TEN, choice.ten) for word in column]
            for column in space.columns
        ]
        space = replace(space, columns=columns)
    # Without further orders, a space has every order of the dice as a position.
    every_order = space.orders == 1 and not space.one_order
    count = choice.sample
    if count is None:
        if choice.by_class or (choice.ordered and space.classes_are_orders):
            space = space.by_class()
            every_order = False
        count = space.size
    if choice.alike:
        return _walks(space, count, score, choice)
    warn_if_slow(count)
    picks: Picks = np.arange
    arrange: Arrange | None = None
    if choice.sample is not None:
        # Each order of a position is as likely as any other.
        picks = _random(space.size * space.orders, choice.seed)
        arrange = partial(_ascending, space) if choice.ordered else None
        # Random positions of a space that lists one order only must still be shuffled.
        scattered = space.one_order
    elif scattered:
        picks = _scattered(count)
    if scattered and space.unordered and not (choice.ordered or every_order):
        arrange = _shuffled(space, choice.seed)
    return SpaceOrder(space, count, picks, score, arrange)


def _walks(
    space: Space, asked: int, score: Score, choice: ChosenPositions
) -> SpaceOrder:
    """Return random walks; each step changes at most one column.

    A column is a card, a die or the round. The walks have a twentieth as many positions
    as are asked, but at least 128, and at most as many as are asked.
    """
    random = np.random.default_rng(choice.seed)
    count = max(FEWEST_WALKS, asked // (AGAIN * STEPS))
    rows = space.rows(_scattered(space.size)(0, count))
    words = np.array(list(map(len, space.columns)))
    every = [rows]
    for _ in range(STEPS - 1):
        changed = rows.copy()
        column = random.integers(len(words), size=count)
        changed[np.arange(count), column] = random.integers(words[column])
        # A step that would leave the space is not made.
        rows = np.where(space.possible(changed)[:, None], changed, rows)
        every.append(rows)
    table = np.stack(every, axis=1).reshape(-1, len(words))[:asked]
    if choice.ordered:
        table = space.ascending(table)
    second = replace(space, size=len(table), rows=table.__getitem__)
    return SpaceOrder(second, len(table), np.arange, score)


def scorer_of(game: Game, rules: Rules, rule: str) -> Score:
    """Return the reference scorer as a function of a position's text.

    ``rule`` is the name of the scoring rule.
    """
    reference = game.scorer(rule)
    return lambda position: reference(position, rules, rule)


def census(
    game: Game,
    rules: Rules,
    rule: str,
    progress: Progress = silent,
    weigh: Callable[[Rows], Iterable[int]] | None = None,
) -> dict[int, int]:
    """Return the exact number of all positions that have each score.

    The keys are the scores, ascending. ``rule`` is the name of the scoring rule. Any
    program can print its census. The census of a wrong scorer is different, unless its
    faults cancel.

    If ``weigh`` is given, a position counts as often as its weight says. ``weigh``
    takes positions as rows. A row has a number for each word of a position: the index
    of the word among all words of its column. ``weigh`` returns an integer for each
    row.

    Raises ``PositionError`` for a game that cannot list its positions.

    >>> from trueodds.core import games, rulebook
    >>> bunco = games.find("bunco")
    >>> census(bunco, rulebook.load(bunco), "roll")
    {0: 720, 1: 450, 2: 90, 5: 30, 21: 6}
    """
    every = order(game, rules, rule, ChosenPositions(), hint=", so it has no census")
    assert isinstance(every, SpaceOrder)  # which all positions have
    counted: Counter[int] = Counter()
    for start in range(0, every.count, CENSUS_BLOCK):
        stop = min(start + CENSUS_BLOCK, every.count)
        scores = every.values(start, stop).tolist()
        weights = weigh(every.rows(start, stop)) if weigh else repeat(1)
        for score, weight in zip(scores, weights, strict=False):
            counted[score] += weight
        progress("positions", stop, every.count)
    return dict(sorted((+counted).items()))  # without weights of 0


def _shuffled(space: Space, seed: int) -> Arrange:
    """Return a function that shuffles unordered columns by a hash of the number."""
    key = _hash(np.array([seed], np.uint64))

    def arrange(rows: Rows, numbers: Numbers) -> Rows:
        shuffled = rows.copy()
        for columns in space.unordered:
            places = np.array(columns, np.uint64) + key
            first = numbers[:, None].astype(np.uint64) * np.uint64(len(columns))
            # Sorting by hashes is a pseudo-random order, which any chunk computes
            # again.
            order = np.argsort(_hash(first + places), axis=1) + columns.start
            for equal in space.equal:
                # Equal dice keep their order, so that no position is sent twice.
                here = (order >= equal.start) & (order < equal.stop)
                order[here] = np.tile(equal, len(rows) * here.any())
            shuffled[:, columns] = np.take_along_axis(rows, order, axis=1)
        return shuffled

    return arrange


def _ascending(space: Space, rows: Rows, numbers: Numbers) -> Rows:
    """Return the rows with their unordered columns ascending."""
    return space.ascending(rows)


def _hash(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix the bits of numbers (the finalizer of SplitMix64, Steele et al. 2014)."""
    mixed = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def _scattered(size: int) -> Picks:
    """Return the picks of a fixed permutation of the numbers below ``size``.

    Numbers at neighbouring places of the permutation are far apart.
    """
    stride = max(1, round(size * GOLDEN))
    # A stride without a common factor visits every number once. Near the golden
    # section, neighbours are far apart.
    while gcd(stride, size) != 1:
        stride += 1
    # In parts, a product of two numbers below 2**40 stays below 2**63.
    low = stride % 2**20
    high = stride // 2**20

    def picks(start: int, stop: int) -> Numbers:
        places = np.arange(start, stop)
        return (places * high % size * 2**20 + places * low) % size

    return picks


def _random(size: int, seed: int) -> Picks:
    """Return the picks of random numbers below ``size``.

    They are uniform up to a bias of ``size`` / 2**64.
    """

    def picks(start: int, stop: int) -> Numbers:
        generator = np.random.Philox(key=seed)
        # The generator is set to the place, so no earlier numbers are drawn.
        generator.advance(start // WORDS_A_COUNT)
        skipped = start % WORDS_A_COUNT
        words = generator.random_raw(skipped + stop - start)[skipped:]
        return (words % np.uint64(size)).astype(np.int64)

    return picks
