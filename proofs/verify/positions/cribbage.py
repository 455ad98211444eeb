"""Positions of cribbage: every show, such as ``5H 5C 5S JD | 5D``.

Under rules without a starter a position is four cards.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, permutations
from random import Random
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from trueodds.analysis.cribbage.deals import suit_classes
from trueodds.core.cards import (
    DECK,
    RANKS,
    Card,
    format_cards,
    parse_cards,
    parse_rank,
)
from trueodds.core.errors import RulesError
from trueodds.core.kernels.cribbage import score_shows
from trueodds.core.kernels.cribbage_play import score_play
from trueodds.core.rules import Breakdown
from trueodds.core.rules.cribbage import CribbageRules, Rule, rank_lines, suit_lines
from trueodds.core.rules.cribbage_play import MOST_CARDS
from trueodds.proofs.verify.bench.kernels import Kernel
from trueodds.proofs.verify.positions import cribbage_play
from trueodds.proofs.verify.positions.cribbage_play import rank_names
from trueodds.proofs.verify.positions.space import Numbers, Positions, Rows, Space
from trueodds.proofs.verify.scorer.failure_classes import NOTHING, up_to, with_counts

HAND = 4
RUNS = ("", "single run", "double run", "triple run", "double double run")
LEAST = {"fifteen": 2, "run": 3, "flush": 4}  # fewest cards; others always have as many


def space(rules: CribbageRules, rule: str) -> Space:
    """Return the space of all shows, with the hand's cards and starter as columns.

    ``rule`` is the name of the scoring rule. For "play" it is the space of all piles.
    """
    if rule == "play":
        return cribbage_play.space(rules.play)
    show = cast(Rule, rule)
    hands = np.array(list(combinations(range(len(DECK)), HAND)), np.uint16)
    starters = len(DECK) - HAND if rules.starter else 1
    orders = np.array(list(permutations(range(HAND))))
    size = len(hands) * starters

    def rows(numbers: Numbers) -> Rows:
        # All shows in ascending order come first, then all in each other order of the
        # hand.
        order, number = np.divmod(numbers, size)
        hand, starter = np.divmod(number, starters)
        shown = _with_starter(hands[hand], starter) if rules.starter else hands[hand]
        if order.any():
            shuffled = np.take_along_axis(shown[:, :HAND], orders[order], axis=1)
            shown = np.hstack([shuffled, shown[:, HAND:]])
        return shown

    def classes() -> Rows:
        hands = suit_classes(HAND)[0].astype(np.uint16)
        if not rules.starter:
            return hands
        every = np.tile(np.arange(starters), len(hands))
        return _with_starter(np.repeat(hands, starters, axis=0), every)

    cards = list(map(str, DECK))
    blank = [f"{card} " for card in cards]
    bar = [f"{card} | " for card in cards]
    words = [blank] * 3 + ([bar, cards] if rules.starter else [cards])
    show_points = _shows(rules, show) if rules.starter else _hands(rules, show)
    return Space(
        words,
        size,
        rows,
        show_points,
        _possible,
        classes,
        "the order of the hand and the names of the suits",
        [range(HAND)],
        len(orders),
        "cards",
    )


def random_position(
    rules: CribbageRules, random: Random, rule: str | None = None
) -> str:
    """Return a random position of a scoring rule, as text.

    For the rule "play" it is a pile of the play. For every other rule it is a hand,
    with a starter if the rules have one.
    """
    if rule == "play":
        return cribbage_play.random_pile(rules.play, random)
    *hand, starter = random.sample(DECK, HAND + 1)
    return f"{format_cards(hand)} | {starter}" if rules.starter else format_cards(hand)


def _with_starter(hands: Rows, starter: Numbers) -> Rows:
    """Return the hands with a starter: the n-th card outside of the ascending hand."""
    card = starter.astype(np.uint16)
    for place in range(HAND):
        # Each card of the ascending hand that is not above shifts the starter by one.
        card += card >= hands[:, place]
    return np.column_stack([hands, card])


def _possible(rows: Rows) -> NDArray[np.bool_]:
    ascending = np.sort(rows, axis=1)
    return np.asarray((ascending[:, 1:] != ascending[:, :-1]).all(axis=1))


def _shows(rules: CribbageRules, rule: Rule) -> Callable[[Rows], Numbers] | None:
    """Return the scorer of shows; None if a show can exceed the kernel's range."""

    def values(rows: Rows) -> Numbers:
        shows = rows.astype(np.uint8)
        return score_shows(shows, rule == "crib", rules, checked=False).astype(np.int64)

    try:
        # The kernel refuses rules with too many points before it looks at any show.
        values(np.zeros((0, HAND + 1), np.uint16))
    except RulesError:
        return None
    return values


