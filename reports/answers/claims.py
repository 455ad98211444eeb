"""Claims of books and websites about odds, with verdicts: table, JSON or Markdown."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import fill
from typing import get_args

from trueodds.core.exact.digits import counted
from trueodds.proofs.claims import JudgedClaim, Verdict
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part

COLUMNS = (
    Column("id", "claim", partial(fill, width=50)),
    *map(Column, ("source", "title", "author", "date")),
    Column("statement", "what is claimed", partial(fill, width=34)),
    Column("claimed", "as", partial(fill, width=24)),
    # For programs only: in ``why`` people read the exact number in a sentence.
    Column("exact", derived=lambda claim: claim.exact and str(claim.exact)),
    Column("verdict", "verdict"),
    Column("why", "why", partial(fill, width=60)),
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Claims(Answer):
    """Published claims with their verdicts, in the order of the project's list."""

    schema = "trueodds.claims/1"

    claims: tuple[JudgedClaim, ...]

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of the claims.

        The title, author and date of a claim's source are columns of files, such as
        CSV, and not of the table that people read.
        """
        return {"claims": Grid(COLUMNS, self.claims)}

    def table(self) -> Iterator[Part]:
        """Yield the number of claims of each verdict, and a table of the claims."""
        yield summary(self.claims)
        yield from self.printed_tables()

    def markdown(self) -> Iterator[Part]:
        """Yield the number of claims of each verdict, and a table for each source.

        A source is the book or website in which claims were published.
        """
        yield summary(self.claims)
        for source in dict.fromkeys(claim.source for claim in self.claims):
            of_source = [claim for claim in self.claims if claim.source == source]
            yield Grid(COLUMNS, of_source, f"# {source}").table()


def publication(claim: JudgedClaim) -> str:
    """Return the title, author and date of a claim's source as text.

    Those that are part of the source's name, ``claim.source``, are left out.
    """
    title = claim.title and f"“{claim.title}”"
    # An empty fact is part of every name, so it is left out like one that is repeated.
    facts = {claim.title: title, claim.author: claim.author, claim.date: claim.date}
    texts = (text for fact, text in facts.items() if fact not in claim.source)
    return ", ".join(texts)


def counts(claims: Sequence[JudgedClaim]) -> dict[str, int]:
    """Return the number of claims with each verdict that occurs.

    If a claim has parts, the parts are counted in place of the claim.
    """
    # A part's id is the id of its claim, a dot and a name.
    wholes = {claim.id.rpartition(".")[0] for claim in claims}
    parts = (claim for claim in claims if claim.id not in wholes)
    counter = Counter[str](claim.verdict for claim in parts)
    return {name: counter[name] for name in get_args(Verdict) if counter[name]}


def counts_text(claims: Sequence[JudgedClaim]) -> str:
    """Return the number of claims of each verdict, such as "2 true, 1 false"."""
    return ", ".join(f"{number} {name}" for name, number in counts(claims).items())


def summary(claims: Sequence[JudgedClaim]) -> str:
    """Return a sentence with the number of claims of each verdict."""
    if not claims:
        return "No claim has this verdict."
    total = sum(counts(claims).values())
    return f"{counted(total, 'claims')} checked: {counts_text(claims)}."
