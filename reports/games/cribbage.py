"""Cribbage's page."""

from trueodds.core.odds import Odds
from trueodds.reports.page import Page, Section, law_section


def page(odds: Odds) -> Page:
    """The odds of the show and of the best four of six cards, for people."""
    means = tuple(
        odds[id]
        for id in (
            "show.hand.mean",
            "show.hand.sd",
            "show.crib.mean",
            "deal.best_four.mean",
            "deal.best_mean.mean",
        )
        if id in odds
    )
    return Page(
        title="Cribbage",
        lead="The show of four cards and a starter, over every hand and every starter, "
        "and the best four of six cards over every deal.",
        headlines=(*means, odds["show.hand.29"]),
        sections=(
            Section(
                "Means",
                "A standard deviation is the root of a fraction and seldom one itself: "
                "it is given between two proved bounds.",
                means,
            ),
            law_section(
                "A hand",
                "Any four cards and a starter.",
                odds.family("show.hand"),
                outcome="points of a hand",
            ),
            law_section(
                "A crib",
                "Any four cards and a starter under the crib's rule for flushes.",
                odds.family("show.crib"),
                outcome="points of a crib",
            ),
            law_section(
                "The best four of six",
                "The most points in four of the six cards dealt, before any starter.",
                odds.family("deal.best_four"),
                outcome="points of the best four cards",
            ),
        ),
    )
