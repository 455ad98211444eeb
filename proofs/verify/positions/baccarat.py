"""Positions of baccarat: every order of the next six ranks, such as ``6 K 8 A 9 5``."""

from collections.abc import Sequence
from functools import partial
from itertools import combinations_with_replacement, product
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import RANKS
from trueodds.core.rules import Breakdown
from trueodds.core.rules.baccarat import (
    WINNER_CODES,
    BaccaratRules,
    every_coup,
    hand_total,
    play,
    rank_classes,
    value,
)
from trueodds.core.rules.baccarat.bets import winner_of
from trueodds.proofs.verify.positions.space import (
    Numbers,
    Positions,
    Rows,
    Space,
    mixed_radix,
)
from trueodds.proofs.verify.scorer.failure_classes import FeaturesOf

CARDS = 6
TOTALS = 10
FULL_DECKS = "positions are those of full decks"


def space(rules: BaccaratRules, rule: str) -> Space:
    """Return the space of all positions: a column for each card's rank, as dealt.

    ``rule`` makes no difference.

    Raises:
        RulesError: If the shoe is not full decks, or cards were seen.
    """
    rules.require_full_decks(FULL_DECKS)
    winners = _winners(rules)
    points = np.array([value(rank) for rank in range(len(RANKS))])
    every = mixed_radix([len(RANKS)] * CARDS)
    most = 4 * rules.decks

    def possible(rows: Rows) -> NDArray[np.bool_]:
        held = [np.count_nonzero(rows == rank, axis=1) for rank in range(len(RANKS))]
        return np.asarray(np.max(held, axis=0) <= most)

    def values(rows: Rows) -> Numbers:
        player = points[rows[:, 0]] + points[rows[:, 2]]
        banker = points[rows[:, 1]] + points[rows[:, 3]]
        answers: Numbers = winners[
            player % TOTALS, banker % TOTALS, rows[:, 4], rows[:, 5]
        ]
        return answers

    # Of the impossible numbers, those below the n-th possible number are those with at
    # most n possible numbers below them.
    # With one deck, deals with more than four cards of a rank are impossible.
    impossible = _impossible(most)
    possible_below = impossible - np.arange(len(impossible))

    def rows(numbers: Numbers) -> Rows:
        return every(numbers + np.searchsorted(possible_below, numbers, side="right"))

    def classes() -> Rows:
        rows = _classes(rules)
        return rows[possible(rows)]

    words = [[f"{rank} " for rank in RANKS]] * (CARDS - 1) + [list(RANKS)]
    return Space(
        words,
        len(RANKS) ** CARDS - len(impossible),
        rows,
        values,
        possible,
        classes,
        "the order within a hand, and ranks that the rules do not tell apart",
        things="cards",
    )


def random_position(rules: BaccaratRules, random: Random, rule: str | None) -> str:
    """Return the ranks of six random cards of the shoe, as text.

    ``rule`` makes no difference. Raises ``RulesError`` if the shoe is not full decks.
    """
    rules.require_full_decks(FULL_DECKS)
    ranks = random.sample(RANKS, k=CARDS, counts=[4 * rules.decks] * len(RANKS))
    return " ".join(ranks)


def _winners(rules: BaccaratRules) -> Numbers:
    """Return the winner, by Player's total, Banker's total and the next two ranks."""
    codes = [WINNER_CODES[coup.winner] for coup in every_coup(rules)]
    classes = [*enumerate(rank_classes(rules))]
    class_of = [
        n for rank in range(len(RANKS)) for n, alike in classes if rank in alike
    ]
    # By totals and by classes of the next two ranks, then spread from classes to ranks.
    table = np.array(codes).reshape(TOTALS, TOTALS, len(classes), -1)
    winners: Numbers = table[:, :, class_of][..., class_of]
    return winners


