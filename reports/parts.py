"""The parts of each game in the reports: what the terminal and the pages need.

A game of this package is imported here by name. A game of another package has a module
(``Game.report``) with ``page``, and perhaps ``pages``, ``HEADLINES`` and ``left_out``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trueodds.core import games
from trueodds.core.odds import Odds

if TYPE_CHECKING:
    from trueodds.reports.html.book import BookOptions, BookPage
    from trueodds.reports.html.page import Page


@dataclass(frozen=True, slots=True)
class Answers:
    """The leading numbers of a game: its headlines in words, by id.

    If ``headlines`` is None, the game's page chooses them. ``left_out`` yields
    sentences that follow them, such as on numbers that some rules do not have.
    """

    headlines: Mapping[str, str] | None = None
    left_out: Callable[[Odds], Iterable[str]] = lambda odds: ()


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
    match game:
        case "bunco":
            from trueodds.reports.answers import bunco

            return Answers(bunco.HEADLINES)
        case "baccarat":
            from trueodds.reports.answers import baccarat

            return Answers(baccarat.HEADLINES)
        case "cribbage":
            from trueodds.reports.answers import cribbage

            return Answers(cribbage.HEADLINES, cribbage.left_out)
        case "farkle":
            from trueodds.reports.answers import farkle

            return Answers(farkle.HEADLINES, farkle.left_out)
    return Answers(**_of_module(game, HEADLINES="headlines", left_out="left_out"))


def pages(game: str) -> Pages:
    """Return the pages of a game."""
    match game:
        case "bunco":
            from trueodds.reports.html.pages import bunco

            return Pages(bunco.page, bunco.pages)
        case "baccarat":
            from trueodds.reports.html.pages import baccarat

            return Pages(baccarat.page, baccarat.pages)
        case "cribbage":
            from trueodds.reports.html.pages import cribbage

            return Pages(cribbage.page, cribbage.pages)
        case "farkle":
            from trueodds.reports.html.pages import farkle

            return Pages(farkle.page, farkle.pages)
    return Pages(**_of_module(game, page="page", pages="further"))


def _of_module(game: str, **parts: str) -> dict[str, Any]:
    """Return the parts that the module of another package's game has, by name."""
    module = vars(games.find(game).module("report"))
    return {part: module[name] for name, part in parts.items() if name in module}
