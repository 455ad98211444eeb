"""Exact distributions of equal dice that may be rerolled, explode or be dropped."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from math import comb

from trueodds.core.exact.distribution import Distribution


@dataclass(frozen=True)
class Pool:
    """Equal dice, with the rules by which they are rerolled, explode and are dropped.

    There are ``number`` dice with the same ``faces``, in ascending order. A die is
    rolled again while it shows a face of ``always``, and then at most once if it shows
    a face of ``once``. A die that shows the last face explodes: it is rolled again, at
    most ``times`` times, and all faces that it showed count. If dice do not explode,
    the ``low`` lowest and the ``high`` highest of them can be dropped. The total is the
    sum of the remaining faces, or the number of them in ``counted``.
    """

    number: int
    faces: Sequence[int]
    always: Set[int] = frozenset()
    once: Set[int] = frozenset()
    times: int = 0
    low: int = 0
    high: int = 0
    counted: Set[int] | None = None

    @cached_property
    def weights(self) -> dict[int, int]:
        """The weight with which a die shows each face, after all of its rerolls.

        >>> Pool(1, range(1, 5), {1}, {2}).weights
        {1: 0, 2: 1, 3: 4, 4: 4}
        """
        shown = {*self.faces} - self.always
        # Count pairs of a first and a second roll. A face that stays has all second
        # rolls, and each face that is rolled once more adds one way to every face.
        again = len(shown & self.once)
        stays = len(shown) if again else 1
        return {
            face: (face in shown) * (again + stays * (face not in self.once))
            for face in self.faces
        }

    @property
    def steps(self) -> int:
        """An estimate of the work of ``total``, in additions of 64-bit numbers."""
        thrown = self.number * (self.times + 1)
        words = 1 + thrown * len(self.faces).bit_length() // 64
        each = self.times + 1
        if self.low or self.high:
            each = len(self.faces) * comb(self.number + 2, 2)
        return len(self.faces) * thrown * words * each

    def value(self, face: int) -> int:
        """Return what a face adds to the total.

        This is the face, or 1 or 0 if only the faces in ``counted`` are counted.
        """
        return face if self.counted is None else face in self.counted

    def total(self) -> Distribution[int]:
        """Return the distribution of the sum of the faces that count.

        The dice are rerolled, explode and are dropped first, as the fields say. If
        ``counted`` is given, the total is the number of remaining faces in it instead.

        >>> Pool(4, range(1, 7), low=1).total().mean()
        Fraction(15869, 1296)
        """
        if self.low or self.high:
            return self._total_of_kept()
        *_, last = self.faces
        # From the last explosion back to the first roll. After another face than the
        # last, all that could have followed counts as one outcome of the same weight.
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
