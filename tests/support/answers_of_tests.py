"""An answer with one table of texts, for tests of the formats."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part


@dataclass(frozen=True, repr=False)
class Labels(Answer):
    """A sentence, and a row for each label."""

    schema = "test/1"

    labels: tuple[str, ...]

    def tables(self) -> Mapping[str, Grid]:
        """Return the labels."""
        column = Column("label", "label", derived=str)
        return {"labels": Grid([column], self.labels, title="Title")}

    def table(self) -> Iterable[Part]:
        """Return the sentence and the table."""
        return ["A sentence.", *self.printed_tables()]
