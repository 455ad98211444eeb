"""``trueodds.discard``: what every discard of one deal is worth, best first; exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, overload

from trueodds.analysis.cribbage.discard import one_deal
from trueodds.analysis.cribbage.discard.opponent_tables import other_hands
from trueodds.analysis.cribbage.strategy_file import ROLES
from trueodds.analysis.cribbage.suit_classes import DISCARDS
from trueodds.core.cards import Card, format_cards, parse_cards
from trueodds.core.errors import PositionError, UnknownNameError, listed
from trueodds.core.progress import Progress, silent
from trueodds.core.rules.cribbage import CribbageRules

if TYPE_CHECKING:
    from trueodds.analysis.cribbage.discard.distribution import DiscardLaws

EQUILIBRIUM = "equilibrium"
OTHER = dict(zip(ROLES, reversed(ROLES), strict=True))


@dataclass(frozen=True, slots=True)
class Discard:
    """One of the fifteen: what is thrown and kept, and the points to expect.

    ``own`` is the hand's mean over the 46 starters, from ``own_min`` to ``own_max``;
    ``crib`` the crib's mean over the other's hands and the starters; ``total`` is
    own + crib for the dealer and own - crib for pone. ``laws`` are their distributions,
    where these were asked for.
    """

    discard: tuple[Card, ...]
    keep: tuple[Card, ...]
    own: Fraction
    crib: Fraction
    total: Fraction
    own_min: int
    own_max: int
    laws: DiscardLaws | None = None


@dataclass(frozen=True, slots=True)
class Discards(Sequence[Discard]):
    """The fifteen discards of a deal, best first.

    ``opponent`` names the strategy of the other. Equal totals are ordered by the hand's
    own mean, then by the cards thrown.
    """

    hand: tuple[Card, ...]
    role: str
    opponent: str
    ranked: tuple[Discard, ...]

    @property
    def best(self) -> Discard:
        """The first."""
        return self.ranked[0]

    def of(self, thrown: str | Iterable[Card]) -> Discard:
        """The discard of these two cards, in any order.

        Raises ``CardError`` for text that is no card, and ``PositionError`` for other
        than two of the six cards.
        """
        cards = _parsed(thrown)
        for one in self.ranked:
            if set(one.discard) == set(cards):
                return one
        raise PositionError(
            f"a discard is two of the cards {format_cards(self.hand)}, "
            f"not {format_cards(cards) or 'none'}"
        )

    def __len__(self) -> int:
        return len(self.ranked)

    @overload
    def __getitem__(self, index: int) -> Discard: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Discard]: ...
    def __getitem__(self, index: int | slice) -> Discard | Sequence[Discard]:
        return self.ranked[index]


def discard(
    hand: str | Iterable[Card],
    role: str,
    *,
    opponent: str | Path = EQUILIBRIUM,
    distribution: bool = False,
    use_cache: bool = True,
    progress: Progress = silent,
) -> Discards:
    """What every discard of six cards is worth to the dealer or to pone; exact.

    The crib's mean is over all 9,366,819 hands that the other may hold, with every
    starter, each of which throws by the strategy ``opponent``: ``equilibrium``,
    ``best-own-hand`` (ties split evenly), ``uniform``, or a strategy file. Sums over
    these hands are kept on disk, unless ``use_cache`` is false. Six-card rules.
    ``distribution`` adds the exact laws of own hand, crib and total to each discard.

    Raises ``CardError`` for text that is no card and a card that is there twice,
    ``PositionError`` for other than six cards, ``UnknownNameError`` for a role or a
    strategy there is not, and ``RulesError`` for a strategy file that cannot be used.

    >>> found = discard("5H 5D JS QC 2D 9S", "dealer")
    >>> [str(card) for card in found.best.discard], found.best.own
    (['2D', '9S'], Fraction(583, 46))
    """
    cards = _six(hand)
    if role not in ROLES:
        raise UnknownNameError(f"there is no role {role!r}; there are: {listed(ROLES)}")
    rules = CribbageRules.load()
    hands = other_hands(
        opponent, OTHER[role], rules, use_cache=use_cache, progress=progress
    )
    deal = [card.number for card in cards]
    sign = 1 if role == "dealer" else -1
    whole = one_deal.crib_denominator(hands)
    kept = one_deal.hands_kept(deal, hands, rules)
    laws: Sequence[DiscardLaws | None] = [None] * len(DISCARDS)
    if distribution:
        laws = _laws(deal, opponent, role, rules, progress)
    found = []
    for thrown, of_hand, of_crib, law in zip(
        DISCARDS, kept, one_deal.cribs(deal, hands), laws, strict=True
    ):
        own = Fraction(of_hand.points, one_deal.STARTERS)
        crib = Fraction(of_crib, whole)
        found.append(
            Discard(
                discard=tuple(cards[place] for place in thrown),
                keep=tuple(c for place, c in enumerate(cards) if place not in thrown),
                own=own,
                crib=crib,
                total=own + sign * crib,
                own_min=of_hand.least,
                own_max=of_hand.most,
                laws=law,
            )
        )
    found.sort(key=lambda one: (-one.total, -one.own, one.discard))
    return Discards(cards, role, str(opponent), tuple(found))


def _laws(
    deal: Sequence[int],
    opponent: str | Path,
    role: str,
    rules: CribbageRules,
    progress: Progress,
) -> list[DiscardLaws]:
    # Only now: a deal's means need neither numpy nor numba.
    from trueodds.analysis.cribbage.discard.distribution import all_laws
    from trueodds.analysis.cribbage.strategy import strategy

    return all_laws(
        deal,
        strategy(opponent, OTHER[role], rules),
        sign=1 if role == "dealer" else -1,
        progress=progress,
    )


def _six(hand: str | Iterable[Card]) -> tuple[Card, ...]:
    """Six different cards, ascending."""
    cards = _parsed(hand)
    if len(cards) != 6:
        raise PositionError(
            f"a deal is six cards, such as 5H 5D JS QC 2D 9S, not {len(cards)}"
        )
    return tuple(sorted(cards))


def _parsed(cards: str | Iterable[Card]) -> tuple[Card, ...]:
    """Different cards, in the order given."""
    return parse_cards(cards if isinstance(cards, str) else format_cards(cards))
