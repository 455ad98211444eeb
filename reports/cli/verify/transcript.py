"""``trueodds verify transcript``: check a recorded game line by line."""

from __future__ import annotations

import sys

import click

from trueodds.reports.cli._shared import (
    PositionsCommand,
    game_argument,
    prints,
    rules_options,
)
from trueodds.reports.output import Output

SHOWN = 20
"""Upper limit on the right lines that are printed before a wrong line."""


@click.command(cls=PositionsCommand)
@game_argument
@click.argument("file")
@rules_options
@click.option(
    "--exact",
    is_flag=True,
    help="Count differences of white space and letter case as wrong.",
)
@prints("table", "json", "markdown", "latex", "tsv")
def transcript(
    game: str, file: str, rules: str | None, changes: dict[str, str], exact: bool
) -> Output:
    """Check the recorded game in FILE; - is standard input.

    A recording has its own rolls or cards; the rules decide everything else in it. Exit
    code 0 if all of it is right, 1 if a line is wrong, 2 if no game begins in it, and 3
    if it ends in the middle of a game.
    """
    from trueodds.core import games, rulebook
    from trueodds.proofs.verify.transcript import verify_transcript
    from trueodds.reports.text.verdict import line_table, output

    column = games.find(game)
    record = rulebook.load(column, rules, changes)
    verdict = verify_transcript(column, record, _lines(file), exact=exact)
    checked = verdict.details["checked"][-SHOWN:]
    right = "\n".join(f"{line:5}  right  {text}" for line, text in checked)
    return output(verdict, [right] if right else [], tables=[line_table(verdict)])


def _lines(file: str) -> list[str]:
    from pathlib import Path

    from trueodds.core.errors import PositionError
    from trueodds.core.storage.files import reading

    with reading(file, PositionError):
        standard = file == "-"
        content = sys.stdin.buffer.read() if standard else Path(file).read_bytes()
    return content.decode("utf-8-sig", "replace").split("\n")
