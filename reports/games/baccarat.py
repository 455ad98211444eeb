"""Baccarat's page."""

from trueodds.core.odds import Odds
from trueodds.reports.page import Page, Section, law_section, masses_plot


def page(odds: Odds) -> Page:
    """The odds of a coup and the house's edges, for people."""
    winners = tuple(odds[f"coup.{name}"] for name in ("player", "banker", "tie"))
    edges = tuple(odds[id] for id in odds if id.startswith("bet."))
    ties = odds.family("coup.tie")
    return Page(
        title="Baccarat",
        lead="Punto banco: two hands, and a fixed table that says who draws a third "
        "card. The odds are those of the first coup of a full shoe.",
        headlines=(*winners, *edges),
        sections=(
            Section(
                "Who wins",
                "Counts are of ordered six-card deals; cards that a coup does not need "
                "count as dealt all the same.",
                winners,
                complete=True,
            ),
            Section(
                "The house's edge",
                "What the house keeps of each unit staked: minus the bettor's expected "
                "value.",
                edges,
            ),
            law_section(
                "How many cards", "", odds.family("coup.cards"), outcome="cards dealt"
            ),
            Section(
                "Naturals",
                "A total of two cards, in either hand, that ends the coup.",
                (odds["coup.natural"],),
            ),
            Section(
                "Ties by total",
                "These add up to the chance of a tie.",
                (*ties,),
                plot=masses_plot("tied total", ties),
            ),
        ),
    )
