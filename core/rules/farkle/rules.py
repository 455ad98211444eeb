"""Rules of Farkle as data: which dice score, and when a turn counts."""

from itertools import starmap
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from trueodds.core.dice import Dice
from trueodds.core.errors import RulesError, choices
from trueodds.core.rulebook import ADDED_LATER
from trueodds.core.rulebook import Rules as BaseRules
from trueodds.core.rules import Line
from trueodds.core.rules.farkle.loaded_dice import (
    DICE,
    MOST_DICE,
    MOST_SIDES,
    SIDES,
    Die,
    dice_text,
    read_dice,
)
from trueodds.core.rules.farkle.patterns import NUMBERS, Pattern, read_pattern

Points = Annotated[int, Meta(ge=0, le=1_000_000)]
Face = Annotated[int, Meta(ge=1, le=MOST_SIDES)]
ByFace = dict[Face, Points]

FIELDS = {
    "123456": "straight",
    "2+2+2": "three_pairs",
    "4+2": "four_and_two",
    "3+3": "two_triplets",
}
"""The patterns that have a field of their own."""


class FarkleRules(BaseRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of a game of Farkle; a combination with 0 points does not score.

    Raises:
        DiceError: If a die is unknown or impossible, or their number is not
            ``number_of_dice``.
        RulesError: If nothing at all scores, if points are given for nothing in six
            dice although six dice always score, if the faces of a partial straight are
            not in ascending order, if a field of ``first_throw`` gives no points, if
            hot dice must be rolled and may not, or if a target that must be met exactly
            has a final round.
    """

    game = "farkle"

    dice: Annotated[
        str | tuple[str, ...],
        Meta(extra={"option": "DICE", "changes_positions": True, "added_later": True}),
        "dice that may be loaded, as text or a list, such as "
        "'weighted, heavenly*3, 1:1:1:1:1:3*2'; empty for fair dice",
    ] = ""
    number_of_dice: Annotated[
        int, Meta(ge=1, le=MOST_DICE), ADDED_LATER, "number of dice in the game"
    ] = DICE
    jokers: Annotated[
        Literal["none", "with_faces", "alone"],
        ADDED_LATER,
        "a joker stands for any face in a combination of two or more "
        "dice (with_faces: not in one of jokers alone; alone: there too; none: no "
        "jokers)",
    ] = "with_faces"
    singles: Annotated[ByFace, "points of a single die, by face"]
    of_a_kind: Annotated[
        dict[Annotated[int, Meta(ge=2, le=8)], ByFace],
        "points of equal dice, by their number and face",
    ]
    straight: Annotated[Points, "points of 1-2-3-4-5-6"]
    straights: Annotated[
        dict[str, Points],
        ADDED_LATER,
        "points of two to eight different faces, such as 12345; "
        "faces above 9 are separated by blanks",
    ] = {}  # noqa: RUF012 - msgspec copies it
    three_pairs: Annotated[Points, "points of three pairs of different faces"]
    four_and_two: Annotated[Points, "points of four of one face and two of another"]
    two_triplets: Annotated[Points, "points of three of one face and three of another"]
    patterns: Annotated[
        dict[str, Points],
        ADDED_LATER,
        "points of other dice that score together: groups of equal dice, such as 3+2 "
        "(a full house), or faces, such as 11122",
    ] = {}  # noqa: RUF012 - msgspec copies it
    first_throw: Annotated[
        str | tuple[str, ...],
        ADDED_LATER,
        "fields of points that count in the first throw of a turn only, as text or a "
        "list, such as 'straight, of_a_kind.3.1', as in 2 of 25 printed rules and "
        "programs; empty if all count in every throw",
    ] = ""
    nothing: Annotated[
        int,
        Meta(ge=-1_000_000, le=1_000_000),
        "points of six dice in which nothing else scores; negative points are lost by "
        "a farkle of six dice, as in 1 of 25 printed rules and programs (500)",
    ]
    farkle_keeps_points: Annotated[
        bool,
        ADDED_LATER,
        "does a farkle end the turn with the points of its throws before, if they may "
        "be banked? (true/false; true in 2 of 25 printed rules and programs)",
    ] = False
    hot_dice: Annotated[
        bool,
        "may the player roll all six dice again once all have scored? "
        "(true/false; if false, the turn ends there)",
    ]
    must_roll_hot_dice: Annotated[
        bool,
        ADDED_LATER,
        "must the player roll all dice again once all have scored? (true/false; true "
        "in 5 of 25 printed rules and programs)",
    ] = False
    must_keep_scoring_dice: Annotated[
        bool,
        ADDED_LATER,
        "must all scoring dice be kept? (true/false; if true, the dice that are left "
        "may not hold a combination, as in 2 of 25 printed rules and programs)",
    ] = False
    junk: Annotated[
        bool,
        "may dice that score nothing be kept together with scoring dice? (true/false)",
    ]
    rest: Annotated[
        Literal["refused", "zero", "scored"],
        ADDED_LATER,
        "only for the scoring rule keep: kept dice that do not all score are "
        "refused, count zero, or have the best score among them",
    ] = "zero"
    minimum_to_open: Annotated[Points, "least points of the first turn that counts"]
    minimum_to_bank: Annotated[Points, "least points that may be banked in any turn"]
    target: Annotated[int, Meta(ge=1, le=1_000_000), "banked points that end the game"]
    exact_target: Annotated[
        bool,
        ADDED_LATER,
        "must a player have exactly the target to win? (true/false; if true, a turn "
        "that goes past it ends with no points, as in 1 of 25 printed rules and "
        "programs)",
    ] = False
    final_round: Annotated[
        bool,
        "do all opponents have one last turn when a player has banked "
        "the target? (true/false; if false, that player has won)",
    ]
    final_round_tie: Annotated[
        Literal["split", "leader"],
        "who wins if the last turn ends in equal scores: split (half "
        "a win each), or the leader who was there first",
    ]
    penalty_every: Annotated[
        int,
        Meta(ge=0, le=100),
        "number of farkles in a row that cost the penalty; 0 for never",
    ]
    penalty_points: Annotated[
        Points | Literal["all"],
        "points lost by that number of farkles in a row; all for the whole score, as "
        "in 4 of 25 printed rules and programs",
    ]
    lowest_score: Annotated[
        int,
        Meta(ge=-1_000_000, le=0),
        "penalties, and negative points for nothing, never push a score below this",
    ]

    def __post_init__(self) -> None:
        named = self.dice if isinstance(self.dice, str) else ",".join(self.dice)
        number = self.number_of_dice
        standard = not named and number == DICE
        dice = () if standard else read_dice(named or f"fair*{number}", number, number)
        if self.jokers == "none" and any(die.joker for die in dice):
            raise RulesError(
                f"dice = {named}: these rules have no jokers (jokers = none); set "
                "jokers to with_faces or alone, or leave out the dice with a joker"
            )
        # Equal dice get equal texts, so that equal rules have equal digests.
        msgspec.structs.force_setattr(self, "dice", dice_text(dice) if dice else "")
        # This comes first, so that the checks below see
        # each pattern under its own field.
        self._move_patterns()
        for faces in self.straights:
            if faces.strip() == "123456":
                raise RulesError(
                    "straights.123456: these points are those of the field straight"
                )
            _require_straight(faces)
        scoring = self._every_pattern
        self._name_first_throw([pattern.field for pattern in scoring])
        for pattern in scoring:
            if max(pattern.faces, default=0) > self.sides:
                raise RulesError(
                    f"{pattern.field}: the dice have the faces 1 to {self.sides}; give "
                    f"dice with {max(pattern.faces)} sides, or leave this out"
                )
        if not self.all_patterns and self.nothing <= 0:
            later = " after the first throw" * bool(scoring)
            raise RulesError(f"nothing scores{later}; at least one combination must")
        if self.must_roll_hot_dice and not self.hot_dice:
            raise RulesError(
                "must_roll_hot_dice = true: hot dice can only be rolled if hot_dice is "
                "true"
            )
        if self.exact_target and self.final_round:
            raise RulesError(
                "exact_target = true: a player who has exactly the target wins at "
                "once; set final_round to false"
            )
        if self.penalty_points == "all" and self.lowest_score:
            raise RulesError(
                f"lowest_score = {self.lowest_score}: farkles that cost all points "
                "leave 0 (penalty_points = all); set it to 0"
            )
        if self.nothing and not self.dice and self._six_dice_always_score():
            raise RulesError(
                f"nothing = {self.nothing}: six dice always score under these rules, "
                "so they never show nothing; it can only be 0"
            )

    @property
    def all_patterns(self) -> list[Pattern]:
        """All patterns (dice that score together) that score in every throw of a turn.

        >>> FarkleRules.load("ece209").all_patterns[-1].field
        'straight'
        """
        first = str(self.first_throw).split(", ")
        return [each for each in self._every_pattern if each.field not in first]

    @property
    def in_first_throw(self) -> "FarkleRules":
        """A copy of the rules in which each throw scores as the first throw of a turn.

        >>> rules = FarkleRules.load("ece209", first_throw="straight")
        >>> [len(r.all_patterns) for r in (rules, rules.in_first_throw)]
        [8, 9]
        """
        return msgspec.structs.replace(self, first_throw="")

    @property
    def _every_pattern(self) -> list[Pattern]:
        written = [
            *((field, text, getattr(self, field)) for text, field in FIELDS.items()),
            *(
                (f"{field}.{text}", text, points)
                for field in ("straights", "patterns")
                for text, points in getattr(self, field).items()
            ),
        ]
        every = [
            *(Pattern(f"singles.{f}", (1,), (f,), n) for f, n in self.singles.items()),
            *(
                Pattern(f"of_a_kind.{number}.{face}", (number,), (face,), points)
                for number, by_face in self.of_a_kind.items()
                for face, points in by_face.items()
            ),
            *starmap(read_pattern, written),
        ]
        return [pattern for pattern in every if pattern.points]

    @property
    def score_table(self) -> tuple[Line, ...]:
        """All that scores; dice with equal names and equal points share a line.

        >>> for row in FarkleRules.load("ece209", **{"patterns.3+2": 1500}).score_table:
        ...     print(row.name, row.what, row.points, sep="; ")
        single; 1; 100
        single; 5; 50
        three of a kind; 111; 1000
        three of a kind; 222; 200
        three of a kind; 333; 300
        three of a kind; 444; 400
        three of a kind; 555; 500
        three of a kind; 666; 600
        straight; 123456; 1500
        full house; 3+2; 1500
        """
        rows: dict[tuple[str, int], list[str]] = {}
        # A pattern of the first throw alone has a row of
        # its own, even with equal points.
        always = self.all_patterns
        for pattern in self._every_pattern:
            name = pattern.name + " in the first throw" * (pattern not in always)
            rows.setdefault((name, pattern.points), []).append(pattern.text)
        if self.nothing:
            rows["nothing", self.nothing] = [f"all {NUMBERS[self.number_of_dice - 1]}"]
        return tuple(
            Line(name, ", ".join(dice), points) for (name, points), dice in rows.items()
        )

    def _move_patterns(self) -> None:
        """Move patterns to the fields that they have, so that equal rules are equal."""
        tables = {"straights": {**self.straights}, "patterns": {}}
        for text, points in self.patterns.items():
            pattern = read_pattern(f"patterns.{text}", text, points)
            if field := FIELDS.get(pattern.text):
                msgspec.structs.force_setattr(self, field, points)
            elif pattern.name == "straight":
                tables["straights"][pattern.text] = points
            elif points:
                tables["patterns"][pattern.text] = points
        for name, table in tables.items():
            msgspec.structs.force_setattr(self, name, table)

    def _name_first_throw(self, known: list[str]) -> None:
        """Write ``first_throw`` as sorted text, so that equal rules are equal."""
        text = self.first_throw
        names = text.split(",") if isinstance(text, str) else text
        fields = sorted({name.strip() for name in names} - {""})
        for name in fields:
            if name not in known:
                raise RulesError(
                    f"first_throw = {name}: this is no field with points; "
                    f"{choices(name, known)}"
                )
        msgspec.structs.force_setattr(self, "first_throw", ", ".join(fields))

    @property
    def penalty(self) -> int:
        """The points that a penalty costs.

        It is the target if the penalty takes all points of a player.

        >>> FarkleRules.load("zilch", penalty_points="all").penalty
        10000
        """
        return self.target if self.penalty_points == "all" else self.penalty_points

    @property
    def sides(self) -> int:
        """The highest face that the rules' dice can have, at least six."""
        return max([SIDES, *(len(die.kind[0]) for die in self._dice)])

    @property
    def has_jokers(self) -> bool:
        """True if some of the dice have a joker."""
        return any(die.joker for die in self._dice)

    def require_six_dice(self) -> None:
        """Raise ``RulesError`` unless six dice with the faces 1 to 6 are rolled."""
        if self.number_of_dice != DICE or self.sides > SIDES or self.has_jokers:
            raise RulesError(
                "this is for six dice with the faces 1 to 6, not for "
                f"{self.dice_setting}"
            )

    @property
    def dice_setting(self) -> str:
        """The field that says which dice are rolled, and its value, as text.

        >>> FarkleRules.load(number_of_dice=5).dice_setting
        'number_of_dice = 5'
        """
        fair = dice_text(read_dice(f"fair*{self.number_of_dice}", 1, MOST_DICE))
        return (
            f"number_of_dice = {self.number_of_dice}"
            if self.dice == fair
            else f"dice = {self.dice}"
        )

    @property
    def _dice(self) -> tuple[Die, ...]:
        """The dice, if they are not six fair ones."""
        number = self.number_of_dice
        return read_dice(str(self.dice), number, number) if self.dice else ()

    def _six_dice_always_score(self) -> bool:
        from trueodds.core.rules.farkle.scorer import Scorer

        scorer = Scorer(self)
        rolls = Dice.fair(DICE, sides=SIDES).rolls()
        return all(scorer.holds_combination(roll) for roll, _ in rolls)


def _require_straight(text: str) -> None:
    """Raise ``RulesError`` unless a text has different faces in ascending order."""
    pattern = read_pattern(f"straights.{text}", text, 0)
    ascending = pattern.text.replace(" ", "") == text.replace(" ", "")
    if pattern.name != "straight" or not ascending:
        raise RulesError(
            f"{pattern.field}: write two to eight different faces in ascending order, "
            "such as 12345"
        )
