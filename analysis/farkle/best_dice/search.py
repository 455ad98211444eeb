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

The same bounds exclude sets in the search for the fewest expected turns to a target.
Let M be the highest mean turn of a set. In any strategy, and after any past, the points
banked in the next turn have a mean of at most M. So the points banked in n turns, less
n M, are a supermartingale. Banked points are never below 0. By optional stopping and
monotone convergence, the game's T turns bank at most M E[T] points on average. A game
ends with at least the target banked, hence E[T] >= target / M. Minimums to open or to
bank only lower what can be banked. Penalties only lower scores, so that more must be
banked. A player alone has no final round. So the bound holds for all rules. A family is
excluded if target / M is above the fewest turns that are proved (``solitaire``).
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import msgspec
import numpy as np

from trueodds.analysis.farkle.best_dice.relaxed_turn import RelaxedTurns
from trueodds.analysis.farkle.best_dice.roll_groups import RollGroups
from trueodds.analysis.farkle.best_dice.set_turn import (
    SetTurns,
    Weights,
    die_of,
    number_of_sets,
    owned_counts,
)
from trueodds.analysis.farkle.match.state_space import state_space
from trueodds.analysis.farkle.solitaire import expected_turns
from trueodds.core import rulebook
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.core.rules.farkle.loaded_dice import SIDES, dice_text
from trueodds.core.storage.checkpoint import Checkpoint
from trueodds.core.storage.progress import Progress, silent
from trueodds.core.storage.store import Arrays

MADE_BY = "best-dice/2"
FAIR = (1, 1, 1, 1, 1, 1)


class DiceFamily(NamedTuple):
    """A family of sets of dice, as an entry of the heap of the search.

    The sets have the same known dice. The family with the highest bound is first, and
    on ties the family with the most known dice.

    The heap sorts by ``minus_bound``, which is -1 times the upper bound of the mean
    turn in points, and then by ``open_places``, the number of unknown dice. ``known``
    are the known dice, as indexes of kinds of the inventory. The unknown dice are of
    the kind with the index ``first`` or of later kinds.
    """

    minus_bound: float
    open_places: int
    known: tuple[int, ...]
    first: int


Saved = tuple[list[DiceFamily], list[tuple[tuple[int, ...], str, str]], int]
"""The families in the heap, each computed set with its bounds, and the number of upper
bounds computed."""


class RankedSet(NamedTuple):
    """A set of six dice, and proved bounds of its numbers.

    ``dice`` has the weights of the faces of each die. The keys of ``bounds`` are
    ``mean`` for the mean turn in points, ``turns`` for the fewest expected turns to the
    target, and ``wins``, ``wins_first`` and ``wins_second`` for the probabilities to
    win a match: on average, moving first, and moving second. ``value`` is the number
    that ranks the set: its mean, its wins, or -1 times its turns.
    """

    dice: tuple[Weights, ...]
    bounds: dict[str, Enclosure]
    value: Enclosure


class Excluded(NamedTuple):
    """Sets that are excluded together, because none of them can be among the best.

    The sets contain the dice ``known``, and their other dice are from ``pool``. A die
    is the weights of its faces. ``sets`` is the number of these sets. ``bound`` is an
    upper bound of all their mean turns in points or, in a search for a match, of their
    probabilities to win.
    """

    known: tuple[Weights, ...]
    pool: tuple[Weights, ...]
    sets: int
    bound: float | Fraction


@dataclass(frozen=True)
class BestDice:
    """The best sets of an inventory, and the proof that no other set is better.

    ``sets`` is the number of all sets. ``best`` has the best sets first; a tie at the
    last place adds sets. ``unranked`` are the other sets whose numbers were computed,
    and ``excluded`` has all sets whose numbers were not. ``bounds`` is the number of
    upper bounds computed.
    """

    sets: int
    best: tuple[RankedSet, ...]
    unranked: tuple[RankedSet, ...]
    excluded: tuple[Excluded, ...]
    bounds: int

    @property
    def computed(self) -> int:
        """The number of sets whose mean turn, turns or wins were computed."""
        return len(self.best) + len(self.unranked)

    @property
    def tied(self) -> tuple[RankedSet, ...]:
        """The sets that may be the best: their bounds overlap those of ``best[0]``."""
        lower = self.best[0].value.lower
        return tuple(ranked for ranked in self.best if ranked.value.upper >= lower)


def least_turns(target: int, mean: float | Fraction) -> Fraction:
    """Return a lower bound of the expected turns to a target, given the best mean turn.

    ``target`` and ``mean`` are in points. ``mean`` is the most mean points of a turn.

    >>> least_turns(4000, 500.0), least_turns(4000, float("inf"))
    (Fraction(8, 1), Fraction(1, 1))
    """
    if mean < target:
        return Fraction(target) / Fraction(mean)
    return Fraction(1)


