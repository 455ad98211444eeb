"""Pages of baccarat: the page of the game, and the shoe."""

from collections.abc import Iterator
from dataclasses import replace

from trueodds.analysis.run import odds as exact_odds
from trueodds.core import rulebook
from trueodds.core.odds import Odds
from trueodds.reports.answers.baccarat import HEADER, HEADLINES, sorted_rows
from trueodds.reports.html.book import Accepted, BookOptions, BookPage, Surprise
from trueodds.reports.html.page import Page, Section, Sections, masses_plot
from trueodds.reports.output import Table

SCRIPTS = (
    ("one deck", "punto-banco-single-deck", "published-script"),
    ("eight decks", "punto-banco", "published-script-eight-decks"),
)
WINNERS = "coup.player coup.banker coup.tie"
MAIN = "bet.banker.edge bet.player.edge bet.tie_8.edge"
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
    of_game = Sections(odds)
    cells = of_game.named("cell.*")
    return Page(
        title="Baccarat",
        lead="Punto banco: two hands, and a fixed table that says who draws a third "
        "card. The odds are those of the next coup from the cards left in the shoe, by "
        "default a full shoe.",
        headlines=of_game.named(f"{WINNERS} {MAIN}"),
        words=HEADLINES,
        sections=(
            *of_game.numbers(
                "Who wins",
                "Counts are of ordered six-card deals, also if a coup needs fewer "
                "cards.",
                WINNERS,
                complete=True,
            ),
            *of_game.numbers(
                "What every bet costs",
                "The house edge: the average loss for each unit staked. Bets on suits "
                "or pairs need a shoe in which the suits or ranks are known.",
                "bet.*.edge",
            ),
            *of_game.numbers(
                "How often a bet wins",
                "The probability of getting back more than the stake.",
                "bet.*.win",
            ),
            *of_game.numbers(
                "How much a bet varies",
                "The variance of your result per unit staked.",
                "bet.*.variance",
            ),
            *of_game.outcomes(
                "How many cards", "", "coup.cards", outcome="cards dealt"
            ),
            *of_game.numbers(
                "Naturals",
                "A total of two cards, in either hand, that ends the coup.",
                "coup.natural",
            ),
            *of_game.numbers(
                "Ties by total",
                "They add up to the probability of a tie.",
                "coup.tie.[0-9]*",
                plot=masses_plot("tied total", odds.family("coup.tie")),
            ),
            *of_game.numbers(
                "Effects of removal",
                "How much your average result per unit staked changes when one card of"
                " a rank (10: any ten-valued card) leaves the shoe. Check: weighted by"
                " the number of cards of each rank, a bet's effects add up to 0.",
                "removal.*",
            ),
            *of_game.numbers(
                "Counting",
                "A card count for each bet: add the tag of every card you see. The "
                "correlation says how well the count tracks the bet's true value; 1 is "
                "perfect. Bets that no card changes have no count.",
                "count.*",
            ),
            Section(
                "One cell of the tableau changed",
                "A program with a single wrong cell: the change of the house edge, and"
                " the coups that a chi-square test of the winner needs to notice it, "
                "with 1 % false alarms and 90 % power. The cells with the smallest and"
                " the largest effect are shown; the files have all cells.",
                tuple(dict.fromkeys((*cells[:CELLS_SHOWN], *cells[-CELLS_SHOWN:]))),
            ),
            *_script_sections(odds),
        ),
    )


def _script_sections(odds: Odds) -> Iterator[Section]:
    """Yield the magazine's program beside punto banco with equally many decks."""
    for title, standard, script in SCRIPTS:
        both = {name: exact_odds(odds.game, name) for name in (standard, script)}
        cells = Sections(both[script]).named("tableau.cell*")
        rows = [(script, cell) for cell in cells]
        for id in f"{WINNERS} {MAIN}".split():
            rows += [(name, of_name[id]) for name, of_name in both.items()]
        yield Section(
            f"The published script, {title}",
            "The program of a magazine column never lets Banker draw after an ace, 10, "
            "jack or queen. Shown are the cells that differ from punto banco, how "
            "often each comes up, and the odds of both. Each id begins with the rules. "
            f"To compare all odds: trueodds compare baccarat {standard} {script}",
            tuple(
                replace(row, id=f"{name}.{row.id}", label=f"{name}: {row.label}")
                for name, row in rows
            ),
        )


def pages(odds: Odds, _: BookOptions) -> Iterator[BookPage]:
    """Yield the page that prices every bet from the cards left in the shoe."""
    caption = "Every bet from a full shoe, the best for you first"
    yield BookPage(
        name="baccarat-shoe",
        title="Baccarat: is this bet good now?",
        answers="What does every bet cost with the cards that are left in the shoe?",
        values={
            "rules_table": rulebook.to_table(odds.rules),
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
