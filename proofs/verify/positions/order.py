"""Which positions are put to a scorer, in which order, with the right answers.

Nothing is held: any stretch of a walk is worked out when it is wanted, once to be
written and once to be compared. All positions are taken in a scattered order, so that
faults of every kind show early; random ones come from a counter-based generator, so
that the n-th is known without those before it.
"""

from collections.abc import Callable, Sequence
from math import gcd
from typing import NamedTuple, TypeAlias

import numpy as np

from trueodds.core.breakdown import Breakdown
from trueodds.core.errors import PositionError
from trueodds.core.games import Game
from trueodds.core.rulebook import Rules
from trueodds.proofs.verify import positions as spaces
from trueodds.proofs.verify import sample as positions
from trueodds.proofs.verify.positions.space import Numbers, Rows, Space
from trueodds.proofs.verify.scorer.protocol import Words

GOLDEN = (5**0.5 - 1) / 2
WORDS_A_COUNT = 4
"""Random words that the generator yields at each count."""

Score = Callable[[str], Breakdown]
Picks = Callable[[int, int], Numbers]


class Choice(NamedTuple):
    """Which positions: all of them, ``sample`` random ones, or one of each class."""

    sample: int | None = None
    seed: int = positions.SEED
    by_class: bool = False


class SpaceWalk:
    """So many positions of a space; ``picks(start, stop)`` are their numbers."""

    def __init__(self, space: Space, count: int, picks: Picks, score: Score) -> None:
        self.space, self.count, self.score = space, count, score
        self._picks = picks
        self._words = Words(space.columns)

    def text(self, start: int, stop: int) -> bytes:
        """The positions at these places, a line each."""
        return self._words.text(self.rows(start, stop))

    def values(self, start: int, stop: int) -> Numbers:
        """The right answers at these places, int64."""
        return self.values_of(self.rows(start, stop))

    def position(self, place: int) -> str:
        """The position at one place."""
        return self.text(place, place + 1).decode().rstrip("\n")

    def rows(self, start: int, stop: int) -> Rows:
        """The rows at these places."""
        return self.space.rows(self._picks(start, stop))

    def values_of(self, rows: Rows) -> Numbers:
        """The right answers to some rows, int64."""
        if self.space.values:
            return self.space.values(rows)
        texts = self._words.text(rows).decode().splitlines()
        return np.array([self.score(text).value for text in texts], np.int64)


class TextWalk:
    """So many positions of a game that has no space."""

    def __init__(self, texts: Sequence[str], score: Score) -> None:
        self.texts, self.count, self.score = texts, len(texts), score

    def text(self, start: int, stop: int) -> bytes:
        """The positions at these places, a line each."""
        return "".join(f"{text}\n" for text in self.texts[start:stop]).encode()

    def values(self, start: int, stop: int) -> Numbers:
        """The right answers at these places, int64."""
        found = [self.score(text).value for text in self.texts[start:stop]]
        return np.array(found, np.int64)

    def position(self, place: int) -> str:
        """The position at one place."""
        return self.texts[place]


Walk: TypeAlias = SpaceWalk | TextWalk


def walk(
    game: Game, rules: Rules, rule: str, choice: Choice, *, scattered: bool = False
) -> Walk:
    r"""The positions of a choice, in the order of their numbers unless ``scattered``.

    Raises ``PositionError`` where a game cannot list what is asked for.

    >>> from trueodds.core import games, rulebook
    >>> farkle = games.find("farkle")
    >>> rolls = walk(farkle, rulebook.load(farkle), "roll", Choice())
    >>> rolls.count, rolls.text(5, 8), rolls.values(4, 5)
    (55986, b'6\n11\n12\n', array([50]))
    """
    reference = game.room("rules").score

    def score(position: str) -> Breakdown:
        breakdown: Breakdown = reference(position, rules, rule)
        return breakdown

    space = spaces.find(game, rules, rule)
    if space is None:
        if choice.sample is None:
            raise PositionError(
                f"{game.name} has no list of all its positions under these rules; "
                "take random ones with --sample N"
            )
        texts = positions.sample(game, rules, choice.sample, choice.seed)
        return TextWalk(texts, score)
    if choice.sample is not None:
        picks = _random(space.size * space.orders, choice.seed)
        return SpaceWalk(space, choice.sample, picks, score)
    if choice.by_class:
        space = space.by_class()
    return SpaceWalk(
        space, space.size, _scattered(space.size) if scattered else _all, score
    )


def _all(start: int, stop: int) -> Numbers:
    return np.arange(start, stop)


def _scattered(size: int) -> Picks:
    """Each number below ``size`` once, neighbours far apart."""
    stride = max(1, round(size * GOLDEN))
    while gcd(stride, size) != 1:
        stride += 1
    # In parts, a product of two numbers below 2**40 stays below 2**63.
    low, high = stride % 2**20, stride // 2**20

    def picks(start: int, stop: int) -> Numbers:
        places = np.arange(start, stop)
        return (places * high % size * 2**20 + places * low) % size

    return picks


def _random(size: int, seed: int) -> Picks:
    """Uniform numbers below ``size``, but for one part in 2**64 / size."""

    def picks(start: int, stop: int) -> Numbers:
        generator = np.random.Philox(key=seed)
        generator.advance(start // WORDS_A_COUNT)
        skipped = start % WORDS_A_COUNT
        words = generator.random_raw(skipped + stop - start)[skipped:]
        return (words % np.uint64(size)).astype(np.int64)

    return picks
