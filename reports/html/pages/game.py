"""The two pages of every game: its headlines and plots, and all of its numbers."""

import json
from string import ascii_lowercase

from trueodds.core import games, rulebook
from trueodds.core.odds import Odds
from trueodds.reports.answers.odds import odds_answer
from trueodds.reports.html.book import BookPage
from trueodds.reports.html.page import Page
from trueodds.reports.text.numbers import LONGEST, exact_text

FILES = {"json": "json", "csv": "csv", "markdown": "md"}
"""The endings of the files with the same numbers, by format."""


def overview(odds: Odds, page: Page) -> BookPage:
    """Return the main page of a game.

    ``odds`` are those of the game, and ``page`` is the content of its page. The page
    comes with files that have all numbers of the game, as JSON, CSV and Markdown.
    """
    answer = odds_answer(odds)
    return BookPage(
        name=odds.game,
        title=page.title,
        answers=f"What are the odds of {page.title}? {page.lead}",
        template="game.html",
        values={"content": page},
        odds=odds,
        files={
            f"{odds.game}.{ending}": answer.text(format_)
            for format_, ending in FILES.items()
        },
    )


def numbers(odds: Odds, page: Page) -> BookPage:
    """Return the page of all numbers of a game.

    ``odds`` are those of the game, and ``page`` is the content of its page, whose
    sections list the numbers. Long fractions are data, which the page loads when a
    reader asks for one.
    """
    quantities = [each for section in page.sections for each in section.quantities]
    names = dict.fromkeys(quantity.method for quantity in quantities)
    texts = {quantity.id: exact_text(quantity) for quantity in quantities}
    # One fraction may be longer than the rest of the page.
    long = {id: text for id, text in texts.items() if len(text) > LONGEST}
    name = f"{odds.game}-fractions"
    return BookPage(
        name=f"{odds.game}-numbers",
        title=f"{page.title}: all numbers",
        answers=f"Every number of {page.title}: value, exact fraction, and method.",
        template="numbers.html",
        values={
            "content": page,
            "presets": rulebook.preset_names(games.find(odds.game)),
            "long": long,
            # A letter stands for a method in each row, and a list below the table
            # explains it.
            "methods": dict(zip(names, ascii_lowercase, strict=False)),
        },
        menu="All numbers",
        odds=odds,
        scripts=("widgets/numbers.js",),
        data={name: json.dumps(long).encode()} if long else {},
    )
