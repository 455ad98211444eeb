"""Sections of Farkle's page."""

from collections.abc import Iterator

from msgspec import structs

from trueodds.analysis.farkle.match import solved_on, state_space
from trueodds.analysis.farkle.match.quantities import first_player, policy
from trueodds.core.dice import counted_dice
from trueodds.core.errors import RulesError
from trueodds.core.odds import Odds
from trueodds.core.rules.farkle import FarkleRules
from trueodds.reports.answers.farkle import HEADLINES
from trueodds.reports.answers.farkle.match import policy_table
from trueodds.reports.html.page import (
    Page,
    Plot,
    Section,
    law_section,
    masses_plot,
)
from trueodds.reports.html.pages.farkle.one_turn import keep_section, threshold_section

SHORT = 500
"""The target on the page: a match to it takes no time."""


def page(odds: Odds) -> Page:
    """Return the page on a roll, and on a turn played for the most points."""
    rules = odds.rules_as(FarkleRules)
    whole = rules.number_of_dice
    numbers = range(1, whole + 1)
    rolls = [f"roll.{n}" for n in numbers if f"roll.{n}.farkle" in odds]
    return Page(
        title="Farkle",
        lead="Roll, keep dice that score, then bank the points or roll the rest. If no "
        "dice score, the points of the turn are lost.",
        headlines=tuple(
            odds[id]
            for id in (
                "turn.mean",
                "turn.farkle",
                f"roll.{whole}.farkle",
                f"roll.{whole}.best.mean",
                "opening.turn.mean",
                "longrun.mean",
            )
            if id in odds
        ),
        words=HEADLINES,
        sections=(
            Section(
                "Farkle by number of dice",
                "The probability that no die scores.",
                tuple(odds[f"{roll}.farkle"] for roll in rolls),
            ),
            Section(
                "Average best score by number of dice",
                "The most points in a roll, with farkles counted as 0.",
                tuple(odds[f"{roll}.best.mean"] for roll in rolls),
            ),
            law_section(
                f"Best score of {counted_dice(whole)}",
                "The most points in a roll of all dice.",
                odds.family(f"roll.{whole}.best"),
                outcome=f"best score of {counted_dice(whole)}",
            ),
            *_turn(odds, "turn", "One turn, played for the most points"),
            *keep_section(rules),
            *threshold_section(rules),
            *(
                _turn(odds, "opening.turn", "One turn before opening")
                if "opening.turn.mean" in odds
                else ()
            ),
            *(
                [
                    Section(
                        "In the long run",
                        "The best average turn when farkles in a row cost points.",
                        (odds["longrun.mean"],),
                    )
                ]
                if "longrun.mean" in odds
                else []
            ),
            *_claims(odds),
            match_section(rules),
        ),
    )


def _turn(odds: Odds, prefix: str, title: str) -> Iterator[Section]:
    thresholds = odds.family(f"{prefix}.bank_at")
    stakes = [threshold.bounds.lower for threshold in thresholds]
    names = ("mean", "farkle", "rolls", "junk.gain")
    yield Section(
        title,
        "Bank once the stake reaches the threshold for the number of dice left. If "
        "there is no threshold, always roll.",
        (
            *(odds[f"{prefix}.{name}"] for name in names if f"{prefix}.{name}" in odds),
            *thresholds,
        ),
        plot=Plot(
            "Stake from which to bank, by dice left to roll",
            [threshold.id.rpartition(".")[2] for threshold in thresholds],
            stakes,
            [f"{int(stake):,}" for stake in stakes],
            horizontal="dice left to roll",
            percent=False,
        )
        if thresholds
        else None,
    )
    points = odds.family(f"{prefix}.points")
    if points:
        possible = (q for q in points if q.exact)
        yield Section(
            f"{title}: its points",
            "A farkle counts as 0 points. Scores that are not listed cannot occur.",
            (*possible, *odds.family(f"{prefix}.at_least")),
            complete=True,
            plot=masses_plot("points of the turn", points),
        )


def _claims(odds: Odds) -> Iterator[Section]:
    claims = tuple(odds[id] for id in odds if id.startswith("claim.blog."))
    if claims:
        yield Section(
            "What a blog says",
            "Its list of scoring options, one 1 alone, opening and the last turn.",
            claims,
        )


def match_section(rules: FarkleRules) -> Section:
    """Return a short match, without numbers if scores can fall.

    If a minimum is needed to open, the target is at least twice that.
    """
    title = "A match"
    text = (
        "“trueodds farkle match” has the match to any target, the results of simpler "
        "strategies, and more players. The first match to 10,000 takes half a minute; "
        "after that it is cached."
    )
    target = min(rules.target, max(SHORT, 2 * rules.minimum_to_open))
    try:
        space = state_space(structs.replace(rules, target=target))
        if space.falls:
            return Section(title, text, ())
        match = solved_on(space)
    except RulesError:
        return Section(title, text, ())
    best = f"Best play to {target:,} points: bank at this stake, by scores and dice"
    return Section(
        title,
        f"Two players who both play best, to {target:,} points. {text}",
        (first_player(match),),
        grids=(policy_table([*policy(match)], best),),
    )