def best_sets(
    rules: FarkleRules,
    inventory: Mapping[Weights, int],
    top: int = 1,
    progress: Progress = silent,
    *,
    fewest_turns: bool = False,
    resume: bool = False,
) -> BestDice:
    """Return the best sets of six dice, with proof.

    Args:
        rules: The rules.
        inventory: How many dice there are, by the weights of their faces. If a die has
            a joker, all have a seventh weight, which is that of a joker.
        top: The number of sets to rank; fewer if the inventory has fewer.
        progress: Is called with the name of the stage, the steps done, and their
            number.
        fewest_turns: Rank by the fewest expected turns to the target, playing alone,
            instead of the highest mean turn.
        resume: Save the state of an interrupted search in the cache, and resume it.

    Returns:
        The best sets, and what excludes all others.

    Raises:
        DiceError: If the inventory has no six dice.
        RulesError: If a set of dice can never farkle, if the rules allow junk, or if
            the target is too high.

    Example:
        >>> even, odd = (1, 4, 1, 4, 1, 4), (4, 1, 4, 1, 4, 1)
        >>> best = best_sets(FarkleRules.load("kingdom-come"), {even: 4, odd: 4})
        >>> best.sets, [best.best[0].dice.count(die) for die in (even, odd)]
        (3, [2, 4])
    """
    rules.require_six_dice()
    counts = owned_counts(inventory)
    search = _Search(rules, counts, top, progress, fewest_turns=fewest_turns)
    key = {
        "rules": rulebook.digest("farkle", rules),
        "dice": str(sorted(counts.items())),
        "made by": MADE_BY,
        **({"for": "turns"} if fewest_turns else {}),
    }
    with Checkpoint.in_cache("farkle-best-dice", key, use=resume) as checkpoint:
        return search.run(checkpoint)


