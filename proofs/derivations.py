"""Headline quantities, each derived a second time by a method that shares no code.

The first derivation is the game's analysis. The second ones are functions in this room
that know nothing of it; each gives values by quantity id, from the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module

from trueodds.core.enclosure import Enclosure
from trueodds.core.odds import Odds
from trueodds.proofs.sources import (
    BIASES,
    BLOG,
    DEALS,
    DISCARDS,
    REROLLS,
    SCRIPT,
    SEVERAL_PLAYERS,
    SOLITAIRE,
    THRESHOLDS,
    TWO_PLAYERS,
    ZILCH,
    Source,
)

Value = Fraction | Enclosure


@dataclass(frozen=True, slots=True)
class Second:
    """A second derivation: whose quantities, by which method, by which function.

    ``function`` is a name in ``trueodds.proofs.<game>``, or in another ``module`` of
    this room. It takes the rules and gives exact values, or proved bounds, by quantity
    id; what it cannot derive it leaves out. It raises ``ValueError`` for rules that it
    does not describe. ``source`` says where the quantities are, if they are not taken
    from the game's own odds.
    """

    game: str
    method: str
    function: str = "derive"
    module: str = ""
    source: Source | None = None

    def derive(self, odds: Odds) -> dict[str, Value]:
        """The values by quantity id, under the rules of these odds."""
        module = import_module(f"trueodds.proofs.{self.module or self.game}")
        derived: dict[str, Value] = getattr(module, self.function)(odds.rules)
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
    Second("bunco", "Wald's identity and linearity", "night"),
    Second("bunco", "every ordered roll and choice", "rerolls", source=REROLLS),
    Second("bunco", "generating functions", "biases", source=BIASES),
    Second("baccarat", "every sequence of cards dealt one by one"),
    Second("baccarat", "every sequence that asks a cell, played both ways", "cells"),
    Second("baccarat", "the batch kernel", "shifts", source=SCRIPT),
    Second("cribbage", "linearity of expectation"),
    Second("cribbage", "ranks and suits counted apart", "laws"),
    Second("cribbage", "runs by ranks alone", "script"),
    Second("cribbage", "every deal, suits as they are", "deals", source=DEALS),
    Second(
        "cribbage",
        "every hand of the opponent with every starter",
        "discards",
        source=DISCARDS,
    ),
    Second("farkle", "exponential generating functions"),
    Second(
        "farkle",
        "closed form in dice and sides, proved by induction",
        "farkle",
        module="symbolic",
    ),
    Second("farkle", "combinations taken off one by one", "best_scores"),
    Second("farkle", "what is still to be won, by a scorer of its own", "turns"),
    Second(
        "farkle",
        "what is still to be won, by a scorer of its own",
        "openings",
        source=BLOG,
    ),
    Second("farkle", "every order of combinations", "listings", source=BLOG),
    Second("farkle", "the toll of a worthless cycle", "longrun", source=ZILCH),
    Second("farkle", "points missing to T", "thresholds", source=THRESHOLDS),
    Second("farkle", "policies improved in rationals", "alone", source=SOLITAIRE),
    Second(
        "farkle", "what is won in so many turns", "first_player", source=TWO_PLAYERS
    ),
    Second(
        "farkle", "the turns that each player needs", "seats", source=SEVERAL_PLAYERS
    ),
)


@dataclass(frozen=True, slots=True)
class Derivation:
    """One quantity derived twice; ``of`` is what ``trueodds`` is asked for it."""

    of: str
    quantity: str
    method: str
    second_method: str
    value: Value
    second: Value

    @property
    def equal(self) -> bool:
        """Whether both agree; bounds agree with what lies between them, or overlap."""
        ours, theirs = _bounds(self.value), _bounds(self.second)
        return ours.lower <= theirs.upper and theirs.lower <= ours.upper


def derivations(odds: Odds) -> Iterator[Derivation]:
    """What of these odds is derived twice in seconds, in the order of the odds.

    >>> import trueodds
    >>> found = list(derivations(trueodds.odds("bunco")))
    >>> found[0].quantity, found[0].second_method, found[0].equal
    ('roll.bunco', 'generating functions', True)
    """
    for second in SECONDS:
        if second.game == odds.game and not second.source:
            yield from _derived(second, odds, f"odds {odds.game}")


def elsewhere(game: str, ids: Iterable[str] | None = None) -> Iterator[Derivation]:
    """What else of a game is derived twice: all, or from where these ids are."""
    found: dict[str, Odds] = {}
    for second in SECONDS:
        source = second.source
        if not source or source.game != game:
            continue
        if ids is None or any(map(source.has, ids)):
            if source.words not in found:
                found[source.words] = source.find()
            yield from _derived(second, found[source.words], source.words)


def _derived(second: Second, odds: Odds, of: str) -> Iterator[Derivation]:
    values = second.derive(odds)
    for id, quantity in odds.items():
        if id in values:
            yield Derivation(
                of=of,
                quantity=id,
                method=quantity.method,
                second_method=second.method,
                value=quantity.value,
                second=values[id],
            )


def _bounds(value: Value) -> Enclosure:
    return value if isinstance(value, Enclosure) else Enclosure(value, value)
