"""Verdict on a table of odds that someone published or computed.

Every value is judged to the digits in which it is written (``claims.rounding``). A
value with all digits of the nearest double is right too, although its last digit may
differ from that of the exact value. All formats of ``trueodds odds`` are read.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from trueodds.core.errors import PositionError, TrueoddsError, UnknownNameError
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.proofs.claims.rounding import Claimed, Verdict, judge_number

SCIENTIFIC = re.compile(r"(?<![\d.])-?\d+(\.\d+)?e[+-]?\d{1,3}(?=$| %)", re.IGNORECASE)
BOUNDS = re.compile(r"\[?(\S+)(?:,| to) ([^]\s]+)\]?( %)?")
FAMILY = re.compile(r"(?:^|[( ])([a-z_][\w.]*)\)?$")
RULE = re.compile(r"-+(  -+)*")
ESCAPED = re.compile(r"\\(?=[\W_])")

NAMES = ("id", "quantity", "label")
SKIPPED = (*NAMES, "unit", "method", "total", "upper", "")
FORMS = {"1 in": "1 in {}", "one_in": "1 in {}", "or more": "{} or more"}
"""The values of columns that need more than their cells, by header."""

HEADERS = {*SKIPPED, *FORMS, "value", "exact", "decimal", "exactly", "bounds", "lower"}
HEADERS |= {"count", "count of total", "house edge"}
MOST_HINTS = 5
"""The most unknown names for which the nearest names are looked up."""


@dataclass(frozen=True, slots=True)
class Row:
    """A value of the table, the quantity that it states, and the verdict.

    ``right`` is the exact value to the digits of the table. A value that cannot be
    judged has a ``fault`` instead, and perhaps a ``name`` without a quantity.
    """

    value: str
    quantity: Quantity | None
    verdict: Verdict
    right: str = ""
    fault: str = ""
    name: str = ""


def judge_table(
    text: str, odds: Odds, labels: Mapping[str, str] | None = None
) -> list[Row]:
    """Judge a table of odds.

    Args:
        text: Lines with the id or the label of a quantity, and its value such as
            ``0.0046``, ``4.6e-3``, ``0.46 %``, ``1 in 216`` or ``1/216``; as CSV, TSV,
            Markdown, LaTeX, the JSON of ``trueodds odds``, or columns with two spaces
            between them. A header may come first.
        odds: The exact odds.
        labels: Further labels, by id.

    Raises:
        PositionError: If no line holds a name and a number.
        UnknownNameError: If no line begins with the id or the label of a quantity.

    Example:
        >>> import trueodds
        >>> row, = judge_table("roll.bunco,0.47 %", trueodds.odds("bunco"))
        >>> row.verdict, row.right
        ('false', '0.46 %')
    """
    names = _Names(odds, labels or {})
    rows = []
    first = None
    for line, name, values in _lines(text, names):
        quantity: Quantity | None = None
        try:
            quantity = names.quantity(name)
            rows += [_judged(value, quantity, odds) for value in values]
        except (TrueoddsError, ValueError) as error:
            kind = PositionError if quantity else UnknownNameError
            fault = kind(f"line {line}: {error}")
            first = first or fault
            value = ", ".join(values)
            rows.append(
                Row(value, quantity, "unspecified", fault=str(fault), name=name)
            )
    if first and rows[1:] and not any(row.quantity for row in rows):
        raise UnknownNameError(
            f"none of {len(rows)} lines, such as {rows[0].name[:40]!r}, names a number "
            f"of {odds.game}; a table needs the ids or the labels of: trueodds odds "
            f"{odds.game} --all"
        )
    if first and all(row.fault for row in rows):
        raise first
    if not rows:
        raise PositionError("the table has no rows; write a name and a value a line")
    return rows


def _judged(value: str, quantity: Quantity, odds: Odds) -> Row:
    """Return the verdict on a value. Raises ``ValueError`` if it is not a number."""
    plain = _plain(value.removesuffix(" or more"), quantity)
    if value.endswith(" or more"):
        quantity = _or_more(quantity, odds)
    exact = quantity.bounds
    if between := BOUNDS.fullmatch(plain):
        *ends, percent = between.groups("")
        low, high = (Claimed.parse(_plain(end, quantity) + percent) for end in ends)
        inside = low.value <= exact.lower and exact.upper <= high.value
        right = "{} to {}".format(*exact.texts(6))
        return Row(value, quantity, "true" if inside else "false", right)
    claimed = Claimed.parse(plain)
    double = quantity.one_in if claimed.unit == "1 in" else quantity.decimal
    if value.removeprefix("1 in ") == repr(double):
        return Row(value, quantity, "true", value)
    # The last zeros of "about 173,750", of 3.52e+77 and of other high N are no digits.
    digits = plain.replace(",", "")
    zeros = len(digits) - len(digits.rstrip("0"))
    zeros *= "about " in value or claimed.value > 10**15
    if power := SCIENTIFIC.search(value):
        zeros = max(0, int(Decimal(power[0]).as_tuple().exponent))
    rounded = replace(claimed, step=claimed.step * 10**zeros)
    verdict = judge_number(rounded, quantity.value, "is")
    right = claimed.correct(exact)
    for other in (f"{plain} %", f"1 in {plain}") if verdict == "false" else ():
        with suppress(ValueError):
            if judge_number(Claimed.parse(other), quantity.value, "is") == "true":
                right = other
    return Row(value, quantity, verdict, right)


def _or_more(quantity: Quantity, odds: Odds) -> Quantity:
    """Return the probability of a number of a family or of any larger number."""
    family, _, number = quantity.id.rpartition(".")
    masses = (mass for mass in odds.family(family) if mass.id != quantity.id)
    less = [x for x in masses if int(x.id.rpartition(".")[2]) < int(number)]
    below = sum((mass.bounds.midpoint for mass in less), Fraction(0))
    return replace(quantity, value=1 - below, count=None, total=None)


def _plain(value: str, quantity: Quantity) -> str:
    """Return a number as a claim writes it: without a unit or a power of ten.

    >>> bunco = Quantity.probability("roll.bunco", "Bunco", 1, 216)
    >>> _plain("6.95e-05", bunco), _plain("0.46%", bunco), _plain("1 of 216", bunco)
    ('0.0000695', '0.46 %', '1/216')
    """
    unit = re.escape(quantity.unit.removesuffix("s"))
    value = re.sub(rf"(?<=\d) {unit}s?$|^house edge |\babout ", "", value)
    value = re.sub(r"\s*(%| of 100 staked| percentage points)$", " %", value)
    value = re.sub(r"^([\d,]+) of ([\d,]+)$", r"\1/\2", value)
    return SCIENTIFIC.sub(lambda power: f"{Decimal(power[0]):f}", value)


class _Names:
    """The quantities by their ids and labels, and by what their labels begin with."""

    def __init__(self, odds: Odds, labels: Mapping[str, str]) -> None:
        self.odds = odds
        self._hints = 0
        self._named = dict(odds)
        pairs = [(quantity.label, id) for id, quantity in self._named.items()]
        pairs += [(label, id) for id, label in labels.items() if id in self._named]
        heads: dict[str, set[str]] = {}
        for label, id in pairs:
            heads.setdefault(re.split(r", | \(", label.lower())[0], set()).add(id)
        alone = {head: [*ids] for head, ids in heads.items() if len(ids) == 1}
        alone |= {label.lower(): [id] for label, id in pairs}
        self._named |= {name: odds[id] for name, [id] in alone.items()}

    def known(self, name: str) -> bool:
        """Return True for an id or a label."""
        return name in self._named or name.lower() in self._named

    def begins(self, row: Sequence[str]) -> bool:
        """Return True if a row begins with a name, a header or a whole number."""
        first = row[0] if row[1:] else ""
        return first.isdigit() or first in HEADERS - {""} or self.known(first)

    def quantity(self, name: str) -> Quantity:
        """Return the quantity of a name. Raises ``UnknownNameError``."""
        if self.known(name):
            return self._named.get(name) or self._named[name.lower()]
        if len(hits := self.odds.find(name)) == 1:
            return next(iter(hits.values()))
        self._hints += 1
        if self._hints <= MOST_HINTS:
            return self.odds.named(name)
        raise UnknownNameError(f"{self.odds.game} has no number {name!r:.60}")


def _values(header: Sequence[str], cells: Sequence[str]) -> list[str]:
    """Return the values of a row under a header, as people write them.

    >>> _values(("id", "count", "total", "one_in"), ("roll.bunco", "1", "216", "216.0"))
    ['1 of 216', '1 in 216.0']
    """
    row = dict(zip(header, cells, strict=False))
    forms = FORMS | {
        "count": f"{{}} of {row.get('total')}" if "total" in row else "{}",
        "lower": f"{{}} to {row.get('upper')}",
    }
    return [
        forms.get(column, "{}").format(cell)
        for column, cell in zip(header[1:], cells[1:], strict=False)
        if cell.startswith(("1 in ", "house edge "))
        or (cell and column not in SKIPPED and not re.match("long;|[█-▏]", cell))
    ]


def _lines(text: str, names: _Names) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the number of each line of a table, its name and its values."""
    lines = text.splitlines() or [""]
    tables = _tables(text, lines)
    table = max(tables, key=lambda rows: sum(map(names.begins, rows)))
    header: list[str] = []
    family = record = ""
    for number, cells in enumerate(table, start=1):
        low = [cell.lower() for cell in cells]
        title = FAMILY.search(lines[number - 1] if lines[number - 1 :] else "")
        if title and names.odds.family(title[1]):
            family = f"{title[1]}."
        if not any(cells) or RULE.fullmatch("  ".join(cells)):
            continue
        if low[0] == "id" and low[1:] and names.known(cells[1]):
            header = []
            record = cells[1]
        elif {*low} <= HEADERS or low[0] in NAMES:
            header = low
        elif record and low[0] in HEADERS:
            yield number, record, _values(("", low[0]), ("", *cells[1:]))
        elif header or table is not tables[0]:
            columns = header or ["value"] * len(cells)
            name = f"{family}{cells[0]}" if cells[0].isdigit() else cells[0]
            if values := _values(columns, cells):
                yield number, name, values
        else:
            yield number, cells[0], ["; ".join(cells[1:])]


def _tables(text: str, lines: Sequence[str]) -> list[list[list[str]]]:
    """Return the cells of each line, by each format that a table can have."""
    if text.lstrip().startswith(("{", "[")):
        return [_records(text)]
    try:
        of_csv = [next(csv.reader([x], skipinitialspace=True), [""]) for x in lines]
    except csv.Error as error:
        raise PositionError(f"the table cannot be read: {error}") from None
    latex = [ESCAPED.sub("", x.removesuffix("\\\\")).split("&") for x in lines]
    markdown = [re.split(r"(?<!\\)\|", line)[1:-1] or [""] for line in lines]
    tables = [of_csv, [x.split("\t") for x in lines], latex, _aligned(lines)]
    tables.append([[ESCAPED.sub("", x).strip(" `") for x in row] for row in markdown])
    return [[[*map(str.strip, row)] for row in table] for table in tables]


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
        starts = starts if line else []
    return table


def _records(text: str) -> list[list[str]]:
    """Return the cells of JSON: records of quantities, or values by name."""
    try:
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
