"""Checker of cribbage certificates of trueodds: the show of every hand and crib.

A card is its rank, 0 to 12, and its suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import chain, combinations, product
from itertools import combinations_with_replacement as multisets
from typing import Any

from .proving import Kind, distribution, enumerate_classes
from .reading import Values

COUNTS = (
    "fifteen_points",
    "pair_points",
    "run_card_points",
    "flush_card_points",
    "nobs_points",
)
SHOW = dict.fromkeys((*COUNTS, "hand_flush", "crib_flush"), int)
RANKS = "A23456789TJQK"
JACK = 10


def rank_points(rules: Values, ranks: tuple[int, ...]) -> int:
    """Return the points of fifteens, pairs and the longest runs of sorted ranks.

    ``ranks`` are up to five ranks, numbered from 0 for the ace. ``rules`` has the
    points of each item by name, such as "pair_points".
    """
    fifteens = 0
    pairs = 0
    run_cards = 0
    for size in range(2, 6):
        runs = 0
        for cards in combinations(ranks, size):
            # An ace counts 1, and a face card counts 10.
            counts = [min(rank + 1, 10) for rank in cards]
            fifteens += sum(counts) == 15
            # The ranks are sorted: in a run, each one is the next after the last.
            lowest = cards[0]
            runs += cards == (*range(lowest, lowest + size),)
            pairs += cards == (lowest, lowest)
        # Only the longest runs score, and they have three cards or more.
        if runs and size > 2:
            run_cards = runs * size
    points: int = fifteens * rules["fifteen_points"]
    points += pairs * rules["pair_points"]
    points += run_cards * rules["run_card_points"]
    return points


def suit_points(rules: Values, kind: str, hand: Sequence[Any], starter: Any) -> int:
    """Return the points of a flush, and of the jack of the starter's suit (nobs).

    ``kind`` is "hand" or "crib". ``hand`` has four cards, and ``starter`` is a card. A
    card is a pair of a rank, numbered from 0 for the ace, and a suit. ``rules`` has the
    points by name.
    """
    points = 0
    _, suit = starter
    if (JACK, suit) in hand:
        points += rules["nobs_points"]
    suits = {suit for _, suit in hand}
    if len(suits) == 1:
        # The starter joins a flush of its suit.
        cards = 5 if suit in suits else 4
        # The rules say how many cards a flush needs, in a hand or in a crib.
        if cards >= rules[f"{kind}_flush"]:
            points += rules["flush_card_points"] * cards
    return points


def shows(rules: Values, kind: str) -> Iterator[tuple[Any, Any]]:
    """Yield the certificate's row of each hand and starter, and its weights by points.

    ``rules`` has the certificate's rules by name, and ``kind`` is "hand" or "crib". The
    hands are given by rank. A weight is the number of choices of suits with which the
    hand scores these points. A row is a list: the five ranks as text, the starter last,
    and the pairs of points and weight. The points for suits depend only on a pattern of
    the ranks. It has, for each rank in the hand, the number of its cards, whether it is
    the jack, and whether it is the starter's rank. It also has whether the starter is a
    jack. So the suits of each pattern are tried once.
    """
    patterns = dict[Any, Any]()
    of_ranks = cache(partial(rank_points, rules))

    def suited(hand: Counter[int], starter: int) -> Counter[int]:
        # Cards of one rank have different suits.
        suits_of_ranks = []
        for rank, number in hand.items():
            of_rank = product([rank], "CDHS")
            suits_of_ranks.append(combinations(of_rank, number))
        # Choose the suits of each rank in the hand, and the suit of the starter.
        chosen = product(*suits_of_ranks)
        starters = product([starter], "CDHS")
        choices = Counter[int]()
        for groups, up in product(chosen, starters):
            cards = [*chain(*groups)]
            if up not in cards:
                points = suit_points(rules, kind, cards, up)
                choices[points] += 1
        return choices

    every_show = product(multisets(range(13), 4), range(13))
    for hand, up in every_show:
        held = Counter(hand)
        of_hand = sorted((n, r == JACK, r == up) for r, n in held.items())
        pattern = (up == JACK, *of_hand)
        if pattern not in patterns:
            patterns[pattern] = suited(held, up)
        # The points for ranks are the same for all choices of suits.
        five = sorted((*hand, up))
        base = of_ranks(tuple(five))
        points = {base + more: number for more, number in patterns[pattern].items()}
        if points:  # Five cards of one rank have no suits.
            ranks = [RANKS[rank] for rank in (*hand, up)]
            yield ["".join(ranks), sorted(map(list, points.items()))], points


def cribbage_shows(kind: str, rules: Values, classes: list[Any]) -> Values:
    """Verify how many choices of suits score each total, by the ranks of a show.

    ``kind`` is "hand" or "crib". ``rules`` has the certificate's rules by name. A row
    of ``classes`` is a list: the ranks of the hand and of the starter as text, and
    pairs of points and number of choices of suits. Return the proved probability of
    each number of points, and the mean, by quantity id.
    """
    weights = enumerate_classes(classes, shows(rules, kind))
    show = f"show.{kind}"
    return distribution(show, f"{show}.mean", weights)


KINDS = {
    f"enumeration cribbage {kind}": Kind(
        partial(cribbage_shows, kind), SHOW, {"classes": list}
    )
    for kind in ("hand", "crib")
}
