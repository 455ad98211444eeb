"""Rules of baccarat: shoe, tableau and bets."""

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from trueodds.core.cards import RANKS, Shoe
from trueodds.core.errors import RulesError, listed
from trueodds.core.rulebook import Rules
from trueodds.core.rules.baccarat.bets import Bet, Total, value
from trueodds.core.rules.baccarat.shoe import (
    DEALT,
    read_seen,
    read_shoe,
    seen_text,
    shoe_text,
    what_is_left,
)

NO_THIRD_CARD = "none"
TENS = range(9, 13)


class BaccaratRules(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of a game of baccarat.

    Raises:
        RulesError: If ``banker_draws`` lacks a rank of Player's third card, or the
            entry for no third card, or has any other entry. If a bet or its name is
            impossible, or ``count`` is no bet. If the shoe or the cards seen cannot be
            read, or a card is seen more often than the shoe has it. If no coup can be
            dealt, at once or after ``dealt`` cards. If the shoe counts all ten-valued
            cards together, but ``banker_draws`` distinguishes them.
    """

    game = "baccarat"

    decks: Annotated[int, Meta(ge=1, le=1000), "full 52-card decks in the shoe"]
    shoe: Annotated[
        str | dict[str, int],
        Meta(extra={"option": "RANK:N,…"}),
        "cards left in the shoe, by rank, in place of full decks: "
        "A:30,2:32,…,K:29; 10:122 without J, Q and K counts all ten-valued cards; "
        "ranks left out are gone",
    ] = ""
    seen: Annotated[
        str | tuple[str, ...],
        Meta(extra={"option": "CARDS"}),
        "cards (KH 5D) or ranks (K 5) dealt from the shoe before this coup",
    ] = ""
    count: Annotated[
        str,
        Meta(extra={"option": "BET"}),
        "the bet whose running count is computed in full",
    ] = ""
    dealt: Annotated[
        int,
        Meta(ge=0, extra={"option": "N"}),
        "judge counts after this many random cards; 0 is half the shoe",
    ] = 0
    natural: Annotated[
        int,
        Meta(ge=0, le=10),
        "with this total or more in two cards of either hand, neither "
        "hand draws (10: there are no naturals)",
    ]
    player_draws: Annotated[tuple[Total, ...], "the totals on which Player draws"]
    banker_draws: Annotated[
        dict[str, tuple[Total, ...]],
        "the totals on which Banker draws, for each rank of Player's "
        "third card, or none",
    ]
    bets: Annotated[
        dict[str, Bet],
        "for each bet a label, its cases (the first that holds "
        "decides), and otherwise the payout to 1 if player, banker or tie wins; "
        "0 pushes, and a winner left out loses",
    ]

    def __post_init__(self) -> None:
        thirds = (NO_THIRD_CARD, *RANKS)
        if set(self.banker_draws) != set(thirds):
            wrong = set(self.banker_draws) ^ set(thirds)
            raise RulesError(
                f"banker_draws needs a list of totals for each of {listed(thirds)}, "
                f"and for nothing else; missing or unknown: {listed(sorted(wrong))}"
            )
        for name, bet in self.bets.items():
            if not re.fullmatch("[a-z0-9_]+", name):
                raise RulesError(
                    f"a bet cannot be called {name!r:.40}: its name becomes part of an "
                    "id, so use lower-case letters, digits and underscores"
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
                "shoe: this tableau distinguishes ten-valued ranks, so give 10, J, Q "
                "and K separately"
            )
        # Equal shoes get equal texts, so that equal rules have equal digests.
        standard = {"shoe": shoe_text(shoe) if shoe else "", "seen": seen_text(seen)}
        for field, text in standard.items():
            msgspec.structs.force_setattr(self, field, text)

    def left(self) -> Shoe:
        """Return the shoe without the cards seen.

        Cards are counted with their suits only if the shoe consists of full decks, and
        every card seen has a suit. Otherwise they are counted by rank. If the rules
        count all ten-valued cards of the shoe together, so does the result.
        """
        assert isinstance(self.shoe, str)
        assert isinstance(self.seen, str)
        return what_is_left(self.decks, read_shoe(self.shoe), read_seen(self.seen))

    def require_full_decks(self, why: str) -> None:
        """Raise ``RulesError`` if the rules say which cards the shoe has.

        ``why`` is the reason for the error, in words.

        >>> BaccaratRules.load(seen="K 5").require_full_decks("a list has full decks")
        Traceback (most recent call last):
        ...
        trueodds.core.errors.RulesError: seen = K 5: a list has full decks; leave seen out
        """  # noqa: E501 - an error is one line
        for field in ("shoe", "seen"):
            if cards := getattr(self, field):
                raise RulesError(f"{field} = {cards}: {why}; leave {field} out")

    def banker_draws_on(self, total: int, third: int | None) -> bool:
        """Return True if Banker draws a third card.

        ``total`` is that of Banker's two cards. ``third`` is the rank of Player's third
        card, 0 (ace) to 12 (king), or None if Player has not drawn.
        """
        return total in self.banker_draws[third_name(third)]


def third_name(third: int | None) -> str:
    """Return the tableau's name for the rank of Player's third card, or for none.

    ``third`` is the rank, 0 (ace) to 12 (king), or None if Player has not drawn.
    """
    return NO_THIRD_CARD if third is None else RANKS[third]


def bare(rules: BaccaratRules) -> BaccaratRules:
    """Return the rules with only those fields that decide a coup from its cards.

    The other fields, such as the shoe and the bets, are empty or the smallest possible.
    """
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
    """Group the ranks that have the same value and the same row in the tableau.

    A rank is a number from 0 (ace) to 12 (king). The groups are in the order of their
    first ranks.
    """
    classes: dict[tuple[int, frozenset[int]], tuple[int, ...]] = {}
    for rank in range(len(RANKS)):
        alike = value(rank), frozenset(rules.banker_draws[third_name(rank)])
        classes[alike] = (*classes.get(alike, ()), rank)
    return tuple(classes.values())
