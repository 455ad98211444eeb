"""Checker of baccarat certificates of trueodds: coups by their first four cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement as multisets
from itertools import product
from math import perm
from typing import Any

from .proving import Kind, arrangements, enumerate_classes
from .reading import Values, require

RANKS = (*"A23456789", "10", "J", "Q", "K")
COUP = {
    "shoe": dict.fromkeys(RANKS, int),
    "natural": int,
    "player_draws": [int],
    "banker_draws": {third: [int] for third in ("none", *RANKS)},
}


def kinds_of_cards(
    shoe: dict[str, int], banker_draws: Values
) -> tuple[dict[str, int], Counter[str]]:
    """Return the value of each kind of card, and how many cards of it are in the shoe.

    Ranks that have the same value and that the tableau treats alike are one kind. Both
    results are by kind, and a kind has the name of its first rank. ``shoe`` has the
    number of cards of each rank. ``banker_draws`` has the totals on which Banker draws,
    by the rank of Player's third card.
    """
    values = dict[str, int]()
    held = Counter[str]()
    kinds = dict[Any, str]()
    in_order = enumerate(shoe.items(), start=1)
    for number, (rank, cards) in in_order:
        # Tens and face cards are worth nothing.
        value = number if number < 10 else 0
        # Two ranks are of one kind if they add the same to a total, and the banker
        # draws alike after them. The first rank of a kind names it.
        alike = value, banker_draws[rank]
        kind = kinds.setdefault(alike, rank)
        values[kind] = value
        held[kind] += cards
    return values, held


def baccarat_coups(rules: Values, classes: list[Any]) -> Values:
    """Verify every opening of four cards, and how many of its deals each side wins.

    ``rules`` has the certificate's rules by name. Each row of ``classes`` has four
    entries: Player's first two cards, Banker's first two cards, the number of ordered
    deals of these four, and a list of three numbers. These are the numbers of ordered
    pairs of next cards with which Player wins, Banker wins, or they tie. Both next
    cards count, even if no hand draws them. Ranks with the same value that the tableau
    treats alike are one kind, named by its first rank. Return the proved probability of
    each winner, by quantity id.
    """
    player_draws = frozenset(rules["player_draws"])
    draws = rules["banker_draws"].items()
    banker_draws = {third: frozenset(totals) for third, totals in draws}
    values, held = kinds_of_cards(rules["shoe"], banker_draws)

    def total_of(hand: Iterable[str]) -> int:
        # Only the last digit of a sum counts.
        points = sum(values[kind] for kind in hand)
        return points % 10

    @cache
    def winner(player: int, banker: int, fifth: str, sixth: str) -> str:
        # If neither hand has a natural, the player may draw, and then the banker.
        third = "none"
        if max(player, banker) < rules["natural"]:
            if player in player_draws:
                third = fifth
                # The next card is the banker's, if the banker draws.
                fifth = sixth
                player = (player + values[third]) % 10
            # The banker looks at the player's third card.
            if banker in banker_draws[third]:
                banker = (banker + values[fifth]) % 10
        if player > banker:
            return "player"
        if player < banker:
            return "banker"
        return "tie"

    def openings() -> Iterator[tuple[Any, Any]]:
        pairs = [*multisets(values, 2)]
        for of_player, of_banker in product(pairs, pairs):
            # Count the ordered deals of these four cards, and the cards left.
            left = held.copy()
            ways = arrangements(of_player) * arrangements(of_banker)
            for kind in of_player + of_banker:
                ways *= left[kind]
                left[kind] -= 1
            player = total_of(of_player)
            banker = total_of(of_banker)
            # Count the next two cards, in order, by the winner. If the shoe does not
            # have the first four, there is nothing to count.
            won = Counter(player=0, banker=0, tie=0)
            next_cards = product(left.items(), repeat=2) if ways else ()
            for (fifth, n), (sixth, m) in next_cards:
                # If both are of one kind, a card fewer is left for the sixth.
                left_then = m - (fifth == sixth)
                wins = winner(player, banker, fifth, sixth)
                won[wins] += n * left_then
            outcomes = {name: ways * deals for name, deals in won.items()}
            # Lists, since the rows of the certificate are compared as text.
            player_hand = [*of_player]
            banker_hand = [*of_banker]
            wins_of_each = [*won.values()]
            row = [player_hand, banker_hand, ways, wins_of_each]
            yield row, outcomes

    coups = enumerate_classes(classes, openings())
    total = coups.total()
    # Together, the openings must have all deals of six cards.
    cards = held.total()
    deals_of_six = perm(cards, 6)
    complete = total == deals_of_six > 0
    require(complete, "the classes are not all deals")
    return {f"coup.{name}": Fraction(deals, total) for name, deals in coups.items()}


CLASSES = {"classes": list}
KINDS = {"enumeration baccarat coup": Kind(baccarat_coups, COUP, CLASSES)}
