"""Cribbage in certificates of trueodds: the show of every hand and crib.

A card is its rank, 0 to 12, and its suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import combinations, pairwise, product
from itertools import combinations_with_replacement as multisets
from typing import Any

from .proving import Kind, distribution, enumerate_classes
from .reading import Values

COUNTS = "fifteen_points pair_points run_card_points flush_card_points nobs_points"
SHOW = dict.fromkeys((*COUNTS.split(), "hand_flush", "crib_flush"), int)
RANKS = "A23456789TJQK"
JACK = 10


def rank_points(rules: Values, ranks: tuple[int, ...]) -> int:
    """Return the points of fifteens, pairs and the longest runs of sorted ranks."""
    sets = [s for n in range(2, 6) for s in combinations(ranks, n)]
    fifteens = sum(sum(min(rank + 1, 10) for rank in s) == 15 for s in sets)
    pairs = sum(a == b for a, b in combinations(ranks, 2))
    gaps = [[b - a for a, b in pairwise(s)] for s in sets if len(s) > 2]
    runs = [len(gap) + 1 for gap in gaps if set(gap) == {1}]
    run_cards = sum(n for n in runs if n == max(runs))
    counted = {"fifteen": fifteens, "pair": pairs, "run_card": run_cards}
    return sum(n * int(rules[f"{name}_points"]) for name, n in counted.items())


def suit_points(rules: Values, kind: str, hand: Sequence[Any], starter: Any) -> int:
    """Return the points of a flush, and of the jack of the starter's suit (nobs)."""
    points = rules["nobs_points"] * ((JACK, starter[1]) in hand)
    if len({suit for _, suit in hand}) == 1:
        cards = 4 + (starter[1] == hand[0][1])
        points += rules["flush_card_points"] * cards * (cards >= rules[f"{kind}_flush"])
    return int(points)


def cribbage_shows(kind: str, rules: Values, classes: list[Any]) -> Values:
    """Verify the points of every hand and starter, and the number of suits for each.

    A row has the ranks of the hand and of the starter, and how many choices of suits
    score each number of points. The points for suits depend on the ranks only by a
    pattern: for each rank in the hand, the number of its cards, whether it is the jack,
    and whether it is the starter's rank; and whether the starter is a jack.
    """
    patterns = dict[Any, Any]()
    of_ranks = cache(partial(rank_points, rules))

    def suited(hand: Sequence[int], starter: int) -> Counter[int]:
        choices = Counter[int]()
        held = ((product([r], "CDHS"), n) for r, n in Counter(hand).items())
        chosen = product(*(combinations(*suits) for suits in held))
        for groups, up in product(chosen, product([starter], "CDHS")):
            cards = [card for group in groups for card in group]
            if up not in cards:
                choices[suit_points(rules, kind, cards, up)] += 1
        return choices

    def shows() -> Iterator[tuple[Any, Any]]:
        for hand, up in product(multisets(range(13), 4), range(13)):
            held = sorted((n, r == JACK, r == up) for r, n in Counter(hand).items())
            pattern = (*held, up == JACK)
            if pattern not in patterns:
                patterns[pattern] = suited(hand, up)
            base = of_ranks(tuple(sorted((*hand, up))))
            points = {base + more: n for more, n in patterns[pattern].items()}
            if points:  # Five cards of one rank have no suits.
                ranks = "".join(RANKS[rank] for rank in (*hand, up))
                yield [ranks, sorted(map(list, points.items()))], points

    weights = enumerate_classes(classes, shows())
    return distribution(f"show.{kind}", f"show.{kind}.mean", weights)


KINDS = {
    f"enumeration cribbage {kind}": Kind(
        partial(cribbage_shows, kind), SHOW, {"classes": list}
    )
    for kind in ("hand", "crib")
}
