"""The page that prices every bet of baccarat from the cards left in the shoe."""

from trueodds.core import rulebook
from trueodds.core.odds import Odds
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.reports.answers.baccarat import HEADER, sorted_rows
from trueodds.reports.html.book import Accepted, BookPage
from trueodds.reports.output import Table

NAME = "baccarat-shoe"


def build(odds: Odds) -> BookPage:
    """Return the page, with every bet from a full shoe as a table."""
    rules = odds.rules_as(BaccaratRules)
    caption = "Every bet from a full shoe, the best for you first"
    return BookPage(
        name=NAME,
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
            f"widgets/{NAME}.js",
        ),
        accepts=(Accepted("[1-8]-DECKS?", "{}", "8 decks"),),
    )
