"""Baccarat's page."""

from collections.abc import Iterator
from dataclasses import replace

from trueodds.analysis.run import odds as exact_odds
from trueodds.core.odds import Odds
from trueodds.core.quantity import Quantity
from trueodds.reports.html.page import Page, Section, law_section, masses_plot

SCRIPTS = (
    ("one deck", "punto-banco-single-deck", "published-script"),
    ("eight decks", "punto-banco", "published-script-eight-decks"),
)
WINNERS = ("coup.player", "coup.banker", "coup.tie")
HEADLINES = {
    "coup.player": "Player wins",
    "coup.banker": "Banker wins",
    "coup.tie": "The coup is a tie",
    "coup.natural": "A natural (8 or 9 in two cards) in either hand",
    "bet.banker.edge": "The house keeps of a bet on Banker (5 % commission)",
    "bet.player.edge": "The house keeps of a bet on Player",
    "bet.tie_8.edge": "The house keeps of a bet on the tie at 8 to 1",
    "bet.tie_9.edge": "The house keeps of a bet on the tie at 9 to 1",
    "bet.player_pair.edge": "The house keeps of a bet on a Player pair",
    "bet.dragon_7.edge": "The house keeps of a bet on Dragon 7",
    "bet.panda_8.edge": "The house keeps of a bet on Panda 8",
}
"""The numbers that lead, in words."""

MAIN = ("bet.banker.edge", "bet.player.edge", "bet.tie_8.edge")
COMPARED = (*WINNERS, *MAIN)
CELLS_SHOWN = 24


def page(odds: Odds) -> Page:
    """Return the page: the odds of a coup, every bet's edge, and its causes."""
    winners = tuple(odds[id] for id in WINNERS)
    ties = odds.family("coup.tie")
    edges = _under(odds, "bet", "edge")
    return Page(
        title="Baccarat",
        lead="Punto banco: two hands, and a fixed table that says who draws a third "
        "card. The odds are those of the next coup from what is left in the shoe: a "
        "full one, unless the rules say otherwise.",
        headlines=(*winners, *(quantity for quantity in edges if quantity.id in MAIN)),
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
                "value. Bets on suits or pairs need a shoe in which these are known.",
                edges,
            ),
            Section(
                "How often a bet wins",
                "The chance to be paid more than the stake back.",
                _under(odds, "bet", "win"),
            ),
            Section(
                "How much a bet varies",
                "The variance of the bettor's result per unit staked.",
                _under(odds, "bet", "variance"),
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
            Section(
                "Effects of removal",
                "By how much the bettor's expected value per unit staked changes when "
                "one card of a rank (10: any ten-valued card) leaves the shoe. Each "
                "times how many such cards there are, a bet's effects add up to 0.",
                _under(odds, "removal"),
            ),
            Section(
                "Counting",
                "Whole tags in place of the effects of removal, to add for every card "
                "dealt, and how the count then correlates with what the bet is truly "
                "worth. A bet whose worth no card moves has no count.",
                _under(odds, "count"),
            ),
            Section(
                "One cell of the tableau changed",
                "What a program with a single wrong cell does to the house's edge, and "
                "how many coups a chi-square test of who wins needs to notice it, at 1 "
                "% false alarms and with 90 % power. The ones that move the edge least "
                "come first; the cells of least and of most effect are shown, the "
                "files have all.",
                _ends(_under(odds, "cell"), CELLS_SHOWN),
            ),
            *_script_sections(odds),
        ),
    )


def _under(odds: Odds, first: str, last: str | None = None) -> tuple[Quantity, ...]:
    """Return the quantities ``first.….last``."""
    return tuple(
        quantity
        for id, quantity in odds.items()
        if id.startswith(f"{first}.") and (last is None or id.endswith(f".{last}"))
    )


def _ends(quantities: tuple[Quantity, ...], shown: int) -> tuple[Quantity, ...]:
    if len(quantities) <= 2 * shown:
        return quantities
    return (*quantities[:shown], *quantities[-shown:])


def _script_sections(odds: Odds) -> Iterator[Section]:
    """Return the magazine's program beside punto banco, from equal shoes."""
    for title, standard, script in SCRIPTS:
        found = {name: exact_odds(odds.game, name) for name in (standard, script)}
        told = [id for id in found[script] if id.startswith("tableau.cell")]
        rows = [found[script][id] for id in told] + [
            found[name][id] for id in COMPARED for name in found
        ]
        names = [script] * len(told) + [*found] * len(COMPARED)
        yield Section(
            f"The published script, {title}",
            "The program of a magazine column never lets Banker draw after an ace, 10, "
            "jack or queen. Which cells differ from punto banco, how often each comes "
            "up, and the odds of both; each id has the name of the rules before it. "
            f"All of it: trueodds compare baccarat {standard} {script}",
            tuple(
                replace(row, id=f"{name}.{row.id}", label=f"{name}: {row.label}")
                for name, row in zip(names, rows, strict=True)
            ),
        )
