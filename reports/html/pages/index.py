"""The first page of a report."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from trueodds.core.exact.quantity import Quantity
from trueodds.core.words import synonyms
from trueodds.proofs.claims import JudgedClaim
from trueodds.proofs.claims.register import entries
from trueodds.reports.html.book import BookPage, page_of
from trueodds.reports.html.page import Page
from trueodds.reports.text.numbers import value_text

LEADING = 3
"""The number of headlines that the page shows of each game."""


def build(
    games: Sequence[tuple[BookPage, Page]],
    pages: Sequence[BookPage],
    judged: Sequence[JudgedClaim],
) -> BookPage:
    """Return the first page: a search box, the games, surprising claims, all pages.

    ``games`` has the page of each game with its content, and ``pages`` every page but
    this one. ``judged`` are the published claims with their verdicts. A claim is
    surprising if the project's list of claims has a sentence for this page on it.
    """
    data = {
        "search": [*_entries(games, pages, judged)],
        "synonyms": [*synonyms().items()],
    }
    return replace(
        page_of("index"),
        values={
            "games": [
                (page, content, content.headlines[:LEADING]) for page, content in games
            ],
            "pages": pages,
            "findings": [*_surprises(judged)],
        },
        data={name: json.dumps(content).encode() for name, content in data.items()},
    )


def _entries(
    games: Sequence[tuple[BookPage, Page]],
    pages: Sequence[BookPage],
    judged: Sequence[JudgedClaim],
) -> Iterator[tuple[str, ...]]:
    """Yield what the box finds: a link, its text, what stands after it, and an id.

    All words count, but for those after the link of a number, which alone has an id,
    and perhaps words of which a question must have one.
    """
    for page in pages:
        yield page.file, page.title, page.answers, ""
    for game, content in games:
        numbers = f"{game.game}-numbers.html"
        title = content.title
        for place, section in enumerate(content.sections, 1):
            yield f"{numbers}#section-{place}", f"{title}: {section.title}", "", ""
            for q in section.quantities:
                yield (
                    f"{numbers}#{q.id}",
                    f"{title}: {q.label}",
                    value_text(q),
                    q.id,
                    section.asked,
                )
    for claim in judged:
        statement = f"Claim: {claim.statement}"
        yield f"claims.html#{claim.id}", statement, claim.verdict, ""


def _surprises(judged: Sequence[JudgedClaim]) -> Iterator[tuple[str, str]]:
    """Yield the sentences on claims that surprised us, each with the claim's id."""
    exact = {claim.id: claim.exact for claim in judged}
    for entry in entries():
        # A claim on a game that is not in this report was not judged.
        value = exact.get(entry.id) if entry.surprise else None
        if value is not None:
            number = Quantity(entry.id, entry.statement, value, entry.unit, "claim")
            text = value_text(number).replace("-", "\N{MINUS SIGN}")
            yield entry.surprise.format(text), entry.id
