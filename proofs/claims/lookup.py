"""Our numbers that claims are judged by, each computed when it is first asked for."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from trueodds.core import games, rulebook
from trueodds.core.enclosure import Enclosure
from trueodds.core.errors import UnknownNameError
from trueodds.core.odds import Odds
from trueodds.core.progress import Progress, silent
from trueodds.core.quantity import Quantity
from trueodds.core.rulebook import Rules
from trueodds.proofs.claims.register import Reference

Number = Fraction | Enclosure


@dataclasses.dataclass(frozen=True, slots=True)
class _Stream:
    """The quantities of some rules, computed as far as they have been asked for."""

    rest: Iterator[Quantity]
    known: dict[str, Quantity]


class Answers:
    """Quantities and scores by reference; what is computed or ``known`` is kept.

    An analysis goes only as far as the quantity asked for, so that the cheap ones of a
    game do not wait for the others.
    """

    def __init__(self, known: Iterable[Odds] = (), progress: Progress = silent) -> None:
        self.progress = progress
        self._streams = {
            rulebook.digest(odds.game, odds.rules): _Stream(iter(()), dict(odds))
            for odds in known
        }

    def number(self, reference: Reference) -> Number:
        """The number that a reference names."""
        rules = self.rules(reference)
        if reference.score is not None:
            return _score(reference, rules)
        assert reference.id is not None
        if reference.prepare:
            self.prepare(reference.game, rules)
        return self.quantity(reference.game, rules, reference.id).value

    def prepare(self, game: str, rules: Rules) -> None:
        """Let the analysis do what takes long, unless these odds have been begun."""
        if rulebook.digest(game, rules) not in self._streams:
            games.find(game).room("analysis").prepare(rules, self.progress)

    def rules(self, reference: Reference) -> Rules:
        """The rules that a reference names."""
        return rulebook.load(
            games.find(reference.game), reference.rules, reference.changes
        )

    def quantity(self, game: str, rules: Rules, id: str) -> Quantity:
        """A quantity of a game under some rules.

        Raises ``UnknownNameError`` where there is none of this id.
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
        """The numbers of several references, by name."""
        return {name: self.number(reference) for name, reference in references.items()}


def _score(reference: Reference, rules: Rules) -> Fraction:
    column = games.find(reference.game)
    rule = column.scoring_rule(reference.rule)
    breakdown = column.room("rules").score(reference.score, rules, rule)
    if reference.line is None:
        return Fraction(breakdown.value)
    lines = [line for line in breakdown.lines if line.name == reference.line]
    return Fraction(sum(line.points or 0 for line in lines))
