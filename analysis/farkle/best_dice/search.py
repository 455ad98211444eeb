"""The best sets of six dice of an inventory: best-first branch and bound.

A family is all sets that contain some known dice, with the others from the kinds of the
inventory from one kind on. It splits in two: the sets with one more die of that kind,
and the sets without. The family with the highest upper bound (``relaxed_turn``) is
split next. A family of one set has a bound too; if that is the highest, the mean of the
set is computed between proved bounds (``set_turn``).

The search ends when no family can contain a better set than those computed. The
families that are left are the proof: together with the computed sets, they contain
every set of the inventory once, and each has an upper bound below the best means. The
order of the kinds is a guess and only decides how fast the search is.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import gcd
from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.best_dice.relaxed_turn import RelaxedTurns
from trueodds.analysis.farkle.best_dice.roll_groups import RollGroups
from trueodds.analysis.farkle.best_dice.set_turn import SetTurns, Weights
from trueodds.core import rulebook, store
from trueodds.core.checkpoint import Checkpoint
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import DiceError
from trueodds.core.progress import Progress, silent
from trueodds.core.rules.farkle import DICE, FarkleRules

MADE_BY = "best-dice/1"
FAIR = (1, 1, 1, 1, 1, 1)


class Family(NamedTuple):
    """A family in the heap: the highest bound first, then the most known dice.

    ``known`` are indexes of kinds. The other dice are of the kind ``first`` or later;
    of the kind ``first`` there are ``used`` among the known dice.
    """

    minus_bound: float
    open_places: int
    known: tuple[int, ...]
    first: int
    used: int


class RankedSet(NamedTuple):
    """A set of six dice and proved bounds of its mean turn."""

    dice: tuple[Weights, ...]
    mean: Enclosure


class Excluded(NamedTuple):
    """Sets that are excluded together: an upper bound of all their means.

    They contain the dice ``known``, and their other dice are from ``pool``.
    """

    known: tuple[Weights, ...]
    pool: tuple[Weights, ...]
    sets: int
    bound: float


@dataclass(frozen=True)
class BestDice:
    """The best sets of an inventory, and why no other set is better.

    ``best`` are in the order of their means; a tie at the last place adds sets. The
    means of ``computed`` sets were computed one by one; ``excluded`` has all others.
    ``bounds`` upper bounds were computed.
    """

    sets: int
    best: tuple[RankedSet, ...]
    computed: int
    excluded: tuple[Excluded, ...]
    bounds: int

    @property
    def tied(self) -> tuple[RankedSet, ...]:
        """The sets that may be the best, because their bounds overlap the first's."""
        lower = self.best[0].mean.lower
        return tuple(ranked for ranked in self.best if ranked.mean.upper >= lower)


def number_of_sets(counts: Sequence[int], size: int = DICE) -> int:
    """Return the number of sets of dice that these numbers of each kind allow.

    >>> number_of_sets([1] * 12), number_of_sets([6] * 45)
    (924, 15890700)
    """
    ways = [1] + [0] * size
    for count in counts:
        ways = [sum(ways[max(n - count, 0) : n + 1]) for n in range(size + 1)]
    return ways[size]


