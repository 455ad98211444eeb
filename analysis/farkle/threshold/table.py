"""Bank at T points or more, else roll: what each T is worth.

Two things more need saying: which dice are kept (the most points; the fewest dice; the
best keep given T) and whether hot dice are banked or rolled once T is reached.

Where the roll alone decides what is kept, the chance to reach a stake below T does not
depend on T, so one pass forward over the stakes serves every T. The best keep given T
is a decision process whose banking is fixed: ``best_keep.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Literal

from trueodds.analysis.farkle.roll_classes import (
    HOT,
    Keep,
    RollClass,
    Rolls,
    most_points_of,
    points_grid,
    roll_classes,
)
from trueodds.analysis.farkle.threshold.best_keeps import BestKeeps
from trueodds.analysis.farkle.threshold.forward import Forward, Hot, KeepLaw, Threshold
from trueodds.analysis.farkle.threshold.hot_dice import BestHotDice, fixed_hot_dice
from trueodds.analysis.farkle.turn.distribution import (
    Ends,
    ends_below,
    law_of_points,
    mean_and_farkle,
)
from trueodds.analysis.farkle.turn.optimal import FARKLE, LOST, START, State
from trueodds.core.chain import MarkovChain
from trueodds.core.distribution import Distribution
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.progress import Progress, silent
from trueodds.core.quantity import Quantity
from trueodds.core.rules.farkle import DICE, FarkleRules

KeepRule = Literal["most", "best", "fewest"]
HotRule = Literal["bank", "roll"]

HIGHEST = 10_000
"""The highest threshold of a table."""

METHOD = "forward induction"
MOST_THRESHOLDS = 1_000
TOGETHER = 50
"""Thresholds whose best keeps are found together."""


class Thresholds:
    """Turns that bank at T, under some rules.

    ``keep``: the dice with the most points, of these the fewest; the fewest dice, of
    these with the most points; or those with the highest mean given T. ``hot_dice``:
    once T is reached, whether hot dice are banked or must be rolled. Nothing below the
    minimum to bank is banked.

    Raises ``RulesError`` where hot dice that must be rolled are always hot again.

    >>> table = Thresholds(FarkleRules.load()).table()
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
        self.rolls = roll_classes(rules)
        self.grid = points_grid(self.rolls)
        self._fixed = None if keep == "best" else _FIXED[keep]
        self._hot: Callable[[int], Hot] | None = None
        self._best_hot: BestHotDice | None = None
        if hot_dice == "roll" and rules.hot_dice:
            if self._fixed:
                self._hot = fixed_hot_dice(self.rolls[DICE].map(self._fixed))
            else:
                self._hot = self._best_hot = BestHotDice(self.rolls, self.grid)

    def table(self, progress: Progress = silent) -> dict[int, Threshold]:
        """Every T on the points grid up to 10,000.

        Raises ``RulesError`` where these are none or more than 1,000.
        """
        every = range(self.grid, HIGHEST + 1, self.grid)
        if not 0 < len(every) <= MOST_THRESHOLDS:
            raise RulesError(
                f"under these rules stakes are multiples of {self.grid}: that makes "
                f"{len(every)} thresholds up to {HIGHEST}, and a table has 1 to "
                f"{MOST_THRESHOLDS}"
            )
        found = self._found([self._banked_at(at) for at in every], progress)
        return dict(zip(every, found, strict=True))

    def at(self, at: int) -> Threshold:
        """One T."""
        return self._found([self._banked_at(at)], silent)[0]

    def _found(self, banked: list[int], progress: Progress) -> list[Threshold]:
        forward = Forward(self.rolls, self.rules, max(banked), self._hot)
        if self._fixed:
            law = _fixed_law(self.rolls, self._fixed)
            reached = forward.reach(lambda stake: law, max(banked))
            return [forward.threshold(lambda stake: law, reached, at) for at in banked]
        found: list[Threshold] = []
        for start in range(0, len(banked), TOGETHER):
            some = banked[start : start + TOGETHER]
            keeps = BestKeeps(self.rolls, self.rules, some, self._best_hot)
            for t, at in enumerate(some):
                law_at = partial(keeps.law, t)
                found.append(forward.threshold(law_at, forward.reach(law_at, at), at))
                progress("thresholds", len(found), len(banked))
        return found

    def ends(self, at: int) -> Ends:
        """How turns that bank at ``at`` end.

        Raises ``PositionError`` for a threshold that is no positive multiple of the
        points grid, or past 10,000.
        """
        if not 0 < at <= HIGHEST or at % self.grid:
            raise PositionError(
                f"{at} is no threshold: under these rules they are the multiples of "
                f"{self.grid} up to {HIGHEST}"
            )
        return ends_below(self.chain(at), self._high(self._banked_at(at)))

    def chain(self, at: int) -> MarkovChain[State]:
        """The turn that banks at ``at``, as a chain of stakes and dice.

        What goes on past ``at`` is cut off two rolls of the most points above it.
        """
        at = self._banked_at(at)
        keep = self._keep_on_the_way_to(at)

        def step(state: State) -> Distribution[State] | None:
            hot = self._hot and state.dice == DICE
            if not state.dice or (state.stake >= at and not hot):
                return None
            if state.stake >= self._high(at):
                return None
            return self.rolls[state.dice].map(
                lambda keeps: self._after(state.stake, keep(state.stake, keeps))
            )

        return MarkovChain(START, step)

    def _high(self, at: int) -> int:
        return at + 2 * most_points_of(self.rolls) + self.grid

    def _keep_on_the_way_to(self, at: int) -> Callable[[int, RollClass], Keep | None]:
        if fixed := self._fixed:
            return lambda stake, keeps: fixed(keeps)
        best = BestKeeps(self.rolls, self.rules, [at], self._best_hot)

        def keep(stake: int, keeps: RollClass) -> Keep | None:
            if stake >= at and self._best_hot:
                return self._best_hot.choose(stake, keeps)
            return best.choose(0, stake, keeps)

        return keep

    def _after(self, stake: int, keep: Keep | None) -> State:
        if keep is None:
            return FARKLE
        stake += keep.points
        if keep.left == HOT and not self.rules.hot_dice:
            return State(stake, 0) if stake >= self.rules.minimum_to_bank else LOST
        return State(stake, keep.left or DICE)

    def _banked_at(self, at: int) -> int:
        """The stake from which a player who waits for ``at`` does bank."""
        least = max(at, self.rules.minimum_to_bank)
        return -(-least // self.grid) * self.grid


def _most(keeps: RollClass) -> Keep | None:
    return keeps[0] if keeps else None


def _fewest(keeps: RollClass) -> Keep | None:
    return max(keeps, key=lambda keep: (keep.left, keep.points), default=None)


_FIXED = {"most": _most, "fewest": _fewest}


def _fixed_law(rolls: Rolls, choose: Callable[[RollClass], Keep | None]) -> KeepLaw:
    """What is kept where the roll decides it."""
    return {
        dice: [(keep, weight) for keep, weight in law.map(choose).items() if keep]
        for dice, law in rolls.items()
    }


def best_threshold(table: Mapping[int, Threshold], minimum: int = 0) -> int:
    """The T with the highest mean, of equals the lowest that may be banked."""
    return max(table, key=lambda at: (table[at].mean, at >= minimum, -at))


def quantities(table: Mapping[int, Threshold], turns: Thresholds) -> Iterator[Quantity]:
    """``threshold.best``, and ``threshold.T.mean`` and ``threshold.T.farkle``."""
    yield Quantity(
        id="threshold.best",
        label="The threshold with the most expected points",
        value=Fraction(best_threshold(table, turns.rules.minimum_to_bank)),
        unit="points",
        method=METHOD,
    )
    for at, threshold in table.items():
        yield from _threshold(at, threshold)


def quantities_at(turns: Thresholds, at: int) -> Iterator[Quantity]:
    """``threshold.T.*`` for one T, with the law ``threshold.T.points.N``.

    Raises ``PositionError`` as ``Thresholds.ends`` does.
    """
    ends = turns.ends(at)
    yield from _threshold(at, turns.at(at))
    yield from law_of_points(
        f"threshold.{at}", f"a turn that banks at {at} or more", ends, turns.grid
    )


def _threshold(at: int, threshold: Threshold) -> Iterator[Quantity]:
    banking = f"banking at {at} or more"
    labels = f"Mean points of a turn, {banking}", f"Farkle, {banking}"
    yield from mean_and_farkle(f"threshold.{at}", labels, *threshold, METHOD)
