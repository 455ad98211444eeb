"""What a game of baccarat can vary: shoe, tableau, bets."""

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from trueodds.core.cards import RANKS, Shoe
from trueodds.core.errors import RulesError, listed
from trueodds.core.rulebook import Rules
from trueodds.core.rules.baccarat.bets import Bet, Total
from trueodds.core.rules.baccarat.outcome import value
from trueodds.core.rules.baccarat.shoe import (
    DEALT,
    read_seen,
    read_shoe,
    seen_text,
    shoe_text,
    what_is_left,
)

DEFAULT = "punto-banco"
RULES_TO_SCORE = ("coup",)
NO_THIRD_CARD = "none"
TENS = range(9, 13)


class BaccaratRules(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game of baccarat can vary.

    Raises ``RulesError`` for a tableau that lacks a third card, for a bet whose payouts
    make no sense, and for a shoe from which no coup can be dealt.
    """

    game = "baccarat"

    decks: Annotated[
        int, Meta(ge=1, le=1000, description="full 52-card decks in the shoe")
    ]
    shoe: Annotated[
        str | dict[str, int],
        Meta(
            description="what the shoe holds in place of full decks: A:30,2:32,…,K:29; "
            "10:122 without J, Q and K is all ten-valued cards; not named is none",
            extra={"option": "RANK:N,…"},
        ),
    ] = ""
    seen: Annotated[
        str | tuple[str, ...],
        Meta(
            description="what has been dealt of the shoe before this coup: cards "
            "(KH 5D) or ranks (K 5)",
            extra={"option": "CARDS"},
        ),
    ] = ""
    count: Annotated[
        str,
        Meta(
            description="a bet whose running count is to be worked out in full",
            extra={"option": "BET"},
        ),
    ] = ""
    dealt: Annotated[
        int,
        Meta(
            ge=0,
            description="after how many random cards counts are judged; 0 is half "
            "the shoe",
            extra={"option": "N"},
        ),
    ] = 0
    natural: Annotated[
        int,
        Meta(
            ge=0,
            le=10,
            description="the total of two cards, in either hand, from which on nobody "
            "draws (10: there are no naturals)",
        ),
    ]
    player_draws: Annotated[
        tuple[Total, ...], Meta(description="the totals on which Player draws")
    ]
    banker_draws: Annotated[
        dict[str, tuple[Total, ...]],
        Meta(
            description="the totals on which Banker draws, for each rank of Player's "
            "third card, or none"
        ),
    ]
    bets: Annotated[
        dict[str, Bet],
        Meta(
            description="for each bet a label, cases of which the first that holds "
            "decides, and else what it pays to 1 when player, banker or tie wins; 0 "
            "pushes, what is not named loses"
        ),
    ]

    def __post_init__(self) -> None:
        thirds = (NO_THIRD_CARD, *RANKS)
        if set(self.banker_draws) != set(thirds):
            wrong = set(self.banker_draws) ^ set(thirds)
            raise RulesError(
                f"banker_draws needs a list of totals for each of {listed(thirds)}, "
                f"and for nothing else: look at {listed(sorted(wrong))}"
            )
        for name, bet in self.bets.items():
            if not re.fullmatch("[a-z0-9_]+", name):
                raise RulesError(
                    f"a bet cannot be called {name!r:.40}: its name becomes an id, of "
                    "small letters, digits and underscores"
                )
            bet.check(name)
        named = self.shoe if isinstance(self.shoe, dict) else {}
        text = ",".join(f"{rank}:{count}" for rank, count in named.items())
        shoe = read_shoe(self.shoe if isinstance(self.shoe, str) else text)
        words = self.seen if isinstance(self.seen, str) else " ".join(self.seen)
        seen = read_seen(words)
        cards = what_is_left(self.decks, shoe, seen).total
        if self.dealt > cards - DEALT:
            raise RulesError(
                f"dealt = {self.dealt}: the shoe has {cards} cards, so at most "
                f"{max(cards - DEALT, 0)} leave a coup to deal"
            )
        if self.count and self.count not in self.bets:
            raise RulesError(
                f"count: there is no bet {self.count!r}; there are: {listed(self.bets)}"
            )
        tens = {self.banker_draws[RANKS[rank]] for rank in TENS}
        if shoe and not shoe.ranks_known and len(set(map(frozenset, tens))) > 1:
            raise RulesError(
                "shoe: this tableau tells ten-valued ranks apart, so name 10, J, Q "
                "and K each"
            )
        # One text for each shoe, whatever the text that it was read from.
        standard = {"shoe": shoe_text(shoe) if shoe else "", "seen": seen_text(seen)}
        for field, text in standard.items():
            msgspec.structs.force_setattr(self, field, text)

    def left(self) -> Shoe:
        """What is left in the shoe, as finely as it is known."""
        assert isinstance(self.shoe, str)
        assert isinstance(self.seen, str)
        return what_is_left(self.decks, read_shoe(self.shoe), read_seen(self.seen))

    def banker_draws_on(self, total: int, third: int | None) -> bool:
        """Whether Banker draws on this total; ``third`` is Player's third rank."""
        return total in self.banker_draws[third_name(third)]


def third_name(third: int | None) -> str:
    """The row of the tableau for Player's third rank, or for none."""
    return NO_THIRD_CARD if third is None else RANKS[third]


def bare(rules: BaccaratRules) -> BaccaratRules:
    """Only what decides a coup from its cards: equal rules play alike."""
    return msgspec.structs.replace(
        rules,
        description="",
        decks=1,
        shoe="",
        seen="",
        count="",
        dealt=0,
        bets={},
    )


def rank_classes(rules: BaccaratRules) -> tuple[tuple[int, ...], ...]:
    """The ranks that neither value nor tableau tells apart, in the order of ranks."""
    classes: dict[tuple[int, frozenset[int]], tuple[int, ...]] = {}
    for rank in range(len(RANKS)):
        alike = value(rank), frozenset(rules.banker_draws[third_name(rank)])
        classes[alike] = (*classes.get(alike, ()), rank)
    return tuple(classes.values())
