"""The cost of keeping the four cards that score the most points now.

A magazine column with a script recommends this choice (``proofs/claims/s3.toml``). This
greedy choice looks at neither the starter nor the crib, nor whose crib it is. Its loss
in a deal is how much less it scores than the best discard, against an opponent at
equilibrium. Ties are broken three ways, each reported separately: by the best discard,
by the published script's order, and uniformly at random.

The published script takes two points off a hand in which it finds exactly two runs of
three: right for a run of four, wrong for a run of three with one card paired. It keeps
the first of the fifteen hands that scores the most by its own count. The order depends
on the names of the suits, so all 24 permutations of the suits are tried where the first
hand matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import DEALS, Array, all_classes, weighted_sum
from trueodds.analysis.cribbage.own_hand import points_now
from trueodds.analysis.cribbage.show import points_quantity, show_table
from trueodds.analysis.cribbage.suit_classes import DISCARDS, classify
from trueodds.core.cards import Card, format_cards
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.storage.parallel import in_parallel

TIES = {
    "": "the best of ties",
    ".first_tie": "the first of ties",
    ".random_tie": "ties at random",
}
"""Ways to break ties, by the part of an id after the role."""

_NUMBER = np.zeros((6, 6), np.intp)
for _discard, (_low, _high) in enumerate(DISCARDS):
    _NUMBER[_low, _high] = _NUMBER[_high, _low] = _discard


@dataclass(frozen=True, slots=True)
class Loss:
    """The frequency and size of the losses of a rule for discarding.

    The loss in a deal is how much less the rule's discard scores than the best discard.
    ``deals`` is the number of deals with a loss. A deal in which only some of the tied
    choices lose counts in part. ``mean`` is the loss over all deals and ``worst`` the
    largest loss, in points. ``hand`` is a deal with the largest loss.
    """

    deals: Fraction
    mean: Fraction
    worst: Fraction
    hand: tuple[Card, ...]


def quantities(role: str, losses: Iterable[Loss]) -> Iterator[Quantity]:
    """Yield how often it is a mistake to keep the most points now, and what it costs.

    The ids are ``static_choice.*``. ``role`` is "dealer" or "pone". ``losses`` has the
    loss for each way to break ties, in the order of ``TIES``.
    """
    for loss, (id, ties) in zip(losses, TIES.items(), strict=True):
        prefix = f"static_choice.{role}{id}"
        label = f"Keeping the four cards that score most now, as {role}, {ties}"
        whole = loss.deals.denominator == 1
        yield Quantity(
            f"{prefix}.differs",
            f"{label}: how often that is a mistake",
            loss.deals / DEALS,
            "probability",
            "enumeration",
            count=int(loss.deals) if whole else None,
            total=DEALS if whole else None,
        )
        yield points_quantity(
            f"{prefix}.mean_loss", f"{label}: average loss", loss.mean
        )
        worst = f"{label}: largest loss, with {format_cards(loss.hand)}"
        yield points_quantity(f"{prefix}.worst_loss", worst, loss.worst)


def most_points_now(rules: CribbageRules) -> NDArray[np.bool_]:
    """Mark the discards that leave four cards with the most points before the starter.

    The result is bool (962988, 15), by suit class of six cards and discard. Each row
    has at least one mark. A suit class has all sets of cards that differ only in the
    names of the suits.
    """
    points = points_now(rules)
    most: NDArray[np.bool_] = points == points.max(axis=1, keepdims=True)
    return most


def losses(
    totals: NDArray[np.int64], denominator: int, allowed: NDArray[np.bool_]
) -> tuple[Loss, ...]:
    """Return the losses of choosing allowed discards, for each way to break ties.

    The result has a loss for each of ``TIES``. The player chooses the best of the
    allowed discards, the first in the published script's order, or any of them at
    random. ``totals`` has the value of each discard, by suit class of six cards:
    integers (962988, 15), to be divided by ``denominator``. ``allowed`` marks the
    discards to choose from, in the same shape. A suit class has all sets of cards that
    differ only in the names of the suits.
    """
    lost = totals.max(axis=1, keepdims=True) - totals
    best = np.zeros_like(allowed)
    # The best of ties is the allowed discard that loses least.
    least = np.where(allowed, lost, np.iinfo(np.int64).max).argmin(axis=1)
    np.put_along_axis(best, least[:, None], True, axis=1)
    ways = best, first_of_ties(allowed), allowed
    best_tie, first_tie, random_tie = (
        _loss(lost, choice.astype(np.int64), denominator) for choice in ways
    )
    # Only some names of the suits put a losing discard first. The example gets such
    # names.
    index, _ = classify(card.number for card in first_tie.hand)
    worst = lost[index] == int(first_tie.worst * denominator)
    hand = _named(all_classes(6).cards[index], allowed[index], worst)
    return best_tie, replace(first_tie, hand=hand), random_tie


def first_of_ties(allowed: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Count how often each allowed discard comes first, over 24 renamings of the suits.

    The order is that in which the published script tries discards (``script_orders``).
    ``allowed`` marks the discards by suit class of six cards: bool (962988, 15). The
    result has the same shape, and each row adds up to 24.
    """
    cards = all_classes(6).cards
    rows = np.flatnonzero(allowed.sum(axis=1) > 1)
    # A single allowed discard comes first 24 times. Ties are counted below.
    firsts = np.uint8(24) * allowed
    firsts[rows] = 0

    def count(start: int, stop: int) -> None:
        part = rows[start:stop]
        for order in script_orders(cards[part]):
            in_order = np.take_along_axis(allowed[part], order, axis=1)
            firsts[part, order[np.arange(len(part)), in_order.argmax(axis=1)]] += 1

    with in_parallel() as run:
        run("", len(rows), count)
    return firsts


