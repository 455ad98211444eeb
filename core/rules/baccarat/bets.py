"""The outcome of a coup, and bets as data: payouts by the outcome.

A bet has cases. A case has conditions on the outcome, and a payout. The first case
whose conditions all hold decides the payout. If there is no such case, the bet's table
of payouts by winner decides. A winner without a payout there means that the stake is
lost. EZ Baccarat's Banker bet, for example, is a table of winners and a single case:

    pays = { banker = 1, tie = 0 }
    cases = [{ winner = "banker", banker_total = 7, banker_cards = 3, pays = 0 }]

The payouts of the usual bets are in ``core/rules/presets/baccarat/punto-banco.toml``.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from trueodds.core.errors import RulesError, listed

Winner = Literal["player", "banker", "tie"]
WINNER_CODES: dict[Winner, int] = {"player": 1, "banker": 2, "tie": 0}

NO_PAIR, MIXED_PAIR, PERFECT_PAIR = range(3)


def winner_of(player: int, banker: int) -> Winner:
    """Return the hand with the higher total, or "tie".

    ``player`` and ``banker`` are the totals of the two hands.
    """
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"


class Outcome(NamedTuple):
    """The properties of a finished coup on which bets can depend.

    ``natural``: the first two cards of either hand ended the coup. ``player_match`` and
    ``banker_match`` compare the first two cards of Player's hand and of Banker's hand:
    ``NO_PAIR``, equal ranks (``MIXED_PAIR``), or equal ranks and suits
    (``PERFECT_PAIR``). ``same_pair``: both hands have a pair of the same rank. If suits
    are not known, no pair is perfect.
    """

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int
    natural: bool
    player_match: int = NO_PAIR
    banker_match: int = NO_PAIR
    same_pair: bool = False

    @property
    def winner(self) -> Winner:
        """The hand with the higher total, or "tie"."""
        return winner_of(self.player_total, self.banker_total)

    @property
    def cards(self) -> int:
        """The number of cards dealt."""
        return self.player_cards + self.banker_cards

    @property
    def margin(self) -> int:
        """The difference between the totals of Player and Banker, at least 0."""
        return abs(self.player_total - self.banker_total)

    @property
    def player_pair(self) -> bool:
        """True if Player's first two cards have the same rank."""
        return self.player_match != NO_PAIR

    @property
    def banker_pair(self) -> bool:
        """True if Banker's first two cards have the same rank."""
        return self.banker_match != NO_PAIR

    @property
    def pairs(self) -> int:
        """The number of hands that began with a pair."""
        return self.player_pair + self.banker_pair

    @property
    def player_perfect_pair(self) -> bool:
        """True if Player's first two cards have the same rank and suit."""
        return self.player_match == PERFECT_PAIR

    @property
    def banker_perfect_pair(self) -> bool:
        """True if Banker's first two cards have the same rank and suit."""
        return self.banker_match == PERFECT_PAIR

    @property
    def perfect_pairs(self) -> int:
        """The number of hands that began with a perfect pair."""
        return self.player_perfect_pair + self.banker_perfect_pair


def value(rank: int) -> int:
    """Return the value of a rank: ace 1, 2 to 9 themselves, ten and faces 0.

    >>> [value(rank) for rank in (0, 8, 9, 12)]
    [1, 9, 0, 0]
    """
    return rank + 1 if rank < 9 else 0


def hand_total(ranks: Sequence[int]) -> int:
    """Return the total of a hand: the last digit of the sum of its cards' values.

    ``ranks`` are those of the cards, 0 (ace) to 12 (king).
    """
    return sum(map(value, ranks)) % 10


T = TypeVar("T")
OneOrMore: TypeAlias = T | tuple[T, ...]
Total = Annotated[int, Meta(ge=0, le=9)]
HandCards = Annotated[int, Meta(ge=2, le=3)]
AllCards = Annotated[int, Meta(ge=4, le=6)]
Hands = Annotated[int, Meta(ge=0, le=2)]

