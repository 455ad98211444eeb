"""Cribbage: the show of four cards and the starter, in the hand or in the crib.

Points come from every set of cards that adds up to fifteen, every pair, every longest
run, a flush, and the jack of the starter's suit (nobs). Source: S3, a magazine column
with a shell script for the best four of six cards. The script counts runs differently,
so the rules have fields for its way of counting.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement
from typing import Annotated, Literal

from msgspec import Meta

from trueodds.core.cards import (
    Card,
    card_words,
    format_cards,
    parse_cards,
    require_different,
)
from trueodds.core.errors import PositionError, RulesError
from trueodds.core.rulebook import ADDED_LATER
from trueodds.core.rulebook import Rules as BaseRules
from trueodds.core.rules import (
    Breakdown,
    Line,
    cribbage_play,
    points_text,
    total_points,
)
from trueodds.core.rules.cribbage_play import PlayRules

Points = Annotated[int, Meta(ge=0, le=100)]
Rule = Literal["hand", "crib"]
JACK = 10
COUNTS = (*range(1, 11), 10, 10, 10)
"""The value of a card in a fifteen, by its rank."""


class CribbageRules(BaseRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of cribbage: the show, the play and the end of a game.

    Raises ``RulesError`` for a correction above the points of two runs of three.
    """

    game = "cribbage"

    starter: Annotated[bool, "whether a starter card is turned up and counts"]
    fifteen_points: Annotated[Points, "points for each set of cards that adds up to 15"]
    pair_points: Annotated[Points, "points for each pair"]
    runs: Annotated[
        Literal["longest", "threes"],
        "which runs count: each of the longest, of three cards or "
        "more; or each run of three cards, even inside a longer one",
    ]
    run_card_points: Annotated[Points, "points for each card of a run"]
    two_threes_correction: Annotated[
        Points,
        "points taken off when exactly two runs of three cards are "
        'counted; only with runs = "threes"',
    ]
    flush_card_points: Annotated[Points, "points for each card of a flush"]
    hand_flush: Annotated[
        int,
        Meta(ge=4, le=5),
        "fewest cards of one suit that are a flush in the hand "
        "(four: the starter need not match)",
    ]
    crib_flush: Annotated[
        int, Meta(ge=4, le=5), "fewest cards of one suit that are a flush in the crib"
    ]
    nobs_points: Annotated[Points, "points for the jack of the starter's suit"]

    play: Annotated[
        PlayRules, ADDED_LATER, "the play: its count limit and what scores"
    ] = PlayRules()
    target: Annotated[
        int,
        Meta(ge=1, le=1000),
        ADDED_LATER,
        "points that win a game, at the moment a player reaches them",
    ] = 121

    def __post_init__(self) -> None:
        if self.two_threes_correction > 6 * self.run_card_points:
            raise RulesError(
                f"two_threes_correction = {self.two_threes_correction} takes off more "
                f"than two runs of three are worth, {6 * self.run_card_points}"
            )

    def flush_points(self, rule: Rule) -> tuple[int, int]:
        """Return the points of four cards of a suit, and the extra points of a fifth.

        ``rule`` is "hand" or "crib".
        """
        least = self.hand_flush if rule == "hand" else self.crib_flush
        four, five = (
            cards * self.flush_card_points if cards >= least else 0 for cards in (4, 5)
        )
        return four, five - four


def show_lines(
    hand: Sequence[Card],
    starter: Card | None,
    rules: CribbageRules,
    rule: Rule = "hand",
) -> tuple[Line, ...]:
    """Return every scoring item of a show: the reference scorer.

    ``hand`` is four cards; with ``rule`` "crib", the four cards of the crib. Without a
    starter, the four cards score alone.

    >>> rules = CribbageRules.load()
    >>> hand = parse_cards("5H 5C 5S JD")
    >>> sum(line.points for line in show_lines(hand, Card.parse("5D"), rules))
    29
    """
    cards = sorted([*hand, *([starter] if starter else [])])
    return (*rank_lines(cards, rules), *suit_lines(hand, starter, rules, rule))


def show_points(
    hand: Sequence[Card],
    starter: Card | None,
    rules: CribbageRules,
    rule: Rule = "hand",
) -> int:
    """Return the total points of a show: a hand or crib, with the starter if any.

    ``rule`` is "hand" or "crib", for the cards in ``hand``.
    """
    return total_points(show_lines(hand, starter, rules, rule))


