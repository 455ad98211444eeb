"""The distribution of the points of a deal, within a proved relative error.

Both players throw by given strategies, and play by a given strategy or policy.
The number of deals with each result is a sum over all pairs of kept hands. Up to the
shows of a pair it is an integer. From there on it is a float: a sum of products that
are not negative, so its relative error is at most the number of roundings times
``ROUNDING``. ``DealDistribution.error`` is that bound.

A block of the dealer's hands takes about a minute on the full deck. Finished blocks are
kept in a file, so an interrupted computation is resumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.analysis.cribbage.game.every_deal import (
    AFTER_DEAL,
    MOST,
    add_pairs,
    several,
)
from trueodds.analysis.cribbage.game.hand_rows import (
    ALL,
    FIRST,
    SCALE,
    UNUSED,
    keepers,
    rows_of,
)
from trueodds.analysis.cribbage.game.play_distribution import (
    Players,
    most_in_play,
    new_path,
    new_play,
)
from trueodds.analysis.cribbage.game.show_distribution import (
    DEALER_MOST,
    HEELS,
    PONE_MOST,
    most_weights,
    scores_of,
    sums_of,
)
from trueodds.analysis.cribbage.play.solving.opponent_keeps import SIX
from trueodds.analysis.cribbage.show import MOST as MOST_OF_SHOW
from trueodds.analysis.cribbage.strategy_file import (
    ROLES,
    StrategyTable,
    show_digest,
)
from trueodds.core.errors import RulesError
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage import store
from trueodds.core.storage.checkpoint import resume
from trueodds.core.storage.parallel import Threads
from trueodds.core.storage.progress import Progress, silent

FORMAT = 1
ROUNDING = Fraction(1, 2**53)
CHUNK = 32
"""Pairs of hands that are added up by themselves, so that a sum has few roundings."""
BLOCK = 32
"""The dealer's hands of a block."""
THREADS = 2
OF_A_TERM = 1024
"""More than the roundings of a term: a play has at most 576 lines, each 32 factors."""
FULL_DECK = tuple(range(ALL))


@dataclass(frozen=True, eq=False)
class DealDistribution:
    """Probabilities of the points in a deal, each within a proved relative error.

    ``tables`` is float64 (5, 128, 128), by pone's and the dealer's points. The first
    three tables are the distributions after the play, after pone's show, and after the
    deal. The fourth has the probability that pone reaches some points until the play
    ends, while the dealer has some points. The fifth has the same for points that the
    dealer reaches, his heels included. ``error`` bounds the relative error.
    """

    tables: Array
    error: Fraction


@dataclass(frozen=True, eq=False)
class DealStrategies:
    """The strategies by which both players discard and play.

    ``throws`` has the discard strategy of each role, by "dealer" and "pone", and
    ``play`` the strategies of the play. ``names`` identify the strategies in a file.
    """

    throws: Mapping[str, StrategyTable]
    play: Players
    names: Mapping[str, str]


def deals_in_all(throws: Mapping[str, StrategyTable], ranks: tuple[int, ...]) -> int:
    """Return the sum of the weights of all deals.

    A deal is two hands of six cards and a starter, from a deck of ``ranks`` in four
    suits. ``throws`` has the discard strategy of each role. A deal with certain
    discards has the product of the integer weights of these discards. So the weights of
    one deal add up to the product of both strategies' denominators.
    """
    cards = 4 * len(ranks)
    deals = comb(cards, SIX) * comb(cards - SIX, SIX) * (cards - 2 * SIX)
    for role in ROLES:
        deals *= throws[role].denominator
    return deals


