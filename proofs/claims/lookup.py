"""Exact numbers that judge claims, each computed when it is first needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from trueodds.analysis.run import odds as exact_odds
from trueodds.core import games, rulebook
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.odds import Odds
from trueodds.core.rulebook import Rules
from trueodds.core.storage.progress import Progress, silent
from trueodds.proofs.claims.register import Reference

Number = Fraction | Enclosure


class Answers:
    """Quantities and scores by reference, cached; ``known`` odds are used as they are.

    Only the families of the quantities that are needed are computed.
    """

    def __init__(self, known: Iterable[Odds] = (), progress: Progress = silent) -> None:
        self.progress = progress
        self._odds = {rulebook.digest(odds.game, odds.rules): odds for odds in known}

    def number(self, reference: Reference) -> Number:
        """Return the number that a reference names."""
        rules = self.rules(reference)
        if reference.score is not None:
            return _score(reference, rules)
        assert reference.id is not None
        return self.quantity(reference.game, rules, reference.id).value

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
        if key not in self._odds:
            self._odds[key] = exact_odds(game, rules, progress=self.progress)
        return self._odds[key][id]

    def named(self, references: Mapping[str, Reference]) -> dict[str, Number]:
        """Return the numbers of several references, by name."""
        return {name: self.number(reference) for name, reference in references.items()}


def _score(reference: Reference, rules: Rules) -> Fraction:
    column = games.find(reference.game)
    rule = column.scoring_rule(reference.rule)
    assert reference.score is not None
    breakdown = column.rules_part.score(reference.score, rules, rule)
    if reference.line is None:
        return Fraction(breakdown.value)
    lines = [line for line in breakdown.lines if line.name == reference.line]
    return Fraction(sum(line.points or 0 for line in lines))
