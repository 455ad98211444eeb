"""The results in the cache folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import AsText

RESULTS = (
    Column("result", "result", derived=itemgetter(0)),
    Column("bytes", "size", lambda size: f"{size / 1e6:,.3f} MB", itemgetter(1)),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Cached(Answer):
    """The results in the cache: their sizes, and whether they were deleted.

    ``bytes`` has the size of each result in bytes, by the name of its file.
    """

    schema = "trueodds.cache/1"

    folder: AsText[Path]
    bytes: Mapping[str, int]
    deleted: bool

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the cached files with their sizes in bytes."""
        return {"results": Grid(RESULTS, [*self.bytes.items()])}

    def table(self) -> Iterator[Part]:
        """Yield the number and size of the results and, if still there, their table."""
        size = sum(self.bytes.values()) / 1e6
        total = f"{len(self.bytes):,} results, {size:,.1f} MB"
        if self.deleted:
            yield f"Deleted {total}, from {self.folder}"
        else:
            yield f"Cached in {self.folder}: {total}."
            yield from self.printed_tables()
