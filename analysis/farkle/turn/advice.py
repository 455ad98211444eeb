"""Advice for a turn: the value of every keep of a roll, and whether to bank or roll.

A value is the expected points of the turn if the rest of the turn is played for the
most points. It is a fraction, or an enclosure between bounds (``turn.solution``).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from trueodds.analysis.farkle.dice.dice_set import dice_set
from trueodds.analysis.farkle.turn.solution import Value, bounds, gain, solve_turn
from trueodds.core.errors import PositionError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.dice_kinds import DiceRoll

Action = Literal["bank", "roll", "either", "over"]

MOST_STAKE = 1_000_000


class BankOrRoll(NamedTuple):
    """The values of banking and of rolling; None for a choice that is not allowed.

    A value is the expected points of the turn after the choice, if the rest of the turn
    is played for the most points.
    """

    bank: Fraction | None
    roll: Value | None

    @property
    def action(self) -> Action:
        """The better choice: "bank" or "roll"; "bank" on a tie.

        It is "either" if the bounds are too close to decide, and "over" if neither
        choice is allowed.
        """
        if self.bank is None:
            return "over" if self.roll is None else "roll"
        if self.roll is None:
            return "bank"
        lower, upper = bounds(self.roll)
        if self.bank >= upper:
            return "bank"
        return "roll" if lower > self.bank else "either"

    @property
    def value(self) -> Value:
        """The expected points of the turn with the better choice.

        They are 0 if neither choice is allowed.
        """
        if self.bank is None or self.roll is None:
            only = self.roll if self.bank is None else self.bank
            return Fraction(0) if only is None else only
        if isinstance(self.roll, Enclosure):
            return Enclosure(*(max(self.bank, bound) for bound in bounds(self.roll)))
        return max(self.bank, self.roll)

    @property
    def gain(self) -> Value | None:
        """The expected points by which the better choice exceeds the other choice.

        It is None unless both banking and rolling are allowed.
        """
        if self.bank is None or self.roll is None:
            return None
        return gain(self.roll, self.bank)


class KeepOption(NamedTuple):
    """A keep of a roll: the dice kept, their points, the dice left, and what to do.

    ``points`` are those of the keep alone. ``left`` is the number of dice left, if all
    dice are equal, or else the index of their multiset in ``DiceSet.multisets``. It is
    0 if all dice have scored. ``choice`` has the values of banking and of rolling after
    the keep.
    """

    kept: DiceRoll
    points: int
    left: int
    choice: BankOrRoll


class Adviser:
    """Advice on a turn with the dice of some rules, played for the most points.

    With ``opening``, it is for a player who has not opened, and who needs more points
    to bank if the rules say so.

    Raises:
        RulesError: If a turn need never end, or if there are too many stakes.

    >>> adviser = Adviser(FarkleRules.load("ece209"))
    >>> choice = adviser.choice(650, 3)
    >>> choice.action, round(float(choice.gain), 4)
    ('bank', 74.2543)
    >>> mixed = Adviser(FarkleRules.load("ece209", dice="weighted*2, fair*4"))
    >>> best = mixed.options(((1, 1), (0, 1), (0, 2), (0, 3), (0, 4), (1, 5)))[0]
    >>> best.kept, best.choice.action  # the 1 of a fair die
    (((0, 1),), 'roll')
    """

    def __init__(self, rules: FarkleRules, *, opening: bool = False) -> None:
        self.rules = rules
        self.opening = opening
        self.dice = dice_set(rules)
        self.minimum = rules.minimum_to_bank
        if opening:
            self.minimum = max(self.minimum, rules.minimum_to_open)
        self.turn = solve_turn(self.dice, self.minimum)

    def choice(self, stake: int, number: int) -> BankOrRoll:
        """Return the choice between banking a stake and rolling the dice left.

        Args:
            stake: The points of the turn so far.
            number: The number of dice left, if all dice are equal. Otherwise it is the
                index of the dice left in ``DiceSet.multisets``.

        Raises:
            PositionError: If a turn cannot have this stake with these dice left.
        """
        self.require_stake(stake)
        whole = self.dice.whole
        if not 1 <= number <= whole:
            raise PositionError(f"{number} dice cannot be left; 1 to {whole} can")
        if not stake and number < whole:
            raise PositionError(
                "with nothing at stake no dice have been kept: all "
                f"{self.dice.left_text(whole)} are left, not "
                f"{self.dice.left_text(number, noun=False)}; give the points of the "
                "turn so far with --stake"
            )
        return self._choice(stake, number)

    def options(self, roll: DiceRoll, stake: int = 0) -> list[KeepOption]:
        """Return every legal keep of a roll, the best first; a farkle has none.

        ``roll`` has a pair for each die: the index of its kind (0 if all dice are
        equal), and the face that it shows. ``stake`` is the points of the turn before
        the roll.

        Raises:
            PositionError: If the stake cannot occur.
        """
        self.require_stake(stake)
        options = [
            KeepOption(
                kept,
                points,
                left,
                self._choice(stake + points, left or self.dice.again),
            )
            for kept, points, left in self.dice.keeps(roll, stake)
        ]
        # Keeps of equal value are ordered too, so that the
        # order never depends on chance.
        return sorted(
            options,
            key=lambda option: (
                bounds(option.choice.value),
                option.points,
                option.left,
                self.dice.by_face(option.kept),
            ),
            reverse=True,
        )

    def farkle_value(self, stake: int, number: int) -> Fraction:
        """Return the points of a turn that ends with a farkle.

        ``stake`` is the points of the turn before the roll. ``number`` is how many dice
        were rolled, if all dice are equal, or else the index of their multiset in
        ``DiceSet.multisets``. The stake is lost, unless a farkle keeps the points and
        they may be banked. A farkle of all dice may cost points.

        >>> Adviser(FarkleRules.load("ece209", nothing=-500)).farkle_value(300, 6)
        Fraction(-500, 1)
        """
        keeps = self.rules.farkle_keeps_points and stake >= self.minimum
        costs = min(self.rules.nothing, 0) if number == self.dice.whole else 0
        return Fraction(stake * keeps + costs)

    def require_stake(self, stake: int) -> None:
        """Raise ``PositionError`` if a turn cannot have this many points before a roll.

        A stake is a multiple of the greatest number that divides all points, and has an
        upper limit.
        """
        unit = self.dice.unit
        if not 0 <= stake <= MOST_STAKE or stake % unit:
            raise PositionError(
                f"{stake} cannot be at stake: under these rules stakes are multiples "
                f"of {unit}, from 0 to {MOST_STAKE}"
            )

    def _choice(self, stake: int, number: int) -> BankOrRoll:
        must_roll = self.rules.must_roll_hot_dice and number == self.dice.whole
        may_bank = stake and stake >= self.minimum and not must_roll
        bank = Fraction(stake) if may_bank else None
        thrown = self.dice.thrown(number, stake)
        roll = self.turn.roll_value(stake, thrown) if number else None
        return BankOrRoll(bank, roll)
