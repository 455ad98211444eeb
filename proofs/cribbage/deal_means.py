"""Independent derivation of the mean points of a deal at the shipped strategies.

The points of hands and crib come from the numpy checker of the discard, which has its
own tables of points, classes and sums. The analysis adds up the crib over the dealer's
deals, against pone's discards. This module adds it up over pone's deals, against the
dealer's discards.

The shipped table of the play has, for each hand of a player, the mean points of this
player and of the opponent. The analysis takes a player's points from the player's own
hands. This module takes them from the hands of the opponent. It counts the hands from
six cards, and does not use the joint distribution of both hands.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np

from trueodds.analysis.cribbage.play.results.shipped import ERROR, play_results
from trueodds.analysis.cribbage.strategy import strategy
from trueodds.core.errors import NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.proofs.certificates.cribbage import LETTERS, plain
from trueodds.proofs.certificates.discard_full_deck import written
from trueodds.proofs.checkers import cribbage_deals, cribbage_sets
from trueodds.proofs.checkers import cribbage_discard as checker
from trueodds.proofs.checkers.reading import conform
from trueodds.proofs.derivations import Value

OPPONENT = {"dealer": "pone", "pone": "dealer"}


def means(rules: CribbageRules) -> dict[str, Value]:
    """Return the means of his heels, the play, both hands, the crib and the whole deal.

    They are mean points, by quantity id. The means of the play and of the whole deal
    are bounds, because the shipped table of the play is rounded. Raises
    ``NotDescribedError`` for rules without shipped strategies.
    """
    play = play_results(rules)
    if play is None:
        raise NotDescribedError("no strategies are shipped for these rules")
    facts = conform({"ranks": LETTERS, **plain(rules)}, checker.RULES)
    deck = cribbage_deals.game(facts)
    throws = {
        role: cribbage_sets.read_strategy(written(strategy("equilibrium", role, rules)))
        for role in OPPONENT
    }
    sizes = cribbage_sets.all_classes(deck.ranks)
    deals = cribbage_deals.deals(sizes[6], deck.ranks)
    hands = dict.fromkeys(OPPONENT, 0)
    pegged = dict.fromkeys(OPPONENT, Fraction(0))
    cribs = 0
    for alike, own, crib in checker.against(deck, sizes, deals, throws["dealer"]):
        # Deals that differ by a change of suits are one class: each counts as often as
        # it has renamings.
        times = cribbage_sets.renamings(alike.sets)[:, None]
        for role, thrown in throws.items():
            weights = thrown.rows[thrown.entries[alike.classes]] * times
            # ``own`` is a sum over the starters of each of the fifteen discards.
            hands[role] += int((weights * own).sum())
            # The play knows ranks only. All classes in this batch have the same ranks,
            # so each discard keeps the same hand.
            for discard in np.flatnonzero(weights.any(axis=0)):
                kept = tuple(map(int, alike.ranks[cribbage_sets.KEPT[discard]]))
                points = play.of(role, kept).opponent
                pegged[OPPONENT[role]] += points * int(weights[:, discard].sum())
            # Pone throws into the dealer's crib: ``crib`` is summed over the dealer's
            # throws.
            if role == "pone":
                used = weights > 0
                # As Python integers, since the sums may pass 64 bits.
                cribs += int(weights[used].astype(object) @ crib[used])
    starters = deck.cards - 6
    # Each player's six cards are any of these. The weights of a strategy add up to
    # ``whole``.
    all_hands = comb(deck.cards, 6)
    each = {role: all_hands * thrown.whole for role, thrown in throws.items()}
    of_hand = {role: Fraction(hands[role], starters * each[role]) for role in throws}
    of_play = {
        role: pegged[role] / each[opponent] for role, opponent in OPPONENT.items()
    }
    cases = starters * checker.cases(deck, throws["dealer"])
    crib_mean = Fraction(cribs, cases * each["pone"])
    # Over all deals, each card of the deck is equally often the starter.
    heels = Fraction(4 * rules.play.heels_points, deck.cards)
    shows = {"dealer": heels + of_hand["dealer"] + crib_mean, "pone": of_hand["pone"]}
    values: dict[str, Value] = {
        "deal.heels.mean": heels,
        "deal.equilibrium.crib": crib_mean,
    }
    for role, mean in of_play.items():
        # The shipped table of the play is rounded by at most ``ERROR``.
        around = Enclosure(mean - ERROR, mean + ERROR)
        values[f"deal.equilibrium.{role}_hand"] = of_hand[role]
        values[f"play.equilibrium.{role}.mean"] = around
        values[f"deal.{role}.mean"] = Enclosure(
            around.lower + shows[role], around.upper + shows[role]
        )
    return values
