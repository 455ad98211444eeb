"""Bank or roll, and what to keep, in a match that is solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trueodds.analysis.farkle.match.optimal.cache import Match
from trueodds.analysis.farkle.match.optimal.turn_bounds import Standing, Turn, turn_from
from trueodds.analysis.farkle.match.state_space import Board
from trueodds.core.dice import Roll, counts_of
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import PositionError
from trueodds.core.rules.farkle import DICE, Scorer

MOST_STAKE = 1_000_000


@dataclass(frozen=True, slots=True)
class Position:
    """A stake, the dice left to roll, and the chances to win.

    ``bank`` is None where banking is not allowed, ``roll`` where there is nothing to
    roll (all dice have scored and may not be rolled again). ``best`` is "bank" or
    "roll", None where the bounds are too close to tell.
    """

    stake: int
    dice: int
    bank: Enclosure | None
    roll: Enclosure | None

    @property
    def chance(self) -> Enclosure:
        """The chance to win with the better choice."""
        found = [choice for choice in (self.bank, self.roll) if choice is not None]
        return Enclosure(max(c.lower for c in found), max(c.upper for c in found))

    @property
    def best(self) -> str | None:
        """What to do."""
        if self.bank is None or self.roll is None:
            return "roll" if self.bank is None else "bank"
        if self.bank.lower >= self.roll.upper:
            return "bank"
        return "roll" if self.roll.lower > self.bank.upper else None


@dataclass(frozen=True, slots=True)
class Keep:
    """Dice kept from a roll, their points, and the position after that."""

    kept: Roll
    points: int
    after: Position


def advise(
    match: Match,
    *,
    score: int,
    opponent: int,
    stake: int,
    dice: int,
    farkles: int = 0,
    opponent_farkles: int = 0,
) -> Position:
    """What banking and rolling are worth to the player to move, as chances to win.

    ``score`` and ``opponent`` are banked points, ``stake`` the points of the turn,
    ``dice`` how many are about to be rolled. ``farkles`` in a row matter where they
    cost points. A player is taken to have opened whose score is not 0.

    Raises ``PositionError`` for what cannot occur in this match.

    >>> from trueodds.analysis.farkle.match import solved
    >>> from trueodds.core.rules.farkle import FarkleRules
    >>> rules = FarkleRules.load(target=500)
    >>> match = solved(rules, use=False)
    >>> position = advise(match, score=0, opponent=450, stake=350, dice=2)
    >>> position.best, position.chance.texts(6)
    ('roll', ('0.269568', '0.269569'))
    """
    board = match.board
    position = score, opponent, stake, dice, farkles, opponent_farkles
    standings = require_position(board, *position)
    units = stake // board.unit
    turn = turn_from(match, *standings, units, units)
    return _position(match, turn, units, dice)


def advise_keep(
    match: Match,
    roll: Sequence[int],
    *,
    score: int,
    opponent: int,
    stake: int,
    farkles: int = 0,
    opponent_farkles: int = 0,
) -> list[Keep]:
    """Every legal keep of a roll, the best first; none is a farkle.

    ``roll`` are the faces of the dice that were rolled, and ``stake`` the points of the
    turn before it. Raises as ``advise``, and ``DiceError`` for faces that are not 1 to
    6.
    """
    board = match.board
    rolled = counts_of(roll)
    position = score, opponent, stake, len(roll), farkles, opponent_farkles
    standings = require_position(board, *position)
    units = stake // board.unit
    turn = turn_from(match, *standings, units, units + int(board.laws.points.max()))
    again = DICE if board.rules.hot_dice else 0
    keeps = []
    for option in Scorer(board.rules).options(rolled):
        left = len(roll) - sum(option.kept) or again
        after = _position(match, turn, units + option.points // board.unit, left)
        keeps.append(Keep(option.kept, option.points, after))
    return sorted(
        keeps, key=lambda keep: (keep.after.chance.lower, keep.points), reverse=True
    )


def require_position(
    board: Board,
    score: int,
    opponent: int,
    stake: int,
    dice: int,
    farkles: int = 0,
    opponent_farkles: int = 0,
) -> tuple[Standing, Standing]:
    """The standings of the mover and the other, of a position as for ``advise``.

    Needs no solved match. Raises ``PositionError`` for what cannot occur.
    """
    standings = (
        _standing(board, "score", score, farkles),
        _standing(board, "opponent", opponent, opponent_farkles),
    )
    _units(board, "stake", stake)
    if not 1 <= dice <= DICE:
        raise PositionError(f"{dice} dice cannot be rolled: 1 to {DICE} can")
    if stake > MOST_STAKE:
        raise PositionError(
            f"a stake of {stake} is more than can be weighed; at most {MOST_STAKE} can"
        )
    if stake < 0 or (stake == 0 and dice != DICE):
        raise PositionError(
            f"a stake of {stake} with {dice} dice to roll cannot occur: "
            "a turn begins with no stake and six dice"
        )
    return standings


def _position(match: Match, turn: Turn, units: int, dice: int) -> Position:
    stake = units * match.board.unit
    if dice == 0:
        end = match.between(*map(int, turn.spent[:, units]))
        return Position(stake, dice, end, None)
    roll = match.between(*map(int, turn.roll[:, units, dice]))
    if units < turn.least:
        return Position(stake, dice, None, roll)
    return Position(stake, dice, match.between(*map(int, turn.bank[:, units])), roll)


def _units(board: Board, name: str, points: int) -> int:
    units, rest = divmod(points, board.unit)
    if rest:
        raise PositionError(
            f"{name} {points} cannot occur: under these rules points come in "
            f"steps of {board.unit}"
        )
    return units


def _standing(board: Board, name: str, points: int, farkles: int) -> Standing:
    number = _units(board, name, points) + board.start
    if not 0 <= number < board.scores:
        lowest, most = ((n - board.start) * board.unit for n in (0, board.scores - 1))
        raise PositionError(
            f"{name} {points} cannot occur while the match goes on: "
            f"{lowest} to {most} can"
        )
    every = board.farkles
    if not 0 <= farkles < every:
        raise PositionError(
            f"{farkles} farkles in a row cannot be told apart under these rules: "
            + (f"0 to {every - 1} can" if every > 1 else "leave them out")
        )
    opened = board.modes > every and number != board.start
    return Standing(number, farkles + (every if opened else 0))
