"""Headline quantities derived twice: by the analysis, and by an independent method.

The first derivation is the game's analysis. The independent ones are functions of this
package that take only the rules and return values by quantity id. The module of each
game in this folder registers them as ``METHODS``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from trueodds.core import games
from trueodds.core.errors import NotDescribedError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.odds import Odds
from trueodds.proofs.derivations.method import Method, Source, Value
from trueodds.proofs.verify.game_parts import game_part

__all__ = ["Derivation", "Method", "Source", "derivations", "elsewhere", "methods"]


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
        """True if both agree; bounds agree with a value inside, or where they meet."""
        first, second = _bounds(self.value), _bounds(self.independent_value)
        return first.lower <= second.upper and second.lower <= first.upper


def methods(*names: str) -> tuple[Method, ...]:
    """Return the independent methods of these games, or of all games."""
    return tuple(
        method
        for game in names or games.ours()
        for method in game_part("trueodds.proofs.derivations", game, "METHODS") or ()
    )


def derivations(odds: Odds, *, every: bool = False) -> Iterator[Derivation]:
    """Yield the quantities of these odds that are derived twice, in their order.

    Methods that do not describe the rules of these odds are left out; with ``every``
    they raise ``NotDescribedError``.

    Example:
        >>> import trueodds
        >>> first = next(derivations(trueodds.odds("bunco")))
        >>> first.quantity, first.independent_method, first.equal
        ('roll.bunco', 'generating functions', True)
    """
    command = odds.command.removeprefix("trueodds ").removesuffix(" --format json")
    for method in methods(odds.game):
        if not method.source:
            try:
                values = method.derive(odds)
            except NotDescribedError:
                if every:
                    raise
                continue
            yield from _compared(method, odds, values, command)


def elsewhere(game: str, ids: Iterable[str] | None = None) -> Iterator[Derivation]:
    """Compare quantities that come from other commands or rule sets.

    With ``ids``, compare only the quantities of the commands that have these ids.
    """
    wanted = None if ids is None else list(ids)
    known: dict[Source, Odds] = {}
    for method in methods(game):
        source = method.source
        if source and (wanted is None or any(map(method.derives, wanted))):
            if source not in known:
                known[source] = source.odds()
            values = method.derive(known[source])
            yield from _compared(method, known[source], values, source.command)


def _compared(
    method: Method, odds: Odds, values: Mapping[str, Value], command: str
) -> Iterator[Derivation]:
    for id, quantity in odds.items():
        if id in values:
            yield Derivation(
                command=command,
                quantity=id,
                method=quantity.method,
                independent_method=method.name,
                value=quantity.value,
                independent_value=values[id],
            )


def _bounds(value: Value) -> Enclosure:
    return Enclosure(value, value) if isinstance(value, Fraction) else value