def _hands(rules: CribbageRules, rule: Rule) -> Callable[[Rows], Numbers]:
    """Return the scorer of four cards without a starter, by their ranks and flush."""
    radix = len(RANKS) ** np.arange(HAND)[::-1]
    points = np.zeros(len(RANKS) ** HAND, np.int64)
    for ranks in combinations_with_replacement(range(len(RANKS)), HAND):
        lines = rank_lines([Card(rank, 0) for rank in ranks], rules)
        points[np.dot(ranks, radix)] = sum(line.points or 0 for line in lines)
    # One flush stands for all: a flush has the same points whatever its ranks are.
    suited = suit_lines([Card(rank, 0) for rank in range(HAND)], None, rules, rule)
    flush = sum(line.points or 0 for line in suited)

    def values(rows: Rows) -> Numbers:
        ranks, suits = np.divmod(rows, 4)
        one_suit = (suits == suits[:, :1]).all(axis=1)
        answers: Numbers = points[np.sort(ranks, axis=1) @ radix] + flush * one_suit
        return answers

    return values


def features_of(right: Breakdown) -> tuple[str, ...]:
    """Return the features of a show: what scores, or what a wrong scorer may count.

    A feature is a property that may explain wrong answers. Runs over the same ranks
    count as one feature, such as a double run.

    ``right`` is the reference scorer's breakdown of the position.
    """
    if ", count " in right.verdict:  # a pile of the play
        return cribbage_play.features_of(right)
    hand, _, starter = right.position.partition(" | ")
    cards = [*hand.split(), *starter.split()]
    scored = [line.name for line in right.lines] or [NOTHING]
    runs = [line.what.split() for line in right.lines if line.name == "run"]
    # Several runs over the same ranks differ by a pair, such as a double run.
    kind = [RUNS[len(runs)]] * (len({rank_names(run) for run in runs}) == 1)
    names = []
    for line in right.lines:
        what = [card for card in line.what.split() if card in cards]
        names += up_to(f"{line.name} of {{}} cards", len(what), LEAST.get(line.name, 5))
        names += [f"{line.name} with {name}" for name in rank_names(what)]
        end = {" lowest": what[:1], " highest": what[-1:], "": what}
        names += [f"{line.name} with the starter{e}" for e in end if starter in end[e]]
    for where, some in (("in the hand", hand.split()), ("among the cards", cards)):
        names += [f"{name} {where}" for name in rank_names(some)]
        for feature, part in (("rank", slice(-1)), ("suit", slice(-1, None))):
            most = max(Counter(card[part] for card in some).values())
            names += up_to(f"{{}} cards of a {feature} {where}", most)
    names += [f"{name} as the starter" for name in rank_names(starter.split())]
    return tuple(dict.fromkeys([*kind, *scored, *names, *with_counts(scored)]))


def same_positions(rules: CribbageRules, other: CribbageRules) -> bool:
    """Return True if two sets of rules have the same positions.

    This is so if both or neither have a starter, and if the highest count of a pile of
    the play is the same.
    """
    these = rules.starter, rules.play.count_limit
    return these == (other.starter, other.play.count_limit)


POSITIONS = Positions(
    space,
    random_position,
    lambda rules, rule: features_of,
    same_positions,
    slow=("play",),
    fields=(
        "fifteen_points",
        "pair_points",
        "runs",
        "run_card_points",
        "two_threes_correction",
        "flush_card_points",
        "hand_flush",
        "crib_flush",
        "nobs_points",
        "play",
    ),
)


def kernel_input(rule: str, positions: Sequence[str]) -> Kernel:
    """Return the compiled scorer of shows or of the play, and the positions as rows.

    The row of a show has the numbers of its cards. The row of a pile has the ranks of
    its cards from 0, filled up with zeros to eight cards, and its number of cards.

    ``rule`` is the name of the scoring rule, such as "play" or "crib".
    """
    if rule != "play":
        shows = [parse_cards(position.replace("|", " ")) for position in positions]
        rows = [[card.number for card in show] for show in shows]
        return partial(score_shows, crib=rule == "crib"), rows
    piles = [[*map(parse_rank, position.split())] for position in positions]
    rows = [[*pile, *[0] * (MOST_CARDS - len(pile)), len(pile)] for pile in piles]

    def score(table: Any) -> object:
        return score_play(table[:, :MOST_CARDS], table[:, MOST_CARDS].copy())

    return score, rows
