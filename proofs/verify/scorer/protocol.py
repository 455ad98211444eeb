"""Compiled conversion of the protocol's lines: rows to text, answers to integers.

A position is a row of small integers. Each column has a word for each integer, with its
blanks and bars. In every game a row is written by copying words. Blanks at the end of a
line are left out.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from trueodds.core.kernels.compiled import compiled

Array: TypeAlias = NDArray[Any]

LARGEST = 10**17
"""Larger integers are read as this number. No score comes near it."""

NO_FAULT = -1
REFUSAL = re.compile(rb"^[ \t]*(?:refused[ \t]*|error\b[^\r\n]*)", re.I | re.M)


class WordColumns:
    r"""A writer of positions as text, from the number of the word in each column.

    ``columns`` has the words that can stand in each column.

    >>> words = WordColumns([["A", "2"], [" | 1", " | 2"]])
    >>> words.text(np.array([[0, 0], [1, 1]], np.uint16))
    b'A | 1\n2 | 2\n'
    """

    def __init__(self, columns: Sequence[Sequence[str]]) -> None:
        self.columns = columns
        words = [[word.encode() for word in column] for column in columns]
        width = max(len(word) for column in words for word in column)
        most = max(map(len, words))
        # Shape (columns, words, letters); words are padded with zeros up to the
        # longest.
        self.letters = np.zeros((len(words), most, width), np.uint8)
        self.lengths = np.zeros((len(words), most), np.int64)
        for place, column in enumerate(words):
            for value, word in enumerate(column):
                self.letters[place, value, : len(word)] = list(word)
                self.lengths[place, value] = len(word)

    def text(self, rows: Array) -> bytes:
        """Return positions as lines of text.

        ``rows`` is uint16 of shape (positions, columns). It has the place of each word
        among the words of its column.
        """
        # Room for the longest word of each column, and a line feed, in each line.
        out = np.empty(int(self.lengths.max(axis=1).sum() + 1) * len(rows), np.uint8)
        size = _write(np.ascontiguousarray(rows), self.letters, self.lengths, out)
        return out[:size].tobytes()


def with_refusals(text: bytes) -> bytes:
    r"""Return the lines of a scorer's answers, with -1 in place of each refusal.

    A refusal is a line ``refused``, or one that begins with ``error``.

    >>> with_refusals(b"100\nRefused\nerror: 2 does not score\n")
    b'100\n-1\n-1\n'
    """
    return REFUSAL.sub(b"-1", text)


class LineAnswers(NamedTuple):
    """The answers on some lines, as integers, and the number of bytes of the lines.

    ``fault`` is the offset in bytes of the first line that is not an integer, or -1.
    ``values`` has the answers (int64) and ``size`` the bytes of the lines before it.
    ``decimals`` counts the answers that are written like 29.0.
    """

    values: Array
    size: int
    fault: int
    decimals: int


def integers(text: bytes) -> LineAnswers:
    r"""Read the complete lines of a text: integers with optional sign and blanks.

    A decimal point is allowed with nothing but zeros after it.

    >>> integers(b"12\n -3 \r\n4")
    LineAnswers(values=array([12, -3]), size=9, fault=-1, decimals=0)
    >>> integers(b"2.0\n2.5\n")
    LineAnswers(values=array([2]), size=4, fault=4, decimals=1)
    """
    letters = np.frombuffer(text, np.uint8)
    # A line without a line feed is not finished, and waits for the next text.
    values = np.empty(text.count(b"\n"), np.int64)
    sizes = np.zeros(3, np.int64)
    count = _read(letters, values, sizes)
    return LineAnswers(values[:count], *sizes.tolist())


def in_full(text: bytes, line: int, value: int) -> int:
    r"""Return the answer of a line, which was read as ``value``.

    If it may be too large for int64, read the line of ``text`` again. ``line`` is the
    number of the line, from 0.

    >>> in_full(b"2\n1000000000000000000000\n", 1, LARGEST)
    1000000000000000000000
    """
    if abs(value) == LARGEST:
        with suppress(ValueError):  # Python reads at most 4,300 digits
            return int(text.split(b"\n")[line])
    return value


@compiled(
    "int64(Array(uint16, 2, 'C', True), uint8[:, :, ::1], int64[:, ::1], uint8[::1])",
    plain=True,
)
def _write(rows: Array, letters: Array, lengths: Array, out: Array) -> int:
    """Write every row as a line, and return the number of bytes.

    ``rows[row, column]`` selects a word, ``letters[column, word, letter]`` has its
    bytes, and ``lengths[column, word]`` their number.
    """
    size = 0
    for row in range(rows.shape[0]):
        begin = size
        # The word of each column, letter by letter.
        for column in range(rows.shape[1]):
            word = rows[row, column]
            for letter in range(lengths[column, word]):
                out[size] = letters[column, word, letter]
                size += 1
        # Blanks after the last word are left out, then the line ends.
        while size > begin and out[size - 1] == 32:
            size -= 1
        out[size] = 10
        size += 1
    return size


@compiled("int64(Array(uint8, 1, 'C', True), int64[::1], int64[::1])", plain=True)
def _read(text: Array, values: Array, sizes: Array) -> int:
    """Read lines into ``values``, and return their number.

    ``sizes`` receives the number of bytes of the lines, the offset of the first line
    that is no integer (or ``NO_FAULT``), and the number of answers with a decimal
    point.
    """
    count = 0
    begin = 0
    place = 0
    # Every scan below stops at a line feed at the latest, and the text has as many of
    # them as there are values: so no index leaves it.
    while count < len(values):
        # Blanks and tabs before the integer, and its sign.
        while text[place] == 32 or text[place] == 9:
            place += 1
        negative = text[place] == 45
        if negative or text[place] == 43:
            place += 1
        # The digits; a value stops growing at LARGEST.
        first = place
        value: Any = 0
        while 48 <= text[place] <= 57:
            value = value * 10 + np.int64(text[place]) - 48
            if value > LARGEST:
                value = LARGEST
            place += 1
        digits = place - first
        # A decimal point, with nothing but zeros after it.
        decimal = digits > 0 and text[place] == 46
        if decimal:
            place += 1
            while text[place] == 48:
                place += 1
        # Only blanks may follow; any other byte before the line feed is a fault.
        while text[place] == 32 or text[place] == 9 or text[place] == 13:
            place += 1
        if digits == 0 or text[place] != 10:
            sizes[0] = sizes[1] = begin
            return count
        place += 1
        values[count] = -value if negative else value
        sizes[2] += decimal
        count += 1
        begin = place
    sizes[0] = begin
    sizes[1] = NO_FAULT
    return count
