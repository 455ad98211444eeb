"""Red and black: bet chips on red, and stop at the target or without a chip.

To reach the target, bold play is best: bet all chips, or as many as the target needs.
Source: Dubins & Savage, How to Gamble If You Must (1965).
"""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from trueodds.game import Ask, Chance, End, Game, Recipe, Rules


class RedBlackRules(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of an evening of red and black."""

    game = "redblack"

    chips: Annotated[int, Meta(ge=1, le=100, description="chips at the start")]
    target: Annotated[int, Meta(ge=2, le=100, description="chips to go home with")]
    red: Annotated[int, Meta(ge=1, description="pockets of the wheel that win")]
    pockets: Annotated[int, Meta(ge=2, description="pockets of the wheel")]

    def __post_init__(self) -> None:
        if self.chips >= self.target:
            raise ValueError("the chips at the start must be fewer than the target")
        if self.red >= self.pockets:
            raise ValueError("red must have fewer pockets than the whole wheel")


def start(rules: RedBlackRules) -> tuple[int]:
    """Return the first state: the chips."""
    return (rules.chips,)


def step(state: tuple[int], rules: RedBlackRules) -> End | dict[str, Chance]:
    """Bet some chips, or sit out a spin; the evening ends at 0 or at the target."""
    (chips,) = state
    if chips in (0, rules.target):
        return End(label="target" if chips else "ruin")
    red = Fraction(rules.red, rules.pockets)
    bets = {
        f"bet_{bet}": Chance({(chips + bet,): red, (chips - bet,): 1 - red}, reward=1)
        for bet in range(1, min(chips, rules.target - chips) + 1)
    }
    return bets | {"sit_out": Chance({state: 1})}


EVENING = Recipe(
    "An evening of red and black, to {rules.target} chips",
    start,
    step,
    asks=(
        Ask("evening.target", "Reach the target", of="target", best="max"),
        Ask("evening.ruin", "Lose all chips", of="ruin", best="min"),
        Ask("evening.bets", "Most bets until the end", "bets", best="max"),
    ),
    variables=("chips",),
)

GAME = Game("redblack", "Red and black", RedBlackRules, models={"evening": EVENING})
