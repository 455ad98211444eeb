"""Headline quantities derived twice: by the analysis, and by an independent method.

The first derivation is the game's analysis. The independent ones are functions of
``trueodds.proofs.<game>`` that take only the rules and return values by quantity id.
The package of each game lists them as ``METHODS``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from trueodds.core import games
from trueodds.core.errors import NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import is_listed
from trueodds.core.odds import Odds
from trueodds.proofs.parts import parts

Value = Fraction | Enclosure
Values = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Source:
    """A command, without ``trueodds``, and the function that computes its odds."""

    command: str
    odds: Callable[[], Odds]


@dataclass(frozen=True, slots=True)
class Method:
    """An independent method of deriving some quantities of a game.

    ``ids`` are the ids of these quantities, with ``*`` for any text. ``values`` takes
    the rules and returns exact values or proved bounds by quantity id. It leaves out
    quantities that it cannot derive, and raises ``NotDescribedError`` for rules that it
    does not describe. If the quantities are not in the game's own odds under the
    default rules, ``source`` computes them.
    """

    name: str
    ids: tuple[str, ...]
    values: Callable[[Any], Values]
    source: Source | None = None

    def derives(self, id: str) -> bool:
        """Return True if this method derives the quantity of this id."""
        return is_listed(id, self.ids)


@dataclass(frozen=True, slots=True)
class Derivation:
    """One quantity derived twice.

    ``command`` are the words after ``trueodds`` that print the quantity.
    """

    command: str
    quantity: str
    method: str
    independent_method: str
    value: Value
    independent_value: Value

    @property
    def equal(self) -> bool:
        """True if both values are equal, or if their bounds have a number in common."""
        first, second = map(Enclosure.around, (self.value, self.independent_value))
        return first.meets(second)


def methods(*names: str) -> tuple[Method, ...]:
    """Return the independent methods of these games, or of all games."""
    return tuple(
        method
        for game in names or games.ours()
        for method in parts(games.find(game)).methods()
    )


def derivations(
    odds: Odds, *, every: bool = False, ids: Collection[str] | None = None
) -> Iterator[Derivation]:
    """Yield every quantity of these odds that is derived twice, method by method.

    Methods that do not describe the rules of these odds are left out; with ``every``
    they raise ``NotDescribedError``. With ``ids``, use only the methods that derive a
    quantity with one of these ids.

    Example:
        >>> import trueodds
        >>> first = next(derivations(trueodds.odds("bunco")))
        >>> first.quantity, first.independent_method, first.equal
        ('roll.bunco', 'generating functions', True)
    """
    command = odds.command.removeprefix("trueodds ").removesuffix(" --format json")
    for method in _deriving(odds.game, ids):
        if not method.source:
            try:
                values = method.values(odds.rules)
            except NotDescribedError:
                if every:
                    raise
                continue
            yield from _compared(method, odds, values, command)


def elsewhere(game: str, ids: Collection[str] | None = None) -> Iterator[Derivation]:
    """Yield quantities derived twice that other commands or other rules have.

    ``ids`` are those of ``derivations``.
    """
    known: dict[Source, Odds] = {}
    for method in _deriving(game, ids):
        if source := method.source:
            if source not in known:
                known[source] = source.odds()
            values = method.values(known[source].rules)
            yield from _compared(method, known[source], values, source.command)


def _deriving(game: str, ids: Collection[str] | None) -> list[Method]:
    """Return the methods of a game that derive one of these ids; None is every id."""
    return [m for m in methods(game) if ids is None or any(map(m.derives, ids))]


def _compared(
    method: Method, odds: Odds, values: Values, command: str
) -> Iterator[Derivation]:
    for quantity in odds.fitting(*method.ids):
        if quantity.id in values:
            yield Derivation(
                command=command,
                quantity=quantity.id,
                method=quantity.method,
                independent_method=method.name,
                value=quantity.value,
                independent_value=values[quantity.id],
            )
