"""An HTML report, with data files."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from trueodds.core.games import Game, GameName, find
from trueodds.reports.cli import echo
from trueodds.reports.signatures import checked

if TYPE_CHECKING:
    from trueodds.reports.answers.written import Written


@checked
def report(
    *games: Annotated[GameName | Game, find],
    out: Annotated[str | Path, "DIR"] = "odds-report",
    full: bool = False,
    open: bool = False,
) -> Written:
    """Write an HTML page for each GAME, with its data as JSON, CSV and Markdown.

    Without GAME, all games are written. Nothing is written before everything is
    computed.

    Args:
        games: The games.
        out: Output folder, created if missing.
        full: Include what takes minutes: whole matches of Farkle, and more opponents of
            cribbage discards.
        open: Open the report in your browser.

    Returns:
        The first page of the report, and the headlines of each game.

    Raises:
        TrueoddsError: The folder cannot be written to.

    Example:
        >>> report("poker")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.UnknownNameError: ...
    """
    from trueodds.reports.answers.written import Written
    from trueodds.reports.html import site

    folder = Path(out)
    lines = site.write([find(game).name for game in games], folder, full=full)
    index = (folder / "index.html").resolve()
    if open and not webbrowser.open(index.as_uri()):
        echo(f"no browser can be started; open {index} yourself", err=True)
    return Written.of_text(lines, index)
