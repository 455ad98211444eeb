"""Advice for a turn: the value of every keep of a roll, and whether to bank or roll.

A value is the expected points of the turn if the rest of it is played for the most.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from trueodds.analysis.farkle.roll_classes import Keep, points_grid, roll_classes
from trueodds.analysis.farkle.turn.optimal import LOST, START, State, Turn, best_turn
from trueodds.core.dice import Roll
from trueodds.core.errors import PositionError
from trueodds.core.rules.farkle import DICE, FarkleRules, Scorer

Action = Literal["bank", "roll", "over"]

MOST_STAKE = 1_000_000


class Choice(NamedTuple):
    """The values of banking and of rolling; None for what the rules forbid.

    ``action`` is the better choice, banking on a tie; "over" if neither is allowed.
    """

    bank: Fraction | None
    roll: Fraction | None
    action: Action

    @property
    def value(self) -> Fraction:
        """The expected points of the turn."""
        allowed = [value for value in (self.bank, self.roll) if value is not None]
        return max(allowed, default=Fraction(0))

    @property
    def gain(self) -> Fraction | None:
        """The difference between the two values, None where there is no choice."""
        if self.bank is None or self.roll is None:
            return None
        return abs(self.bank - self.roll)


class Option(NamedTuple):
    """A keep of a roll: its points, the dice left over, and what to do then."""

    kept: Roll
    points: int
    left: int
    choice: Choice


class Adviser:
    """Advice on a turn under some rules; before opening if ``opening`` is true.

    Raises:
        RulesError: As ``Turn``.

    >>> adviser = Adviser(FarkleRules.load())
    >>> choice = adviser.choice(650, 3)
    >>> choice.action, round(float(choice.gain), 4)
    ('bank', 74.2543)
    """

    def __init__(self, rules: FarkleRules, *, opening: bool = False) -> None:
        self.rules = rules
        self.opening = opening
        self.rolls = roll_classes(rules)
        self.grid = points_grid(self.rolls)
        self.minimum = rules.minimum_to_bank
        if opening:
            self.minimum = max(self.minimum, rules.minimum_to_open)
        self.turn: Turn = best_turn(self.rolls, rules, minimum=self.minimum)

    def choice(self, stake: int, dice: int) -> Choice:
        """Return the choice between banking a stake and rolling the dice left.

        Raises:
            PositionError: If the position cannot occur.
        """
        self.require_stake(stake)
        if not 1 <= dice <= DICE:
            raise PositionError(f"{dice} dice cannot be left; 1 to {DICE} can")
        if not stake and dice < DICE:
            raise PositionError(
                f"with nothing at stake no dice have been kept: {DICE} are left, "
                f"not {dice}; give the points of the turn so far with --stake"
            )
        return self._choice(State(stake, dice))

    def options(self, roll: Roll, stake: int = 0) -> list[Option]:
        """Return every legal keep of a roll, the best first; a farkle has none.

        Raises:
            PositionError: If the stake cannot occur.
        """
        self.require_stake(stake)
        options = [
            Option(kept, points, left, self._choice(self._after(stake, points, left)))
            for kept, points in Scorer(self.rules).options(roll)
            for left in [sum(roll) - sum(kept)]
        ]
        return sorted(
            options, key=lambda o: (o.choice.value, o.points, o.left, o.kept)
        )[::-1]

    def require_stake(self, stake: int) -> None:
        """Raise ``PositionError`` for a stake that the rules cannot give."""
        if not 0 <= stake <= MOST_STAKE or stake % self.grid:
            raise PositionError(
                f"{stake} cannot be at stake: under these rules stakes are multiples "
                f"of {self.grid}, from 0 to {MOST_STAKE}"
            )

    def _after(self, stake: int, points: int, left: int) -> State:
        return self.turn.after(stake, Keep(points, left))

    def _choice(self, state: State) -> Choice:
        if state == LOST:
            return Choice(None, None, "over")
        may_bank = state != START and state.stake >= self.minimum
        bank = Fraction(state.stake) if may_bank else None
        roll = self.turn.roll_value(state) if state.dice else None
        if bank is not None and (roll is None or bank >= roll):
            return Choice(bank, roll, "bank")
        return Choice(bank, roll, "roll")