def rank_lines(cards: Sequence[Card], rules: CribbageRules) -> Iterator[Line]:
    """Yield the scoring items that depend on ranks only: fifteens, pairs and runs.

    ``cards`` are those of the show with the starter, if any, in ascending order of
    rank.
    """
    # Combinations keep the ascending order of the cards, on which ``_is_run`` relies.
    subsets = [set_ for n in range(2, 6) for set_ in combinations(cards, n)]
    for subset in subsets:
        if sum([COUNTS[card.rank] for card in subset]) == 15:
            yield Line("fifteen", format_cards(subset), rules.fifteen_points)
    for pair in combinations(cards, 2):
        if pair[0].rank == pair[1].rank:
            yield Line("pair", format_cards(pair), rules.pair_points)
    runs = [subset for subset in subsets if _is_run(subset)]
    # By the rules a run inside a longer run does not count. All other runs of five
    # cards have one length, as two separate runs need six. The script counts threes.
    longest = 3 if rules.runs == "threes" else max(map(len, runs), default=0)
    counted = [run for run in runs if len(run) == longest]
    for run in counted:
        yield Line("run", format_cards(run), longest * rules.run_card_points)
    if rules.runs == "threes" and len(counted) == 2 and rules.two_threes_correction:
        yield Line("run correction", "two runs of 3", -rules.two_threes_correction)


def rank_points(rules: CribbageRules, size: int) -> dict[tuple[int, ...], int]:
    """Return the points of fifteens, pairs and runs, by the ranks of ``size`` cards.

    The keys are tuples of ranks, from 0 (ace) to 12 (king), in ascending order.

    >>> rank_points(CribbageRules.load(), 4)[4, 4, 4, 10]  # 5 5 5 J
    14
    """
    return {
        ranks: total_points(rank_lines([Card(rank, 0) for rank in ranks], rules))
        for ranks in combinations_with_replacement(range(13), size)
    }


def suit_lines(
    hand: Sequence[Card], starter: Card | None, rules: CribbageRules, rule: Rule
) -> Iterator[Line]:
    """Yield the scoring items that depend on suits: the flush and nobs.

    ``hand`` is four cards of a hand or, with ``rule`` "crib", of the crib. ``starter``
    is None if there is none.
    """
    suit = hand[0].suit
    if all(card.suit == suit for card in hand):
        # The four cards must be of one suit by themselves; the
        # starter can only be the fifth.
        flush = [*hand, starter] if starter and starter.suit == suit else list(hand)
        if len(flush) >= (rules.hand_flush if rule == "hand" else rules.crib_flush):
            points = len(flush) * rules.flush_card_points
            yield Line("flush", format_cards(flush), points)
    for card in hand:
        if starter and card.rank == JACK and card.suit == starter.suit:
            yield Line("nobs", str(card), rules.nobs_points)


_STARTER = re.compile(r"[|/]|(?<=\w)\s*\((?=[^()]*\)\s*$)")
"""The sign before the starter: a bar, a slash or a bracket around the starter."""


def words(text: str, rules: CribbageRules) -> list[str]:
    """Return the cards in the text of a position, each as a word.

    Four cards without a blank count as one word, because their starter follows.
    """
    cards = card_words(_STARTER.sub(" ", text), whole=False)
    is_hand = rules.starter and len(cards) == 4 and len(text.split()) == 1
    return [text] if is_hand else cards


def score(
    position: str, rules: CribbageRules, rule: Rule | Literal["play"] = "hand"
) -> Breakdown:
    """Score a show: four cards, a bar, the starter, such as ``5H 5C 5S JD | 5D``.

    Rules without a starter take four cards alone. With ``rule`` "play", a position is a
    pile, such as ``5 10 5 5``, and its last card scores. Raises ``PositionError`` or
    ``CardError``, which name the fault in the text.

    >>> rules = CribbageRules.load()
    >>> score("2H 4H 6H 8H | KC", rules, "crib").value
    0
    """
    if rule == "play":
        return cribbage_play.score(position, rules.play)
    form = (
        'four cards, a bar, the starter, such as "5H 5C 5S JD | 5D"'
        if rules.starter
        else "four cards, such as 3H 4H 5H 6H; these rules have no starter"
    )
    parts = [parse_cards(part) for part in _STARTER.split(position)]
    cards = tuple(chain(*parts))
    require_different(cards)
    # Without a bar, the first four cards are the hand.
    shape = (len(parts[0]) if parts[1:] else 4, len(cards))
    if shape != (4, 5 if rules.starter else 4):
        raise PositionError(f"{position!r} is not a show: {form}")
    hand = cards[:4]
    starter = cards[4] if rules.starter else None
    lines = show_lines(hand, starter, rules, rule)
    points = total_points(lines)
    standard = format_cards(hand) + (f" | {starter}" if starter else "")
    return Breakdown(standard, points, points_text(points), lines)


def _is_run(cards: Sequence[Card]) -> bool:
    """Return True for three or more ascending cards of successive ranks."""
    size = cards[-1].rank - cards[0].rank + 1
    return size == len(cards) >= 3 and len({card.rank for card in cards}) == size
