"""Pages of baccarat: the page of the game, and the shoe."""

from collections.abc import Iterator
from dataclasses import replace

from trueodds.analysis.run import odds as exact_odds
from trueodds.core import rulebook
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.reports.answers.baccarat import HEADER, HEADLINES, sorted_rows
from trueodds.reports.html.book import Accepted, BookOptions, BookPage, Surprise
from trueodds.reports.html.page import Page, Section, law_section, masses_plot, under
from trueodds.reports.output import Table

SCRIPTS = (
    ("one deck", "punto-banco-single-deck", "published-script"),
    ("eight decks", "punto-banco", "published-script-eight-decks"),
)
WINNERS = ("coup.player", "coup.banker", "coup.tie")
MAIN = ("bet.banker.edge", "bet.player.edge", "bet.tie_8.edge")
COMPARED = (*WINNERS, *MAIN)
CELLS_SHOWN = 24

SURPRISES = (
    Surprise(
        "S2.b.3",
        "The Banker of a magazine's program never draws after an ace or a ten. From "
        "eight decks that changes Banker's probability of winning by {}.",
        "difference",
    ),
)
"""Published claims that surprised us."""


def page(odds: Odds) -> Page:
    """Return the page on a coup, every bet, and the cards that change them."""
    winners = tuple(odds[id] for id in WINNERS)
    ties = tuple(odds.family("coup.tie"))
    edges = under(odds, "bet", "edge")
    return Page(
        title="Baccarat",
        lead="Punto banco: two hands, and a fixed table that says who draws a third "
        "card. The odds are those of the next coup from the cards left in the shoe, by "
        "default a full shoe.",
        headlines=(*winners, *(quantity for quantity in edges if quantity.id in MAIN)),
        words=HEADLINES,
        sections=(
            Section(
                "Who wins",
                "Counts are of ordered six-card deals, also if a coup needs fewer "
                "cards.",
                winners,
                complete=True,
            ),
            Section(
                "What every bet costs",
                "The house edge: the average loss for each unit staked. Bets on suits "
                "or pairs need a shoe in which the suits or ranks are known.",
                edges,
            ),
            Section(
                "How often a bet wins",
                "The probability of getting back more than the stake.",
                under(odds, "bet", "win"),
            ),
            Section(
                "How much a bet varies",
                "The variance of your result per unit staked.",
                under(odds, "bet", "variance"),
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
                "They add up to the probability of a tie.",
                ties,
                plot=masses_plot("tied total", ties),
            ),
            Section(
                "Effects of removal",
                "How much your average result per unit staked changes when one card of"
                " a rank (10: any ten-valued card) leaves the shoe. Check: weighted by"
                " the number of cards of each rank, a bet's effects add up to 0.",
                under(odds, "removal"),
            ),
            Section(
                "Counting",
                "A card count for each bet: add the tag of every card you see. The "
                "correlation says how well the count tracks the bet's true value; 1 is "
                "perfect. Bets that no card changes have no count.",
                under(odds, "count"),
            ),
            Section(
                "One cell of the tableau changed",
                "A program with a single wrong cell: the change of the house edge, and"
                " the coups that a chi-square test of the winner needs to notice it, "
                "with 1 % false alarms and 90 % power. The cells with the smallest and"
                " the largest effect are shown; the files have all cells.",
                _ends(under(odds, "cell"), CELLS_SHOWN),
            ),
            *_script_sections(odds),
        ),
    )


def pages(odds: Odds, _: BookOptions) -> Iterator[BookPage]:
    """Yield the explorer of a shoe."""
    yield _shoe(odds)


def _ends(quantities: tuple[Quantity, ...], shown: int) -> tuple[Quantity, ...]:
    if len(quantities) <= 2 * shown:
        return quantities
    return (*quantities[:shown], *quantities[-shown:])


def _script_sections(odds: Odds) -> Iterator[Section]:
    """Yield the magazine's program beside punto banco with equally many decks."""
    for title, standard, script in SCRIPTS:
        both = {name: exact_odds(odds.game, name) for name in (standard, script)}
        cells = [id for id in both[script] if id.startswith("tableau.cell")]
        rows = [both[script][id] for id in cells] + [
            both[name][id] for id in COMPARED for name in both
        ]
        names = [script] * len(cells) + [*both] * len(COMPARED)
        yield Section(
            f"The published script, {title}",
            "The program of a magazine column never lets Banker draw after an ace, 10, "
            "jack or queen. Shown are the cells that differ from punto banco, how "
            "often each comes up, and the odds of both. Each id begins with the rules. "
            f"To compare all odds: trueodds compare baccarat {standard} {script}",
            tuple(
                replace(row, id=f"{name}.{row.id}", label=f"{name}: {row.label}")
                for name, row in zip(names, rows, strict=True)
            ),
        )


def _shoe(odds: Odds) -> BookPage:
    """Return the page that prices every bet from the cards left in the shoe."""
    rules = odds.rules_as(BaccaratRules)
    caption = "Every bet from a full shoe, the best for you first"
    return BookPage(
        name="baccarat-shoe",
        title="Baccarat: is this bet good now?",
        answers="What does every bet cost with the cards that are left in the shoe?",
        values={
            "rules_table": rulebook.to_table(rules),
            "bets": Table(HEADER, sorted_rows(odds), caption),
        },
        menu="The shoe",
        odds=odds,
        scripts=(
            "engines/baccarat.js",
            "engines/baccarat_count.js",
            "widgets/baccarat-shoe.js",
        ),
        accepts=(Accepted("[1-8]-DECKS?", "{}", "8 decks"),),
    )
