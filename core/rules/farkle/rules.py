"""Rules of Farkle as data: which dice score, and when a turn counts."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from trueodds.core.dice import Dice, Roll
from trueodds.core.errors import RulesError
from trueodds.core.rulebook import Rules as BaseRules
from trueodds.core.rules.farkle.loaded import DICE, dice_text, read_dice

DEFAULT = "ece209"

Points = Annotated[int, Meta(ge=0, le=1_000_000)]
Face = Annotated[int, Meta(ge=1, le=6)]
ByFace = dict[Face, Points]


class FarkleRules(BaseRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of a game of Farkle; a combination with 0 points does not score.

    Raises:
        DiceError: If a die is unknown or impossible, or there are not six of them.
        RulesError: If nothing at all scores, if points are given for nothing in six
            dice although six dice always score, or if the faces of a partial straight
            are not in ascending order.
    """

    game = "farkle"

    dice: Annotated[
        str | tuple[str, ...],
        Meta(
            description="six dice that may be loaded, as text or a list, such as "
            "'weighted, heavenly*3, 1:1:1:1:1:3*2'; empty for fair dice",
            extra={"option": "DICE", "added_later": True},
        ),
    ] = ""
    singles: Annotated[ByFace, Meta(description="points of a single die, by face")]
    of_a_kind: Annotated[
        dict[Annotated[int, Meta(ge=2, le=6)], ByFace],
        Meta(description="points of equal dice, by their number and face"),
    ]
    straight: Annotated[Points, Meta(description="points of 1-2-3-4-5-6")]
    straights: Annotated[
        dict[str, Points],
        Meta(
            description="points of two to five different faces, such as 12345",
            extra={"added_later": True},
        ),
    ] = {}  # noqa: RUF012 - msgspec copies it
    three_pairs: Annotated[
        Points, Meta(description="points of three pairs of different faces")
    ]
    four_and_two: Annotated[
        Points, Meta(description="points of four of one face and two of another")
    ]
    two_triplets: Annotated[
        Points, Meta(description="points of three of one face and three of another")
    ]
    nothing: Annotated[
        Points, Meta(description="points of six dice in which nothing else scores")
    ]
    hot_dice: Annotated[
        bool,
        Meta(
            description="may the player roll all six dice again once all have scored? "
            "(true/false; if false, the turn ends there)"
        ),
    ]
    junk: Annotated[
        bool,
        Meta(
            description="may dice that score nothing be kept together with scoring "
            "dice? (true/false)"
        ),
    ]
    minimum_to_open: Annotated[
        Points, Meta(description="least points of the first turn that counts")
    ]
    minimum_to_bank: Annotated[
        Points, Meta(description="least points that may be banked in any turn")
    ]
    target: Annotated[
        int,
        Meta(ge=1, le=1_000_000, description="banked points that end the game"),
    ]
    final_round: Annotated[
        bool,
        Meta(
            description="do all opponents have one last turn when a player has banked "
            "the target? (true/false; if false, that player has won)"
        ),
    ]
    final_round_tie: Annotated[
        Literal["split", "leader"],
        Meta(
            description="who wins if the last turn ends in equal scores: split (half "
            "a win each), or the leader who was there first"
        ),
    ]
    penalty_every: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="number of farkles in a row that cost the penalty; 0 for never",
        ),
    ]
    penalty_points: Annotated[
        Points, Meta(description="points lost by that number of farkles in a row")
    ]
    lowest_score: Annotated[
        int,
        Meta(
            ge=-1_000_000,
            le=0,
            description="penalties never push a score below this",
        ),
    ]

    def __post_init__(self) -> None:
        named = self.dice if isinstance(self.dice, str) else ",".join(self.dice)
        # Equal dice get equal texts, so that equal rules have equal digests.
        text = dice_text(read_dice(named)) if named else ""
        msgspec.structs.force_setattr(self, "dice", text)
        for faces in self.straights:
            if not re.fullmatch("(?=.{2,5}$)1?2?3?4?5?6?", faces):
                raise RulesError(
                    f"straights.{faces}: write two to five different faces in "
                    "ascending order, such as 12345"
                )
        tables: list[Mapping[Any, Points]] = [
            self.singles,
            *self.of_a_kind.values(),
            self.straights,
        ]
        sixes = (self.straight, self.three_pairs, self.four_and_two, self.two_triplets)
        if not any(points for table in tables for points in table.values()) and not any(
            (*sixes, self.nothing)
        ):
            raise RulesError("nothing scores; at least one combination must")
        if self.nothing and all(map(self._scores, Dice.fair(DICE, sides=6).rolls())):
            raise RulesError(
                f"nothing = {self.nothing}: six dice always score under these rules, "
                "so they never show nothing; it can only be 0"
            )

    def _scores(self, weighed: tuple[Roll, int]) -> bool:
        """Return True if some of six dice score."""
        roll, _ = weighed
        wholes: dict[Roll, int] = {
            (1, 1, 1, 1, 1, 1): self.straight,
            (0, 0, 0, 2, 2, 2): self.three_pairs,
            (0, 0, 0, 0, 2, 4): self.four_and_two,
            (0, 0, 0, 0, 3, 3): self.two_triplets,
        }
        return (
            bool(wholes.get(tuple(sorted(roll))))
            or any(
                points.get(face) and number >= size
                for size, points in ((1, self.singles), *self.of_a_kind.items())
                for face, number in enumerate(roll, start=1)
            )
            or any(
                points and all(roll[int(face) - 1] for face in faces)
                for faces, points in self.straights.items()
            )
        )
