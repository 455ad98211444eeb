"""Baccarat's certificate: every opening of four cards, and who wins after it."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product

from trueodds.core.cards import RANKS
from trueodds.core.errors import ModelError
from trueodds.core.odds import Odds
from trueodds.core.rules.baccarat import BaccaratRules, play, rank_classes
from trueodds.proofs.certificates.format import Certificate, claims

WINNERS = ("player", "banker", "tie")


def coups(odds: Odds) -> Certificate:
    """Both two-card hands by kinds of ranks, and who wins with which next two cards.

    Raises ``ModelError`` for a shoe of which only the ten-valued cards as a whole are
    known.
    """
    rules = odds.rules
    assert isinstance(rules, BaccaratRules)
    shoe = [sum(suits) for suits in rules.left().by_rank()]
    if len(shoe) != len(RANKS):
        raise ModelError("the certificate of a coup needs a shoe with its ranks known")
    kinds = {
        alike[0]: sum(shoe[rank] for rank in alike) for alike in rank_classes(rules)
    }
    hands = list(combinations_with_replacement(kinds, 2))
    classes = []
    for mine, theirs in product(hands, repeat=2):
        orders = len(set(permutations(mine))) * len(set(permutations(theirs)))
        left, ways = dict(kinds), orders
        for kind in mine + theirs:
            ways *= left[kind]
            left[kind] -= 1
        won = dict.fromkeys(WINNERS, 0)
        # With a card missing the opening has no weight, and nothing follows.
        for card, last in product(kinds, repeat=2) if ways else ():
            cards = (mine[0], theirs[0], mine[1], theirs[1], card, last)
            winner = play(cards, rules).winner
            won[winner] += left[card] * (left[last] - (card == last))
        names = [[RANKS[kind] for kind in hand] for hand in (mine, theirs)]
        classes.append([*names, ways, [*won.values()]])
    return Certificate(
        "enumeration",
        "baccarat",
        "coup",
        {
            "shoe": dict(zip(RANKS, shoe, strict=True)),
            "natural": rules.natural,
            "player_draws": sorted(rules.player_draws),
            "banker_draws": {k: sorted(v) for k, v in rules.banker_draws.items()},
        },
        claims(odds, (f"coup.{winner}" for winner in WINNERS)),
        {"classes": classes},
    )