class _Search:
    def __init__(
        self,
        rules: FarkleRules,
        counts: Mapping[Weights, int],
        top: int,
        progress: Progress,
        *,
        fewest_turns: bool,
    ) -> None:
        self._rules = rules
        self._fewest_turns = fewest_turns
        groups = RollGroups.of_dice(rules, counts)
        fair = (*FAIR, *[0] * (groups.faces - SIDES))
        self._turns = SetTurns(groups)
        self._relaxed = RelaxedTurns(groups)
        self._top = top
        self._progress = progress
        strengths = {}
        for die in counts:
            # A die is judged by how much three of it raise a set of fair dice.
            strengths[die] = self._relaxed.upper([die] * 3 + [fair] * 3, {})
            progress("ordering the dice", len(strengths), len(counts))
        self._kinds = sorted(counts, key=lambda die: (-strengths[die], die))
        self._counts = [counts[die] for die in self._kinds]
        self._values: dict[tuple[int, ...], Enclosure] = {}
        self._bounds = 0

    def run(self, checkpoint: Checkpoint) -> BestDice:
        """Search until the best sets are proved.

        ``checkpoint`` saves the state of the search at intervals. If it has a saved
        state, the search goes on from there.
        """
        heap = self._resumed(checkpoint) or [self._family((), 0)]
        heapq.heapify(heap)
        best: list[RankedSet] = []
        sets = number_of_sets(self._counts)
        while heap and not self._decided(best, heap[0]):
            # The family stays in the heap until its parts are computed, for resuming.
            if heap[0].open_places:
                parts = self._split(heap[0])
                heapq.heappop(heap)
                for family in parts:
                    heapq.heappush(heap, family)
            else:
                known = heap[0].known
                computed = self._computed(known)
                heapq.heappop(heap)
                best.append(computed)
                best.sort(key=lambda each: -each.value.midpoint)
            checkpoint.offer(lambda: self._state(heap))
            self._progress("comparing sets of dice", self._done(heap, best, sets), sets)
        last = self._last(best)
        ranked = tuple(self._ranked(each) for each in best if each.value.upper >= last)
        rest = tuple(each for each in best if each.value.upper < last)
        excluded = tuple(self._excluded(family) for family in sorted(heap))
        return BestDice(sets, ranked, rest, excluded, self._bounds)

    def _computed(self, known: tuple[int, ...]) -> RankedSet:
        """Return a set with the number that ranks it."""
        value = self._value(known)
        bounds = {"mean": value}
        if self._fewest_turns:
            bounds = {"turns": Enclosure(-value.upper, -value.lower)}
        return RankedSet(self._dice(known), bounds, value)

    def _ranked(self, computed: RankedSet) -> RankedSet:
        """Return a set with its mean turn."""
        if "mean" in computed.bounds:
            return computed
        mean = self._turns.mean(computed.dice)
        return computed._replace(bounds={"mean": mean, **computed.bounds})

    def _value(self, known: tuple[int, ...]) -> Enclosure:
        """Return the mean of a set, or -1 times its fewest expected turns."""
        if known not in self._values:
            dice = self._dice(known)
            if self._fewest_turns:
                self._turns.require_farkles(dice)
                text = dice_text(map(die_of, dice))
                rules = msgspec.structs.replace(self._rules, dice=text)
                turns = expected_turns(state_space(rules))
                self._values[known] = Enclosure(-turns.upper, -turns.lower)
            else:
                self._values[known] = self._turns.mean(dice)
        return self._values[known]

    def _at_most(self, family: DiceFamily) -> Fraction | float:
        """Return an upper bound of the values of a family."""
        if not self._fewest_turns:
            return -family.minus_bound
        return -least_turns(self._rules.target, -family.minus_bound)

    def _decided(self, best: Sequence[RankedSet], next_family: DiceFamily) -> bool:
        if len(best) < self._top:
            return False
        return self._at_most(next_family) < self._last(best)

    def _last(self, best: Sequence[RankedSet]) -> Fraction:
        """Return a lower bound of the value that a set needs to be ranked."""
        return min(computed.value.lower for computed in best[: self._top])

    def _done(
        self, heap: Sequence[DiceFamily], best: Sequence[RankedSet], sets: int
    ) -> int:
        """Return the number of sets that are computed or excluded so far."""
        if not best:
            return 0
        lower = self._last(best)
        left = [family for family in heap if self._at_most(family) >= lower]
        return sets - sum(self._size(family.known, family.first) for family in left)

    def _split(self, family: DiceFamily) -> list[DiceFamily]:
        known = family.known
        first = family.first
        parts = []
        # A set has one more die of the first kind, or no more of it. So the
        # two parts share no set, and miss none.
        if known.count(first) < self._counts[first]:
            parts.append(((*known, first), first))
        if first + 1 < len(self._kinds):
            parts.append((known, first + 1))
        return [self._family(*part) for part in parts if self._size(*part)]

    def _family(self, known: tuple[int, ...], first: int) -> DiceFamily:
        self._bounds += 1
        bound = self._relaxed.upper(self._dice(known), self._pool(known, first))
        return DiceFamily(-bound, DICE - len(known), known, first)

    def _pool(self, known: tuple[int, ...], first: int) -> dict[Weights, int]:
        """Return how many more dice of each kind a family's sets can have."""
        if len(known) == DICE:
            return {}
        counts = [self._counts[first] - known.count(first), *self._counts[first + 1 :]]
        pool = zip(self._kinds[first:], counts, strict=True)
        return {die: count for die, count in pool if count}

    def _size(self, known: tuple[int, ...], first: int) -> int:
        """Return the number of a family's sets."""
        return number_of_sets([*self._pool(known, first).values()], DICE - len(known))

    def _dice(self, known: Sequence[int]) -> tuple[Weights, ...]:
        return tuple(self._kinds[kind] for kind in known)

    def _excluded(self, family: DiceFamily) -> Excluded:
        part = family.known, family.first
        return Excluded(
            self._dice(family.known),
            tuple(self._pool(*part)),
            self._size(*part),
            -family.minus_bound,
        )

    def _state(self, heap: Sequence[DiceFamily]) -> Arrays:
        """Return the state of the search as arrays, to be saved."""
        # After resuming, the heap also has sets whose values are known.
        heap = [family for family in heap if family.known not in self._values]
        values = [(k, str(v.lower), str(v.upper)) for k, v in self._values.items()]
        state = msgspec.msgpack.encode((heap, values, self._bounds))
        return {"state": np.frombuffer(state, np.uint8)}

    def _resumed(self, checkpoint: Checkpoint) -> list[DiceFamily]:
        """Return the saved heap; computed sets get an infinite bound."""
        arrays = checkpoint.read()
        if arrays is None:
            return []
        state = arrays["state"].tobytes()
        saved: Saved = msgspec.msgpack.decode(state, type=Saved)
        families, values, bounds = saved
        families += [DiceFamily(-float("inf"), 0, known, 0) for known, _, _ in values]
        # Families that do not hold every set of the inventory are no proof.
        sizes = (self._size(family.known, family.first) for family in families)
        if sum(sizes) != number_of_sets(self._counts):
            return []
        self._bounds = bounds
        for known, lower, upper in values:
            self._values[known] = Enclosure(Fraction(lower), Fraction(upper))
        return families
