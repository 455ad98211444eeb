"""A recorded game, read line by line, and the errors that a line can show.

A program that prints other words than the published dialogue can write a neutral format
instead. A line is a roll, a coup or a turn. The cells of a line are separated by bars,
or the line is CSV under a header with the names of the columns, or a JSON object with
these names.
"""

from __future__ import annotations

import csv
import json
import re
from collections import deque
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from trueodds.core.errors import PositionError, TrueoddsError
from trueodds.core.exact.digits import counted

BAR = "|"
DELIMITERS = (",", "\t", ";", BAR)
CONTROL = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\a\x1b]*(?:\a|\x1b\\))")
"""A control sequence of a terminal: colours, modes, the title of its window."""


@dataclass(eq=False)
class WrongLineError(Exception):
    """The error for the line ``got``, which breaks the rules.

    ``line`` is the number of the line, and ``expected`` the right line. ``why`` has the
    reasons for the right line.
    """

    line: int
    expected: str
    got: str
    why: tuple[str, ...] = ()


class EndedError(Exception):
    """The error for a recording that ends within a game.

    The text of the error is the line or the answer that was expected next.
    """


class Spelling(NamedTuple):
    """A right line that is not spelt as the published line.

    ``line`` is the number of the line, ``got`` the line itself and ``expected`` the
    published line. The lines differ in white space or letter case.
    """

    line: int
    expected: str
    got: str


class RecordingRow(NamedTuple):
    """A line of a recording that is a row of a table.

    ``line`` is the number of the line, and ``text`` is the line itself. ``cells`` has
    the cells by the names of the columns.
    """

    line: int
    text: str
    cells: Mapping[str, str]


class Recording:
    """The lines of a recorded game, taken one by one; blank lines are skipped.

    ``line`` is the number of the last line taken, and ``text`` is this line.
    ``checked`` has the right lines with their numbers. Unless ``exact`` is true, a line
    may differ from the expected line in white space and letter case; ``spellings`` has
    the lines that differ in this way. ``skipped`` counts the lines outside of games.
    ``notes`` are notes for the verdict. ``kept`` is what the replay of a game keeps,
    such as its deals.
    """

    def __init__(self, lines: Iterable[str], *, exact: bool = False) -> None:
        self.lines = enumerate(lines, start=1)
        self.waiting: deque[tuple[int, str]] = deque()
        self.exact = exact
        self.line = 0
        self.checked: list[tuple[int, str]] = []
        self.spellings: list[Spelling] = []
        self.skipped = 0
        self.notes: list[str] = []
        self.kept: list[Any] = []
        self.text = ""

    def next(self) -> str | None:
        """Return the next line that is not blank, or None at the end."""
        if not self.ahead(1):
            return None
        self.line, self.text = self.waiting.popleft()
        return self.text

    def ahead(self, number: int) -> list[str]:
        """Return up to ``number`` of the next lines that are not blank.

        These lines are not taken: ``next`` still returns the first of them.
        """
        while len(self.waiting) < number:
            place, line = next(self.lines, (0, None))
            if line is None:
                break
            if line.strip():
                # Blanks at the end of a line are a spelling, which counts only if asked
                # for.
                text = line.rstrip("\r\n" if self.exact else None)
                self.waiting.append((place, text))
        return [text for _, text in islice(self.waiting, number)]

    def back(self) -> None:
        """Make the line just taken the next line again."""
        self.waiting.appendleft((self.line, self.text))

    def take(self, expected: str) -> str:
        """Return the next line that is not blank.

        If there is no further line, ``EndedError`` is raised with the right line
        ``expected``.
        """
        if self.next() is None:
            raise EndedError(expected)
        return self.text

    def require(self, expected: str, *why: str) -> None:
        """Take the next line, and count it as right if it is ``expected``.

        Raises ``WrongLineError`` for another line, with the reasons ``why``, and
        ``EndedError`` if there is no line.
        """
        self.take(expected)
        self.right(expected, *why)

    def right(self, expected: str, *why: str) -> None:
        """Count the line just taken as right.

        Raises ``WrongLineError`` with the reasons ``why`` if the line is not
        ``expected``.
        """
        if not self.fits(expected):
            raise self.wrong(expected, *why)
        if self.text != expected:
            self.spellings.append(Spelling(self.line, expected, self.text))
        self.accept()

    def rows(
        self, rows: Iterable[RecordingRow], columns: Mapping[str, str] = {}
    ) -> Iterator[RecordingRow]:
        """Yield rows of a table; count a row as right when the next row is taken.

        ``columns`` has, by the name of a column, a regular expression for the cells
        that can be read. Raises ``PositionError`` for another cell.
        """
        for row in rows:
            self.line = row.line
            self.text = row.text
            for name, cell in row.cells.items():
                if not re.fullmatch(columns.get(name, ".*"), cell):
                    raise PositionError(f"{name} is {cell!r:.40}, which is not read")
            yield row
            self.accept()

    def accept(self) -> None:
        """Count the line just taken as right, whatever its words are."""
        self.checked.append((self.line, self.text))

    def fits(self, expected: str) -> bool:
        """Return True if the line just taken is the expected line.

        Unless ``exact`` is true, the lines may differ in white space and letter case.
        """
        if self.exact:
            return self.text == expected
        return squeezed(self.text) == squeezed(expected)

    def wrong(self, expected: str, *why: str) -> WrongLineError:
        """Return the error that says that the line just taken is wrong.

        ``expected`` is the right line, and ``why`` has the reasons for it.
        """
        return WrongLineError(self.line, expected, self.text, why)

    @contextmanager
    def parsing(self, form: str) -> Iterator[None]:
        """Turn an error of the ``with`` block into ``WrongLineError`` for this line.

        The block reads the cards or dice of the line taken last. ``form`` is the right
        line, with ``_`` in place of what is not known yet.
        """
        try:
            yield
        except TrueoddsError as error:
            raise self.wrong(form, str(error)) from None


