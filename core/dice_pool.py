"""Exact distributions of equal dice that may be rerolled, explode or be dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

from trueodds.core.exact.distribution import Distribution


def never(face: int) -> bool:
    """Return False: no face passes this test."""
    return False


@dataclass(frozen=True)
class Pool:
    """Equal dice, and what becomes of a roll.

    A die is rolled again while it shows a face of ``always``, and then at most once if
    it shows a face of ``once``. A die that shows the last face explodes: it is rolled
    again, at most ``times`` times, and all faces that it showed count. If dice do not
    explode, the ``low`` lowest and the ``high`` highest of them can be dropped. The
    total adds up ``value(face)``.
    """

    number: int
    faces: Sequence[int]
    always: Callable[[int], int] = never
    once: Callable[[int], int] = never
    times: int = 0
    low: int = 0
    high: int = 0
    value: Callable[[int], int] = int

    @cached_property
    def weights(self) -> dict[int, int]:
        """The weight of each face of a die that has been rolled again.

        >>> Pool(1, range(1, 5), lambda f: f == 1, lambda f: f == 2).weights
        {1: 0, 2: 1, 3: 4, 4: 4}
        """
        shown = [face for face in self.faces if not self.always(face)]
        again = sum(map(bool, map(self.once, shown)))
        stays = len(shown) if again else 1
        weights = dict.fromkeys(self.faces, 0)
        return weights | {f: again + stays * (not self.once(f)) for f in shown}

    @property
    def steps(self) -> int:
        """An upper limit on the additions that ``total`` needs, of 256 bits each."""
        thrown = self.number * (self.times + 1)
        words = 1 + thrown * sum(self.weights.values()).bit_length() // 256
        if self.low or self.high:
            kept = self.number - self.low - self.high
            return len(self.faces) ** 2 * kept * comb(self.number + 2, 2) * words
        return len(self.faces) * thrown * (self.times + 1) * words

    def total(self) -> Distribution[int]:
        """Return the distribution of the total.

        >>> Pool(4, range(1, 7), low=1).total().mean()
        Fraction(15869, 1296)
        """
        if self.low or self.high:
            return self._total_of_kept()
        *_, last = self.faces
        die = Distribution({0: 1})
        for _ in range(self.times + 1):
            die = Distribution.tally(
                (self.value(face) + more, weight * ways)
                for face, weight in self.weights.items()
                for more, ways in (die.items() if face == last else [(0, die.total)])
            )
        return die.repeat(self.number)

    def _total_of_kept(self) -> Distribution[int]:
        """Place the dice in ascending order, all that show the same face at once.

        A state is the number of dice that are placed, and the total of those kept.
        """
        dice = range(self.number + 1)
        # The number of dice that are kept of the lowest n dice.
        kept = [len(range(self.low, min(n, self.number - self.high))) for n in dice]
        states = Distribution({(0, 0): 1})
        for face, weight in self.weights.items():
            states = Distribution.tally(
                (
                    (after, total + self.value(face) * (kept[after] - kept[before])),
                    ways
                    * comb(self.number - before, after - before)
                    * weight ** (after - before),
                )
                for (before, total), ways in states.items()
                for after in dice[before:]
            )
        done = {t: ways for (n, t), ways in states.items() if n == self.number}
        return Distribution(done)
