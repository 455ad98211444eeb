"""An HTML report, with data files."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Unpack

from trueodds.core.errors import OptionError
from trueodds.core.games import Game, GameName, find
from trueodds.reports.chosen import chosen
from trueodds.reports.cli import echo
from trueodds.reports.signatures import checked

if TYPE_CHECKING:
    from trueodds.reports.answers.written import Written
    from trueodds.reports.chosen import Changes, GameOptions, RulesSource


@checked
def report(
    *games: Annotated[GameName | Game, find],
    rules: RulesSource = None,
    set: Changes = None,
    out: Annotated[str | Path, "DIR"] = "odds-report",
    full: bool = False,
    open: bool = False,
    **options: Unpack[GameOptions],
) -> Written:
    """Write an HTML page for each GAME, with its data as JSON, CSV and Markdown.

    Without GAME, all games but dice are written. Nothing is written before everything
    is computed. Rules are those of one GAME; a game can have options of its own:
    trueodds report GAME --help.

    Args:
        games: The games.
        rules: A preset, or house rules in a file or a record.
        set: Changes of single rules.
        out: Output folder, created if missing.
        full: Include what takes minutes: whole matches of Farkle, and more opponents of
            cribbage discards.
        open: Open the report in your browser.
        options: Options of the game by keyword, such as ``dice``.

    Returns:
        The first page of the report, and the headlines of each game.

    Raises:
        TrueoddsError: The folder cannot be written to, or rules are given without
            exactly one game.

    Example:
        >>> report("poker")
        Traceback (most recent call last):
            ...
        trueodds.core.errors.UnknownNameError: ...
    """
    from trueodds.reports.answers.written import Written
    from trueodds.reports.html import site

    folder = Path(out)
    names = [find(game).name for game in games]
    changed = chosen(rules, set).with_fields(options)
    if changed.named and len(names) != 1:
        raise OptionError(
            "--rules and --set need one game; such as: trueodds report farkle --rules "
            "zilch"
        )
    lines = site.write(names, folder, full=full, rules=changed)
    index = (folder / "index.html").resolve()
    if open and not webbrowser.open(index.as_uri()):
        echo(f"no browser can be started; open {index} yourself", err=True)
    return Written.of_text(lines, index)
