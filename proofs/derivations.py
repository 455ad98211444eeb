"""Headline quantities, each derived a second time by a method that shares no code.

The first derivation is the game's analysis. The second ones are functions in this room
that know nothing of it; each gives values by quantity id, from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module

from trueodds.core.enclosure import Enclosure
from trueodds.core.odds import Odds


@dataclass(frozen=True, slots=True)
class Second:
    """A second derivation: whose quantities, by which method, by which function.

    ``function`` is a name in ``trueodds.proofs.<game>``, or in another ``module`` of
    this room. It takes the rules and gives exact values by quantity id; what it cannot
    derive it leaves out. It raises ``ValueError`` for rules that it does not describe.
    """

    game: str
    method: str
    function: str = "derive"
    module: str = ""

    def derive(self, odds: Odds) -> dict[str, Fraction]:
        """The values by quantity id, under the rules of these odds."""
        module = import_module(f"trueodds.proofs.{self.module or self.game}")
        derived: dict[str, Fraction] = getattr(module, self.function)(odds.rules)
        return derived


SECONDS = (
    Second("bunco", "generating functions"),
    Second("bunco", "series of the rolls that stop a turn", "turns"),
    Second("bunco", "the race told turn by turn", "races"),
    Second(
        "bunco",
        "closed forms in dice and sides, proved by induction",
        "bunco",
        module="symbolic",
    ),
    Second("baccarat", "every sequence of cards dealt one by one"),
    Second("cribbage", "linearity of expectation"),
    Second("cribbage", "ranks and suits counted apart", "laws"),
    Second("cribbage", "runs by ranks alone", "script"),
    Second("farkle", "exponential generating functions"),
    Second(
        "farkle",
        "closed form in dice and sides, proved by induction",
        "farkle",
        module="symbolic",
    ),
    Second("farkle", "what is still to be won, by a scorer of its own", "turns"),
)


@dataclass(frozen=True, slots=True)
class Derivation:
    """One quantity derived twice."""

    game: str
    quantity: str
    method: str
    second_method: str
    value: Fraction | Enclosure
    second: Fraction

    @property
    def equal(self) -> bool:
        """Whether both agree; bounds agree with what lies between them."""
        if isinstance(self.value, Enclosure):
            return self.second in self.value
        return self.second == self.value


def derivations(odds: Odds) -> Iterator[Derivation]:
    """Everything about these odds that is derived twice, in the order of the odds.

    >>> import trueodds
    >>> found = list(derivations(trueodds.odds("bunco")))
    >>> found[0].quantity, found[0].second_method, found[0].equal
    ('roll.bunco', 'generating functions', True)
    """
    for second in SECONDS:
        if second.game == odds.game:
            values = second.derive(odds)
            for id, quantity in odds.items():
                if id in values:
                    yield Derivation(
                        game=odds.game,
                        quantity=id,
                        method=quantity.method,
                        second_method=second.method,
                        value=quantity.value,
                        second=values[id],
                    )
