"""Baccarat in certificates of trueodds: every coup, by the first four cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement as multisets
from itertools import product
from math import perm, prod
from typing import Any

from .proving import Kind, arrangements, enumerate_classes
from .reading import Values, require

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
BANKER = {third: [int] for third in ("none", *RANKS)}
COUP = {"shoe": dict.fromkeys(RANKS, int), "natural": int, "player_draws": [int],
        "banker_draws": BANKER}  # fmt: skip


def baccarat_coups(rules: Values, classes: list[Any]) -> Values:
    """Verify every opening of four cards, and how many of its deals each side wins.

    Each row has both hands' first two cards, the number of their ordered deals, and
    how many of these deals each side wins. Ranks with the same value that the
    tableau treats alike are one kind, named by its first rank. Deals are counted
    with two more cards, in order, even if no hand draws them.
    """
    player_draws = frozenset(rules["player_draws"])
    banker_draws = {third: frozenset(n) for third, n in rules["banker_draws"].items()}
    kinds = dict[Any, str]()
    held = Counter[str]()
    for value, (rank, n) in enumerate(rules["shoe"].items(), 1):
        kind = value if value < 10 else 0, banker_draws[rank]
        held[kinds.setdefault(kind, rank)] += n
    values = {kind: value for (value, _), kind in kinds.items()}

    @cache
    def winner(player: int, banker: int, fifth: str, sixth: str) -> str:
        third = "none"
        if max(player, banker) < rules["natural"]:
            if player in player_draws:
                third = fifth
                fifth = sixth
                player = (player + values[third]) % 10
            if banker in banker_draws[third]:
                banker = (banker + values[fifth]) % 10
        return "player" if player > banker else "banker" if banker > player else "tie"

    def openings() -> Iterator[tuple[Any, Any]]:
        for hands in product(multisets(values, 2), repeat=2):
            left = held.copy()
            ways = prod(map(arrangements, hands))
            for kind in hands[0] + hands[1]:
                ways *= left[kind]
                left[kind] -= 1
            player, banker = ((values[a] + values[b]) % 10 for a, b in hands)
            won = Counter(player=0, banker=0, tie=0)
            next_cards = product(left.items(), repeat=2) if ways else ()
            for (fifth, n), (sixth, m) in next_cards:
                won[winner(player, banker, fifth, sixth)] += n * (m - (fifth == sixth))
            deals = {name: ways * n for name, n in won.items()}
            yield [*map(list, hands), ways, [*won.values()]], deals

    coups = enumerate_classes(classes, openings())
    require(coups.total() == perm(held.total(), 6) > 0, "the classes are not all deals")
    return {f"coup.{name}": Fraction(n, coups.total()) for name, n in coups.items()}


KINDS = {"enumeration baccarat coup": Kind(baccarat_coups, COUP, {"classes": list})}
