"""Pages of cribbage: the page of the game, the discard, the cribs and the play."""

from collections.abc import Iterator

from trueodds.analysis.cribbage.equilibrium.shipped_results import at_equilibrium
from trueodds.analysis.cribbage.game.win_chain import shipped_wins
from trueodds.analysis.cribbage.play.results.shipped import play_results
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.reports.answers.cribbage import HEADLINES
from trueodds.reports.answers.cribbage.win import DEALS_NOW
from trueodds.reports.html.book import BookOptions, BookPage
from trueodds.reports.html.page import Page, Section, Sections
from trueodds.reports.html.pages.cribbage import cribs, deal, play
from trueodds.reports.kinds import percent
from trueodds.reports.output import Table

WIN_SCORES = (0, 60, 90, 110)
"""The scores in the tables of who wins."""


def page(odds: Odds) -> Page:
    """Return the page on cribbage: the show, the best four of six, and the discard."""
    return Sections(odds).page(HEADLINES, *_equilibrium(odds))


def pages(odds: Odds, options: BookOptions) -> Iterator[BookPage]:
    """Yield pages on the discard, on average cribs and on the play.

    There are none without a shipped equilibrium for the rules of ``odds``. The page on
    the play is left out if no results of the play ship for them.
    """
    rules = odds.rules_as(CribbageRules)
    results = at_equilibrium(rules)
    if results is not None:
        yield deal.build(odds, options)
        yield cribs.build(odds, results)
        if (solved := play_results(rules)) is not None:
            yield play.build(odds, solved)


def _equilibrium(odds: Odds) -> Iterator[Section]:
    """Yield the sections about the shipped equilibrium, if it is for these rules."""
    rules = odds.rules_as(CribbageRules)
    results = at_equilibrium(rules)
    if results is None:
        return
    of_game = Sections(odds)
    yield from of_game.listed("discard")
    yield from cribs.sections(results)
    yield from of_game.listed("play")
    if games := of_game.named("game.*"):
        yield wins_section(games, rules)


def wins_section(quantities: tuple[Quantity, ...], rules: CribbageRules) -> Section:
    """Return the section on who wins a game of cribbage, and from which score.

    ``quantities`` are those in the table of the section.
    """
    table = shipped_wins(rules)
    # House rules may have a shorter game.
    scores = [score for score in WIN_SCORES if score < rules.target]

    def wins(score: int, role: str) -> Iterator[str]:
        """Yield a score, then the share of games won by score of the opponent."""
        yield str(score)
        for opponent in scores:
            chance = table.win(score, opponent, deals=role == "dealer")
            yield percent(chance).removesuffix(" %")

    return Section(
        "Who wins the game",
        f"The first dealer wins {percent(table.win(0, 0, deals=True))} of games to "
        f"{rules.target} by the shipped strategies. They count points, and do not look "
        "at the score. Every number lies between two proved bounds.",
        quantities,
        grids=tuple(
            Table(
                ["", *map(str, scores)],
                [[*wins(score, role)] for score in scores],
                f"Games that you win when {now}, in percent: your score by row, the "
                "opponent's by column, before the deal",
            )
            for role, now in DEALS_NOW.items()
        ),
    )
