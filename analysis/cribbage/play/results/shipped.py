"""Shipped results of the play at the certified equilibrium: bounds, and 1,820 hands.

The certified strategies are too large to ship. A smaller strategy is in
``solving.shipped_strategy``. The files hold what ``play certify`` has proved about the
certified strategies, for hands as the equilibrium of the discard keeps them (``kept``),
and for hands dealt at random (``dealt``). The files are read without numpy.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import Any

import msgspec

from trueodds.analysis.cribbage.strategy_file import ROLES, equilibrium_is_for
from trueodds.core.cards import RANKS
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules

SHIPPED = {
    "kept": ("play.equilibrium", "hands as both keep them"),
    "dealt": ("play.dealt.equilibrium", "hands dealt at random"),
}
"""The ids of the results, and their words, by the distribution of the hands."""
HANDS = tuple(combinations_with_replacement(range(len(RANKS)), 4))
RANK_NAMES = (
    *("an ace", "a two", "a three", "a four", "a five", "a six", "a seven", "an eight"),
    *("a nine", "a ten", "a jack", "a queen", "a king"),
)
ERROR = Fraction(1, 10**9)
"""Bound of the error of each mean in the tables: they are rounded to nine decimals."""
NET_ERROR = 2 * ERROR
"""Bound of the error of net points, and of totals with them."""


@dataclass(frozen=True, slots=True)
class HandPoints:
    """Mean points in the play of a hand of a player, with the certified strategies.

    The strategies are those of a solution with proved bounds. ``hand`` has the four
    ranks, 0 (ace) to 12 (king). The hand has the probability ``weight / total``; hands
    that are never kept have weight 0 and play a best response. ``own`` are the player's
    points and ``opponent`` the opponent's, when both play the strategies. ``most`` is
    the most net points that any play can get against the opponent's strategy. Each mean
    is within ``ERROR`` of the exact one. ``lead`` has the probabilities of the ranks
    that pone leads, if he ever keeps the hand.
    """

    hand: tuple[int, ...]
    weight: int
    total: int
    own: Fraction
    opponent: Fraction
    most: Fraction
    lead: dict[int, Fraction]

    @property
    def net(self) -> Fraction:
        """The player's mean points minus the opponent's, within 2 / 10**9."""
        return self.own - self.opponent


@dataclass(frozen=True, slots=True)
class ProvedPlay:
    """Proved results of the play, for hands that come with a certain distribution.

    ``name`` says how the hands are kept or dealt, and ``model`` what a player knows, in
    words. ``value`` encloses the dealer's points minus pone's, ``means`` the mean
    points of each role when both play the strategies. ``hands`` has the points of each
    hand, by role, in the order of ``HANDS``. The strategies are the average of
    ``iterations`` iterations of the solver.
    """

    name: str
    model: str
    iterations: int
    value: Enclosure
    means: dict[str, Enclosure]
    hands: dict[str, tuple[HandPoints, ...]]

    def of(self, role: str, hand: tuple[int, ...]) -> HandPoints:
        """Return the points of a player's hand, by its ranks.

        ``role`` is the player's role, "dealer" or "pone". ``hand`` has its four ranks,
        0 (ace) to 12 (king), in any order.
        """
        return self.hands[role][hand_numbers()[tuple(sorted(hand))]]


def pack(values: dict[str, Any]) -> bytes:
    """Return the compressed bytes of a file to ship.

    ``values`` are those that ``cribbage play certify`` wrote.
    """
    return zlib.compress(json.dumps(values, separators=(",", ":")).encode(), 9)


def play_results(rules: CribbageRules, name: str = "kept") -> ProvedPlay | None:
    """Return the shipped results of the play; None if there are none for these rules.

    ``name`` is "kept" or "dealt", and says how the players come by their hands.
    """
    values = shipped_values(name)
    if values is None or msgspec.to_builtins(rules.play.of_cards) != values["rules"]:
        return None
    if name == "kept" and not equilibrium_is_for(rules):
        return None
    return shipped_results(name)


def quantities(rules: CribbageRules) -> Iterator[Quantity]:
    """Yield the shipped results of the play, for hands kept and hands dealt.

    They are the value of the play, the mean points of both players, and the probability
    that pone leads each rank.
    """
    for name, (prefix, hands) in SHIPPED.items():
        if (play := play_results(rules, name)) is None:
            continue
        method = f"best responses after {play.iterations} iterations of DCFR"
        yield Quantity(
            f"{prefix}.value",
            f"Value of the play for the dealer, {hands} ({play.model})",
            play.value,
            "points",
            method,
        )
        for role in ROLES:
            yield Quantity(
                f"{prefix}.{role}.mean",
                f"Average points of the {role} in the play, {hands}, "
                f"both playing the strategies ({play.model})",
                play.means[role],
                "points",
                method,
            )
        for rank, probability in enumerate(_leads(play)):
            yield Quantity(
                f"{prefix}.lead.{rank + 1}",
                f"Pone leads {RANK_NAMES[rank]} by the certified strategy, {hands}",
                probability,
                "probability",
                method,
            )


def _leads(play: ProvedPlay) -> list[Fraction]:
    """Return the probability of each rank as pone's first card, exact."""
    leads = [Fraction(0)] * len(RANKS)
    for hand in play.hands["pone"]:
        for rank, probability in hand.lead.items():
            leads[rank] += probability * hand.weight
    total = play.hands["pone"][0].total
    return [lead / total for lead in leads]


@cache
def hand_numbers() -> dict[tuple[int, ...], int]:
    """Return the number of each hand, 0 to 1,819, by its four sorted ranks."""
    return {hand: number for number, hand in enumerate(HANDS)}


@cache
def shipped_values(name: str) -> dict[str, Any] | None:
    """Return the content of a shipped file of the play; None if it does not exist.

    ``name`` is the name of the file: "kept" or "dealt".
    """
    file = files(__package__) / f"{name}.play"
    if not file.is_file():
        return None
    values: dict[str, Any] = json.loads(zlib.decompress(file.read_bytes()))
    return values


@cache
def shipped_results(name: str) -> ProvedPlay:
    """Return the proved results of the play from a shipped file.

    ``name`` is the name of the file: "kept" or "dealt".
    """
    values = shipped_values(name)
    assert values is not None
    return results_of(values)


def results_of(values: dict[str, Any]) -> ProvedPlay:
    """Return the results of the play from the values that ``play certify`` writes.

    ``values`` are those values, as read from JSON.
    """
    tables = {}
    for role in ROLES:
        table = values["tables"][role]
        weights = [*map(int, table["weight"])]
        columns = (
            [Fraction(Decimal(repr(x))) for x in table[column]]
            for column in ("own", "opponent", "most")
        )
        leads = values["leads"] if role == "pone" else [None] * len(HANDS)
        rows = zip(HANDS, weights, *columns, map(_lead, leads), strict=True)
        total = sum(weights)
        tables[role] = tuple(
            HandPoints(hand, weight, total, own, opponent, most, lead)
            for hand, weight, own, opponent, most, lead in rows
        )
    return ProvedPlay(
        values["hands"],
        values["model"],
        values["iterations"],
        _enclosure(values["value"]),
        {role: _enclosure(values[role]) for role in ROLES},
        tables,
    )


def _lead(parts: list[int] | None) -> dict[int, Fraction]:
    whole = sum(parts or ())
    return {rank: Fraction(n, whole) for rank, n in enumerate(parts or ()) if n}


def _enclosure(texts: list[str]) -> Enclosure:
    lower, upper = texts
    return Enclosure(Fraction(lower), Fraction(upper))
