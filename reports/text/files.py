"""Answers written to files."""

from pathlib import Path

from trueodds.core.storage.files import write_together
from trueodds.reports.answers.written import Written
from trueodds.reports.output import Answer
from trueodds.reports.text.tables import write_records


def write_answer(path: Path, answer: Answer, rows: int | None = None) -> Written:
    """Write an answer as Markdown, or its first table as a .csv or .parquet file.

    The ending of ``path`` decides: .md is Markdown. The returned answer names the file
    and its number of rows. ``rows`` is this number for a Markdown file, if it is to be
    named.
    """
    if path.suffix == ".md":
        write_together(path.parent, {path.name: answer.text("markdown")})
        return Written.of(path, rows)
    line = write_records(path, [*answer])
    return Written(files=(str(path),), lines=(line,))