def squeezed(text: str) -> str:
    """Return a text without white space, in lower case.

    >>> squeezed("HOT DICE!  Roll") == squeezed("Hot dice! roll ")
    True
    """
    return "".join(text.split()).casefold()


def without_controls(line: str) -> str:
    r"""Return a line as a terminal shows it: erased characters are gone.

    >>> without_controls("\x1b[1mHow many players? 3\b \b2")
    'How many players? 2'
    """
    shown: list[str] = []
    # A backspace takes back the character before it, as on the screen.
    for sign in CONTROL.sub("", line).lstrip("\r"):
        if sign != "\b":
            shown.append(sign)
        elif shown:
            shown.pop()
    return "".join(shown)


def neutral_rows(
    lines: Iterable[str], columns: Collection[str], names: Sequence[str] = ()
) -> list[RecordingRow] | None:
    """Return the rows of a recording, or None if it is no table of these columns.

    The cells of a line are separated by bars or as in CSV, or a line is a JSON object.
    ``columns`` are the columns that the game needs. ``names`` names the columns of a
    table without a header, or with another header. Raises ``PositionError`` for a line
    without these columns.

    >>> columns = ["round", "dice", "points"]
    >>> [row.cells for row in neutral_rows(["1 | 2 3 3 | 0"], columns)]
    [{'round': '1', 'dice': '2 3 3', 'points': '0'}]
    """
    stripped = enumerate(map(str.strip, lines), start=1)
    filled = [(number, line) for number, line in stripped if line]
    if not filled:
        return None
    first = filled[0][1]
    # A JSON object names its columns in each line.
    if first.startswith("{"):
        return [RecordingRow(*line, _from_json(*line, columns)) for line in filled]
    if names and {*columns} != {*names} - {"-"}:
        raise PositionError(
            f"--columns has to name {', '.join(columns)}, and - for any column that is "
            f"not read; it names {', '.join(names)}"
        )
    # A header shows the delimiter. Without one it must be in the first line.
    known = next((d for d in DELIMITERS if _cells(first, d) == [*columns]), None)
    delimiter = known or next((d for d in DELIMITERS if names and d in first), BAR)
    if delimiter not in first:
        if names:
            raise PositionError(f"{first[:40]!r} has no columns to name by --columns")
        return None
    # All values of the games that have columns are written with digits.
    if known or (names and not re.search("[0-9]", first)):
        filled = filled[1:]
    every = names or columns
    return [
        RecordingRow(*line, _from_cells(*line, delimiter, every)) for line in filled
    ]


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        (cells,) = csv.reader([line], delimiter=delimiter, skipinitialspace=True)
    except csv.Error:  # a cell of 131,072 letters or more
        return []
    return [cell.strip().lower() for cell in cells]


