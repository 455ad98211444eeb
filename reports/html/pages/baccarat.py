"""Pages of baccarat: the page of the game, and the shoe."""

from collections.abc import Iterator
from dataclasses import replace

from trueodds.analysis.run import odds as exact_odds
from trueodds.core import rulebook
from trueodds.core.odds import Odds
from trueodds.core.rules.baccarat import BaccaratRules, rank_classes
from trueodds.reports.answers.baccarat import HEADLINES, bets_grid, priced
from trueodds.reports.html.book import BookOptions, BookPage, page_of
from trueodds.reports.html.page import Page, Section, Sections

SCRIPTS = (
    ("one deck", "punto-banco-single-deck", "published-script"),
    ("eight decks", "punto-banco", "published-script-eight-decks"),
)
CELLS_SHOWN = 24
MOST_DECKS = 8
"""The most decks whose deals are exact in a script, which counts in floats."""
VALUES = 10
"""The values of cards, which are the rank classes of the page's script."""


def page(odds: Odds) -> Page:
    """Return the page on baccarat: a coup, every bet, and cards that change them."""
    of_game = Sections(odds)
    (changed,) = of_game.listed("changed")
    cells = changed.quantities
    # The cells are sorted by effect: both ends are shown. The ends of few cells
    # overlap, and each is shown once.
    ends = dict.fromkeys((*cells[:CELLS_SHOWN], *cells[-CELLS_SHOWN:]))
    changed = replace(changed, quantities=tuple(ends))
    return of_game.page(HEADLINES, changed, *_script_sections(odds))


def _script_sections(odds: Odds) -> Iterator[Section]:
    """Yield the magazine's program beside punto banco with equally many decks."""
    for title, standard, script in SCRIPTS:
        both = {name: exact_odds(odds.game, name) for name in (standard, script)}
        cells = both[script].fitting("tableau.cell*")
        rows = [(script, cell) for cell in cells]
        for id in HEADLINES:
            rows += [(name, of_name[id]) for name, of_name in both.items()]
        yield Section(
            f"The published script, {title}",
            "The program of a magazine column never lets Banker draw after an ace, 10, "
            "jack or queen. Shown are the cells that differ from punto banco, how "
            "often each comes up, and the odds of both. Each id begins with the rules. "
            f"To compare all odds: trueodds compare baccarat {standard} {script}",
            tuple(
                # The same id occurs under two rule sets, and ids are links on the page.
                replace(row, id=f"{name}.{row.id}", label=f"{name}: {row.label}")
                for name, row in rows
            ),
            asked="script",
        )


def pages(odds: Odds, _: BookOptions) -> Iterator[BookPage]:
    """Yield the page that prices every bet from the cards left in the shoe.

    There is none under rules that the page's form or script does not support: a shoe
    that is given by the cards left in it and not by decks, more than eight decks, or a
    tableau that distinguishes ten-valued ranks.
    """
    rules = odds.rules_as(BaccaratRules)
    # The form takes full decks, without the cards seen.
    if rules.shoe or rules.decks > MOST_DECKS or len(rank_classes(rules)) > VALUES:
        return
    caption = "Every bet from these cards, the best for you first"
    yield replace(
        page_of("baccarat-shoe"),
        values={
            "rules_table": rulebook.to_table(odds.rules),
            "bets": bets_grid(priced(odds), caption).table(),
        },
        odds=odds,
    )
