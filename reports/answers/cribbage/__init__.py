"""Cribbage's page."""

from collections.abc import Iterator

from trueodds.analysis.cribbage.equilibrium.shipped import at_equilibrium
from trueodds.analysis.cribbage.play.shipped import play_results
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.reports.html.book import BookOptions, BookPage, Surprise
from trueodds.reports.html.page import Page, Section, law_section
from trueodds.reports.html.pages.cribbage import mean_cribs

HEADLINES = {
    "show.hand.mean": "Average points of four random cards and a starter",
    "show.crib.mean": "Average points of a random crib",
    "show.hand.29": "A hand of 29 points, from four random cards and a starter",
    "show.hand.0": "A hand of nothing, from four random cards and a starter",
    "deal.best_four.mean": "Average of the best four of six cards, no starter",
    "deal.best_mean.mean": "Average hand when six cards are kept for the hand alone",
    "deal.equilibrium.dealer_hand": "Average dealer's hand, both throwing perfectly",
    "deal.equilibrium.pone_hand": "Average pone's hand, both throwing perfectly",
    "deal.equilibrium.crib": "Average crib, both throwing perfectly",
    "deal.equilibrium.value": "Dealer's hand and crib minus pone's hand, a deal",
    "static_choice.dealer.differs": (
        "Keeping the most points before the cut is a mistake, as dealer"
    ),
    "static_choice.pone.differs": (
        "Keeping the most points before the cut is a mistake, as pone"
    ),
}
"""The numbers that lead, in words."""

OVERVIEW = (
    "A hand",
    "A crib",
    "The best four of six",
    "Average cribs of the dealer's discards",
    "Average cribs of the pone's discards",
)
"""The sections whose plots lead."""

SURPRISES = (
    Surprise(
        "S3.c.1",
        "Keeping the four cards that score most before the cut sounds right. It throws "
        "points away in {} of the dealer's deals.",
        "probability",
    ),
)
"""Published claims that surprised us."""


def left_out(odds: Odds) -> Iterator[str]:
    """Yield a note on the numbers that these rules do not have."""
    if "deal.equilibrium.value" not in odds:
        yield (
            "Note: perfect throwing is known for the usual rules only, so the numbers "
            "deal.equilibrium, static_choice and play.kept are left out."
        )


def page(odds: Odds) -> Page:
    """Return the page of the show, the best four of six cards, and the discard."""
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
        lead="The show of four cards and a starter, over every hand and every starter; "
        "the best four of six cards and the two to throw, over every deal.",
        headlines=(*means, odds["show.hand.29"], *_value(odds)),
        words=HEADLINES,
        overview=OVERVIEW,
        sections=(
            Section(
                "Means",
                "A standard deviation is the root of a fraction, and seldom a fraction "
                "itself: two proved bounds enclose it.",
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
            Section(
                "The published script",
                "A magazine column chose four cards by a shell script, which takes two "
                "points off a run of three with one card paired.",
                _starting(odds, "script"),
            ),
            *_equilibrium(odds),
        ),
    )


def pages(odds: Odds, options: BookOptions) -> Iterator[BookPage]:
    """Yield pages on the discard, if there is a shipped equilibrium for these rules."""
    # Imported only now: ``trueodds odds`` needs the headlines above and no pages.
    from trueodds.reports.html.pages.cribbage import cribs as cribs_page
    from trueodds.reports.html.pages.cribbage import deal as deal_page
    from trueodds.reports.html.pages.cribbage import play as play_page

    rules = odds.rules_as(CribbageRules)
    results = at_equilibrium(rules)
    if results is not None:
        yield deal_page.build(odds, options)
        yield cribs_page.build(odds, results)
        if (play := play_results(rules)) is not None:
            yield play_page.build(odds, play)


def _equilibrium(odds: Odds) -> Iterator[Section]:
    """Yield the sections about the shipped equilibrium, if it is for these rules."""
    rules = odds.rules_as(CribbageRules)
    results = at_equilibrium(rules)
    if results is None:
        return
    yield Section(
        "Which two cards to throw",
        "Both players use the shipped equilibrium. The value is the dealer's hand and "
        "crib minus the pone's hand.",
        _starting(odds, "deal.equilibrium"),
    )
    yield Section(
        "Keeping the most points now",
        "This choice of four cards looks at neither the starter nor the crib. Its loss "
        "is the difference to the best discard, against an opponent at equilibrium. "
        "Ties are broken three ways: by the best discard, by the published script's "
        "order, and at random.",
        _starting(odds, "static_choice"),
    )
    yield from mean_cribs.sections(results)
    names = "play.equilibrium", "play.dealt.equilibrium"
    if played := tuple(q for name in names for q in _starting(odds, name)):
        yield Section(
            "The play",
            "The play solved as a game: each player knows his own four ranks, every "
            "card played and every go. Two best responses bound each value. Pone's "
            "first card is by the certified strategy.",
            played,
        )
        # Imported only now: ``trueodds odds`` needs the headlines above and no page.
        from trueodds.reports.answers.cribbage import win

        means = "deal.heels.mean", "deal.dealer.mean", "deal.pone.mean"
        yield win.section(tuple(odds[id] for id in means), rules)


def _value(odds: Odds) -> tuple[Quantity, ...]:
    return tuple(q for id, q in odds.items() if id == "deal.equilibrium.value")


def _starting(odds: Odds, prefix: str) -> tuple[Quantity, ...]:
    return tuple(q for id, q in odds.items() if id.startswith(f"{prefix}."))