def best_sets(
    rules: FarkleRules,
    inventory: Mapping[Weights, int],
    top: int = 1,
    progress: Progress = silent,
    *,
    resume: bool = False,
) -> BestDice:
    """Return the sets of six dice with the highest mean turns, with proof.

    Args:
        rules: The rules.
        inventory: How many dice there are, by the weights of their faces.
        top: The number of sets to rank; fewer if the inventory has fewer.
        progress: Called with the number of sets that are decided.
        resume: Save the state of an interrupted search in the cache, and resume it.

    Returns:
        The best sets, and what excludes all others.

    Raises:
        DiceError: If the inventory has no six dice.
        RulesError: If a set of dice can never farkle, or if the rules allow junk.

    Example:
        >>> even, odd = (1, 4, 1, 4, 1, 4), (4, 1, 4, 1, 4, 1)
        >>> best = best_sets(FarkleRules.load("kingdom-come"), {even: 4, odd: 4})
        >>> best.sets, [best.best[0].dice.count(die) for die in (even, odd)]
        (3, [2, 4])
    """
    rules.require_six_dice()
    counts: dict[Weights, int] = {}
    for die, count in inventory.items():
        lowest = tuple(weight // gcd(*die) for weight in die)
        counts[lowest] = min(counts.get(lowest, 0) + count, DICE)
    counts = {die: count for die, count in counts.items() if count}
    if sum(counts.values()) < DICE:
        raise DiceError(
            f"the inventory has {sum(inventory.values())} dice, and a set needs "
            f"{DICE}; add the ordinary dice you have, such as fair*{DICE}"
        )
    search = _Search(rules, counts, top, progress)
    if not resume:
        return search.run(None)
    digest = rulebook.digest("farkle", rules)
    key = {
        "rules": digest,
        "dice": str(sorted(counts.items())),
        "made by": MADE_BY,
    }
    checkpoint = Checkpoint(store.folder() / "farkle-best-dice-unfinished.npz", key)
    try:
        result = search.run(checkpoint)
    except KeyboardInterrupt:
        checkpoint.write()
        raise
    checkpoint.remove()
    return result


class _Search:
    def __init__(
        self,
        rules: FarkleRules,
        counts: Mapping[Weights, int],
        top: int,
        progress: Progress,
    ) -> None:
        groups = RollGroups(rules)
        self._turns, self._relaxed = SetTurns(groups), RelaxedTurns(groups)
        self._top, self._progress = top, progress
        strengths = {}
        for die in counts:
            strengths[die] = self._relaxed.upper([die] * 3 + [FAIR] * 3, {})
            progress("ordering the dice", len(strengths), len(counts))
        self._kinds = sorted(counts, key=lambda die: (-strengths[die], die))
        self._counts = [counts[die] for die in self._kinds]
        self._mean = cache(self._turns.mean)
        self._bounds = 0

    def run(self, checkpoint: Checkpoint | None) -> BestDice:
        """Search until the best sets are proved."""
        heap = self._resumed(checkpoint) or [self._family((), 0, 0)]
        heapq.heapify(heap)
        best: list[RankedSet] = []
        sets = number_of_sets(self._counts)
        steps = 0
        while heap and not self._decided(best, heap[0]):
            if heap[0].open_places:
                for family in self._split(heapq.heappop(heap)):
                    heapq.heappush(heap, family)
            else:
                dice = self._dice(heapq.heappop(heap).known)
                best.append(RankedSet(dice, self._mean(dice)))
                best.sort(key=lambda ranked: -ranked.mean.midpoint)
            steps += 1
            if checkpoint:
                checkpoint.offer(lambda: self._state(heap, best))
            self._progress("comparing sets of dice", self._done(heap, best, sets), sets)
        last = best[: self._top][-1].mean.lower
        ranked = tuple(each for each in best if each.mean.upper >= last)
        excluded = tuple(self._excluded(family) for family in sorted(heap))
        return BestDice(sets, ranked, len(best), excluded, self._bounds)

    def _decided(self, best: Sequence[RankedSet], next_family: Family) -> bool:
        if len(best) < self._top:
            return False
        lower = best[self._top - 1].mean.lower
        return -next_family.minus_bound < lower

    def _done(
        self, heap: Sequence[Family], best: Sequence[RankedSet], sets: int
    ) -> int:
        """Return the number of sets in families with a bound below the best mean."""
        if not best:
            return 0
        lower = best[min(len(best), self._top) - 1].mean.lower
        left = [family for family in heap if -family.minus_bound >= lower]
        return sets - sum(self._size(family) for family in left)

    def _split(self, family: Family) -> list[Family]:
        _, _, known, first, used = family
        parts = []
        if used < self._counts[first]:
            parts.append(((*known, first), first, used + 1))
        if first + 1 < len(self._kinds):
            parts.append((known, first + 1, 0))
        families = []
        for part in parts:
            if self._size(Family(0.0, DICE - len(part[0]), *part)):
                families.append(self._family(*part))
        return families

    def _family(self, known: tuple[int, ...], first: int, used: int) -> Family:
        self._bounds += 1
        pool = self._pool(first, used) if len(known) < DICE else {}
        bound = self._relaxed.upper(self._dice(known), pool)
        return Family(-bound, DICE - len(known), known, first, used)

    def _pool(self, first: int, used: int) -> dict[Weights, int]:
        counts = [self._counts[first] - used, *self._counts[first + 1 :]]
        pool = zip(self._kinds[first:], counts, strict=True)
        return {die: count for die, count in pool if count}

    def _size(self, family: Family) -> int:
        if not family.open_places:
            return 1
        pool = self._pool(family.first, family.used)
        return number_of_sets(list(pool.values()), family.open_places)

    def _dice(self, known: Sequence[int]) -> tuple[Weights, ...]:
        return tuple(self._kinds[kind] for kind in known)

    def _excluded(self, family: Family) -> Excluded:
        pool = self._pool(family.first, family.used) if family.open_places else {}
        return Excluded(
            self._dice(family.known),
            tuple(pool),
            self._size(family),
            -family.minus_bound,
        )

    def _state(
        self, heap: Sequence[Family], best: Sequence[RankedSet]
    ) -> dict[str, np.ndarray]:
        """Return the heap as arrays; computed sets have an infinite bound again."""
        index = {die: kind for kind, die in enumerate(self._kinds)}
        done = [
            Family(-float("inf"), 0, tuple(index[die] for die in ranked.dice), 0, 0)
            for ranked in best
        ]
        families = [*heap, *done]
        known = np.full((len(families), DICE), -1)
        for row, family in enumerate(families):
            known[row, : len(family.known)] = family.known
        return {
            "bound": np.array([-family.minus_bound for family in families]),
            "known": known,
            "first": np.array([family.first for family in families]),
            "used": np.array([family.used for family in families]),
            "bounds": np.array(self._bounds),
        }

    def _resumed(self, checkpoint: Checkpoint | None) -> list[Family]:
        arrays = checkpoint.read() if checkpoint else None
        if arrays is None:
            return []
        self._bounds = int(arrays["bounds"])
        rows = zip(
            arrays["bound"].tolist(),
            arrays["known"].tolist(),
            arrays["first"].tolist(),
            arrays["used"].tolist(),
            strict=True,
        )
        families = []
        for bound, padded, first, used in rows:
            known = tuple(kind for kind in padded if kind >= 0)
            families.append(Family(-bound, DICE - len(known), known, first, used))
        return families
