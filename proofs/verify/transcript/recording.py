"""A recorded game, line by line, and what may be wrong with a line."""

from __future__ import annotations

from collections.abc import Iterable


class WrongLineError(Exception):
    """A line that is not what it should be; ``got`` is None where there is none."""

    def __init__(
        self, line: int, expected: str, got: str | None, why: tuple[str, ...] = ()
    ) -> None:
        super().__init__(expected)
        self.line, self.expected, self.got, self.why = line, expected, got, why


class EndedError(Exception):
    """The recording ends in the middle of a game; ``expected`` is what was to come."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected


class Recording:
    """The lines of a recording, taken one by one.

    ``line`` is the number of the last one taken; ``checked`` are those that are right,
    with their numbers. Blank lines are passed over, and white space at the end of one.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = enumerate(lines, start=1)
        self.line = 0
        self.checked: list[tuple[int, str]] = []
        self.skipped = 0
        self.notes: list[str] = []
        self.text = ""

    def next(self) -> str | None:
        """The next line that is not blank, None at the end."""
        for number, line in self.lines:
            if text := line.rstrip():
                self.line, self.text = number, text
                return text
        return None

    def take(self, expected: str) -> str:
        """The next line. Raises ``EndedError`` where there is none."""
        if self.next() is None:
            raise EndedError(expected)
        return self.text

    def right(self) -> None:
        """The line just taken is right."""
        self.checked.append((self.line, self.text))

    def skip(self) -> None:
        """The line just taken is outside of a game."""
        self.skipped += 1

    def wrong(self, expected: str, *why: str) -> WrongLineError:
        """The line just taken is wrong."""
        return WrongLineError(self.line, expected, self.text, why)
