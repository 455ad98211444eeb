"""Cribbage's certificates of shows: every hand and starter by their ranks."""

from __future__ import annotations

from trueodds.core.errors import NotDescribedError
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.progress import Progress
from trueodds.proofs.certificates.format import Certificate, Maker, claims

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
    """Return the certificate of the points of every hand with every starter.

    ``odds`` has the rules, and the values that the certificate claims.
    """
    return _shows(odds, "hand")


def crib(odds: Odds) -> Certificate:
    """Return the certificate of the points of every random crib with every starter.

    ``odds`` has the rules, and the values that the certificate claims.
    """
    return _shows(odds, "crib")


def plain(rules: CribbageRules) -> dict[str, int]:
    """Return the rules of a show as plain values for JSON, by name.

    The names are the fields of the rules, such as "pair_points".

    Raises:
        NotDescribedError: If shows have no starter, or count other runs than the
            longest.
    """
    if not rules.starter or rules.runs != "longest":
        raise NotDescribedError(
            "the certificates need shows with a starter and longest runs"
        )
    return {name: getattr(rules, name) for name in FIELDS}


def _shows(odds: Odds, rule: str) -> Certificate:
    from trueodds.proofs.cribbage.shows import classes  # which uses this module

    rules = odds.rules_as(CribbageRules)
    rows = [
        ["".join(LETTERS[rank] for rank in ranks), sorted(map(list, points.items()))]
        for ranks, points in classes(rule, rules)
        # Five cards of one rank have no choice of suits.
        if points
    ]
    return Certificate(
        f"enumeration cribbage {rule}",
        plain(rules),
        claims(odds, [f"show.{rule}.mean", f"show.{rule}.[0-9]*"]),
        {"classes": rows},
    )


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
