"""Bunco: three dice, and a target face for each round.

All dice on the round's target are a Bunco, all dice equal on another face a mini Bunco;
otherwise each die on the target counts. Source: S1, a magazine column on Bunco as a
shell script (August 2017), whose own script disagrees with its text.
"""

from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from trueodds.core.dice import Dice, Roll
from trueodds.core.errors import DiceError, RulesError
from trueodds.core.rulebook import Rules as BaseRules

MOST_ROLLS = 200_000
"""Most rolls that are enumerated: more would take minutes."""

MOST_REROLLS = 2_000_000
"""Most pairs of kept dice and dice rolled again that are enumerated."""

MOST_DIGITS = 20_000_000
"""Most binary digits of all totals of a game together."""

Points = Annotated[int, Meta(ge=0, le=1000)]


class Generator(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The dice of a program, which takes a random number modulo the number of sides.

    The random number is at least 0 and below ``modulus``.
    """

    modulus: Annotated[int, Meta(ge=1, le=10**18)] | None = None


class BuncoRules(BaseRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of a game of Bunco.

    Raises ``RulesError`` for a number of weights other than the sides, for weights
    beside a generator, for a generator that cannot show every face, for more re-rolls
    than dice, for dice with too many different rolls to enumerate, for a game with too
    many totals to list, and for tables that cannot be split into two sides.
    """

    game = "bunco"

    dice: Annotated[int, Meta(ge=1, le=100), "dice rolled in a round"]
    sides: Annotated[int, Meta(ge=2, le=1000), "faces of each die, 1 to sides"]
    weights: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=1_000_000)], ...],
        "relative frequency of each face; empty for fair dice",
    ]
    generator: Annotated[
        Generator,
        "a program's dice, in place of weights: with modulus = M, the "
        "face is a uniform number from 0 to M - 1, mod sides, plus 1",
    ]
    rounds: Annotated[
        int,
        Meta(ge=1, le=1000),
        "rolls in a game; round r has the target ((r - 1) mod sides) + 1",
    ]
    bunco_points: Annotated[Points, "points when all dice show the target"]
    mini_bunco_points: Annotated[
        Points, "points when all dice are equal, but not the target"
    ]
    match_points: Annotated[Points, "points for each die on the target otherwise"]
    rerolls: Annotated[
        int,
        Meta(ge=0),
        "number of dice that a player may roll again after the roll, "
        "all at the same time",
    ]
    round_points: Annotated[
        int, Meta(ge=1, le=40), "points of a side at the head table that end the round"
    ]
    bunco_ends_turn: Annotated[bool, "does a Bunco end the turn? (true/false)"]
    mini_bunco_ends_turn: Annotated[
        bool, "does a mini Bunco end the turn? (true/false)"
    ]
    turn_capped: Annotated[
        bool,
        "does a turn end at round_points, where further points are "
        "lost? Otherwise it ends at a roll without points. (true/false)",
    ]
    tables: Annotated[int, Meta(ge=1, le=100), "tables of a night, head table included"]
    players_per_table: Annotated[
        int, Meta(ge=2, le=8), "players at a table, half of them on each side"
    ]

    def __post_init__(self) -> None:
        self._check_dice()
        if self.players_per_table % 2:
            raise RulesError(
                f"players_per_table = {self.players_per_table}: a table has two equal "
                "sides, so the number of players must be even, usually 4"
            )
        if self.rerolls > self.dice:
            raise RulesError(
                f"rerolls = {self.rerolls}, but there are only {self.dice} dice"
            )
        try:
            rolls = self.cup.classes
        except DiceError as error:
            raise RulesError(str(error)) from None
        if rolls > MOST_ROLLS:
            raise RulesError(
                f"{self.dice} dice of {self.sides} sides have {rolls:,} different "
                f"rolls; at most {MOST_ROLLS:,} can be enumerated"
            )
        kinds = len({self.cup.weights[self.target(r) - 1] for r in self.round_numbers})
        again = kinds * sum(
            self.dice_left(self.dice - number).classes * self.dice_left(number).classes
            for number in range(1, self.rerolls + 1)
        )
        if again > MOST_REROLLS:
            raise RulesError(
                f"re-rolling up to {self.rerolls} of {self.dice} dice can end in "
                f"{again:,} ways; at most {MOST_REROLLS:,} can be enumerated"
            )
        digits = self.cup.total.bit_length() * self.rounds
        if self.rounds * self.most_points * digits > MOST_DIGITS:
            raise RulesError(
                f"a game of {self.rounds} rounds with up to {self.most_points} points "
                "each has too many totals to list; take fewer rounds or points"
            )

    def _check_dice(self) -> None:
        modulus = self.generator.modulus
        if self.weights and len(self.weights) != self.sides:
            raise RulesError(
                f"{len(self.weights)} weights for dice of {self.sides} sides; "
                "give a weight for each side, or none for fair dice"
            )
        if self.weights and modulus:
            raise RulesError(
                "both weights and a generator define the frequency of the faces; "
                "give only weights or only a generator"
            )
        if modulus and modulus < self.sides:
            raise RulesError(
                f"generator.modulus = {modulus}: dice of {self.sides} sides need a "
                f"generator of at least {self.sides} numbers"
            )

    @property
    def round_numbers(self) -> range:
        """The numbers of the rounds, from 1."""
        return range(1, self.rounds + 1)

    @property
    def face_weights(self) -> tuple[int, ...]:
        """The relative frequency of each face of a die."""
        if modulus := self.generator.modulus:
            # The lowest faces come from one number more, where
            # the modulus is no multiple.
            each, over = divmod(modulus, self.sides)
            return tuple(each + (face < over) for face in range(self.sides))
        return self.weights or (1,) * self.sides

    @property
    def fair(self) -> bool:
        """True if all faces are equally likely."""
        return len(set(self.face_weights)) == 1

    @property
    def players(self) -> int:
        """The number of players of a night."""
        return self.tables * self.players_per_table

    @property
    def most_points(self) -> int:
        """The most points that a roll can score."""
        # If all dice show the target, it is a Bunco and no sum of matches.
        matches = (self.dice - 1) * self.match_points
        return max(self.bunco_points, self.mini_bunco_points, matches)

    @property
    def cup(self) -> Dice:
        """The dice rolled in a round."""
        return self.dice_left(self.dice)

    def dice_left(self, count: int) -> Dice:
        """Return ``count`` dice with the faces and weights of these rules."""
        return Dice(count, self.face_weights)

    def target(self, number: int) -> int:
        """Return the target face of a round; rounds are numbered from 1."""
        return (number - 1) % self.sides + 1


class RollAward(NamedTuple):
    """A roll's name, ``Bunco``, ``mini Bunco`` or ``on the target``, and its points."""

    name: str
    points: int


def award(roll: Roll, target: int, rules: BuncoRules) -> RollAward:
    """Score a roll in a round with this target: the reference scorer.

    ``roll`` has the number of dice that show each face.

    >>> award((0, 3, 0, 0, 0, 0), 3, BuncoRules.load())
    RollAward(name='mini Bunco', points=5)
    """
    matching = roll[target - 1]
    # A Bunco is tested first, because all its dice are equal too.
    if matching == rules.dice:
        return RollAward("Bunco", rules.bunco_points)
    if max(roll) == rules.dice:
        return RollAward("mini Bunco", rules.mini_bunco_points)
    return RollAward("on the target", matching * rules.match_points)
