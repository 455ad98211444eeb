"""Discards of all 20,358,520 deals of a role, with the points of the play.

The play's value of a keep comes from the shipped table, or from ``play_values`` for
the hands that each deal leaves to the opponent. Both players throw and play by the
certified strategies.

The opponent's hand avoids all six cards, so for a deal S and the ranks D that a discard
keeps, by inclusion-exclusion over the cards T that the opponent could share with S,

    value(S, D) = Σ over T in S of (-1)^|T| · U(T, D),
    U(T, D) = Σ over P of F(T, P) · points(D, P),

with F of ``opponent_keeps``. U depends on T only by its suit class. The points are
those of ``pair_values``: both players play a strategy that does not know the discards.

``adapt`` is a step of fictitious play on discard and play (Brown 1951). In the game of
both stages the payoff is hand, crib and play. For every deal, the best discard of a
player is computed against the opponent's discards and play. The adapted strategy moves
towards these best responses by a share. The play is then solved again for the hands
that the adapted strategies keep, and so on. The values of hand and crib are computed
exactly and rounded once, those of the play are in floating point.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np

from trueodds.analysis.cribbage.crib.all_deals import Evaluator
from trueodds.analysis.cribbage.deals import (
    Array,
    all_classes,
    compiled_tables,
)
from trueodds.analysis.cribbage.equilibrium.best_response import discard_values
from trueodds.analysis.cribbage.play.results.shipped import NET_ERROR, ProvedPlay
from trueodds.analysis.cribbage.play.solving.kept_hands import DEALT, source_of
from trueodds.analysis.cribbage.play.solving.opponent_keeps import (
    SIX,
    ThrowArrays,
    class_of_places,
    compiled_throws,
    keeps_containing,
    kept_ranks,
)
from trueodds.analysis.cribbage.play.solving.saved_solution import (
    net_points,
    solved,
    values_of,
)
from trueodds.analysis.cribbage.strategy import Strategy, strategy
from trueodds.analysis.cribbage.strategy_file import (
    CLASSES,
    OPPONENT,
    ROLES,
    StrategyTable,
)
from trueodds.analysis.cribbage.suit_classes import DISCARDS, Tables
from trueodds.core.cards import Card
from trueodds.core.errors import RulesError
from trueodds.core.kernels.compiled import compiled
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.parallel import Threads, in_parallel, ranges
from trueodds.core.storage.progress import Progress, silent

EXAMPLES = 10
ROUNDING = 1e-12
"""Upper limit on the rounding error of a total in float64, in points."""
SINGLE_ROUNDING = 1e-6
"""Assumed rounding error of a play value given a deal, in points; not proved.

