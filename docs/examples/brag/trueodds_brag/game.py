"""Three-card brag: the kinds of hands of three cards."""

from typing import Annotated

from msgspec import Meta

from trueodds.game import (
    Breakdown,
    Cards,
    Game,
    Line,
    Part,
    Scoring,
    Shown,
)
from trueodds.game import Rules as BaseRules

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "CDHS"]
"""The names of the cards, by number: four suits of each rank."""

Points = Annotated[int, Meta(ge=0, le=100)]


class Rules(BaseRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The points of each kind of hand; a hand of two kinds has the higher points."""

    game = "brag"

    prial: Annotated[Points, "points of three cards of a rank"]
    running_flush: Annotated[Points, "points of a run in one suit"]
    run: Annotated[Points, "points of three ranks in a row; the ace is high or low"]
    flush: Annotated[Points, "points of three cards of a suit"]
    pair: Annotated[Points, "points of two cards of a rank"]


def parts(rules: Rules) -> list[Part]:
    """Return the parts of a position: three cards, such as ``2C 2D KH``."""
    return [Cards(3, dict.fromkeys(range(52), 1), DECK)]


def kinds(shown: Shown) -> list[str]:
    """Return the kinds of a hand, as fields of the rules."""
    ranks = sorted(card // 4 for card in shown[0])
    suited = len({card % 4 for card in shown[0]}) == 1
    low, middle, high = ranks
    run = ranks == [low, low + 1, low + 2] or ranks == [0, 1, 12]
    has = {
        "prial": low == high,
        "running_flush": run and suited,
        "run": run,
        "flush": suited,
        "pair": low != high and middle in (low, high),
    }
    return [kind for kind, there in has.items() if there]


def score(shown: Shown, rules: Rules) -> Breakdown:
    """Return the points of the best kind, with its name."""
    cards = " ".join(DECK[card] for card in shown[0])
    points, kind = max(
        ((getattr(rules, kind), kind) for kind in kinds(shown)), default=(0, "")
    )
    lines = (Line(kind.replace("_", " "), cards, points),) if kind else ()
    return Breakdown("", points, "", lines)


GAME = Game(
    "brag",
    rules=Rules,
    scoring={"hand": Scoring(parts, score, features=lambda shown, _: kinds(shown))},
)
