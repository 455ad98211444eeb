"""The verdicts of the independent checker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from trueodds.proofs.checkers.command import FileVerdict
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden

VERDICT = (Column("code"), Column("line", "line"))


@dataclass(frozen=True, kw_only=True, repr=False)
class Checked(Answer):
    """The verdict of the independent checker on each file with a certificate."""

    schema = "trueodds.check/1"

    files: tuple[FileVerdict, ...]
    exit_code: Hidden[int]

    def tables(self) -> Mapping[str, Grid]:
        """Return a table with the exit code for each file, and the line to print."""
        return {"files": Grid(VERDICT, self.files)}

    def table(self) -> Iterable[Part]:
        """Return the lines that the command prints."""
        return ["\n".join(each.line for each in self.files)]
