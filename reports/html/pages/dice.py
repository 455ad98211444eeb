"""The page of a roll of any dice."""

from trueodds.core.odds import Odds
from trueodds.core.rules.dice import DiceRules
from trueodds.reports.html.page import Page, Section, masses_plot


def page(odds: Odds) -> Page:
    """Return the page with the probability of each total, and of that total or more."""
    masses = tuple(odds.family("total"))
    # ``total.N`` are the outcomes, of which N may be negative; all others are words.
    others = tuple(odds.fitting("total.[!0-9-]*"))
    section = Section(
        "Totals",
        "Each total, that total or more, and the average.",
        (*masses, *others),
        plot=masses_plot("total", masses),
    )
    return Page(
        title=odds.rules_as(DiceRules).roll,
        lead="The exact distribution of a roll of dice.",
        headlines=(*others[:3], masses[-1], masses[0]),
        sections=(section,),
    )
