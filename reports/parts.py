"""The parts of each game in the reports: what the terminal and the pages need.

A game of another package has one module (``Game.report``) with ``page``, and perhaps
``pages``, ``HEADLINES`` and ``left_out``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trueodds.core import games
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds

if TYPE_CHECKING:
    from trueodds.reports.html.book import BookOptions, BookPage
    from trueodds.reports.html.page import Page


@dataclass(frozen=True, slots=True)
class Answers:
    """The leading numbers of a game: its headlines in words, by id.

    If ``headlines`` is None, the game's page chooses them. ``left_out`` yields
    sentences that follow them, such as on numbers that some rules do not have. ``pays``
    returns the pay-outs of the bet whose house edge is a quantity.
    """

    headlines: Mapping[str, str] | None = None
    left_out: Callable[[Odds], Iterable[str]] = lambda odds: ()
    pays: Callable[[Odds, Quantity], str | None] = lambda odds, edge: None


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of a game in a report.

    ``page`` is the content of the game's own page, and ``further`` yields the others.
    """

    page: Callable[[Odds], Page]
    further: Callable[[Odds, BookOptions], Iterable[BookPage]] = lambda odds, _: ()


def answers(game: str) -> Answers:
    """Return the parts of a game that answers on the terminal need.

    >>> (answers("bunco").headlines or {})["roll.bunco"]
    'A roll is a Bunco'
    """
    names = {"HEADLINES": "headlines", "left_out": "left_out", "pays": "pays"}
    return Answers(**_of_module(game, "answers", names))


def pages(game: str) -> Pages:
    """Return the pages of a game."""
    return Pages(**_of_module(game, "html.pages", {"page": "page", "pages": "further"}))


def _of_module(game: str, place: str, parts: Mapping[str, str]) -> dict[str, Any]:
    """Return the parts that a game's module has, by the names used here."""
    module = games.find(game).module("report", f"trueodds.reports.{place}.{{}}")
    return {
        part: value for name, part in parts.items() if (value := vars(module).get(name))
    }
