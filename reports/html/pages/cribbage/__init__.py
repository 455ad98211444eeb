"""Pages of cribbage: the page of the game, the discard, the cribs and the play."""

from collections.abc import Iterator

from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.analysis.cribbage.game.deal_counts import shipped_counts
from trueodds.analysis.cribbage.game.win_chain import win_table
from trueodds.analysis.cribbage.play.results.shipped import play_results
from trueodds.core.exact.estimate import METHOD
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.reports.answers.cribbage import HEADLINES
from trueodds.reports.answers.cribbage.win import DEALS_NOW, percent
from trueodds.reports.html.book import BookOptions, BookPage, Surprise
from trueodds.reports.html.page import Page, Section, Sections
from trueodds.reports.html.pages.cribbage import cribs, deal, play
from trueodds.reports.output import Table

MEANS = (
    "show.hand.mean show.hand.sd show.crib.mean deal.best_four.mean "
    "deal.best_mean.mean deal.kept.29"
)
OVERVIEW = (
    "A hand",
    "A crib",
    "The best four of six",
    "Average cribs of the dealer's discards",
    "Average cribs of the pone's discards",
)
"""Titles of the sections whose plots are on the first page of the game."""

WIN_SCORES = (0, 60, 90, 110)
"""The scores in the tables of who wins."""

SURPRISES = (
    Surprise(
        "S3.c.1",
        "Keeping the four cards that score most before the cut sounds right. It throws "
        "points away in {} of the dealer's deals.",
        "probability",
    ),
)
"""Published claims that surprised us."""


def page(odds: Odds) -> Page:
    """Return the page of the show, the best four of six cards, and the discard."""
    of_game = Sections(odds)
    return Page(
        title="Cribbage",
        lead="The show of four cards and a starter, over every hand and every starter; "
        "the best four of six cards and the two to throw, over every deal.",
        headlines=of_game.named(f"{MEANS} show.hand.29 deal.equilibrium.value"),
        words=HEADLINES,
        overview=OVERVIEW,
        sections=(
            *of_game.numbers(
                "Means, and a hand of 29 kept from six",
                "A standard deviation is the root of a fraction, and seldom a fraction "
                "itself: two proved bounds enclose it.",
                MEANS,
            ),
            *of_game.outcomes(
                "A hand",
                "Any four cards and a starter.",
                "show.hand",
                outcome="points of a hand",
            ),
            *of_game.outcomes(
                "A crib",
                "Any four cards and a starter under the crib's rule for flushes.",
                "show.crib",
                outcome="points of a crib",
            ),
            *of_game.outcomes(
                "The best four of six",
                "The most points in four of the six cards dealt, before any starter.",
                "deal.best_four",
                outcome="points of the best four cards",
            ),
            *of_game.numbers(
                "The published script",
                "A magazine column chose four cards by a shell script, which takes two "
                "points off a run of three with one card paired.",
                "script.*",
            ),
            *_equilibrium(of_game),
        ),
    )


def pages(odds: Odds, options: BookOptions) -> Iterator[BookPage]:
    """Yield pages on the discard, if there is a shipped equilibrium for these rules."""
    rules = odds.rules_as(CribbageRules)
    results = at_equilibrium(rules)
    if results is not None:
        yield deal.build(odds, options)
        yield cribs.build(odds, results)
        if (solved := play_results(rules)) is not None:
            yield play.build(odds, solved)


def _equilibrium(of_game: Sections) -> Iterator[Section]:
    """Yield the sections about the shipped equilibrium, if it is for these rules."""
    rules = of_game.odds.rules_as(CribbageRules)
    results = at_equilibrium(rules)
    if results is None:
        return
    yield from of_game.numbers(
        "Which two cards to throw",
        "Both players use the shipped equilibrium. The value is the dealer's hand and "
        "crib minus the pone's hand.",
        "deal.equilibrium.*",
    )
    yield from of_game.numbers(
        "Keeping the most points now",
        "This choice of four cards looks at neither the starter nor the crib. Its loss "
        "is the difference to the best discard, against an opponent at equilibrium. "
        "Ties are broken three ways: by the best discard, by the published script's "
        "order, and at random.",
        "static_choice.*",
    )
    yield from cribs.sections(results)
    for played in of_game.numbers(
        "The play",
        "The play solved as a game: each player knows his own four ranks, every card "
        "played and every go. Two best responses bound each value. Pone's first card "
        "is by the certified strategy.",
        "play.equilibrium.* play.dealt.equilibrium.*",
    ):
        yield played
        means = "deal.heels.mean deal.dealer.mean deal.pone.mean"
        yield wins_section(of_game.named(means), rules)


def wins_section(quantities: tuple[Quantity, ...], rules: CribbageRules) -> Section:
    """Return the section on a whole deal, and on who wins from which score."""
    counts = shipped_counts()
    table = win_table(counts, rules)
    scores = [score for score in WIN_SCORES if score < rules.target]
    start = percent(table.win(0, 0, deals=True))

    def wins(score: int, role: str) -> Iterator[str]:
        """Yield a score, then the share of games won by score of the opponent."""
        yield str(score)
        for opponent in scores:
            yield table.win(score, opponent, deals=role == "dealer").text(100)

    return Section(
        "A whole deal, and who wins",
        "The average of a deal is the sum of the averages of its parts. Who wins is "
        f"{METHOD}, not exact: ± is one standard error, from {counts.deals:,} deals. "
        f"The first dealer wins {start} of games to {rules.target} by these "
        "strategies. They count points, and do not look at the score.",
        quantities,
        grids=tuple(
            Table(
                ["", *map(str, scores)],
                [[*wins(score, role)] for score in scores],
                f"Games that you win when {now}, in percent ({METHOD}): your score by "
                "row, the opponent's by column, before the deal",
            )
            for role, now in DEALS_NOW.items()
        ),
    )
