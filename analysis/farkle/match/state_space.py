"""The state space of a match: each player's score and status, and how they change.

A *unit* divides everything that can be added to a score or taken from it. Scores are
numbered in units, from the lowest that a player can have. The numbers from ``scores``
on have reached the target. Besides the score, a player's *state* has a *status* where
the rules need it. The status has the number of farkles just before, if they cost
points. It also says whether the player has opened, if the score does not show it. A
*total* is a player's score number plus the units of the turn so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import NamedTuple

import numpy as np

from trueodds.analysis.farkle.dice.dice_set import DiceSet, dice_set
from trueodds.analysis.farkle.dice.roll_classes import Array, RollTables
from trueodds.analysis.farkle.turn.ceiling import require_end
from trueodds.analysis.farkle.turn.exact_backward import calm_rolls
from trueodds.core.errors import RulesError
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.coverage import require_covered

NEVER = 2**60
"""A total that no turn reaches."""

MOST_SCORES = 1_000
"""The most scores that a match can have: 50,000 points in steps of 50."""


class PlayerState(NamedTuple):
    """A player's score and status, both as numbers from 0.

    The score is counted in units from the lowest possible score (``StateSpace``). The
    status has the farkles just before that count, and whether the player has opened,
    where the rules need this.
    """

    score: int
    status: int


class TurnLimits(NamedTuple):
    """The limits of a turn, besides the least stake that may be banked.

    A turn whose total (score plus stake, in units) is ``lost_from`` or more ends with
    no points. If hot dice must be rolled, ``must_roll`` is the index of all dice in
    ``DiceSet.multisets``; it is 0 if hot dice may be banked. ``calm`` is the number of
    rolls of these dice with a keep that leaves dice. A farkle of the dice numbered
    ``costly`` or higher may cost points.
    """

    lost_from: int
    must_roll: int
    calm: int
    costly: int


@dataclass(frozen=True)
class StateSpace:
    """The states of a player, and how they change.

    A score is a number of units from the lowest possible score. There are ``scores`` of
    them below the target, and players begin with ``start``. A status is a number from 0
    to ``statuses - 1``. Where the rules need it, the status says how many farkles in a
    row the player has just had, and whether he has opened.

    At least ``minimum[score, status]`` units may be banked. A farkle leads to the score
    ``farkle_score[score, status]`` and the status ``farkle_status[status]``. A farkle
    of all dice leads to the same status and ``nothing_score[score, status]``. A turn
    that ends with too little to bank leads to the same score and
    ``lost_status[status]``, and banking leads to ``banked_status``. ``farkles`` is how
    many numbers of farkles in a row a status distinguishes, 0 included. States are
    numbered score * statuses + status.
    """

    rules: FarkleRules
    dice: DiceSet
    tables: RollTables
    unit: int
    scores: int
    start: int
    statuses: int
    farkles: int
    minimum: Array
    farkle_score: Array
    nothing_score: Array
    farkle_status: Array
    lost_status: Array
    banked_status: int

    @property
    def falls(self) -> bool:
        """True if scores can fall, or if the statuses count farkles in a row."""
        lower = self.nothing_score < np.arange(self.scores)[:, None]
        return bool(lower.any() or (self.lost_status != self.farkle_status).any())

    @property
    def states(self) -> int:
        """The number of states that a player can be in."""
        return self.scores * self.statuses

    @property
    def minimums(self) -> list[int]:
        """The different least numbers of units that may be banked, the lowest first."""
        return sorted(set(self.minimum.flat))

    @property
    def lost_from(self) -> int:
        """The least total (score plus stake, in units) that goes past an exact target.

        If the target need not be met exactly, it is a number that no total reaches.
        """
        return self.scores + 1 if self.rules.exact_target else NEVER

    @property
    def must_roll(self) -> int:
        """All dice, if hot dice must be rolled: their index in ``DiceSet.multisets``.

        It is 0 if hot dice may be banked.
        """
        return self.dice.whole if self.rules.must_roll_hot_dice else 0

    @property
    def limits(self) -> TurnLimits:
        """The limits of a turn, besides the least stake that may be banked.

        They say from which total (score plus stake) a turn ends with no points, whether
        hot dice must be rolled, and whether a farkle of all dice may cost points.
        """
        return TurnLimits(
            self.lost_from,
            self.must_roll,
            calm_rolls(self.tables, self.must_roll) if self.must_roll else 0,
            self.dice.whole if self.rules.nothing < 0 else NEVER,
        )

    def number(self, state: PlayerState) -> int:
        """Return the number of a state: score * statuses + status."""
        return state.score * self.statuses + state.status


def state_space(rules: FarkleRules) -> StateSpace:
    """Return the state space of a match under these rules.

    Raises:
        RulesError: If a player could roll indefinitely without a farkle, if there are
            too many scores, if a target that must be met exactly can be out of reach,
            or if a farkle keeps the points of the turn.
    """
    require_covered("a match", rules)
    dice = dice_set(rules)
    require_end(dice)
    counted = rules.penalty_every if rules.penalty_points else 0
    unit = dice.unit
    lost = -min(rules.nothing, 0)
    falls = counted or lost
    if falls:
        penalty = rules.penalty if counted else 0
        unit = gcd(unit, penalty, rules.lowest_score)
    # Scores are numbered from the lowest one, so the start may not be 0.
    start = -rules.lowest_score // unit if falls else 0
    scores = start - (-rules.target // unit)
    if scores > MOST_SCORES:
        raise RulesError(
            f"a match of {scores} different scores (steps of {unit}) is too large; at "
            f"most {MOST_SCORES} are possible; choose a lower target"
        )
    farkles = max(counted, 1)
    # A player who has opened can fall back to the start, so the score does not show it.
    flagged = bool(falls and rules.minimum_to_open)
    statuses = farkles * (2 if flagged else 1)
    status = np.arange(statuses)
    number = np.arange(scores)[:, None]
    opened = status >= farkles if flagged else number > 0
    if not rules.minimum_to_open:
        opened = np.full((scores, statuses), fill_value=True)
    to_bank = -(-rules.minimum_to_bank // unit)
    to_open = max(to_bank, -(-rules.minimum_to_open // unit))
    last = status % farkles == farkles - 1
    costs = last & bool(counted)
    # More points can be worse in a final round, where they may force a bank, and
    # close to an exact target.
    tables = dice.tables
    needs_all = rules.final_round or rules.exact_target
    if not rules.dice or needs_all or unit != dice.unit:
        tables = RollTables.of_rolls(dice.rolls, unit, again=dice.again)
    # No penalty goes below the lowest score, which has the number 0.
    farkle_score = np.where(costs, (number - rules.penalty // unit).clip(0), number)
    space = StateSpace(
        rules=rules,
        dice=dice,
        tables=tables,
        unit=unit,
        scores=scores,
        start=start,
        statuses=statuses,
        farkles=farkles,
        minimum=np.where(
            np.broadcast_to(opened, (scores, statuses)), to_bank, to_open
        ).clip(1),
        farkle_score=farkle_score,
        nothing_score=(farkle_score - lost // unit).clip(0),
        # After a penalty the count of farkles begins again; a lost turn ends it too.
        farkle_status=np.where(last, status - farkles + 1, status + 1),
        lost_status=status - status % farkles,
        banked_status=farkles if flagged else 0,
    )
    if rules.exact_target:
        _require_exact(space)
    return space


def _require_exact(space: StateSpace) -> None:
    """Raise ``RulesError`` if a player could be unable to bank without going past.

    Otherwise some turn can bank points in every state, so the target can be met. That
    best play meets it is not shown here, but by each turn's probability to bank.
    """
    tables = space.tables
    rules = space.rules
    reached = np.zeros((space.scores + int(tables.points.max()) + 1, len(tables.total)))
    # reached[stake, dice] is 1 if a turn can get there.
    reached[0, -1] = 1
    rolled = np.repeat(tables.dice, np.diff(tables.first_keep))
    for stake in range(space.scores):
        kept = reached[stake, rolled] > 0
        reached[stake + tables.points[kept], tables.left[kept]] = 1
    if space.must_roll:
        # Hot dice must be rolled, so their stakes cannot be banked.
        reached[:, space.must_roll] = 0
    banked = np.flatnonzero(reached[1:].any(axis=1)) + 1
    missing = space.scores - np.arange(space.scores)[:, None]
    place = np.searchsorted(banked, space.minimum)
    stuck = np.append(banked, NEVER)[place] > missing
    if rules.target % space.unit or stuck.any():
        short = rules.target % space.unit or (
            space.unit * int(missing[stuck.any(axis=1)].min())
        )
        raise RulesError(
            f"exact_target = true: a player who is {short} points short "
            "of the target can never meet it; lower minimum_to_bank and "
            "minimum_to_open, or choose other points or another target"
        )
