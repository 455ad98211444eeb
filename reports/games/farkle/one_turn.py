"""How one turn is played, on Farkle's page: what to keep, and bank at T."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from trueodds.analysis.farkle.threshold.table import Thresholds, best_threshold
from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.analysis.farkle.turn.exceptions import restraints
from trueodds.core.errors import RulesError
from trueodds.core.rules.farkle import FarkleRules
from trueodds.reports.games.farkle.policy import HEADER, rows
from trueodds.reports.html.page import Bar, Grid, Plot, Section

LEAST = Fraction(1, 100)
"""The share of the best mean below which a threshold is not drawn."""


def keep_section(rules: FarkleRules) -> Section:
    """Every roll of which fewer points than the most are kept."""
    adviser = Adviser(rules)
    found = restraints(adviser.turn, rules)
    title = "What to keep, in a turn played for the most points"
    if not found:
        return Section(title, "Always keep the most points.", ())
    text = "Keep the most points, but for these rolls, which may show other dice too."
    grid = Grid(title, HEADER, tuple(map(tuple, rows(found))))
    return Section(title, text, (), grids=(grid,))


def threshold_section(rules: FarkleRules) -> Iterator[Section]:
    """What banking at T is worth; nothing where there are too many T to show."""
    try:
        table = Thresholds(rules).table()
    except RulesError:
        return
    best = best_threshold(table, rules.minimum_to_bank)
    bars = (
        Bar(str(at), threshold.mean, f"{float(threshold.mean):.2f}")
        for at, threshold in table.items()
        if threshold.mean >= LEAST * table[best].mean
    )
    yield Section(
        "Bank at T points or more, else roll",
        f"Keeping the most points and banking hot dice too, the best T is {best}, "
        f"which brings {float(table[best].mean):.4f} points a turn. “trueodds farkle "
        "thresholds” has all T exactly, and other ways to keep.",
        (),
        plot=Plot("Mean points of a turn by T", tuple(bars)),
    )
