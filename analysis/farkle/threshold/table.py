"""Turns that bank at T points or more, else roll: the average turn for each T.

T is the threshold. The stake is the points of the turn so far. The points grid is the
largest number that divides all scores. Such a turn also needs a rule for what is kept
(the most points; the fewest dice; the best keep given T), and a rule for hot dice once
T is reached (bank them or roll them).

If the roll alone decides what is kept, the probability to reach a stake below T does
not depend on T, so one forward induction serves every T. The best keep given T is a
decision process whose banking is fixed: ``best_keeps``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Literal

from trueodds.analysis.farkle.dice.dice_set import ScaledRolls, scaled_rolls
from trueodds.analysis.farkle.dice.roll_classes import (
    ClassKeep,
    RollClass,
    most_points_of,
    points_grid,
)
from trueodds.analysis.farkle.threshold.best_keeps import BestKeeps
from trueodds.analysis.farkle.threshold.forward import Forward, Kept, Threshold
from trueodds.analysis.farkle.threshold.hot_dice import (
    BestHotDice,
    Hot,
    fixed_hot_dice,
)
from trueodds.analysis.farkle.turn.distribution import (
    Ends,
    ends_below,
    mean_and_farkle,
    point_quantities,
)
from trueodds.analysis.farkle.turn.optimal import FARKLE, LOST, TurnState
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.exact.distribution import Distribution
from trueodds.core.exact.quantity import Quantity
from trueodds.core.models.chain import MarkovChain
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.coverage import require_covered
from trueodds.core.storage.progress import Progress, silent

KeepRule = Literal["most", "best", "fewest"]
HotRule = Literal["bank", "roll"]
Choose = Callable[[RollClass], ClassKeep | None]

HIGHEST = 10_000
"""The highest threshold of a table."""

METHOD = "forward induction"
MOST_THRESHOLDS = 1_000
TOGETHER = 50
"""The most thresholds that share one computation of their best keeps."""

MOST_CELLS = 50_000_000
"""The most thresholds times stakes times roll classes in one computation."""


class Thresholds:
    """Turns that bank at T points or more, under some rules.

    ``keep`` is "most" for the most points (on ties, the fewest dice), "fewest" for the
    fewest dice (on ties, the most points), or "best" for the highest mean given T.
    ``hot_dice`` is "bank" or "roll": the choice with hot dice once T is reached, unless
    they must be rolled. Nothing below the minimum to bank is banked.

    Raises:
        RulesError: If hot dice that must be rolled are always hot again.

    >>> table = Thresholds(FarkleRules.load("ece209")).table()
    >>> best_threshold(table)
    250
    """

    def __init__(
        self,
        rules: FarkleRules,
        keep: KeepRule = "most",
        hot_dice: HotRule = "bank",
    ) -> None:
        self.rules = rules
        self._scaled = scaled_rolls(rules)
        self.rolls = self._scaled.rolls
        self.whole = self._scaled.whole
        self.grid = points_grid(self.rolls)
        self._fixed = fixed_keep(keep, self._scaled.sizes)
        self._hot: Callable[[int], Hot] | None = None
        self._best_hot: BestHotDice | None = None
        if rules.must_roll_hot_dice or (hot_dice == "roll" and rules.hot_dice):
            rolled = self.rolls[self.whole]
            if self._fixed:
                self._hot = fixed_hot_dice(rolled.map(self._fixed), rules)
            else:
                self._best_hot = BestHotDice(rolled, self.grid, rules)
                self._hot = self._best_hot

    def table(self, progress: Progress = silent) -> dict[int, Threshold]:
        """Return the mean points and farkle probability of turns that bank at T, by T.

        The keys T are the multiples of the points grid up to 10,000.

        Raises:
            RulesError: If there is no such T, or more than 1,000.
        """
        every = range(self.grid, HIGHEST + 1, self.grid)
        if not 0 < len(every) <= MOST_THRESHOLDS:
            raise RulesError(
                f"under these rules stakes are multiples of {self.grid}: that makes "
                f"{len(every)} thresholds up to {HIGHEST}, and a table has 1 to "
                f"{MOST_THRESHOLDS}"
            )
        results = self._evaluate([self._banked_at(at) for at in every], progress)
        return dict(zip(every, results, strict=True))

    def at(self, at: int) -> Threshold:
        """Return the mean points and farkle probability of turns with one threshold.

        The turns bank with ``at`` points or more, if the rules allow it.
        """
        return self._evaluate([self._banked_at(at)], silent)[0]

    def _evaluate(self, banked: list[int], progress: Progress) -> list[Threshold]:
        forward = Forward(self._scaled, self.rules, max(banked), self._hot)
        results: list[Threshold] = []
        if self._fixed:
            kept = _fixed_keeps(self._scaled, self._fixed)
            reached = forward.reach(lambda stake: kept, max(banked))
            for at in banked:
                results.append(forward.threshold(lambda stake: kept, reached, at))
                progress("thresholds", len(results), len(banked))
            return results
        classes = sum(map(len, self.rolls.values()))
        cells = max(banked) // self.grid * classes
        together = max(1, min(TOGETHER, MOST_CELLS // cells))
        for start in range(0, len(banked), together):
            some = banked[start : start + together]
            keeps = BestKeeps(self._scaled, self.rules, some, self._best_hot)
            for t, at in enumerate(some):
                kept_at = partial(keeps.kept, t)
                reached = forward.reach(kept_at, at)
                results.append(forward.threshold(kept_at, reached, at))
                progress("thresholds", len(results), len(banked))
        return results

    def ends(self, at: int) -> Ends:
        """Return the probability of each number of points of turns that bank at ``at``.

        Raises:
            PositionError: If the threshold is not a positive multiple of the points
                grid, or is above 10,000.
            RulesError: If hot dice must be rolled, a farkle keeps the points, or a
                farkle of all dice costs points.
        """
        if not 0 < at <= HIGHEST or at % self.grid:
            raise PositionError(
                f"{at} is not a threshold; under these rules thresholds are the "
                f"multiples of {self.grid} up to {HIGHEST}"
            )
        return ends_below(self.chain(at), self._high(self._banked_at(at)))

    def ends_by_dice(self, stakes: Sequence[int]) -> Ends:
        """Return the probability of each number of points, given thresholds by dice.

        With n dice left the turn banks at ``stakes[n - 1]`` points or more, if the
        rules allow it.
        """
        # The first throw may have a number of its own, which follows that of all dice.
        banked = [self._banked_at(stake) for stake in (*stakes, *stakes[-1:])]
        chain = self._chain(banked)
        return ends_below(chain, self._high(max(banked)))

    def chain(self, at: int) -> MarkovChain[TurnState]:
        """Return the turn that banks at ``at`` points, as a Markov chain.

        The states are pairs of the stake and the dice to roll next. The chain ends at
        the latest when the stake is above ``at`` by more than twice the most points of
        a roll.
        """
        return self._chain([self._banked_at(at)] * len(self.rolls))

    def _chain(self, banked: Sequence[int]) -> MarkovChain[TurnState]:
        """Return the turn that banks at ``banked[n - 1]`` with n dice left."""
        require_covered("the list of a turn's points", self.rules)
        keep = self._keep_on_the_way_to(max(banked))
        high = self._high(max(banked))

        def step(state: TurnState) -> Distribution[TurnState] | None:
            # Hot dice that must be rolled go on past the threshold.
            hot = self._hot and state.dice == self.whole
            if not state.dice or (state.stake >= banked[state.dice - 1] and not hot):
                return None
            if state.stake >= high:
                return None
            return self.rolls[state.dice].map(
                lambda keeps: self._after(state.stake, keep(state.stake, keeps))
            )

        return MarkovChain(TurnState(0, max(self.rolls)), step)

    def _high(self, at: int) -> int:
        return at + 2 * most_points_of(self.rolls) + self.grid

    def _keep_on_the_way_to(
        self, at: int
    ) -> Callable[[int, RollClass], ClassKeep | None]:
        if fixed := self._fixed:
            return lambda stake, keeps: fixed(keeps)
        best = BestKeeps(self._scaled, self.rules, [at], self._best_hot)

        def keep(stake: int, keeps: RollClass) -> ClassKeep | None:
            if stake >= at and self._best_hot:
                return self._best_hot.choose(stake, keeps)
            return best.choose(0, stake, keeps)

        return keep

    def _after(self, stake: int, keep: ClassKeep | None) -> TurnState:
        if keep is None:
            return FARKLE
        stake += keep.points
        left = keep.left or (self.whole if self.rules.hot_dice else 0)
        # Without dice left the turn is over, and brings nothing below the minimum.
        banked = stake >= self.rules.minimum_to_bank
        return TurnState(stake, left) if left or banked else LOST

    def _banked_at(self, at: int) -> int:
        """Return the stake from which a player with the threshold ``at`` banks."""
        least = max(at, self.rules.minimum_to_bank)
        return -(-least // self.grid) * self.grid


def fixed_keep(rule: KeepRule, sizes: Sequence[int]) -> Choose | None:
    """Return a function that chooses the keep of a roll by a rule.

    The rule "most" chooses the most points and, on ties, the fewest dice. The rule
    "fewest" chooses the fewest dice and, on ties, the most points. If keeps are still
    tied, the function chooses the keep whose dice left are the multiset with the
    highest number. For a farkle it returns None.

    The result is None, instead of a function, for the rule "best", which depends on the
    threshold at which the turn banks. ``sizes`` has the number of dice in each multiset
    of dice left.
    """

    def most(keep: ClassKeep) -> tuple[int, ...]:
        return keep.points, sizes[keep.left], keep.left

    def fewest(keep: ClassKeep) -> tuple[int, ...]:
        return sizes[keep.left], keep.points, keep.left

    if rule == "best":
        return None
    key = most if rule == "most" else fewest
    return lambda keeps: max(keeps, key=key, default=None)


def _fixed_keeps(scaled: ScaledRolls, choose: Choose) -> Kept:
    """Return the keeps with their weights, if the roll decides what is kept."""
    return Kept(
        {
            dice: [(keep, w) for keep, w in rolled.map(choose).items() if keep]
            for dice, rolled in scaled.rolls.items()
        }
    )


def best_threshold(table: Mapping[int, Threshold], minimum: int = 0) -> int:
    """Return the threshold with the highest mean points of a turn.

    ``table`` has the mean of a turn by threshold, as ``Thresholds.table`` returns it.
    On ties, the result is the lowest threshold that may be banked, which is at least
    ``minimum``.
    """
    return max(table, key=lambda at: (table[at].mean, at >= minimum, -at))


def quantities(table: Mapping[int, Threshold], turns: Thresholds) -> Iterator[Quantity]:
    """Yield the best T, and the mean points and farkle probability of each T.

    ``table`` has the results of each T. Of ``turns``, only the rules are used. A turn
    banks at T points or more. The ids are ``threshold.best``, ``threshold.T.mean`` and
    ``threshold.T.farkle``.
    """
    yield Quantity(
        "threshold.best",
        "The threshold with the most expected points",
        Fraction(best_threshold(table, turns.rules.minimum_to_bank)),
        "points",
        METHOD,
    )
    for at, threshold in table.items():
        yield from _threshold(at, threshold)


def quantities_at(turns: Thresholds, at: int) -> Iterator[Quantity]:
    """Yield the quantities of turns that bank at ``at`` points or more.

    With T for ``at``, the ids are ``threshold.T.mean``, ``threshold.T.farkle`` and
    ``threshold.T.points.N``, which is the probability of a turn of N points. If high
    scores are counted together, the last id is ``threshold.T.at_least.N``.

    Raises:
        PositionError: If ``at`` is not a positive multiple of the points grid, or is
            above 10,000.
    """
    ends = turns.ends(at)
    yield from _threshold(at, turns.at(at))
    yield from point_quantities(
        f"threshold.{at}", f"a turn that banks at {at} or more", ends, turns.grid
    )


def _threshold(at: int, threshold: Threshold) -> Iterator[Quantity]:
    banking = f"banking at {at} or more"
    labels = f"Mean points of a turn, {banking}", f"Farkle, {banking}"
    yield from mean_and_farkle(f"threshold.{at}", labels, *threshold, METHOD)
