"""The lines of legal play of two hands, counted; a line is a sequence of all cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Annotated

from trueodds.analysis.cribbage.play.tree.perft import perft
from trueodds.core.cards import parse_cards
from trueodds.core.rules.cribbage_play import PlayRules
from trueodds.reports.kinds import POINTS, Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden

LINES = Column("lines", "lines", POINTS, itemgetter(-1))
LEADS = (Column("lead", "lead", derived=itemgetter(0)), LINES)
ENDS = (
    Column("pone", "pone", derived=itemgetter(0)),
    Column("dealer", "dealer", derived=itemgetter(1)),
    LINES,
)


def _by_text(ends: Mapping[tuple[int, int], int]) -> dict[str, int]:
    return {f"{pone},{dealer}": lines for (pone, dealer), lines in ends.items()}


@dataclass(frozen=True, kw_only=True, repr=False)
class LinesOfPlay(Answer):
    """The number of lines of legal play, by pone's first card and by final points.

    The keys of ``by_points`` are pone's and the dealer's points at the end of the play.
    If ``divide`` is true, people see the numbers by pone's first card.
    """

    schema = "trueodds.perft/1"

    lines: int
    by_lead: Mapping[str, int]
    # JSON has no tuples as keys: pone's and the dealer's points are a text such as
    # "3,5".
    by_points: Annotated[Mapping[tuple[int, int], int], _by_text]
    divide: Hidden[bool]

    @classmethod
    def of(cls, hands: Sequence[str], rules: PlayRules, divide: bool) -> LinesOfPlay:
        """Count the lines of legal play of two hands: pone's, then the dealer's.

        A hand is the text of four cards. If ``divide`` is true, people see the numbers
        by pone's first card, and otherwise by the final points.
        """
        pone, dealer = map(parse_cards, hands)
        by_lead = perft(pone, dealer, rules)
        # The same lines, counted once by the first card and once by the final points.
        ends = sum(by_lead.values(), Counter[tuple[int, int]]())
        return cls(
            lines=ends.total(),
            by_lead={str(card): each.total() for card, each in by_lead.items()},
            by_points=ends,
            divide=divide,
        )

    def tables(self) -> Mapping[str, Grid]:
        """Return the tables "by_points" and "by_lead" (pone's first card), by name."""
        ends = [(*points, n) for points, n in sorted(self.by_points.items())]
        return {
            "by_points": Grid(ENDS, ends),
            "by_lead": Grid(LEADS, [*self.by_lead.items()]),
        }

    def table(self) -> Iterable[Part]:
        """Return a table of the numbers of lines, and a sentence with their sum.

        The table is by pone's first card if ``divide`` is true, and otherwise by the
        final points.
        """
        shown = self._grid("by_lead" if self.divide else "by_points")
        return [shown.table(), f"{self.lines:,} lines of legal play"]