def _impossible(most: int) -> Numbers:
    """Return, ascending, the numbers of deals with over ``most`` cards of a rank."""
    ranks = range(len(RANKS))
    rows = [
        [rank] * place + [odd] + [rank] * (CARDS - 1 - place)
        for rank, odd, place in product(ranks, ranks, range(CARDS))
        # Six cards of a rank, or five and another one: with four copies no other deal
        # is impossible.
        if most < CARDS - (odd != rank)
    ]
    radix = len(RANKS) ** np.arange(CARDS)
    return np.unique(np.array(rows, np.int64).reshape(-1, CARDS) @ radix)


def _classes(rules: BaccaratRules) -> Rows:
    """Return a row of each class; ranks of a kind differ where that is possible."""
    alike = rank_classes(rules)
    hands = list(combinations_with_replacement(range(len(alike)), 2))
    classes = np.array(
        [
            (player[0], banker[0], player[1], banker[1], fifth, sixth)
            for player, banker in product(hands, hands)
            for fifth, sixth in product(range(len(alike)), repeat=2)
        ]
    )
    # How many cards of the same class came earlier: the next one takes the next rank.
    before = [
        np.count_nonzero(classes[:, :place] == classes[:, place : place + 1], axis=1)
        for place in range(CARDS)
    ]
    members = np.array(
        [[ranks[n % len(ranks)] for n in range(CARDS)] for ranks in alike], np.uint16
    )
    rows: Rows = members[classes, np.column_stack(before)]
    return rows


def features_under(rules: BaccaratRules, rule: str) -> FeaturesOf:
    """Return a function that names the features of a coup.

    It takes the reference scorer's breakdown of the coup. A feature is a property that
    may explain wrong answers, such as a natural. ``rule`` makes no difference.
    """
    without = msgspec.structs.replace(rules, natural=TOTALS)
    return partial(features_of, rules, without)


def features_of(
    rules: BaccaratRules, without: BaccaratRules, right: Breakdown
) -> tuple[str, ...]:
    """Return the features of a coup: hands, cards drawn, winner, and known faults.

    A feature is a property that may explain wrong answers. A known fault of scorers,
    such as ignored naturals, is a feature if it changes the winner. ``right`` is the
    reference scorer's breakdown of the coup by ``rules``. ``without`` are the same
    rules without naturals, to find this fault.
    """
    names = []
    for line in right.lines:
        ranks = line.what.split()
        drawn = [f"draws {rank}" for rank in ranks[2:]]
        dealt = hand_total([RANKS.index(rank) for rank in ranks[:2]])
        did = [*drawn, "draws" if drawn else "stands", f"has {dealt} in two cards"]
        did += ["has a natural"] * (dealt >= rules.natural)
        names += [f"{line.name} {feature}" for feature in did]
        names += [f"{rank} in a hand" for rank in ranks]
        if not {"10", "J", "Q", "K"}.isdisjoint(ranks):
            names.append("a ten-valued card in a hand")
    winner = right.verdict.partition(" at")[0].partition(",")[0]
    names.append(winner)
    cards = [RANKS.index(rank) for rank in right.position.split()]
    if len(cards) == CARDS:
        first, second, third, fourth, *rest = cards
        # Known faults of scorers: each is a feature where it changes the winner.
        faults = {
            "naturals are ignored": play(cards, without).winner,
            "Player's cards are dealt first": play(
                [first, third, second, fourth, *rest], rules
            ).winner,
            "tens count as ten": winner_of(*map(_high, play(cards, rules, _high))),
        }
        names += [
            fault
            for fault, winner in faults.items()
            if WINNER_CODES[winner] != right.value
        ]
    return tuple(dict.fromkeys(names))


def _high(ranks: Sequence[int]) -> int:
    """Return the total of a hand by a scorer that takes off 10 once.

    >>> _high([12, 12]), _high([12, 4])
    (10, 5)
    """
    total = sum(min(rank + 1, 10) for rank in ranks)
    return total - 10 * (total > 9)


POSITIONS = Positions(
    space,
    random_position,
    features_under,
    fields=("natural", "player_draws", "banker_draws"),
    words={"natural=10": "naturals are ignored"},
)
