"""Bets as data: cases over the outcome of a coup, and what each pays.

A case names what must hold; the first case that holds decides, then who won. What
neither names loses the stake. So EZ Baccarat's banker is one exception and the rest:

    pays = { banker = 1, tie = 0 }
    cases = [{ winner = "banker", banker_total = 7, banker_cards = 3, pays = 0 }]
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from trueodds.core.errors import RulesError, listed
from trueodds.core.rules.baccarat.outcome import WINNER_CODES, Outcome, Winner

T = TypeVar("T")
OneOrMore: TypeAlias = T | tuple[T, ...]
Total = Annotated[int, Meta(ge=0, le=9)]
HandCards = Annotated[int, Meta(ge=2, le=3)]
AllCards = Annotated[int, Meta(ge=4, le=6)]
Hands = Annotated[int, Meta(ge=0, le=2)]

OF_RANKS = {"player_pair", "banker_pair", "pairs", "same_pair"}
"""Conditions that need to know all thirteen ranks of the shoe."""
OF_SUITS = {"player_perfect_pair", "banker_perfect_pair", "perfect_pairs"}
"""Conditions that need to know its suits too."""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must hold, one value or any of several, and what is then paid to 1.

    Every condition is the property of ``Outcome`` of that name.
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
        """The values that are right, of each property that matters."""
        wanted = msgspec.structs.asdict(self)
        return {
            name: value if isinstance(value, tuple) else (value,)
            for name, value in wanted.items()
            if name != "pays" and value is not None
        }


class Bet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bet: its cases, and else what it pays for each winner, to 1; 0 pushes."""

    label: str
    pays: dict[str, Fraction] = {}
    cases: tuple[Case, ...] = ()

    def results(self, outcomes: Iterable[Outcome]) -> list[Fraction]:
        """What the bettor has of each outcome, per unit staked: -1 is a loss.

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
    def sees(self) -> set[str]:
        """The conditions of all its cases."""
        return {name for case in self.cases for name in case.conditions}

    @property
    def sees_ranks(self) -> bool:
        """Whether it tells ten-valued ranks apart."""
        return bool(self.sees & (OF_RANKS | OF_SUITS))

    @property
    def sees_suits(self) -> bool:
        """Whether it tells suits apart."""
        return bool(self.sees & OF_SUITS)

    def check(self, name: str) -> None:
        """Raise ``RulesError`` where the payouts make no sense."""
        for winner, pays in self.pays.items():
            if winner not in WINNER_CODES:
                raise RulesError(
                    f"bets.{name} pays for {winner!r}; it can for: "
                    f"{listed(WINNER_CODES)}, and for anything else in its cases"
                )
            if pays < 0:
                raise RulesError(
                    f"bets.{name} pays {pays} for {winner}; 0 or more is right, "
                    "and a winner that loses the stake is left out"
                )
        for number, case in enumerate(self.cases, 1):
            if case.pays < 0 and case.pays != -1:
                raise RulesError(
                    f"bets.{name}, case {number} pays {case.pays}; 0 or more is right, "
                    "or -1, which loses the stake"
                )
            if not case.conditions or () in case.conditions.values():
                raise RulesError(
                    f"bets.{name}, case {number} does not say when it holds; it can "
                    f"by: {listed(Case.__struct_fields__[1:])}"
                )
        paid = [*self.pays.values(), *(case.pays for case in self.cases)]
        if max(paid, default=Fraction(0)) <= 0:
            raise RulesError(f"bets.{name} never pays, so nobody can win it")
        if set(self.pays) == set(WINNER_CODES) and min(paid) >= 0:
            raise RulesError(
                f"bets.{name} pays or pushes whatever happens, so nobody can lose it; "
                "leave out the winner for which it loses"
            )
