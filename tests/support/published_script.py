"""The choice of the published cribbage script (S3), from its description."""

from collections.abc import Sequence
from itertools import combinations

from trueodds.core.cards import Card
from trueodds.core.rules.cribbage import CribbageRules, show_points


def first_best_four(deal: Sequence[Card], rules: CribbageRules) -> tuple[Card, ...]:
    """Return the four of six cards that the script of S3 keeps.

    The script tries the fifteen hands in the order of their positions in the sorted
    deal. Without a starter, a hand replaces the best so far only if it scores more.

    >>> from trueodds.core.cards import format_cards, parse_cards
    >>> script = CribbageRules.load("published-script")
    >>> format_cards(first_best_four(parse_cards("4H 5S 6C 8S JD QC"), script))
    '4H 5S 6C JD'
    """
    fours = combinations(sorted(deal), 4)
    return max(fours, key=lambda kept: show_points(kept, None, rules))
