"""The rows of a table of odds in the formats that people and ``trueodds odds`` write.

The format follows from the form of the text: JSON, Markdown, LaTeX, columns between
tabs, columns two spaces apart or under dashes, or CSV. A header gives the units of its
columns.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trueodds.core.errors import PositionError
from trueodds.proofs.claims.cell import column_unit
from trueodds.proofs.verify.odds.names import MORE, Names

FAMILY = re.compile(r"(?:^|[( ])([a-z_][\w.]*)\)?$")
DIGIT = re.compile(r"\d")
RULE = re.compile(r"-+(  -+)*")
ESCAPED = re.compile(r"\\(?=[\W_])")
BETWEEN = {
    "|": re.compile(r"^\s*\|", re.MULTILINE),
    "&": re.compile(r"\\\\\s*$", re.MULTILINE),
    "\t": re.compile(r"\t"),
}
"""The marks between cells, and the form of a text that has them."""

APART = re.compile(r"[^,\"]*[^,\s\"] {2,}\S")
NO_VALUE = re.compile(r"long;|[█-▏]|$")
BESIDE = ("1 in ", "house edge ")

NAMES = ("id", "quantity", "label")
SKIPPED = (*NAMES, "unit", "method", "total", "upper")
HEADERS = {*SKIPPED, "", "value", "exactly", MORE.strip(), "bounds", "lower"}


class Stated(NamedTuple):
    """A value in a table, with the name in its row and what its header says.

    ``line`` is the number of the line, and ``text`` the value as written. ``unit`` is
    the unit that the column's header names, such as "%". ``meaning`` says what the
    number is if the row is a bet, such as "the return". Both are empty if the header
    does not say it. ``fault`` says why the row cannot be read.
    """

    line: int
    name: str
    text: str
    unit: str = ""
    meaning: str = ""
    fault: str = ""


def stated(text: str, names: Names) -> Iterator[Stated]:
    """Yield the values of a table, in order. Raises ``PositionError`` for bad JSON.

    ``text`` is the table. ``names`` finds quantities of the game by name.
    """
    lines = text.splitlines()
    table, commas = _cells(text, lines)
    header: list[str] = []
    family = record = ""
    for number, row in enumerate(table, start=1):
        cells = [cell.strip() for cell in row]
        low = [cell.lower() for cell in cells]
        # A line such as "Points (game.total)" names the family of the bare numbers
        # below it.
        title = FAMILY.search("".join(lines[number - 1 : number]))
        titled = title and title[1] in names.families
        family = title[1] if title and titled else family
        if not any(cells) or RULE.fullmatch("  ".join(cells)):
            continue
        # A first line without digits, which is no quantity, is a header.
        in_words = number == 1 and not (
            DIGIT.search("".join(low)) or names.find(cells[0])
        )
        # A record of one quantity, with a field a line.
        if low[0] == "id" and low[1:] and names.find(cells[1]):
            header = []
            record = cells[1]
        elif record and _is_column(low[0]):
            yield from _row(number, record, ["", low[0]], cells)
        elif low[0] in NAMES or (
            low[1:] and (in_words or all(map(_is_column, low[1:])))
        ):
            header = low
            family = names.families.get(low[0], family)
        # A thousands separator without quotes splits a number in two.
        elif commas and len(cells) > len(header or "12"):
            fault = (
                f"the row has {len(cells)} cells: {' | '.join(cells):.80}; put quotes "
                "around a value with commas, or name all columns in a header"
            )
            yield Stated(number, cells[0], ", ".join(cells[1:]), fault=fault)
        elif cells[1:] or (commas and not titled):
            dot = f"{family}." * bool(family and cells[0].isdigit())
            name = dot + cells[0]
            columns = header or ["", *("value" for _ in cells)]
            yield from _row(number, name, columns, cells if cells[1:] else [name, "?"])


def _is_column(cell: str) -> bool:
    """Return True for the header of a column whose numbers are read or skipped.

    >>> _is_column("1 in"), _is_column("percent"), _is_column("1 in 216")
    (True, True, False)
    """
    digits = DIGIT.search(re.sub(r"\b1 in\b|\bto 1\b", "", cell))
    return cell in HEADERS or (not digits and any(column_unit(cell)))


def _row(
    line: int, name: str, header: Sequence[str], cells: Sequence[str]
) -> Iterator[Stated]:
    """Yield the values of a row under a header."""
    row = dict(zip(header, cells, strict=False))
    for column, cell in [*zip(header, cells, strict=False)][1:]:
        # A count means something only together with its total.
        if column == "count" and row.get("total"):
            cell += f" of {row['total']}"
        elif column == "lower" and cell:
            cell = f"[{cell}, {row.get('upper')}]"
        beside = cell.startswith(BESIDE)
        if beside or (column not in (*SKIPPED, "") and not NO_VALUE.match(cell)):
            more = MORE * (column == MORE.strip())
            yield Stated(line, name + more, cell, *column_unit(column))


def _cells(text: str, lines: Sequence[str]) -> tuple[list[list[str]], bool]:
    """Return the cells of each line, and True if commas are between them."""
    if text.lstrip().startswith(("{", "[")):
        return _records(text), False
    for mark, form in BETWEEN.items():
        if form.search(text):
            # A mark behind a backslash is a part of the cell.
            cut = re.compile(rf"(?<!\\){re.escape(mark)}")
            rows = (cut.split(line.strip().strip("|")) for line in lines)
            return [
                [ESCAPED.sub("", x).strip(" `\\") for x in row] for row in rows
            ], False
    if any(RULE.fullmatch(line) or APART.match(line) for line in lines):
        return _aligned(lines), False
    try:
        return [next(csv.reader([x], skipinitialspace=True), [""]) for x in lines], True
    except csv.Error as error:
        raise PositionError(f"the table cannot be read: {error}") from None


def _aligned(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells of columns, two spaces apart or under dashes."""
    table = []
    starts = []
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if RULE.fullmatch(below):
            starts = [match.start() for match in re.finditer("-+", below)]
        ends = [*starts[1:], None]
        cut = [line[start:end] for start, end in zip(starts, ends, strict=False)]
        table.append(cut or re.split(" {2,}", line.strip()))
        # A blank line ends the table, and with it the columns under the dashes.
        starts = starts if line else []
    return table


def _records(text: str) -> list[list[str]]:
    """Return the cells of JSON: records of quantities, or values by name."""
    try:
        # Numbers stay texts, since their digits are what is judged.
        data = json.loads(text, parse_float=str, parse_int=str)
        data = data.get("quantities", data) if isinstance(data, dict) else data
        rows = (
            [data[0], *(row.values() for row in data)]
            if isinstance(data, list)
            else data.items()
        )
        return [["" if cell is None else f"{cell}" for cell in row] for row in rows]
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError):
        raise PositionError(
            "this is not JSON with records of quantities, or with values by name"
        ) from None
