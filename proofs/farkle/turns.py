"""Independent derivation of a turn: the points still to be won beyond the stake.

With n dice and a stake of s, let w(s, n) be the points that a roll wins on average
beyond the stake. A farkle counts as -s. Any other roll counts as the largest p + max(0,
w(s + p, m)) over its keeps, where a keep has p points and leaves m dice. As s grows, w
falls. From some stake on, even the most points of every later roll do not pay for the
farkles, and the player banks. Below the least stake that may be banked, w may be
negative, and the formula has w in place of max(0, w).

The distribution of a turn's points follows backward, from the highest stake down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from flint import fmpq, fmpq_poly

from trueodds.core.errors import NotDescribedError
from trueodds.core.models.linear import fraction
from trueodds.core.rules.farkle import DICE, FarkleRules
from trueodds.proofs.farkle.any_dice import (
    Offers,
    Rolls,
    distributions_of,
    enough,
    grid_of,
)

State = tuple[int, int]
"""A stake, and the dice to roll."""

FARKLE: State = (-1, 0)


def turns(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the exact quantities of a turn played for points, by quantity id.

    The player has opened: any stake that the rules allow may be banked.

    Raises:
        NotDescribedError: If the rules have junk, no hot dice, dice that cannot
            farkle, other dice than six fair ones, or a special rule such as
            ``must_roll_hot_dice``.

    >>> derived = turns(FarkleRules.load("ece209"))
    >>> float(derived["turn.mean"]), derived["turn.bank_at.3"]
    (470.185531742616, Fraction(400, 1))
    """
    return dict(_quantities("turn", TurnPlay.of(rules, rules.minimum_to_bank)))


def openings(rules: FarkleRules) -> dict[str, Fraction]:
    """Return the exact quantities of a turn of a player who has not opened.

    The keys are quantity ids. The first stake that is banked must reach the minimum to
    open.

    Raises:
        NotDescribedError: If the rules have junk, no hot dice, dice that cannot
            farkle, other dice than six fair ones, or a special rule such as
            ``must_roll_hot_dice``.
    """
    least = max(rules.minimum_to_open, rules.minimum_to_bank)
    return dict(_quantities("opening.turn", TurnPlay.of(rules, least)))