def _from_cells(
    number: int, line: str, delimiter: str, columns: Collection[str]
) -> dict[str, str]:
    cells = _cells(line, delimiter)
    if len(cells) != len(columns):
        raise PositionError(
            f"line {number} has {counted(len(cells), 'columns')}; expected "
            f"{' | '.join(columns)}"
        )
    return dict(zip(columns, cells, strict=True))


def _from_json(number: int, line: str, columns: Collection[str]) -> dict[str, str]:
    try:
        record = json.loads(line)
        return {name: _text(record[name]) for name in columns}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise PositionError(
            f"line {number} is not a JSON object with the keys {', '.join(columns)}"
        ) from None


def _text(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else str(value).strip().lower()


class Transcripts(NamedTuple):
    """The functions that check a recorded game and return the number of games in it.

    Attributes:
        replay: ``replay(recording, rules)`` checks a recording in the published words.
        columns: The columns of a table, if the game has such a format.
        replay_rows: ``replay_rows(recording, rows, rules)`` checks a table.
        changes: Single changes of the rules that known programs play by: values by
            field.
        rows: ``rows(lines, columns, names)`` returns the rows of a table, or None for
            other formats. ``names`` are the names that a user gave to the columns.
        lines: A pattern of the beginnings of lines that ``replay`` reads. A wrong line
            of other words is not judged.
        unread: ``unread(lines, names)`` returns notes on columns that are not read.
    """

    replay: Callable[[Recording, Any], int]
    columns: Collection[str] = ()
    replay_rows: Callable[[Recording, Sequence[RecordingRow], Any], int] | None = None
    changes: Mapping[str, Any] = {}
    rows: Callable[..., list[RecordingRow] | None] = neutral_rows
    lines: re.Pattern[str] | None = None
    unread: Callable[..., list[str]] | None = None


class Form(NamedTuple):
    """A printed form of a game: a test of its first line, and the check of the rest.

    ``begins(recording)`` is true if the line just taken is a first line.
    ``replay(recording, rules)`` checks the rest of the game.
    """

    begins: Callable[[Recording], object]
    replay: Callable[[Recording, Any], None]


def by_first_line(*forms: Form) -> Callable[[Recording, Any], int]:
    """Return a function that checks a recording and returns the number of games.

    The first line of each game shows its form, which is one of ``forms``. The function
    raises ``WrongLineError`` at a wrong line, and ``EndedError`` if the last game is
    not recorded to its end.
    """

    def replay(recording: Recording, rules: Any) -> int:
        games = 0
        ended: EndedError | None = None
        while recording.next() is not None:
            begun = next((form for form in forms if form.begins(recording)), None)
            if begun is None:
                recording.skipped += 1
                continue
            try:
                begun.replay(recording, rules)
            except EndedError as error:
                # A further game may follow one that is cut off, and may be wrong.
                ended = ended or error
            games += 1
        if ended is not None:
            raise ended
        return games

    return replay
