"""``trueodds verify transcript``: a recorded game, line by line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from trueodds.reports.cli._shared import game_argument, prints, rules_options

if TYPE_CHECKING:
    from trueodds.reports.output import Output

SHOWN = 20
"""Lines that are right, of which the last are printed."""


@click.command()
@game_argument
@click.argument("file")
@rules_options
@prints("table", "json")
def transcript(
    game: str, file: str, rules: str | None, changes: dict[str, str]
) -> Output:
    """Replay the recorded game in FILE, which is - for standard input.

    A recording carries its own rolls or cards; everything else in it follows from the
    rules. Exit code 0 when all of it is right, 1 at the first wrong line, 2 when there
    is no game in it, and 3 when it ends in the middle of one.
    """
    from trueodds.core import games, rulebook
    from trueodds.proofs.verify.transcript import verify_transcript
    from trueodds.reports.text.verdict import output

    column = games.find(game)
    record = rulebook.load(column, rules, changes)
    found = verify_transcript(column, record, _lines(file))
    right = "\n".join(
        f"{line:5}  right  {text}" for line, text in found.details["checked"][-SHOWN:]
    )
    return output(found, [right] if right else [])


def _lines(file: str) -> list[str]:
    from pathlib import Path

    from trueodds.core.errors import PositionError

    try:
        standard = file == "-"
        content = sys.stdin.buffer.read() if standard else Path(file).read_bytes()
    except OSError as error:
        raise PositionError(f"cannot read {file}: {error.strerror}") from None
    return content.decode("utf-8", "replace").split("\n")
