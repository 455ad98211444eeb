"""Advice in a solved match: bank or roll, and what to keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from trueodds.analysis.farkle.match.optimal.cache import Match
from trueodds.analysis.farkle.match.optimal.turn_bounds import MoverTurn, turn_from
from trueodds.analysis.farkle.match.state_space import PlayerState, StateSpace
from trueodds.core.errors import PositionError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle.dice_kinds import DiceRoll

MOST_STAKE = 1_000_000


@dataclass(frozen=True, slots=True)
class TurnPosition:
    """A stake, the dice left to roll, and the probabilities to win by both choices.

    ``stake`` is the points of the turn so far. ``dice`` is the number of dice left, if
    all dice are equal; otherwise it is the index of the dice left in
    ``DiceSet.multisets``. ``bank`` is the probability to win after banking. It is None
    where banking is not allowed. ``roll`` is the probability to win after rolling. It
    is None where there is nothing to roll, because the turn is over: all dice have
    scored and may not be rolled again, or the stake goes past an exact target. ``best``
    is "bank" or "roll", or None where the bounds are too close to decide.
    """

    stake: int
    dice: int
    bank: Enclosure | None
    roll: Enclosure | None

    @property
    def chance(self) -> Enclosure:
        """The probability to win with the better of banking and rolling."""
        choices = [choice for choice in (self.bank, self.roll) if choice is not None]
        return Enclosure(max(c.lower for c in choices), max(c.upper for c in choices))

    @property
    def best(self) -> str | None:
        """The better choice: "bank" or "roll".

        It is None where the bounds are too close to decide.
        """
        if self.bank is None or self.roll is None:
            return "roll" if self.bank is None else "bank"
        if self.bank.lower >= self.roll.upper:
            return "bank"
        return "roll" if self.roll.lower > self.bank.upper else None


@dataclass(frozen=True, slots=True)
class KeepToWin:
    """Dice kept from a roll, their points, the dice left, and the position after.

    ``points`` are those of the keep alone. ``left`` is the number of dice left, if all
    dice are equal. Otherwise it is the index of the dice left in the list
    ``DiceSet.multisets``. It is 0 if all dice have scored, also if they may then be
    rolled again.
    """

    kept: DiceRoll
    points: int
    left: int
    after: TurnPosition


class Situation(NamedTuple):
    """The banked points of the mover and the opponent, and their farkles in a row.

    The mover is the player whose turn it is. Farkles matter only where they cost
    points. A player whose score is not 0 is assumed to have opened.
    """

    score: int
    opponent: int
    farkles: int = 0
    opponent_farkles: int = 0

    def states(
        self, space: StateSpace, stake: int, dice: int
    ) -> tuple[PlayerState, PlayerState]:
        """Return the states of the mover and the opponent in a turn.

        ``space`` has the states of a player under the rules (``state_space``).
        ``stake`` is the points of the turn so far. ``dice`` is how many dice are rolled
        next, if all dice are equal, or else the index of their multiset in
        ``DiceSet.multisets``.

        Raises:
            PositionError: If these scores and farkles cannot occur with that stake and
                those dice.
        """
        players = (
            _player_state(space, "score", self.score, self.farkles),
            _player_state(space, "opponent", self.opponent, self.opponent_farkles),
        )
        _units(space, "stake", stake)
        whole = space.dice.whole
        if not 1 <= dice <= whole:
            raise PositionError(f"{dice} dice cannot be rolled: 1 to {whole} can")
        if stake > MOST_STAKE:
            raise PositionError(
                f"a stake of {stake} is too large; at most {MOST_STAKE} is possible"
            )
        if players[0].score + stake // space.unit >= space.lost_from:
            raise PositionError(
                f"a stake of {stake} goes past the target, so the turn is over; at "
                f"{self.score} points at most {space.rules.target - self.score} counts"
            )
        if stake < 0 or (stake == 0 and dice != whole):
            raise PositionError(
                f"a stake of {stake} with {space.dice.left_text(dice)} to roll cannot "
                "occur: a turn begins with no stake and all dice"
            )
        return players


def advise(match: Match, *, stake: int, dice: int, **situation: int) -> TurnPosition:
    """Return the mover's probability to win by banking and by rolling.

    Args:
        match: The solved match.
        stake: The points of the turn so far.
        dice: The number of dice left to roll, if all dice are equal. Otherwise it is
            the index of the dice left in ``DiceSet.multisets``.
        situation: The fields of ``Situation``: ``score``, ``opponent``, and, where
            farkles cost points, ``farkles`` and ``opponent_farkles``.

    Returns:
        The position, with both probabilities.

    Raises:
        PositionError: If the position cannot occur in this match.

    Example:
        >>> from trueodds.analysis.farkle.match import solved
        >>> from trueodds.core.rules.farkle import FarkleRules
        >>> rules = FarkleRules.load("ece209", target=500)
        >>> match = solved(rules, use=False)
        >>> position = advise(match, score=0, opponent=450, stake=350, dice=2)
        >>> position.best, position.chance.texts(6)
        ('roll', ('0.269568', '0.269569'))
    """
    states = Situation(**situation).states(match.space, stake, dice)
    units = stake // match.space.unit
    return _position(match, turn_from(match, *states, units, units), units, dice)


def advise_keep(
    match: Match, roll: DiceRoll, *, stake: int, **situation: int
) -> list[KeepToWin]:
    """Return every legal keep of a roll, the best first; a farkle has none.

    Args:
        match: The solved match.
        roll: A pair for each die: the index of its kind (0 if all dice are equal), and
            the face that it shows (``DiceKinds.read``).
        stake: The points of the turn before the roll.
        situation: The fields of ``Situation``: ``score``, ``opponent``, and, where
            farkles cost points, ``farkles`` and ``opponent_farkles``.

    Returns:
        The keeps, with the positions after them.

    Raises:
        PositionError: If the position cannot occur in this match.
    """
    space = match.space
    number = space.dice.number_rolled(roll)
    states = Situation(**situation).states(space, stake, number)
    units = stake // space.unit
    turn = turn_from(match, *states, units, units + int(space.tables.points.max()))

    def after(points: int, left: int) -> TurnPosition:
        total = units + points // space.unit
        # Past an exact target the turn is over, whatever dice are left.
        over = states[0].score + total >= space.lost_from
        return _position(match, turn, total, 0 if over else left or space.dice.again)

    keeps = [
        KeepToWin(kept, points, left, after(points, left))
        for kept, points, left in space.dice.keeps(roll, stake)
    ]
    return sorted(
        keeps,
        key=lambda keep: (
            keep.after.chance.lower,
            keep.points,
            keep.left,
            space.dice.by_face(keep.kept),
        ),
        reverse=True,
    )


def _position(match: Match, turn: MoverTurn, units: int, dice: int) -> TurnPosition:
    stake = units * match.space.unit
    if dice == 0:
        end = match.between(*map(int, turn.value(units, 0)))
        return TurnPosition(stake, dice, end, None)
    thrown = match.space.dice.thrown(dice, stake)
    roll = match.between(*map(int, turn.roll[:, units, thrown]))
    if units < turn.least or dice == match.space.must_roll:
        return TurnPosition(stake, dice, None, roll)
    return TurnPosition(
        stake, dice, match.between(*map(int, turn.bank[:, units])), roll
    )


def _units(space: StateSpace, name: str, points: int) -> int:
    units, rest = divmod(points, space.unit)
    if rest:
        raise PositionError(
            f"{name} {points} cannot occur: under these rules points come in "
            f"steps of {space.unit}"
        )
    return units


def _player_state(
    space: StateSpace, name: str, points: int, farkles: int
) -> PlayerState:
    number = _units(space, name, points) + space.start
    if not 0 <= number < space.scores:
        lowest, most = ((n - space.start) * space.unit for n in (0, space.scores - 1))
        raise PositionError(
            f"{name} {points} cannot occur while the match goes on: "
            f"{lowest} to {most} can"
        )
    every = space.farkles
    if not 0 <= farkles < every:
        raise PositionError(
            f"{farkles} farkles in a row cannot occur under these rules: 0 to "
            f"{every - 1} can"
            if every > 1
            else f"{farkles} farkles in a row do not matter under these rules: leave "
            "them out"
        )
    opened = space.statuses > every and number != space.start
    return PlayerState(number, farkles + (every if opened else 0))
