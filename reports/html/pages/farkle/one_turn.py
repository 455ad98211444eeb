"""Farkle's page on one turn: what to keep, and when to bank."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from trueodds.analysis.farkle.threshold.table import Thresholds, best_threshold
from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.core.errors import RulesError
from trueodds.core.rules.farkle import FarkleRules
from trueodds.reports.answers.farkle.policy import HEADER, exceptions_of, rows
from trueodds.reports.html.page import Plot, Section
from trueodds.reports.output import Table

LEAST = Fraction(1, 100)
"""Thresholds below this share of the best average are not drawn."""


def keep_section(rules: FarkleRules) -> Iterator[Section]:
    """Yield every roll of six fair dice for which taking fewer points is better."""
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
    grid = Table(HEADER, rows(exceptions), title)
    yield Section(title, text, (), grids=(grid,))


def threshold_section(rules: FarkleRules) -> Iterator[Section]:
    """Yield the average turn for each threshold, unless there are too many to show."""
    try:
        table = Thresholds(rules).table()
    except RulesError:
        return
    best = best_threshold(table, rules.minimum_to_bank)
    means = {
        str(at): threshold.mean
        for at, threshold in table.items()
        if threshold.mean >= LEAST * table[best].mean
    }
    yield Section(
        "Bank at T points or more, else roll",
        f"If you keep the most points and bank hot dice too, the best T is {best}: it "
        f"averages {float(table[best].mean):.2f} points a turn. “trueodds farkle "
        "thresholds” has all T exactly, and other ways to keep.",
        (),
        plot=Plot(
            "Average points of a turn by T",
            [*means],
            [*means.values()],
            [f"{float(mean):.2f}" for mean in means.values()],
            horizontal="T",
            percent=False,
        ),
    )