OF_RANKS = {"player_pair", "banker_pair", "pairs", "same_pair"}
"""Conditions that need the counts of all thirteen ranks of the shoe."""
OF_SUITS = {"player_perfect_pair", "banker_perfect_pair", "perfect_pairs"}
"""Conditions that need the counts of all 52 cards of the shoe."""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A case of a bet: its conditions, and the payout to 1 if all of them hold.

    A payout of 0 is a push, and a payout of -1 loses the stake. A condition names a
    property of ``Outcome``, with a value or several alternatives.
    """

    pays: Fraction
    winner: OneOrMore[Winner] | None = None
    natural: bool | None = None
    player_total: OneOrMore[Total] | None = None
    banker_total: OneOrMore[Total] | None = None
    margin: OneOrMore[Total] | None = None
    player_cards: OneOrMore[HandCards] | None = None
    banker_cards: OneOrMore[HandCards] | None = None
    cards: OneOrMore[AllCards] | None = None
    player_pair: bool | None = None
    banker_pair: bool | None = None
    pairs: OneOrMore[Hands] | None = None
    same_pair: bool | None = None
    player_perfect_pair: bool | None = None
    banker_perfect_pair: bool | None = None
    perfect_pairs: OneOrMore[Hands] | None = None

    @property
    def conditions(self) -> dict[str, tuple[object, ...]]:
        """The accepted values of each property of ``Outcome`` that has a condition."""
        wanted = msgspec.structs.asdict(self)
        return {
            name: value if isinstance(value, tuple) else (value,)
            for name, value in wanted.items()
            if name != "pays" and value is not None
        }


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bet: its cases, and payouts to 1 by winner if no case holds.

    ``cases`` are tried in order, and the first that holds decides. A payout of 0 is a
    push, and a payout of -1 loses the stake. A winner that ``pays`` leaves out loses
    the stake.
    """

    label: str
    pays: dict[str, Fraction] = {}
    cases: tuple[Case, ...] = ()

    def results(self, outcomes: Iterable[Outcome]) -> list[Fraction]:
        """Return the bettor's result per unit staked for each outcome; -1 is a loss.

        >>> bet = Bet("Tie at 8 to 1", {"tie": Fraction(8)})
        >>> bet.results([Outcome(6, 6, 2, 2, False), Outcome(7, 6, 2, 2, False)])
        [Fraction(8, 1), Fraction(-1, 1)]
        """
        cases = [(case.conditions, case.pays) for case in self.cases]

        def result(outcome: Outcome) -> Fraction:
            for conditions, pays in cases:
                if all(getattr(outcome, name) in c for name, c in conditions.items()):
                    return pays
            return self.pays.get(outcome.winner, Fraction(-1))

        return [result(outcome) for outcome in outcomes]

    @property
    def pay_outs(self) -> list[Fraction]:
        """The amounts that the bet can win per unit staked, the least first.

        >>> Bet("No commission", {"player": Fraction(1), "tie": Fraction(0)}).pay_outs
        [Fraction(1, 1)]
        """
        paid = {*self.pays.values(), *(case.pays for case in self.cases)}
        return sorted(pays for pays in paid if pays > 0)

    @property
    def sees(self) -> set[str]:
        """The properties of ``Outcome`` on which a case has a condition, by name."""
        return {name for case in self.cases for name in case.conditions}

    @property
    def sees_ranks(self) -> bool:
        """True if the bet needs ten-valued ranks to be counted separately."""
        return bool(self.sees & (OF_RANKS | OF_SUITS))

    @property
    def sees_suits(self) -> bool:
        """True if the bet needs suits to be counted separately."""
        return bool(self.sees & OF_SUITS)

    def check(self, name: str) -> None:
        """Raise ``RulesError`` if the bet is impossible; ``name`` is its name.

        A bet is impossible if it pays on an unknown winner, if a payout is negative
        (but a case may pay -1), or if a case has no condition. It is also impossible if
        it can never win, or never lose.
        """
        for winner, pays in self.pays.items():
            if winner not in WINNER_CODES:
                raise RulesError(
                    f"bets.{name} pays for {winner!r}; the winners are: "
                    f"{listed(WINNER_CODES)}; anything else belongs in its cases"
                )
            if pays < 0:
                raise RulesError(
                    f"bets.{name} pays {pays} for {winner}; expected 0 or more. "
                    "Leave out a winner that loses the stake"
                )
        for number, case in enumerate(self.cases, 1):
            if case.pays < 0 and case.pays != -1:
                raise RulesError(
                    f"bets.{name}, case {number} pays {case.pays}; expected 0 or "
                    "more, or -1, which loses the stake"
                )
            if not case.conditions or () in case.conditions.values():
                raise RulesError(
                    f"bets.{name}, case {number} has no condition; the conditions "
                    f"are: {listed(Case.__struct_fields__[1:])}"
                )
        paid = [*self.pays.values(), *(case.pays for case in self.cases)]
        if max(paid, default=Fraction(0)) <= 0:
            raise RulesError(f"bets.{name} never pays, so no player can win it")
        if set(self.pays) == set(WINNER_CODES) and min(paid) >= 0:
            raise RulesError(
                f"bets.{name} pays or pushes on every outcome, so no player can lose "
                "it; leave out the winner for which it loses"
            )
