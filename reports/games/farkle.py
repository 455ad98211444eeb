"""Farkle's page."""

from trueodds.core.odds import Odds
from trueodds.core.quantity import Quantity
from trueodds.reports.page import Bar, Page, Plot, Section, law_section


def page(odds: Odds) -> Page:
    """The odds of a roll and of a turn played for the most points, for people."""
    rolls = [f"roll.{dice}" for dice in range(1, 7)]
    return Page(
        title="Farkle",
        lead="Roll, keep dice that score, then bank the points or roll the rest; no "
        "dice that score, and the turn's points are gone.",
        headlines=tuple(
            odds[id]
            for id in (
                "turn.mean",
                "turn.farkle",
                "roll.6.farkle",
                "roll.6.best.mean",
                "opening.turn.mean",
                "longrun.mean",
            )
            if id in odds
        ),
        sections=(
            Section(
                "Farkle by number of dice",
                "The chance that no die scores.",
                tuple(odds[f"{roll}.farkle"] for roll in rolls),
            ),
            Section(
                "Mean best score by number of dice",
                "The most points in a roll, farkles counted as 0.",
                tuple(odds[f"{roll}.best.mean"] for roll in rolls),
            ),
            law_section(
                "Best score of six dice",
                "The most points in a roll of six.",
                odds.family("roll.6.best"),
                outcome="best score of six dice",
            ),
            *(
                _turn(odds, prefix, title)
                for prefix, title in (
                    ("turn", "One turn, played for the most points"),
                    ("opening.turn", "One turn before opening"),
                )
                if f"{prefix}.mean" in odds
            ),
            *(
                [
                    Section(
                        "In the long run",
                        "The best average of a turn when farkles in a row cost points.",
                        (odds["longrun.mean"],),
                    )
                ]
                if "longrun.mean" in odds
                else []
            ),
        ),
    )


def _turn(odds: Odds, prefix: str, title: str) -> Section:
    thresholds = odds.family(f"{prefix}.bank_at")
    return Section(
        title,
        "Bank as soon as the stake is at least the threshold for the number of dice "
        "left; where there is no threshold, always roll.",
        (odds[f"{prefix}.mean"], odds[f"{prefix}.farkle"], *thresholds),
        plot=Plot(
            "Stake from which to bank, by dice left to roll",
            tuple(_bar(quantity) for quantity in thresholds),
        ),
    )


def _bar(threshold: Quantity) -> Bar:
    stake = threshold.bounds.lower
    return Bar(threshold.id.rpartition(".")[2], stake, f"{int(stake):,}")
