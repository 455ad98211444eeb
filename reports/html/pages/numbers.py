"""The page of all numbers of a game."""

import json
from string import ascii_lowercase

from trueodds.core.odds import Odds
from trueodds.reports.html.book import BookPage
from trueodds.reports.html.page import Page
from trueodds.reports.text.numbers import LONGEST, exact_text


def build(odds: Odds, page: Page) -> BookPage:
    """Return the page of all numbers of a game.

    Long fractions are data, which the page loads when a reader asks for one.
    """
    quantities = [each for section in page.sections for each in section.quantities]
    names = dict.fromkeys(quantity.method for quantity in quantities)
    texts = {quantity.id: exact_text(quantity) for quantity in quantities}
    long = {id: text for id, text in texts.items() if len(text) > LONGEST}
    name = f"{odds.game}-fractions"
    return BookPage(
        name=f"{odds.game}-numbers",
        title=f"{page.title}: all numbers",
        answers=f"Every number of {page.title}: value, exact fraction, and method.",
        template="numbers.html",
        values={
            "content": page,
            "long": long,
            "methods": dict(zip(names, ascii_lowercase, strict=False)),
        },
        menu="All numbers",
        odds=odds,
        scripts=("widgets/sorting.js", "widgets/numbers.js"),
        data={name: json.dumps(long).encode()} if long else {},
    )
