"""Advice for a turn with loaded and mixed dice: what to keep, by die, and what then."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from trueodds.analysis.farkle.dice_set import DiceKeep, dice_set
from trueodds.analysis.farkle.turn.advice import MOST_STAKE
from trueodds.analysis.farkle.turn.any_dice import TurnValues
from trueodds.core.errors import PositionError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.dice_kinds import DiceRoll


class DiceChoice(NamedTuple):
    """The value of banking and bounds of that of rolling; None for what is forbidden.

    ``action`` is the better choice, "either" if the bounds are too close to decide, and
    "over" if neither is allowed.
    """

    bank: Fraction | None
    roll: Enclosure | None

    @property
    def action(self) -> str:
        """The better choice."""
        if self.bank is None:
            return "over" if self.roll is None else "roll"
        if self.roll is None or self.bank >= self.roll.upper:
            return "bank"
        return "roll" if self.roll.lower > self.bank else "either"

    @property
    def value(self) -> Enclosure:
        """The expected points of the turn with the better choice."""
        bank = Fraction(0) if self.bank is None else self.bank
        if self.roll is None:
            return Enclosure(bank, bank)
        return Enclosure(max(bank, self.roll.lower), max(bank, self.roll.upper))


class DiceOption(NamedTuple):
    """A keep of a roll, and the choice after it."""

    keep: DiceKeep
    choice: DiceChoice


class DiceAdviser:
    """Advice on a turn with the dice of some rules; before opening if set.

    Raises:
        RulesError: As ``TurnValues``.

    >>> rules = FarkleRules.load(dice="weighted*2, fair*4")
    >>> adviser = DiceAdviser(rules)
    >>> best = adviser.options(((1, 1), (0, 1), (0, 2), (0, 3), (0, 4), (1, 5)))[0]
    >>> best.keep.kept, best.choice.action  # the 1 of a fair die
    (((0, 1),), 'roll')
    """

    def __init__(self, rules: FarkleRules, *, opening: bool = False) -> None:
        self.rules, self.opening = rules, opening
        self.dice = dice_set(rules)
        self.minimum = rules.minimum_to_bank
        if opening:
            self.minimum = max(self.minimum, rules.minimum_to_open)
        self.values = TurnValues(self.dice, self.minimum)

    def choice(self, stake: int, number: int) -> DiceChoice:
        """Return the choice between banking a stake and rolling the dice left.

        Raises:
            PositionError: If the position cannot occur.
        """
        self._require_stake(stake)
        whole = len(self.dice.multisets) - 1
        if not stake and number != whole:
            raise PositionError(
                "with nothing at stake no dice have been kept: all dice are left; give "
                "the points of the turn so far with --stake"
            )
        return self._choice(stake, number)

    def options(self, roll: DiceRoll, stake: int = 0) -> list[DiceOption]:
        """Return every legal keep of a roll, the best first; a farkle has none.

        Raises:
            PositionError: If the stake cannot occur.
        """
        self._require_stake(stake)
        again = len(self.dice.multisets) - 1 if self.rules.hot_dice else 0
        options = [
            DiceOption(keep, self._choice(stake + keep.points, keep.left or again))
            for keep in self.dice.keeps(roll)
        ]
        return sorted(
            options,
            key=lambda option: (
                option.choice.value.lower,
                option.keep.points,
                option.keep.kept,
            ),
            reverse=True,
        )

    def _choice(self, stake: int, number: int) -> DiceChoice:
        units = stake // self.dice.unit
        bank = Fraction(stake) if stake and stake >= self.minimum else None
        roll = self.values.roll_value(units, number) if number else None
        return DiceChoice(bank, roll)

    def _require_stake(self, stake: int) -> None:
        unit = self.dice.unit
        if not 0 <= stake <= MOST_STAKE or stake % unit:
            raise PositionError(
                f"{stake} cannot be at stake: under these rules stakes are multiples "
                f"of {unit}, from 0 to {MOST_STAKE}"
            )
