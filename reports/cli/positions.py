"""``trueodds positions`` and ``census``: the positions of a game, and their scores."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from trueodds.reports.cli._shared import FORMATS, PositionsCommand, one_of
from trueodds.reports.cli.from_function import command_of
from trueodds.reports.cli.score import POSITIONS
from trueodds.reports.commands import positions as functions

if TYPE_CHECKING:
    from trueodds.reports.answers.positions import ListedPositions


def _print(*game: Any, format_: str | None, **asked: Any) -> None:
    """Print the positions block by block, as they can be 200 MB."""
    if format_ and not asked["scored"]:
        raise click.UsageError("--format needs --scored")
    answer = functions.positions(*game, **asked)
    texts: Iterable[str | bytes] = (
        answer.order.text(*ends) for ends in answer.blocks()
    )
    if answer.scored:
        texts = _json(answer) if format_ == "json" else _csv(answer)
    with suppress(BrokenPipeError):  # a reader such as head has read enough
        for text in texts:
            click.echo(text, nl=False)  # noqa: TID251 - 200 MB of ours


def _csv(answer: ListedPositions) -> Iterator[str]:
    from trueodds.reports.text.tables import csv_text

    for number, vectors in enumerate(answer.vectors()):
        text = csv_text([vector._asdict() for vector in vectors])
        # Each block of the CSV has a header; only that of the first is printed.
        yield text.partition("\n")[2] if number else text


def _json(answer: ListedPositions) -> Iterator[str]:
    """Yield one JSON, a line for each position."""
    from trueodds.reports.records import record_of

    about = {"schema": answer.schema, **record_of(answer), "positions": []}
    # The list is written item by item, between the beginning and the end of an empty
    # one.
    between = json.dumps(about, indent=1).removesuffix("]\n}")
    for vectors in answer.vectors():
        for vector in vectors:
            yield f"{between}\n  {json.dumps(vector._asdict(), ensure_ascii=False)}"
            between = ","
    yield "\n ]\n}\n"


positions = click.option(
    "--format",
    "format_",
    type=one_of(("csv", "json")),
    help="How to print positions with scores. [default: csv]",
)(
    command_of(
        functions.positions, cls=PositionsCommand, epilog=POSITIONS, run_as=_print
    )
)
census = command_of(functions.census, *FORMATS, cls=PositionsCommand)
