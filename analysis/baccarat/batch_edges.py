"""Exact edges of bets on thousands of shoes, from counts by compiled code.

An event groups the outcomes for which every bet on totals and cards pays the same. The
compiled code counts the deals of each event, for all shoes at once. Bets on pairs
instead use the joint distribution, shoe by shoe.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueodds.analysis.baccarat.bets import Prices
from trueodds.analysis.baccarat.distribution import tableau_of
from trueodds.core.arguments import require_text_form
from trueodds.core.cards import Shoe
from trueodds.core.errors import (
    PositionError,
    UnknownNameError,
    WrongTypeError,
    listed,
    require_type,
)
from trueodds.core.kernels.baccarat import event_counts
from trueodds.core.rows import Rows
from trueodds.core.rulebook import plain
from trueodds.core.rules.baccarat import BaccaratRules, Bet


@dataclass(frozen=True, slots=True, eq=False)
class ShoePrices(Rows):
    """The exact house edges of b bets on each of n shoes.

    The edge of a bet is its numerator divided by its denominator. ``numerators`` and
    ``denominators`` have shape (n, b), in the order of ``bets``. They hold int64, or
    Python's integers where int64 is too small. The fractions are not in lowest terms.
    """

    bets: tuple[str, ...]
    numerators: NDArray[Any]
    denominators: NDArray[Any]

    @property
    def edges(self) -> NDArray[np.float64]:
        """The edges as floats, for printing and plotting: an array (shoes, bets)."""
        return np.asarray(self.numerators / self.denominators, dtype=np.float64)

    @property
    def favourable(self) -> NDArray[np.bool_]:
        """True where the bettor has the advantage, exactly: an array (shoes, bets)."""
        return np.asarray(self.numerators < 0, dtype=np.bool_)

    def _rows(self) -> list[dict[str, float]]:
        return [dict(zip(self.bets, row, strict=True)) for row in self.edges.tolist()]

    def edge(self, shoe: int, bet: str) -> Fraction:
        """Return the exact house edge of a bet on a shoe.

        ``shoe`` is the number of the shoe, from 0, and ``bet`` is the name of the bet.
        """
        at = shoe, self.bets.index(bet)
        return Fraction(int(self.numerators[at]), int(self.denominators[at]))


def price_shoes(
    shoes: ArrayLike,
    bets: Sequence[str] | None = None,
    rules: BaccaratRules | str | None = None,
    *,
    set: Mapping[str, object] | None = None,
    checked: bool = True,
) -> ShoePrices:
    """Return the exact house edge of each bet on the next coup of each shoe.

    Args:
        shoes: Integers of shape (n, 13), the cards left of each rank, ace to king; or
            (n, 10), ace to 9 and all ten-valued cards.
        bets: Names of bets of the rules; by default banker, player and tie_8.
        rules: A preset, a file or a record of rules; by default punto banco.
        set: New values by field of the rules.
        checked: False to skip the check that a coup can be dealt from each shoe.

    Returns:
        The edges, as integer numerators and denominators of shape (n, bets).

    Raises:
        UnknownNameError: The rules have no such bet.
        PositionError: A bet depends on ranks or suits that the shoes do not count, or
            no coup can be dealt from a shoe.
        RulesError: The rules have a shoe or cards seen.

    Example:
        >>> prices = price_shoes([[32] * 9 + [128]], ["banker", "dragon_7"])
        >>> prices.edge(0, "dragon_7")
        Fraction(64613588827, 848912750595)
    """
    require_text_form(locals())
    rules = BaccaratRules.load(rules, **plain(set))
    rules.require_full_decks("the shoes have the cards left")
    require_type("bets", bets, Sequence | None, "a list of names of bets")
    rows = np.asarray(shoes)
    if rows.ndim != 2 or rows.dtype.kind not in "iu":
        raise WrongTypeError("shoes must be rows of cards left, integers of each rank")
    chosen = _chosen(rules, ("banker", "player", "tie_8") if bets is None else bets)
    tableau = tableau_of(rules)
    results = {
        name: bet.results(tableau.outcomes)
        for name, bet in chosen.items()
        if not bet.sees_ranks
    }
    # Outcomes with equal results of all these bets are one event; the last is the rest.
    alike = [*zip(*results.values(), strict=True)] or [()] * len(tableau.outcomes)
    kinds = list(dict.fromkeys(alike))
    places = np.array([kinds.index(kind) for kind in alike])[tableau.leads_to]
    events = np.array([places == place for place in range(max(len(kinds) - 1, 1))])
    counts = event_counts(rows, events, rules, checked=checked)[:, : len(kinds)]
    # ``kinds`` has what all bets pay for an event; this is what a bet pays for all.
    paid = dict(zip(results, zip(*kinds, strict=True), strict=True))
    columns = [
        _edges(paid[name], counts)
        if name in paid
        else _by_distribution(rows, name, rules)
        for name in chosen
    ]
    kind = object if any(n.dtype == object for n, _ in columns) else np.int64
    shape = len(rows), len(chosen)
    numerators = np.empty(shape, kind)
    denominators = np.empty(shape, kind)
    for place, (numerator, denominator) in enumerate(columns):
        numerators[:, place], denominators[:, place] = numerator, denominator
    return ShoePrices(tuple(chosen), numerators, denominators)


def _chosen(rules: BaccaratRules, names: Sequence[str]) -> dict[str, Bet]:
    for name in names:
        if name not in rules.bets:
            raise UnknownNameError(
                f"there is no bet {name!r}; there are: {listed(rules.bets)}"
            )
    return {name: rules.bets[name] for name in names}


def _edges(
    paid: Sequence[Fraction], counts: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the numerators and denominators of a bet's exact edge, shoe by shoe.

    ``counts`` has the deals of each event, and ``paid`` what the bet pays for it.
    """
    scale = lcm(*(pays.denominator for pays in paid))
    whole = [int(pays * scale) for pays in paid]
    deals = counts.sum(axis=1)
    # No sum of amounts over the deals exceeds all deals times the largest amount.
    if int(deals.max(initial=0)) * max(scale, *map(abs, whole)) >= 2**63:
        counts = counts.astype(object)
        deals = deals.astype(object)
    edges = sum(-amount * count for amount, count in zip(whole, counts.T, strict=True))
    return np.asarray(edges), scale * deals


def _by_distribution(
    rows: NDArray[Any], name: str, rules: BaccaratRules
) -> tuple[NDArray[Any], NDArray[Any]]:
    bet = rules.bets[name]
    if bet.sees_suits or rows.shape[1] == 10:
        needs = (
            "suits, which shoes of ranks do not count"
            if bet.sees_suits
            else "ten-valued ranks; use shoes of 13 columns, not 10"
        )
        raise PositionError(f"the bet {name} depends on {needs}")
    edges = [-Prices(rules, Shoe(tuple(map(int, row)))).expected(name) for row in rows]
    numerators = np.array([edge.numerator for edge in edges], dtype=object)
    return numerators, np.array([edge.denominator for edge in edges], dtype=object)
