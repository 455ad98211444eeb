"""The answers of commands that write files, or print lines for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden

FILE = Column("file", "file", derived=str)


@dataclass(frozen=True, kw_only=True, repr=False)
class Written(Answer):
    """The files that a command has written, and the lines that it prints."""

    schema = "trueodds.written/1"

    files: tuple[str, ...]
    lines: tuple[str, ...]
    exit_code: Hidden[int] = 0

    @classmethod
    def of(cls, path: Path, rows: int | None = None) -> Written:
        """Return an answer that names a written file, and its number of rows."""
        more = "" if rows is None else f": {rows:,} rows"
        return cls.of_text(f"Wrote {path}{more}", path)

    @classmethod
    def of_text(cls, text: str, *files: Path) -> Written:
        """Return an answer that prints a text, and names the written files."""
        return cls(files=tuple(map(str, files)), lines=tuple(text.splitlines()))

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the names of the written files."""
        return {"files": Grid([FILE], self.files)}

    def table(self) -> Iterable[Part]:
        """Return the lines that the command prints."""
        return ["\n".join(self.lines)]

    def _unescaped(self, format_: str) -> Iterable[str]:
        # Other programs read the lines, so no line is wrapped on a narrow terminal.
        return ["\n".join([*self.lines, ""])]