These values are computed in float32 in part.
"""


@dataclass(frozen=True)
class ChangedDeal:
    """A deal whose best discard the play changes, and the cost of ignoring the play.

    ``deal`` has the six cards. ``without_play`` and ``with_play`` are the best two
    cards to throw by hand and crib alone, and with the play. ``cost`` is in points.
    """

    deal: tuple[Card, ...]
    without_play: tuple[Card, ...]
    with_play: tuple[Card, ...]
    cost: float


@dataclass(frozen=True)
class PlayEffect:
    """Number of deals whose best discard the play changes, and the cost of ignoring it.

    A deal is the six cards of the player ``role``. ``deals`` is the number of all
    deals. In ``changed`` of them, all discards that are best by hand and crib alone
    lose points once the play counts too. In ``undecided`` further deals, the loss is
    smaller than the error of the play's values. ``mean_cost`` is the mean loss over all
    deals, in points. ``examples`` have the highest losses, one deal for each six ranks.
    """

    role: str
    deals: int
    changed: int
    undecided: int
    mean_cost: float
    examples: tuple[ChangedDeal, ...]


@dataclass(frozen=True)
class TableLoss:
    """Loss of a player who takes the play's values from the shipped table.

    The table has the play's value of each four ranks kept, whatever the player
    discarded. The loss is measured by the values of the play given all six
    cards. ``given_deal`` is the effect of the play by these values, in floating point.
    ``mean`` is the mean loss over all deals and ``most`` the largest loss, in points.
    ``largest_difference`` is the largest difference, in points, between a value of the
    table and the value given the six cards.
    """

    given_deal: PlayEffect
    mean: float
    most: float
    largest_difference: float


def show_totals(
    role: str, opponent: Strategy, rules: CribbageRules, progress: Progress = silent
) -> Array:
    """Return the mean points of each discard from hand and crib, without the play.

    ``role`` is "dealer" or "pone", the player who discards. ``opponent`` is the
    strategy by which the opponent discards. The points are own hand + crib for the
    dealer and own hand - crib for pone. The result is float64 (962988, 15), by suit
    class of six cards and discard. Each entry is computed exactly, and then rounded
    once. A suit class has all sets of cards that differ only in the names of the suits.
    """
    values = discard_values(role, opponent, Evaluator(rules, progress=progress))
    totals: Array = values.totals / values.denominator
    return totals


def play_effect(role: str, show: Array, play: Array, error: float) -> PlayEffect:
    """Compare the best discards of all deals without and with the play's points.

    A suit class has all sets of cards that differ only in the names of the suits.

    Args:
        role: ``dealer`` or ``pone``, the player who discards.
        show: The mean points from hand and crib, by suit class of six cards and discard
            (``show_totals``): float64 (962988, 15).
        play: The mean net points of the play, by the same classes and discards.
        error: Bound of the error of each entry of ``play``.
    """
    totals = show + play
    best = totals.max(axis=1)
    tied = show >= show.max(axis=1, keepdims=True) - ROUNDING
    cost = best - np.where(tied, totals, -np.inf).max(axis=1)
    sets = all_classes(SIX).sets
    certain = cost > 2 * error
    possible = (cost > ROUNDING) & (cost <= 2 * error)
    examples: dict[tuple[int, ...], ChangedDeal] = {}
    for row in np.argsort(-cost, kind="stable").tolist():
        if len(examples) == EXAMPLES:
            break
        cards = tuple(Card.of_number(n) for n in all_classes(SIX).cards[row].tolist())
        without = int(np.where(tied[row], totals[row], -np.inf).argmax())
        first, best_throw = (
            tuple(cards[place] for place in DISCARDS[discard])
            for discard in (without, int(totals[row].argmax()))
        )
        changed = ChangedDeal(cards, first, best_throw, float(cost[row]))
        examples.setdefault(tuple(card.rank for card in cards), changed)
    return PlayEffect(
        role,
        int(sets.sum()),
        int(sets[certain].sum()),
        int(sets[possible].sum()),
        float(cost @ sets / sets.sum()),
        tuple(examples.values()),
    )


def table_effect(role: str, show: Array, play: ProvedPlay) -> PlayEffect:
    """Return in how many deals the play changes the best discard of a role.

    ``show`` has the mean points from hand and crib, by suit class of six cards and
    discard (``show_totals``). The net points of the play are those of the table in
    ``play``, by the hand kept. A suit class has all sets of cards that differ only in
    the names of the suits.
    """
    net = np.array([float(hand.net) for hand in play.hands[role]])
    return play_effect(role, show, net[kept_ranks()], float(NET_ERROR))


def table_loss(
    role: str,
    show: Array,
    play: ProvedPlay,
    net: Array,
    rules: CribbageRules,
    progress: Progress = silent,
) -> TableLoss:
    """Compare the shipped table of the play with values given all six cards.

    Args:
        role: ``dealer`` or ``pone``, the player who discards.
        show: The mean points from hand and crib (``show_totals``): float64 (962988,
            15).
        play: The shipped table: the net points of the play, by the hand kept.
        net: The role's net points in the play, by its own and the opponent's hand, when
            both play the certified strategies: (1820, 1820).
        rules: The rules.
        progress: Called with the steps done.
    """
    throws = strategy("equilibrium", OPPONENT[role], rules).table
    given_deal = play_values(throws, net, progress)
    table = np.array([float(hand.net) for hand in play.hands[role]])[kept_ranks()]
    totals = show + given_deal
    chosen = (show + table).argmax(axis=1)
    loss = totals.max(axis=1) - np.take_along_axis(totals, chosen[:, None], 1)[:, 0]
    sets = all_classes(SIX).sets
    return TableLoss(
        play_effect(role, show, given_deal, SINGLE_ROUNDING),
        float(loss @ sets / sets.sum()),
        float(loss.max()),
        float(np.abs(given_deal - table).max()),
    )


@dataclass(frozen=True, eq=False)
class Adapted:
    """A new discard strategy of a role, and what the old strategy loses.

    The new strategy is the old one, moved towards the best discards. ``gain`` is the
    mean number of points a deal that the best discards gain over the old strategy, and
    ``most`` is the largest gain in a deal. ``changed`` is the probability that the best
    discard of a deal is not the most frequent discard of the old strategy.
    """

    strategy: Strategy
    gain: float
    most: float
    changed: float


def adapt(
    folder: Path, rules: CribbageRules, share: Fraction, progress: Progress = silent
) -> dict[str, Adapted]:
    """Move both roles' discard strategies towards the best discards with the play.

    The old strategies are those by which the hands were kept when the play in
    ``folder`` was solved: the shipped equilibrium, or a strategy file that the folder
    names. The best discards are against the opponent's old strategy. They count hand,
    crib and play.

    Args:
        folder: A folder with a certified solution of the play of kept hands.
        rules: The rules.
        share: Share of the best discards in the new strategies, above 0 to 1.
        progress: Called with the steps done.

    Returns:
        The new strategy of each role and what the old one loses, by "dealer" and
        "pone".

    Raises:
        RulesError: If the folder has no certified play of kept hands, or the
            denominator of an old strategy times that of ``share`` is above 65,535.
    """
    name = values_of(folder).name
    if name == DEALT:
        raise RulesError(f"{folder} has the play of {DEALT} hands, not of kept ones")
    pair = {role: strategy(source_of(name), role, rules) for role in ROLES}
    for each in pair.values():
        each.require_room(share)
    solved(folder, rules, name, progress)
    adapted = {}
    for role in ROLES:
        opponent = pair[OPPONENT[role]]
        totals = show_totals(role, opponent, rules, progress)
        totals += play_values(opponent.table, net_points(folder, role), progress)
        adapted[role] = respond(pair[role], totals, share)
    return adapted


def respond(current: Strategy, totals: Array, share: Fraction) -> Adapted:
    """Move a discard strategy towards the best discards, by a share.

    ``current`` is the strategy. ``totals`` are the mean points by suit class of six
    cards and discard: (962988, 15). ``share`` is the weight of the best discards in the
    new strategy, 0 to 1. On ties the best discard is the one that ``current`` throws
    most often. A suit class has all sets of cards that differ only in the names of the
    suits.
    """
    sets = all_classes(SIX).sets
    best = totals.argmax(axis=1)
    rows = np.arange(len(totals))
    most = totals[rows, best]
    gains = most - (totals * current.weights).sum(axis=1) / current.denominator
    usual = current.weights.argmax(axis=1)
    tied = most - totals[rows, usual] <= SINGLE_ROUNDING
    choices = np.where(tied, usual, best)
    return Adapted(
        current.toward(choices, share),
        float(gains @ sets / sets.sum()),
        float(gains.max()),
        float(sets[choices != usual].sum() / sets.sum()),
    )


AT_ONCE = 4096


def play_values(
    throws: StrategyTable, points: Array, progress: Progress = silent
) -> Array:
    """Return the mean points of the play, for each deal and discard.

    A suit class has all sets of cards that differ only in the names of the suits.

    Args:
        throws: The opponent's discard strategy.
        points: Our points for each pair of hands, by our hand and the opponent's:
            (1820, 1820).
        progress: Called with the number of steps done, of six.

    Returns:
        Means over all hands of the opponent that avoid our six cards: float64 (962988,
        15), by suit class of our six cards and discard.
    """
    scale = 1 / (comb(46, 6) * throws.denominator)
    by_opponent = np.ascontiguousarray(points.T) * scale
    values = np.zeros((CLASSES, len(DISCARDS)))
    fixed = all_classes(SIX).cards, compiled_tables(), kept_ranks()
    with in_parallel() as run:
        for size in range(SIX):
            progress("play of all deals", size, SIX)
            of_size = _of_size(throws, size, by_opponent)
            subsets = np.array(list(combinations(range(SIX), size)), np.int64)
            run("", CLASSES, _add_subsets, *fixed, subsets, of_size, values)
    _add_whole(compiled_throws(throws), by_opponent, values)
    progress("play of all deals", SIX, SIX)
    return values


def _of_size(throws: StrategyTable, size: int, by_opponent: Array) -> Array:
    """Return the module's U for the sets T of ``size`` cards: (classes, 1820)."""
    # Few hands contain five cards, so that single precision is enough there.
    right = by_opponent.astype(np.float32 if size == SIX - 1 else np.float64)
    classes = len(all_classes(size).cards)
    of_size: Array = np.zeros((classes, len(right)), right.dtype)

    def fill(chunk: tuple[int, int]) -> None:
        sums = keeps_containing(throws, size, *chunk)
        of_size[slice(*chunk)] = sums.astype(right.dtype) @ right

    with Threads(2) as threads:
        list(threads.map(fill, ranges(classes, 1 + classes // AT_ONCE)))
    return of_size


@compiled
def _add_subsets(
    deals: Array,
    by: Tables,
    kept: Array,
    subsets: Array,
    of_size: Array,
    values: Array,
    start: int,
    stop: int,
) -> None:
    """Add the inclusion-exclusion terms of the subsets T of one size to some deals.

    ``of_size`` is the module's U for the subsets' size: (classes, 1820). ``values`` is
    (deals, 15).
    """
    bits = np.zeros(4, np.int64)
    sign = -1.0 if subsets.shape[1] & 1 else 1.0
    for deal in range(start, stop):
        for places in subsets:
            index = class_of_places(deals[deal], places, bits, by)
            for discard in range(values.shape[1]):
                values[deal, discard] += sign * of_size[index, kept[deal, discard]]


@compiled
def _add_whole(throws: ThrowArrays, by_opponent: Array, values: Array) -> None:
    """Add the inclusion-exclusion term of T = all six cards of the deal.

    The only hand that contains these six cards is the deal itself. The sign of the term
    is (-1)^6 = 1, so it is added.
    """
    for deal in range(len(values)):
        row = throws.entries[deal]
        for choice in range(throws.number[row]):
            theirs = throws.kept[deal, throws.chosen[row, choice]]
            for discard in range(values.shape[1]):
                ours = throws.kept[deal, discard]
                values[deal, discard] += (
                    throws.weights[row, choice] * by_opponent[theirs, ours]
                )
