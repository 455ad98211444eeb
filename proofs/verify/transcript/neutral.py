"""Neutral formats of a recorded game, for programs with words of their own.

A line is a roll, a coup or a turn. Its cells are separated by bars, or it is a line of
CSV under a header with the names of the columns, or a JSON object with these names.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from trueodds.core.errors import PositionError

BAR = "|"
DELIMITERS = (",", "\t", ";", BAR)


class Row(NamedTuple):
    """A line of a recording, with its number and its cells by column."""

    line: int
    text: str
    cells: Mapping[str, str]


def rows(lines: Iterable[str], columns: Sequence[str]) -> list[Row] | None:
    """Return the rows of a recording, or None if its format is not neutral.

    Raises ``PositionError`` for a line without these columns.

    >>> [row.cells for row in rows(["1 | 2 3 3 | 0"], ["round", "dice", "points"])]
    [{'round': '1', 'dice': '2 3 3', 'points': '0'}]
    """
    filled = [(n, line.strip()) for n, line in enumerate(lines, start=1)]
    filled = [(number, line) for number, line in filled if line]
    if not filled:
        return None
    first = filled[0][1]
    if first.startswith("{"):
        return [Row(*line, _from_json(*line, columns)) for line in filled]
    delimiter = next((d for d in DELIMITERS if _cells(first, d) == [*columns]), None)
    if delimiter:
        filled = filled[1:]
    elif BAR in first:
        delimiter = BAR
    else:
        return None
    return [Row(*line, _from_cells(*line, delimiter, columns)) for line in filled]


def _cells(line: str, delimiter: str) -> list[str]:
    (cells,) = csv.reader([line], delimiter=delimiter, skipinitialspace=True)
    return [cell.strip().lower() for cell in cells]


def _from_cells(
    number: int, line: str, delimiter: str, columns: Sequence[str]
) -> dict[str, str]:
    cells = _cells(line, delimiter)
    if len(cells) != len(columns):
        raise PositionError(
            f"line {number} has {len(cells)} columns; expected {' | '.join(columns)}"
        )
    return dict(zip(columns, cells, strict=True))


def _from_json(number: int, line: str, columns: Sequence[str]) -> dict[str, str]:
    try:
        record = json.loads(line)
        return {name: _text(record[name]) for name in columns}
    except (ValueError, KeyError, TypeError):
        raise PositionError(
            f"line {number} is not a JSON object with the keys {', '.join(columns)}"
        ) from None


def _text(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else str(value).strip().lower()
