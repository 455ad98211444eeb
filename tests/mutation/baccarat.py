"""Which decisions of baccarat's tableau are never taken, and who wins, counted quickly.

Who wins depends on both totals of two cards and the ranks of the next two. All deals of
a shoe are counted by these once; any tableau is then a table of winners over 16,900
cases. A bet's edge needs only the distribution of the coup, which no bet changes.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import perm
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.baccarat.distribution import coup_distribution, unmatched
from trueodds.core.cards import RANKS
from trueodds.core.rules.baccarat import (
    NO_THIRD_CARD,
    BaccaratRules,
    Bet,
    Case,
    Outcome,
    bare,
    third_name,
    value,
)

VALUES = np.array([value(rank) for rank in range(len(RANKS))])
TOTALS = np.arange(10)
SIGNS = {"player": 1, "banker": -1, "tie": 0}


def integers(rules: BaccaratRules) -> Iterator[tuple[str, Fraction]]:
    """``coup.player``, ``.banker`` and ``.tie``, and every bet's edge."""
    deals, signs = _deals(rules.decks), _winners(rules)
    total = perm(52 * rules.decks, 6)
    for winner, sign in SIGNS.items():
        yield f"coup.{winner}", Fraction(int(deals[signs == sign].sum()), total)
    tableau = msgspec.json.encode(bare(rules))
    for name, bet in rules.bets.items():
        edge = _edge(tableau, rules.decks, tuple(bet.pays.items()), bet.cases)
        yield f"bet.{name}.edge", edge


def idle(rules: BaccaratRules) -> dict[str, str]:
    """Return the decisions that no deal comes to, and what bets cannot tell apart."""
    return _never_decided(rules) | _perfect_pairs(rules) | _exchanged(rules)


def _never_decided(rules: BaccaratRules) -> dict[str, str]:
    """Return the cells of the tableau that no deal comes to.

    The tableau is read as the rules read it: a coup with a natural reads nothing, else
    Player's total is looked up, and then Banker's after Player's third card or none.
    """
    read = set()
    for player, banker in product(range(10), range(10)):
        if max(player, banker) < rules.natural:
            read.add(f"player_draws.{player}")
            draws = player in rules.player_draws
            for third in RANKS if draws else (NO_THIRD_CARD,):
                read.add(f"banker_draws.{third}.{banker}")
    rows = ("player_draws", *(f"banker_draws.{row}" for row in rules.banker_draws))
    why = f"a total of {rules.natural} or more is a natural, and no hand draws"
    return {
        cell: why
        for row, total in product(rows, range(10))
        if (cell := f"{row}.{total}") not in read
    }


def _perfect_pairs(rules: BaccaratRules) -> dict[str, str]:
    """Return a bet's cells on perfect pairs if each card exists only once."""
    if rules.decks > 1:
        return {}
    return {
        f"bets.{name}.cases.{number}.{field}": "one deck holds no card twice"
        for name, bet in rules.bets.items()
        for number, case in enumerate(bet.cases, 1)
        if 0 not in case.conditions.get("perfect_pairs", (0,))
        for field in ("pays", "perfect_pairs")
    }


def _exchanged(rules: BaccaratRules) -> dict[str, str]:
    """Which side has the natural that a bet pays for, if it pays for no other.

    Nobody draws then, and deals with both hands exchanged are as many.
    """
    other = {"player": "banker", "banker": "player"}
    return {
        f"bets.{name}.cases.{number}.winner={other[winner]}": "a natural is as likely "
        "in either hand, as the deals with the hands exchanged are as many"
        for name, bet in rules.bets.items()
        for number, case in enumerate(bet.cases, 1)
        for winner in case.conditions.get("winner", ())
        if isinstance(winner, str)
        and set(case.conditions) == {"natural", "winner"}
        and case.natural
        and winner in other
        and not set(bet.pays) & set(other)
        and all(c is case or not c.natural or c.winner == "tie" for c in bet.cases)
        and all(c.natural is not None for c in bet.cases)
    }


@lru_cache(4)
def _deals(decks: int) -> NDArray[np.int64]:
    """Ordered six-card deals by both totals and the ranks of the fifth and sixth card.

    Player has the first and third card. Shape (10, 10, 13, 13); below 2**63 for up to
    27 decks.
    """
    counts = np.full(len(RANKS), 4 * decks)
    dealt = np.zeros((10, 10, len(RANKS), len(RANKS)), dtype=np.int64)
    for four in product(range(len(RANKS)), repeat=4):
        ways, left = 1, counts.copy()
        for rank in four:
            ways *= int(left[rank])
            left[rank] -= 1
        player, banker = (VALUES[four[i]] + VALUES[four[i + 2]] for i in (0, 1))
        fifth = ways * left
        dealt[player % 10, banker % 10] += np.multiply.outer(fifth, left)
        dealt[player % 10, banker % 10] -= np.diag(fifth)
    return dealt


def _winners(rules: BaccaratRules) -> NDArray[Any]:
    """Who wins each case: 1 Player, -1 Banker, 0 nobody."""
    player, banker = TOTALS[:, None, None, None], TOTALS[:, None, None]
    fifth, sixth = VALUES[:, None], VALUES
    stands = _draws(rules, NO_THIRD_CARD)[:, None, None]
    draws = np.array([_draws(rules, third_name(r)) for r in range(len(RANKS))]).T
    after_none = np.sign(player - (banker + stands * fifth) % 10)
    after_third = np.sign(
        (player + fifth) % 10 - (banker + draws[:, :, None] * sixth) % 10
    )
    drew = np.isin(TOTALS, rules.player_draws)[:, None, None, None]
    ended = np.maximum(player, banker) >= rules.natural
    winners: NDArray[Any] = np.where(
        ended, np.sign(player - banker), np.where(drew, after_third, after_none)
    )
    return winners


def _draws(rules: BaccaratRules, third: str) -> NDArray[np.bool_]:
    """Whether Banker draws, by total."""
    return np.isin(TOTALS, rules.banker_draws[third])


@lru_cache(1000)
def _edge(
    tableau: bytes,
    decks: int,
    pays: tuple[tuple[str, Fraction], ...],
    cases: tuple[Case, ...],
) -> Fraction:
    bet = Bet("", dict(pays), cases)
    outcomes, weights = _outcomes(tableau, decks, pairs=bet.sees_ranks)
    results = zip(bet.results(outcomes), weights, strict=True)
    return -sum(result * n for result, n in results) / Fraction(sum(weights))


@lru_cache(8)
def _outcomes(
    tableau: bytes, decks: int, *, pairs: bool
) -> tuple[tuple[Outcome, ...], tuple[int, ...]]:
    """How a coup can end, with or without a word on pairs, and in how many deals."""
    rules = msgspec.json.decode(tableau, type=BaccaratRules)
    distribution = coup_distribution(
        rules, msgspec.structs.replace(rules, decks=decks).left()
    )
    distribution = distribution if pairs else distribution.map(unmatched)
    return tuple(distribution), tuple(weight for _, weight in distribution.items())
