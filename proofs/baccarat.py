"""Baccarat a second way: every sequence of six cards, played by the reference scorer.

Ranks that neither value nor tableau tells apart are one kind of card; all ordered
sequences of six kinds are dealt out one by one. No pairs, no case distinctions, no
shortcuts for naturals: only the reference scorer and falling factorials.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm, prod

from trueodds.core.cards import RANKS, Shoe
from trueodds.core.rules.baccarat import (
    BaccaratRules,
    hand_total,
    play,
    third_name,
    value,
)


def derive(rules: BaccaratRules) -> dict[str, Fraction]:
    """Who wins, with how many cards, and the totals of ties, from the full shoe; exact.

    A million sequences for punto banco, a few seconds.
    """
    shoe = Shoe.of_decks(rules.decks)
    kinds: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for rank in range(len(RANKS)):
        column = rules.banker_draws[third_name(rank)]
        kinds.setdefault((value(rank), column), []).append(rank)
    held = {
        ranks[0]: sum(shoe.counts[rank] for rank in ranks) for ranks in kinds.values()
    }

    @cache
    def deals(sequence: tuple[int, ...]) -> int:
        """In how many ways these kinds can be dealt, in this or any other order."""
        return prod(perm(held[kind], n) for kind, n in Counter(sequence).items())

    counts: Counter[str] = Counter()
    for sequence in product(held, repeat=6):
        ways = deals(tuple(sorted(sequence)))
        coup = play(sequence, rules)
        counts[f"coup.{coup.winner}"] += ways
        counts[f"coup.cards.{coup.cards}"] += ways
        if coup.winner == "tie":
            counts[f"coup.tie.{hand_total(coup.player)}"] += ways
    total = perm(shoe.total, 6)
    return {id: Fraction(count, total) for id, count in counts.items()}
