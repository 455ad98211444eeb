"""Pages of Farkle: the page of the game, and the advisers."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from trueodds.analysis.farkle.threshold.table import Thresholds, best_threshold
from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.core.dice import counted_dice
from trueodds.core.errors import RulesError
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.coverage import fault
from trueodds.reports.answers.farkle import HEADLINES
from trueodds.reports.answers.farkle.policy import exceptions_of, keep_table
from trueodds.reports.answers.farkle.sentences import KEEPS_POINTS
from trueodds.reports.answers.rules import SCORES
from trueodds.reports.html.book import BookOptions, BookPage
from trueodds.reports.html.page import Page, Plot, Section, Sections, masses_plot
from trueodds.reports.html.pages.farkle import match, turn
from trueodds.reports.kinds import Grid, points

LEAST = Fraction(1, 100)
"""Thresholds below this share of the best average are not drawn."""


def page(odds: Odds) -> Page:
    """Return the page on Farkle: a roll, and a turn played for the most points."""
    rules = odds.rules_as(FarkleRules)
    whole = rules.number_of_dice
    of_game = Sections(odds, whole=whole, dice=counted_dice(whole))
    return of_game.page(
        HEADLINES,
        scores_section(rules),
        *_turn(of_game, "turn"),
        *keep_section(rules),
        *threshold_section(rules),
        *_turn(of_game, "opening.turn"),
        *of_game.listed("further"),
    )


def pages(odds: Odds, options: BookOptions) -> Iterator[BookPage]:
    """Yield pages that advise on a turn and on a match.

    There are none if the rules of ``odds`` have dice that may be loaded, or a rule that
    the scripts of the pages do not follow.
    """
    rules = odds.rules_as(FarkleRules)
    # The scripts do not follow every rule, so such rules have no adviser.
    if not rules.dice and not fault("the page of a turn", rules):
        yield turn.build(odds)
        yield from match.build(odds, options)


def _turn(of_game: Sections, prefix: str) -> Iterator[Section]:
    """Yield the sections on a turn and on its points, if these rules have them."""
    thresholds = of_game.odds.family(f"{prefix}.bank_at")
    stakes = [threshold.bounds.lower for threshold in thresholds]
    plot = Plot(
        "Stake from which to bank, by dice left to roll",
        [threshold.id.rpartition(".")[2] for threshold in thresholds],
        stakes,
        [points(int(stake)) for stake in stakes],
        horizontal="dice left to roll",
        percent=False,
    )
    for section in of_game.listed(prefix):
        yield replace(section, plot=plot if thresholds else None)
        masses = of_game.odds.family(f"{prefix}.points")
        # The family also has sums of points that no turn can score.
        possible = tuple(quantity for quantity in masses if quantity.exact)
        if possible:
            yield Section(
                f"{section.title}: its points",
                "A farkle counts as 0 points. Scores that are not listed cannot occur.",
                (*possible, *of_game.odds.family(f"{prefix}.at_least")),
                complete=True,
                plot=masses_plot("points of the turn", masses),
            )


def scores_section(rules: FarkleRules) -> Section:
    """Return a section of Farkle's page with everything that scores."""
    return Section(
        "What scores",
        "2+2+2 is two of one face, two of another and two of a third.",
        (),
        grids=(Grid(SCORES, rules.score_table).table(),),
    )


def keep_section(rules: FarkleRules) -> Iterator[Section]:
    """Yield a section with the rolls where keeping fewer points is better.

    There is no section if the dice may be loaded, or if such rolls are not known for
    the rules.
    """
    # With loaded dice a roll is more than its faces, so it has no list by faces.
    exceptions = exceptions_of(Adviser(rules)) if not rules.dice else None
    if exceptions is None:
        return
    title = "What to keep, in a turn played for the most points"
    if not exceptions:
        yield Section(title, "Always take the highest score.", ())
        return
    text = (
        "Take the highest score, except for these rolls, which may show other dice too."
    )
    yield Section(title, text, (), grids=(keep_table(exceptions, title),))


def threshold_section(rules: FarkleRules) -> Iterator[Section]:
    """Yield a section on turns that bank at T points or more, and else roll.

    It has the average turn by the threshold T. There is no section if these averages
    cannot be computed, because of too many thresholds or a rule that is not covered.
    """
    try:
        table = Thresholds(rules).table()
    # House rules can have too many thresholds, or a rule that thresholds do not follow.
    except RulesError:
        return
    best = best_threshold(table, rules.minimum_to_bank)
    why = f", as {KEEPS_POINTS}" * rules.farkle_keeps_points
    means = {
        str(at): threshold.mean
        for at, threshold in table.items()
        if threshold.mean >= LEAST * table[best].mean
    }
    yield Section(
        "Bank at T points or more, else roll",
        "If you keep the most points and also bank hot dice if you may, the best T is "
        f"{best}{why}: it averages {points(table[best].mean)} points a turn. “trueodds "
        "farkle thresholds” has all T exactly, and other ways to keep.",
        (),
        plot=Plot(
            "Average points of a turn by T",
            [*means],
            [*means.values()],
            [points(mean) for mean in means.values()],
            horizontal="T",
            percent=False,
        ),
    )
