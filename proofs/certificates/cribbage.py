"""Cribbage's certificates of shows: every hand and starter by their ranks."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Any, Literal

from trueodds.core.cards import Card
from trueodds.core.errors import NotDescribedError
from trueodds.core.odds import Odds
from trueodds.core.rules import total_points
from trueodds.core.rules.cribbage import JACK, CribbageRules, rank_lines
from trueodds.core.storage.progress import Progress
from trueodds.proofs.certificates.format import Certificate, Maker, claims

Rule = Literal["hand", "crib"]
EQUILIBRIUM = ("deal.equilibrium.value", "deal.equilibrium.exploitability")

LETTERS = "A23456789TJQK"
FIELDS = (
    "fifteen_points",
    "pair_points",
    "run_card_points",
    "flush_card_points",
    "nobs_points",
    "hand_flush",
    "crib_flush",
)


def hand(odds: Odds) -> Certificate:
    """Return the certificate of every hand and starter."""
    return _shows(odds, "hand")


def crib(odds: Odds) -> Certificate:
    """Return the certificate of every crib of random cards and starter."""
    return _shows(odds, "crib")


def plain(rules: CribbageRules) -> dict[str, int]:
    """Return the rules as plain values for JSON.

    Raises:
        NotDescribedError: If shows have no starter, or count other runs than the
            longest.
    """
    if not rules.starter or rules.runs != "longest":
        raise NotDescribedError(
            "the certificates need shows with a starter and longest runs"
        )
    return {name: getattr(rules, name) for name in FIELDS}


def _shows(odds: Odds, rule: Rule) -> Certificate:
    rules = odds.rules_as(CribbageRules)
    classes: list[Any] = []
    for ranks, starter in product(
        combinations_with_replacement(range(13), 4), range(13)
    ):
        cards = sorted(Card(rank, 0) for rank in (*ranks, starter))
        base = total_points(rank_lines(cards, rules))
        by_suit = _by_suit(ranks, starter, rules, rule)
        if by_suit:
            text = "".join(LETTERS[rank] for rank in (*ranks, starter))
            points = sorted([base + more, ways] for more, ways in by_suit.items())
            classes.append([text, points])
    ids = (f"show.{rule}.mean", *(q.id for q in odds.family(f"show.{rule}")))
    return Certificate(
        f"enumeration cribbage {rule}",
        plain(rules),
        claims(odds, ids),
        {"classes": classes},
    )


def _by_suit(
    ranks: tuple[int, ...], starter: int, rules: CribbageRules, rule: Rule
) -> Counter[int]:
    """Return the number of choices of suits by their points for flush and nobs.

    The numbers come from closed forms.
    """
    held = Counter(ranks)
    free = 4 - held[starter]
    ways = prod(comb(4, n) for n in held.values()) * free
    # If the starter is a jack, the hand has no other jack of the starter's suit.
    nobs = 0 if starter == JACK else ways * held[JACK] // 4
    counted = Counter({0: ways - nobs})
    counted[rules.nobs_points] += nobs
    if len(held) == 4:
        least = rules.hand_flush if rule == "hand" else rules.crib_flush
        same = 4 if held[starter] == 0 else 0
        other = 4 * 3
        nobs_of_same = rules.nobs_points if held[JACK] and starter != JACK else 0
        for cards, suits, nobs_points in ((5, same, nobs_of_same), (4, other, 0)):
            if cards >= least:
                counted[nobs_points] -= suits
                counted[nobs_points + cards * rules.flush_card_points] += suits
    return +counted


def _discard(odds: Odds, progress: Progress) -> Certificate:
    from trueodds.proofs.certificates.discard_full_deck import whole

    return whole(odds, progress)


def _win(odds: Odds, progress: Progress) -> Certificate:
    from trueodds.proofs.certificates.cribbage_win import win

    return win(odds, progress)


MAKERS = (
    Maker("cribbage-hand", "cribbage", hand, ("show.hand.*",)),
    Maker("cribbage-crib", "cribbage", crib, ("show.crib.*",)),
    Maker("cribbage-discard", "cribbage", _discard, EQUILIBRIUM, slow=True),
    Maker("cribbage-win", "cribbage", _win, ("game.first_dealer",), slow=True),
)
