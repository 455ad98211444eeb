"""A roll of any dice, in dice notation."""

from typing import Annotated

from msgspec import Meta

from trueodds.core.dice_notation import distribution_of
from trueodds.core.rulebook import Rules


class DiceRules(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dice that are rolled.

    Raises ``RulesError`` for text that is not dice notation, and for rolls with too
    many outcomes to count.

    >>> DiceRules.load(roll="2d20kh1").roll
    '2d20kh1'
    """

    game = "dice"
    stated = ("roll",)

    roll: Annotated[
        str,
        Meta(
            max_length=150,
            description="the dice in dice notation, such as 4d6dl1 or 'd20+5>=15'",
            extra={"option": "ROLL", "changes_positions": True},
        ),
    ]

    def __post_init__(self) -> None:
        distribution_of(self.roll)
