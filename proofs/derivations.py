"""Headline quantities derived twice: by the analysis, and by an independent method.

The first derivation is the game's analysis. The independent ones are functions of
``trueodds.proofs.<game>`` that take only the rules and return values by quantity id.
The file ``methods.toml`` lists them, and each game's package makes ``METHODS`` of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any

import msgspec

from trueodds.analysis.run import odds as game_odds
from trueodds.core import games
from trueodds.core.errors import NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.exact_toml import toml_file
from trueodds.core.exact.quantity import is_listed
from trueodds.core.odds import Odds
from trueodds.core.rulebook import Rules
from trueodds.proofs.parts import parts

Value = Fraction | Enclosure
Values = Mapping[str, Value]
Source = Callable[[], Odds]
"""Function that computes odds, with the command that prints them."""


class _Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of ``methods.toml``: functions are named, and ids are one text."""

    name: str
    values: str
    ids: str
    under: Mapping[str, str] | None = None
    source: str = ""


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

    def proves(self, id: str) -> bool:
        """Return True if this method derives the quantity of this id."""
        return is_listed(id, self.ids)


@dataclass(frozen=True, slots=True)
class Derivation:
    """One quantity derived twice, by two methods.

    ``quantity`` is the id of the quantity. ``value`` is from the analysis by the method
    that ``method`` names, and ``independent_value`` from the independent method.
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
        # An exact value is an enclosure of width 0, so that all four cases are one
        # comparison.
        first, second = map(Enclosure.around, (self.value, self.independent_value))
        return first.meets(second)


@cache
def _under(game: str, **rules: Any) -> Source:
    return partial(game_odds, game, **rules)


def listed(
    game: str, values: Iterable[Callable[[Any], Values]], sources: Iterable[Source] = ()
) -> tuple[Method, ...]:
    """Return the independent methods of a game that the file ``methods.toml`` lists.

    An entry of the file names a function that derives quantities from the rules.
    ``values`` are all these functions of the game. An entry may also name a function
    that computes the odds to compare with. ``sources`` are all these functions.
    """
    methods = toml_file(__package__, "methods.toml")
    tables = msgspec.convert(methods, dict[str, tuple[_Listed, ...]])
    by_name = {function.__name__: function for function in values}
    source_of: dict[str, Source] = {source.__name__: source for source in sources}
    return tuple(
        Method(
            name=entry.name,
            ids=tuple(entry.ids.split()),
            values=by_name[entry.values],
            source=source_of.get(entry.source)
            if entry.under is None
            else _under(game, **entry.under),
        )
        for entry in tables[game]
    )


def methods(game: str) -> Sequence[Method]:
    """Return the methods that derive a game's quantities independently.

    ``game`` is the game's name.
    """
    return parts(games.find(game)).methods()


def derivations(
    odds: Odds, *, every: bool = False, ids: Collection[str] | None = None
) -> Iterator[Derivation]:
    """Yield every quantity of these odds that is derived twice, method by method.

    Each quantity is compared with the value in ``odds``. Methods that do not describe
    the rules of these odds are left out; with ``every`` they raise
    ``NotDescribedError``. With ``ids``, use only the methods that derive a quantity
    with one of these ids.

    Example:
        >>> import trueodds
        >>> first = next(derivations(trueodds.odds("bunco")))
        >>> first.quantity, first.independent_method, first.equal
        ('roll.bunco', 'generating functions', True)
    """
    for method in _deriving(odds.game, ids):
        if not method.source:
            try:
                values = method.values(odds.rules)
            except NotDescribedError:
                if every:
                    raise
                continue
            yield from _compared(method, odds, values)


def elsewhere(
    game: str, ids: Collection[str] | None = None, rules: Rules | None = None
) -> Iterator[Derivation]:
    """Yield quantities that a method of a game derives again under fixed rules only.

    ``derivations`` leaves such methods out. The quantities belong to other commands, or
    to the game's odds under the rules that ``methods.toml`` names. With ``rules``,
    yield only those of the game's odds under exactly these rules. With ``ids``, use
    only the methods that derive a quantity with one of these ids. ``game`` is the
    game's name.
    """
    known: dict[Source, Odds] = {}
    for method in _deriving(game, ids):
        source = method.source
        if source and (rules is None or isinstance(source, partial)):
            if source not in known:
                known[source] = source()
            if rules in (None, known[source].rules):
                values = method.values(known[source].rules)
                yield from _compared(method, known[source], values)


def _deriving(game: str, ids: Collection[str] | None) -> list[Method]:
    """Return the methods of a game that derive one of these ids; None is every id."""
    return [m for m in methods(game) if ids is None or any(map(m.proves, ids))]


def _compared(method: Method, odds: Odds, values: Values) -> Iterator[Derivation]:
    command = printed_by(odds)
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


def printed_by(odds: Odds) -> str:
    """Return the words after ``trueodds`` that print these odds as a table."""
    return odds.command.removeprefix("trueodds ").removesuffix(" --format json")
