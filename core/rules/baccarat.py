"""Baccarat (punto banco): two hands, and a table that says who draws.

The tableau is data: on which totals Player draws, and on which totals Banker draws for
each rank of Player's third card (or none). By rank and not by value, because a
published script tells ten-valued cards apart. Source: S2, a magazine column on baccarat
as a shell script, part II.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from trueodds.core.cards import RANKS, parse_rank
from trueodds.core.errors import PositionError, RulesError, listed
from trueodds.core.rulebook import Rules as BaseRules
from trueodds.core.scoring import Breakdown, Line

DEFAULT = "punto-banco"
RULES_TO_SCORE = ("coup",)

Winner = Literal["player", "banker", "tie"]
Total = Annotated[int, Meta(ge=0, le=9)]
WINNER_CODES: dict[Winner, int] = {"player": 1, "banker": 2, "tie": 0}
NO_THIRD_CARD = "none"


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bet: what it pays for each winner, to 1; what is not named loses the stake."""

    label: str
    pays: dict[str, Fraction]


class BaccaratRules(BaseRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game of baccarat can vary.

    Raises ``RulesError`` for a tableau that lacks a third card and for a bet that pays
    less than nothing.
    """

    decks: Annotated[
        int, Meta(ge=1, le=1000, description="full 52-card decks in the shoe")
    ]
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
            description="for each bet a label and what it pays to 1 when player, "
            "banker or tie wins; 0 pushes, what is not named loses"
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
            for winner, pays in bet.pays.items():
                if winner not in WINNER_CODES:
                    raise RulesError(
                        f"bets.{name} pays for {winner!r}; "
                        f"it can for: {listed(WINNER_CODES)}"
                    )
                if pays < 0:
                    raise RulesError(
                        f"bets.{name} pays {pays} for {winner}; 0 or more is right, "
                        "and a winner that loses the stake is left out"
                    )

    def banker_draws_on(self, total: int, third: int | None) -> bool:
        """Whether Banker draws on this total; ``third`` is Player's third rank."""
        return total in self.banker_draws[third_name(third)]


Rules = BaccaratRules


def third_name(third: int | None) -> str:
    """The row of the tableau for Player's third rank, or for none."""
    return NO_THIRD_CARD if third is None else RANKS[third]


def value(rank: int) -> int:
    """What a rank counts: ace 1, 2 to 9 themselves, ten and faces 0.

    >>> [value(rank) for rank in (0, 8, 9, 12)]
    [1, 9, 0, 0]
    """
    return rank + 1 if rank < 9 else 0


def hand_total(ranks: Sequence[int]) -> int:
    """The last digit of the sum of the values."""
    return sum(map(value, ranks)) % 10


class Coup(NamedTuple):
    """A finished coup: both hands as ranks, in the order dealt."""

    player: tuple[int, ...]
    banker: tuple[int, ...]

    @property
    def winner(self) -> Winner:
        """Who has the higher total."""
        player, banker = hand_total(self.player), hand_total(self.banker)
        if player == banker:
            return "tie"
        return "player" if player > banker else "banker"

    @property
    def cards(self) -> int:
        """How many cards were dealt."""
        return len(self.player) + len(self.banker)


def play(ranks: Sequence[int], rules: BaccaratRules) -> Coup:
    """Deal a coup from the next six ranks of the shoe: the reference scorer.

    They are dealt Player, Banker, Player, Banker, then third cards as needed.

    >>> from trueodds.core import games, rulebook
    >>> play([5, 12, 7, 0, 8, 4], rulebook.load(games.find("baccarat")))
    Coup(player=(5, 7, 8), banker=(12, 0, 4))
    """
    player, banker = (ranks[0], ranks[2]), (ranks[1], ranks[3])
    totals = hand_total(player), hand_total(banker)
    if max(totals) >= rules.natural:
        return Coup(player, banker)
    rest = iter(ranks[4:])
    third = next(rest) if totals[0] in rules.player_draws else None
    drawn = () if third is None else (third,)
    if rules.banker_draws_on(totals[1], third):
        return Coup(player + drawn, (*banker, next(rest)))
    return Coup(player + drawn, banker)


def score(position: str, rules: BaccaratRules, rule: str = "coup") -> Breakdown:
    """Play the next six cards of a shoe, such as ``6 K 8 A 9 5``: 1, 2 or 0.

    1 when Player wins, 2 when Banker does, 0 for a tie. Raises ``PositionError`` or
    ``CardError`` naming what is wrong with the text.

    >>> from trueodds.core import games, rulebook
    >>> score("6 K 8 A 9 5", rulebook.load(games.find("baccarat"))).verdict
    'Banker wins, 6 to 3'
    """
    words = position.replace(",", " ").split()
    ranks = [parse_rank(word) for word in words]
    if len(ranks) != 6:
        raise PositionError(
            f"{position!r} has {len(ranks)} ranks; a baccarat position is the next six "
            "cards of the shoe, such as 6 K 8 A 9 5"
        )
    for rank in ranks:
        if ranks.count(rank) > 4 * rules.decks:
            raise PositionError(
                f"{position!r} has {ranks.count(rank)} cards of rank {RANKS[rank]}; "
                f"{rules.decks} deck holds {4 * rules.decks}"
            )
    coup = play(ranks, rules)
    player, banker = hand_total(coup.player), hand_total(coup.banker)
    verdict = {
        "player": f"Player wins, {player} to {banker}",
        "banker": f"Banker wins, {banker} to {player}",
        "tie": f"Tie at {player}",
    }[coup.winner]
    lines = (_line("Player", coup.player), _line("Banker", coup.banker))
    standard = " ".join(RANKS[rank] for rank in ranks)
    return Breakdown(standard, WINNER_CODES[coup.winner], verdict, lines)


def _line(name: str, ranks: Sequence[int]) -> Line:
    return Line(name, " ".join(RANKS[rank] for rank in ranks), hand_total(ranks))
