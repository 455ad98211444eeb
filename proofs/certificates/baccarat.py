"""Baccarat's certificate: every opening of four cards, and the winners after it."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product

from trueodds.core.cards import RANKS
from trueodds.core.errors import NotDescribedError
from trueodds.core.odds import Odds
from trueodds.core.rules.baccarat import BaccaratRules, play, rank_classes
from trueodds.proofs.certificates.format import Certificate, Maker, claims

WINNERS = ("player", "banker", "tie")
CLAIMS = tuple(f"coup.{winner}" for winner in WINNERS)


def coups(odds: Odds) -> Certificate:
    """Return the certificate of coups: all pairs of two-card hands, with the winners.

    The winners follow from the next two cards. ``odds`` has the rules and the values
    that the certificate claims.

    Raises:
        NotDescribedError: If the shoe does not tell the ten-valued ranks apart.
    """
    rules = odds.rules_as(BaccaratRules)
    shoe = [sum(suits) for suits in rules.left().by_rank()]
    if len(shoe) != len(RANKS):
        raise NotDescribedError(
            "the certificate of a coup needs a shoe with its ranks known"
        )
    # Ranks with the same value and the same row of the tableau are one kind.
    kinds = {
        alike[0]: sum(shoe[rank] for rank in alike) for alike in rank_classes(rules)
    }
    hands = list(combinations_with_replacement(kinds, 2))
    classes = []
    for player, banker in product(hands, repeat=2):
        # A class has both hands without order: a hand of two kinds is dealt in two
        # orders.
        orders = len(set(permutations(player))) * len(set(permutations(banker)))
        left = dict(kinds)
        ways = orders
        for kind in player + banker:
            ways *= left[kind]
            left[kind] -= 1
        won = dict.fromkeys(WINNERS, 0)
        # An opening that the shoe does not hold has no weight.
        for card, last in product(kinds, repeat=2) if ways else ():
            # The order of the deal: Player and Banker in turn, then the third cards.
            cards = (player[0], banker[0], player[1], banker[1], card, last)
            winner = play(cards, rules).winner
            # The last card is drawn from a shoe without the fifth.
            won[winner] += left[card] * (left[last] - (card == last))
        names = [[RANKS[kind] for kind in hand] for hand in (player, banker)]
        classes.append([*names, ways, [*won.values()]])
    return Certificate(
        "enumeration baccarat coup",
        {
            "shoe": dict(zip(RANKS, shoe, strict=True)),
            "natural": rules.natural,
            "player_draws": sorted(rules.player_draws),
            "banker_draws": {k: sorted(v) for k, v in rules.banker_draws.items()},
        },
        claims(odds, CLAIMS),
        {"classes": classes},
    )


MAKERS = (Maker("baccarat-coup", "baccarat", coups, CLAIMS),)
