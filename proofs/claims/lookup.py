"""Exact numbers that judge claims, each computed when it is first needed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from trueodds.core import games, rulebook
from trueodds.core.errors import UnknownNameError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rulebook import Rules
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.claims.register import Reference

Number = Fraction | Enclosure


@dataclasses.dataclass(frozen=True, slots=True)
class _Stream:
    """The quantities of some rules, computed as far as they were needed."""

    rest: Iterator[Quantity]
    known: dict[str, Quantity]


class Answers:
    """Quantities and scores by reference, cached; ``known`` odds are used as they are.

    An analysis is run only up to the quantity that is needed, so that the cheap
    quantities of a game do not wait for the others.
    """

    def __init__(self, known: Iterable[Odds] = (), progress: Progress = silent) -> None:
        self.progress = progress
        self._streams = {
            rulebook.digest(odds.game, odds.rules): _Stream(iter(()), dict(odds))
            for odds in known
        }

    def number(self, reference: Reference) -> Number:
        """Return the number that a reference names."""
        rules = self.rules(reference)
        if reference.score is not None:
            return _score(reference, rules)
        assert reference.id is not None
        if reference.prepare:
            self.prepare(reference.game, rules)
        return self.quantity(reference.game, rules, reference.id).value

    def prepare(self, game: str, rules: Rules) -> None:
        """Let the analysis prepare slow quantities, unless the odds were used."""
        if rulebook.digest(game, rules) not in self._streams:
            games.find(game).room("analysis").prepare(rules, self.progress)

    def rules(self, reference: Reference) -> Rules:
        """Return the rules that a reference names."""
        return rulebook.load(
            games.find(reference.game), reference.rules, reference.changes
        )

    def quantity(self, game: str, rules: Rules, id: str) -> Quantity:
        """Return a quantity of a game under some rules.

        Raises:
            UnknownNameError: If there is no quantity of this id.
        """
        key = rulebook.digest(game, rules)
        if key not in self._streams:
            analysis = games.find(game).room("analysis")
            self._streams[key] = _Stream(iter(analysis.quantities(rules)), {})
        stream = self._streams[key]
        while id not in stream.known:
            quantity = next(stream.rest, None)
            if quantity is None:
                raise UnknownNameError(f"{game} has no quantity {id!r}")
            stream.known[quantity.id] = quantity
        return stream.known[id]

    def named(self, references: Mapping[str, Reference]) -> dict[str, Number]:
        """Return the numbers of several references, by name."""
        return {name: self.number(reference) for name, reference in references.items()}


def _score(reference: Reference, rules: Rules) -> Fraction:
    column = games.find(reference.game)
    rule = column.scoring_rule(reference.rule)
    breakdown = column.room("rules").score(reference.score, rules, rule)
    if reference.line is None:
        return Fraction(breakdown.value)
    lines = [line for line in breakdown.lines if line.name == reference.line]
    return Fraction(sum(line.points or 0 for line in lines))