def script_orders(cards: NDArray[np.uint8]) -> Iterator[NDArray[np.intp]]:
    """Yield the order in which a published script tries discards, 24 times.

    The script sorts a deal by rank and then by suit, and tries the hands to keep by
    their positions. So the order depends on the names of the suits, and each of their
    24 permutations yields an array (n, 15): the numbers of the discards in
    ``DISCARDS``, in the script's order. ``cards`` are the deals: (n, 6), 4 times the
    rank, plus the suit.
    """
    positions = np.array(DISCARDS[::-1])  # the last discard keeps the first four
    for suits in permutations(range(4)):
        renamed = cards & ~np.uint8(3) | np.array(suits, np.uint8)[cards & 3]
        order = renamed.argsort(axis=1)
        yield _NUMBER[order[:, positions[:, 0]], order[:, positions[:, 1]]]


def script_quantities(rules: CribbageRules) -> Iterator[Quantity]:
    """Yield ``script.*``: the numbers of hands and of deals that the script has wrong.

    The script is a published program that scores four cards and recommends the discard
    with the most points now. The hands are those of four cards that it misscores. The
    deals are those whose best value it has wrong, and those for which it does not keep
    four best cards.
    """
    script = CribbageRules.load("published-script")
    hands = show_table(rules, "hand", bare=True)
    misscored = int((hands != show_table(script, "hand", bare=True)).sum())
    wrong_best, wrong_choice = _wrong_deals(rules, script)
    for name, text, count, total in (
        ("misscored", "four cards that it misscores", misscored, len(hands)),
        ("wrong_best", "deals whose best value it has wrong", wrong_best, DEALS),
        (
            "wrong_choice",
            "deals in which the four kept are not a best four",
            wrong_choice,
            DEALS,
        ),
    ):
        label = f"Published script: {text}"
        yield Quantity.probability(f"script.{name}", label, count, total)


def _wrong_deals(rules: CribbageRules, script: CribbageRules) -> tuple[int, int]:
    """Count the deals where the script's best value is wrong, or its choice is."""
    cards, sets = all_classes(6)
    true = points_now(rules)
    printed = points_now(script)
    best = true.max(axis=1, keepdims=True)
    reported = printed.max(axis=1, keepdims=True)
    # The script may keep a hand that it likes best and that is not. Which one it keeps
    # depends on the names of the suits.
    wrong = (printed == reported) & (true < best)
    unsure = np.flatnonzero(wrong.any(axis=1))
    times = np.zeros(len(unsure), np.int64)
    for order in script_orders(cards[unsure]):
        first = np.take_along_axis(printed[unsure], order, axis=1).argmax(axis=1)
        rows = np.arange(len(unsure))
        times += wrong[unsure, order[rows, first]]
    wrong_best = sets[(reported != best)[:, 0]].sum()
    return int(wrong_best), int(sets[unsure] @ times) // 24


def _loss(lost: NDArray[np.int64], ways: NDArray[np.int64], denominator: int) -> Loss:
    """Return the loss if a class chooses each discard in ``ways`` of its cases."""
    sets = all_classes(6).sets
    parts = ways.sum(axis=1)
    times = (ways * (lost > 0)).sum(axis=1)
    added = (ways * lost).sum(axis=1)
    deals = points = Fraction(0)
    # Classes with the same number of cases have one denominator, so they are summed as
    # integers.
    for whole in np.unique(parts).tolist():
        rows = parts == whole
        deals += Fraction(int(times[rows] @ sets[rows]), whole)
        points += Fraction(weighted_sum(added[rows], sets[rows]), whole)
    worst = np.where(ways > 0, lost, -1).max(axis=1)
    row = worst.argmax()
    return Loss(
        deals=deals,
        mean=points / denominator / int(sets.sum()),
        worst=Fraction(int(worst[row]), denominator),
        hand=tuple(Card.of_number(int(card)) for card in all_classes(6).cards[row]),
    )


def _named(cards: Array, allowed: Array, wanted: Array) -> tuple[Card, ...]:
    """Return a deal of the class with suits that put a ``wanted`` discard first."""
    orders = zip(permutations(range(4)), script_orders(cards[None]), strict=True)
    suits = next(s for s, (order,) in orders if wanted[order[allowed[order].argmax()]])
    numbers = [int(card) for card in cards]
    return tuple(sorted(Card(card >> 2, suits[card & 3]) for card in numbers))
