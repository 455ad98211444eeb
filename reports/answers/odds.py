"""Odds as a typed answer: sentences, and all quantities (exact numbers with ids)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import Any

from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rulebook import Rules
from trueodds.reports.kinds import Column, Grid
from trueodds.reports.output import Answer, Part
from trueodds.reports.records import Hidden
from trueodds.reports.text.odds import View as View
from trueodds.reports.text.odds import (
    listed_parts,
    markdown_parts,
    selected,
    view_parts,
)
from trueodds.reports.text.records import odds_fields

QUANTITY = tuple(
    Column(key, key, derived=itemgetter(key))
    for key in Quantity.probability("", "", 0, 1).record()
)
"""The columns of a quantity, by the keys of its record."""


def quantities_grid(odds: Odds) -> Grid:
    """Return a table of all quantities, with the keys of their JSON as columns."""
    return Grid(QUANTITY, [quantity.record() for quantity in odds.values()])


@dataclass(frozen=True, kw_only=True, repr=False)
class OddsAnswer(Answer):
    """The odds of a game by id, as in ``answer.quantities["match.first_player"]``.

    People read the quantities that are ``listed``, by default all of them, with
    sentences and tables before and after them. ``stated`` has the ids of the quantities
    that the first sentence states.

    >>> import trueodds
    >>> answer = odds_answer(trueodds.odds("bunco"))
    >>> print(answer.text("csv").splitlines()[1])
    roll.bunco,Bunco,1/216,0.004629629629629629,,,1,216,216.0,probability,enumeration
    """

    schema = "trueodds.odds/1"

    game: str
    rules: Rules
    rules_digest: str
    version: str
    # Of the odds by themselves, or of the command that gave the answer.
    command: str
    quantities: Odds
    # ``quantities`` may be more than people want to read; programs get all of them.
    listed: Hidden[Odds | None] = None
    before: Hidden[Sequence[Part]] = ()
    stated: Hidden[Sequence[str]] = ()
    after: Hidden[Sequence[Part]] = ()

    def record(self) -> Mapping[str, Any]:
        """Return the keys and values of the JSON.

        If quantities have no value, the last key is "unanswered": the reasons by id.
        """
        unanswered = self.quantities.unanswered  # is filled by the record
        return {
            **super().record(),
            **({"unanswered": unanswered} if unanswered else {}),
        }

    def tables(self) -> Mapping[str, Grid]:
        """Return a table of all quantities, with the keys of their JSON as columns."""
        return {"quantities": quantities_grid(self.quantities)}

    def table(self) -> Iterable[Part]:
        """Return the sentences and tables, and the listed quantities between them."""
        return self._parts(View())

    def exactly(self) -> Iterable[Part]:
        """Return the sentences and tables, with every listed quantity in full."""
        return self._parts(View(everything=True, exact=True))

    def _parts(self, view: View) -> Iterable[Part]:
        listed = listed_parts(self.listed or self.quantities, view)
        return [*self.before, *listed, *self.after]

    def markdown(self) -> Iterable[Part]:
        """Return a table of the listed quantities with all digits, then ``after``."""
        listed = markdown_parts(self.listed or self.quantities, self.command)
        return [*listed, *self.after]


@dataclass(frozen=True, kw_only=True, repr=False)
class OddsView(OddsAnswer):
    """The part of the odds of a game that a user asked to see.

    ``view`` says which quantities these are, and how to print them. A terminal shows
    the first lines of a long answer, and then "1,845 more: --all". ``narrower`` follows
    this text. It names an id by which the user can ask for less, or is empty.
    """

    view: Hidden[View]
    narrower: Hidden[str]

    def table(self) -> Iterable[Part]:
        """Return a sentence that names the rules, the numbers, and perhaps a hint."""
        return view_parts(self.quantities, self.view)


def odds_answer(
    odds: Odds,
    *before: Part,
    listed: Odds | None = None,
    stated: Sequence[str] = (),
    after: Sequence[Part] = (),
) -> OddsAnswer:
    """Return odds as an answer, with what people read before and after them.

    ``before`` and ``after`` are sentences and tables. ``listed`` are the odds that
    people read, by default all. ``stated`` has the ids of the quantities that the first
    sentence states.
    """
    return OddsAnswer(
        **odds_fields(odds), listed=listed, before=before, stated=stated, after=after
    )


def view_output(odds: Odds, view: View) -> OddsView:
    """Return the part of the odds that a user asked to see, as an answer.

    ``view`` has the names of the quantities, and how to print them.
    Raises ``UnknownNameError`` if the names of the view find no quantity.
    """
    shown = selected(odds, view.names) if view.names else odds
    # Only the first id is looked at, so that lazy families are not computed for a hint.
    narrower = "".join(map(", or ids such as {}".format, islice(shown, 1)))
    return OddsView(**odds_fields(shown), view=view, narrower=narrower)