def distribution_of(
    strategies: DealStrategies,
    rules: CribbageRules,
    ranks: tuple[int, ...] = FULL_DECK,
    unfinished: Path | None = None,
    progress: Progress = silent,
) -> DealDistribution:
    """Return the distribution of both players' points in a deal; resume it from a file.

    Args:
        strategies: How both players discard and play.
        rules: The rules.
        ranks: The ranks of the deck, 0 (ace) to 12 (king), in all four suits.
        unfinished: A file with the sums so far. It is written after each block of the
            dealer's hands, and read at the start.
        progress: Is called after each block of the dealer's hands.

    Raises:
        RulesError: Other rules of the show than the usual ones, or rules of the play by
            which the dealer could score ``MOST`` points or more in a deal.
        OutputError: The file ``unfinished`` cannot be written.
    """
    _require_room(rules)
    inputs = {"format": FORMAT, "ranks": list(ranks), **strategies.names}
    recipe = store.with_code(inputs)
    summing = _Summing(strategies, rules, ranks)
    blocks = [
        summing.hands[begin : begin + BLOCK]
        for begin in range(0, len(summing.hands), BLOCK)
    ]
    done, sums, terms = _finished(unfinished, recipe)
    with Threads(THREADS) as threads:
        for block in range(done, len(blocks)):
            progress("pairs of kept hands", block, len(blocks))
            for of_hand, most in threads.map(summing.of_hand, blocks[block]):
                sums += of_hand
                terms = max(terms, most)
            if unfinished:
                state = {"sums": sums, "terms": np.array(terms)}
                store.write(unfinished, recipe | {"done": block + 1}, state)
    progress("pairs of kept hands", len(blocks), len(blocks))
    # Units of a deal: every suit of the starter is counted, and ``SCALE`` times.
    total = deals_in_all(strategies.throws, ranks) * SCALE
    # An entry adds up its terms, then one sum for each of the dealer's hands.
    roundings = terms + len(summing.hands) + OF_A_TERM
    distribution = DealDistribution(
        sums / float(total), roundings * ROUNDING / (1 - roundings * ROUNDING)
    )
    # No deal is lost or counted twice: the probabilities add up to 1.
    if (
        abs(Fraction(distribution.tables[AFTER_DEAL].sum()) - 1)
        > 2 * distribution.error
    ):
        raise AssertionError("the numbers of deals do not add up")
    return distribution


def _require_room(rules: CribbageRules) -> None:
    """Raise ``RulesError`` if the tables have no room for the points of a deal."""
    if show_digest(rules) != show_digest(CribbageRules.load()):
        raise RulesError("whole deals are computed by the usual rules of the show only")
    # The dealer scores his heels, the play, his hand and the crib.
    points = rules.play.heels_points + most_in_play(rules.play) + 2 * MOST_OF_SHOW
    if points >= MOST:
        raise RulesError(
            f"a deal could bring the dealer {points} points, and at most {MOST - 1} "
            "are computed; lower the points of the play"
        )


def _finished(
    unfinished: Path | None, recipe: dict[str, Any]
) -> tuple[int, Array, int]:
    """Return the finished blocks of a file for this recipe, their sums and terms."""
    saved = resume(unfinished, recipe) if unfinished else None
    if saved is None:
        return 0, np.zeros((5, MOST, MOST)), 0
    stored, arrays = saved
    return stored["done"], arrays["sums"], int(arrays["terms"])


class _Summing:
    """Sums over the pairs of one of the dealer's hands with each of pone's."""

    def __init__(
        self, strategies: DealStrategies, rules: CribbageRules, ranks: tuple[int, ...]
    ) -> None:
        self._dealer, pone = (keepers(strategies.throws[role], ranks) for role in ROLES)
        self.hands = np.flatnonzero(np.diff(self._dealer.begin)).tolist()
        self._several = []
        self._most = np.zeros(2, np.int64)
        # Pone's rows are made once. Each of the dealer's hands meets all of them.
        others = np.flatnonzero(np.diff(pone.begin)).tolist()
        for begin in range(0, len(others), CHUNK):
            chunk = others[begin : begin + CHUNK]
            rows = [rows_of(hand, pone, summed=False) for hand in chunk]
            self._several.append(several(chunk, rows))
            sizes = [(len(r.excluding), len(r.columns)) for r in rows]
            self._most = np.maximum(self._most, np.max(sizes, axis=0))
        self._fixed = scores_of(rules, ranks), strategies.play

    def of_hand(self, hand: int) -> tuple[Array, int]:
        """Return the sums of a dealer's hand, and the most terms of an entry."""
        dealer = rows_of(hand, self._dealer, summed=True)
        places = np.full(FIRST[-1], UNUSED, np.int32)
        places[dealer.sets] = np.arange(len(dealer.sets))
        size = most_weights(dealer, *self._most)
        table = np.zeros((HEELS, PONE_MOST, DEALER_MOST))
        fixed = (np.zeros(size, np.int64), sums_of(), table), new_path(), new_play()
        sums = np.zeros((5, MOST, MOST))
        terms = 0
        for chunk in self._several:
            added = np.zeros_like(sums)
            of_chunk = add_pairs(
                hand, dealer, chunk, places, *self._fixed, *fixed, added
            )
            sums += added
            terms = max(terms, of_chunk)
        return sums, terms + len(self._several)
