"""The parts of each game in the reports: what the terminal and the pages need.

A package that was written for trueodds 1.0 has one module with ``page``, and perhaps
``pages``, ``HEADLINES`` and ``left_out``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trueodds.core import games
from trueodds.core.exact.quantity import Quantity
from trueodds.core.games import Game, imported
from trueodds.core.odds import Odds

if TYPE_CHECKING:
    from trueodds.reports.html.book import BookOptions, BookPage
    from trueodds.reports.html.page import Page


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a game for reports: its page, further pages, and words.

    Each part is imported when it is asked for.
    """

    game: Game

    def _part(self, name: str) -> Any:
        return imported(getattr(self.game, name)) or self.game.of_1_0("report", name)

    @property
    def headlines(self) -> Mapping[str, str] | None:
        """The words for the game's leading numbers, by the id of the number.

        People see the leading numbers first. The result is None if the game's page
        chooses them.

        >>> (parts("bunco").headlines or {})["roll.bunco"]
        'A roll is a Bunco'
        """
        # A module of 1.0 has the name in capitals, which ``_part`` does not look for.
        of_1_0 = self.game.of_1_0("report", "HEADLINES")
        return self._part("headlines") or of_1_0 or None

    def left_out(self, odds: Odds) -> Iterable[str]:
        """Return sentences on numbers that these odds lack, and why; none by default.

        They are printed after the leading numbers, which people see first.
        """
        left_out = self._part("left_out")
        return left_out(odds) if left_out else ()

    def pays(self, odds: Odds, edge: Quantity) -> str | None:
        """Return the pay-outs of the bet with this house edge as text, or None.

        ``odds`` are the odds of the game that have the edge.
        """
        pays = self._part("pays")
        return pays(odds, edge) if pays else None

    @property
    def has_page(self) -> bool:
        """True if the game declares its page in a report."""
        return bool(self._part("page"))

    def page(self, odds: Odds) -> Page:
        """Return the content of the game's own page, with numbers from ``odds``.

        If the game declares no page, the page has all numbers of ``odds``.
        """
        page = self._part("page") or imported("trueodds.reports.html.page:plain_page")
        content: Page = page(odds)
        return content

    def pages(self, odds: Odds, options: BookOptions) -> Iterable[BookPage]:
        """Return the pages of the game besides its main page; none by default."""
        pages = self._part("pages")
        return pages(odds, options) if pages else ()


def parts(game: str) -> Parts:
    """Return what the game of this name declares for reports, such as its pages."""
    return Parts(games.find(game))