@dataclass(frozen=True, slots=True)
class TurnPlay:
    """A turn played for the most points, in which no stake below ``least`` is banked.

    ``more[stake, dice]`` is what rolling wins on average beyond the stake. ``on`` has
    only those entries of ``more`` at which the player rolls. From the stake ``high``
    on, rolling does not pay. ``grid`` divides all points. ``distributions`` has the
    rolls of each number of dice, as ``distributions_of`` returns them.
    """

    distributions: Rolls
    grid: int
    least: int
    high: int
    more: dict[State, Any] = field(default_factory=dict)
    on: dict[State, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: FarkleRules, least: int) -> TurnPlay:
        """Return the turn under some rules, computed by backward induction.

        No stake below ``least`` is banked.

        Raises:
            NotDescribedError: If the rules have junk, no hot dice, dice that cannot
                farkle, other dice than six fair ones, or a special rule such as
                ``must_roll_hot_dice``.
        """
        distributions = distributions_of(rules)
        if not rules.hot_dice or any(
            () not in distribution for distribution in distributions.values()
        ):
            raise NotDescribedError(
                "this derivation is of hot dice, and dice that can farkle"
            )
        grid = grid_of(distributions)
        # Rounded up to the grid: from there on banking is allowed, and rolling does not
        # pay.
        high = max(-(-least // grid), -(-enough(distributions) // grid), 1) * grid
        play = cls(distributions, grid, least, int(high))
        # A keep raises the stake, so the entries that it needs are there.
        for stake in range(play.high, -1, -grid):
            for dice, distribution in distributions.items():
                won = fmpq(0)
                for offers, ways in distribution.items():
                    kept = play.keep(stake, offers)
                    # A farkle loses the stake.
                    won += ways * (play.gain(stake, *kept) if kept else -stake)
                play.more[stake, dice] = won / 6**dice
                if not play.banks(stake, dice):
                    play.on[stake, dice] = play.more[stake, dice]
        return play

    def banks(self, stake: int, dice: int) -> bool:
        """Return True if the player may bank, and rolling the dice is not better.

        ``stake`` are the points at stake, and ``dice`` is the number of dice to roll.
        """
        if stake >= self.high:
            return True
        return stake >= max(self.least, self.grid) and self.more[stake, dice] <= 0

    def gain(self, stake: int, points: int, left: int) -> Any:
        """Return the points of a keep, plus the mean points that the turn wins later.

        ``stake`` is the stake before the keep, which has ``points`` and leaves ``left``
        dice.
        """
        # States without an entry are banked, and bring nothing more.
        return points + self.on.get((stake + points, left or DICE), 0)

    def keep(self, stake: int, offers: Offers) -> tuple[int, int] | None:
        """Return the best keep of a roll: its points, and the dice left.

        ``offers`` are all legal keeps of the roll, as pairs of points and dice left,
        and ``stake`` is the stake before the roll. On ties it is the keep with the most
        points, then the most dice left. It is None if there is no legal keep, which is
        a farkle.
        """
        return max(
            offers, key=lambda kept: (self.gain(stake, *kept), kept), default=None
        )

    def moves(self, stake: int, dice: int) -> Counter[State]:
        """Return the number of rolls after which each state follows.

        The player is to roll ``dice`` dice at a stake of ``stake`` points. A state is
        the stake and the number of dice to roll; ``FARKLE`` follows a farkle.
        """
        states = Counter[State]()
        for offers, ways in self.distributions[dice].items():
            state = FARKLE
            if kept := self.keep(stake, offers):
                points, left = kept
                state = stake + points, left or DICE
            states[state] += ways
        return states

    def ends(self, enough: int) -> tuple[list[Any], Any, Any]:
        """Return a turn's distribution of points, farkle probability and mean rolls.

        Entry k of the distribution is the probability of k times ``grid`` points. A
        player who has ``enough`` points at stake always banks. Each probability and
        mean is exact: a fraction of the library python-flint (``fmpq``).
        """

        @cache
        def after(stake: int, dice: int) -> tuple[Any, Any, Any]:
            # The state after a farkle has no dice.
            if not dice:
                return fmpq_poly([]), fmpq(1), fmpq(0)
            if stake >= enough or self.banks(stake, dice):
                # The monomial x^k of the points, in units of the grid.
                points = fmpq_poly([0] * (stake // self.grid) + [1])
                return points, fmpq(0), fmpq(0)
            distribution = fmpq_poly([])
            farkle = fmpq(0)
            rolls = fmpq(0)
            for state, ways in self.moves(stake, dice).items():
                later_points, later_farkle, later_rolls = after(*state)
                distribution += later_points * ways
                farkle += later_farkle * ways
                rolls += later_rolls * ways
            total = 6**dice
            return distribution / total, farkle / total, 1 + rolls / total

        distribution, farkle, rolls = after(0, DICE)
        return distribution.coeffs(), farkle, rolls


def _quantities(prefix: str, play: TurnPlay) -> Iterator[tuple[str, Fraction]]:
    yield f"{prefix}.mean", fraction(play.more[0, DICE])
    for dice in play.distributions:
        stakes = range(play.grid, play.high + 1, play.grid)
        bank_at = next(stake for stake in stakes if play.banks(stake, dice))
        yield f"{prefix}.bank_at.{dice}", Fraction(bank_at)
    distribution, farkle, rolls = play.ends(play.high)
    yield f"{prefix}.farkle", fraction(farkle)
    for units, chance in enumerate(distribution):
        # A turn without points is a farkle here: no stake of 0 is banked.
        nothing = farkle if units == 0 else 0
        yield f"{prefix}.points.{units * play.grid}", fraction(chance + nothing)
    yield f"{prefix}.rolls", fraction(rolls)
