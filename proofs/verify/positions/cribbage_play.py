"""Every pile of the play of cribbage, of one to eight cards by rank: ``5 10 5 5``."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from random import Random

import numpy as np
from numpy.typing import NDArray

from trueodds.core.cards import DECK, RANKS, SUITS, parse_rank_name
from trueodds.core.errors import RulesError
from trueodds.core.kernels.cribbage_play import score_play
from trueodds.core.rules import Breakdown
from trueodds.core.rules.cribbage_play import (
    FIFTEEN,
    MOST_CARDS,
    OF_A_RANK,
    PlayRules,
    card_value,
    count_of,
    equal_at_end,
    ranks_text,
    run_at_end,
)
from trueodds.proofs.verify.positions.space import Numbers, Rows, Space
from trueodds.proofs.verify.scorer.failure_classes import NOTHING, up_to

VALUES = np.array([0, *map(card_value, range(len(RANKS)))], np.int16)
MOST_PILES = 100_000_000
"""The most piles that are listed, in about 5 GB: those up to a count of 40."""


def space(rules: PlayRules) -> Space:
    """Return the space of all piles: a column for each of eight cards.

    The last card of a pile is in the last column. An entry of a row is a card's rank (0
    for the ace) plus 1, or 0 where there is no card.
    """
    piles = all_piles(rules.count_limit)

    def rows(numbers: Numbers) -> Rows:
        return piles[numbers].astype(np.uint16)

    before = ["", *(f"{rank} " for rank in RANKS)]
    last = ["", *RANKS]
    return Space(
        [before] * (MOST_CARDS - 1) + [last],
        len(piles),
        rows,
        _scorer(rules),
        lambda rows: _possible(rows, rules.count_limit),
        lambda: piles.astype(np.uint16),
        "nothing: every order of ranks is a class of its own",
    )


@lru_cache(2)
def all_piles(limit: int) -> NDArray[np.uint8]:
    """Return all piles as rows, by length and then by ranks: uint8 (n, 8).

    An entry is a card's rank (0 for the ace) plus 1. Zeros in front fill a pile up to
    eight. ``limit`` is the highest count of a pile. Raises ``RulesError`` if there are
    too many piles to list.

    >>> len(all_piles(31))
    12892167
    """
    piles = np.zeros((1, MOST_CARDS), np.uint8)
    counts = np.zeros(1, np.int16)
    lengths = []
    known = 0
    ranks = np.arange(1, len(RANKS) + 1, dtype=np.uint8)
    # A pile of n cards is a pile of n - 1 cards and a card that fits.
    for _ in range(MOST_CARDS):
        totals = np.add.outer(counts, VALUES[1:])
        below = totals <= limit
        if known + int(np.count_nonzero(below)) > MOST_PILES:
            raise RulesError(
                f"play.count_limit = {limit} allows more than {MOST_PILES:,} piles, "
                "too many to list; set it to 40 or less"
            )
        pile, rank = np.nonzero(below)
        last = ranks[rank]
        more = np.column_stack((piles[pile, 1:], last))
        # Only the last card's rank can have become too frequent.
        of_last_rank = np.count_nonzero(more == last[:, None], axis=1)
        fits = of_last_rank <= OF_A_RANK
        piles = more[fits]
        counts = totals[pile, rank][fits]
        lengths.append(piles)
        known += len(piles)
    every = np.concatenate(lengths)
    # The cache returns the same array to all callers.
    every.flags.writeable = False
    return every


def _scorer(rules: PlayRules) -> Callable[[Rows], Numbers] | None:
    """Return the scorer of rows; None if a pile can exceed the kernel's range."""

    def values(rows: Rows) -> Numbers:
        piles, lengths = packed(rows)
        return score_play(piles, lengths, rules, checked=False).astype(np.int64)

    try:
        # A pile of eight aces: the kernel refuses rules with too many points before
        # scoring.
        values(np.ones((1, MOST_CARDS), np.uint16))
    except RulesError:
        return None
    return values


def packed(rows: Rows) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return piles as the compiled scorer takes them, and the length of each pile.

    ``rows`` has the shape (piles, 8): the ranks of each pile from 1, with zeros in
    front. In the result of the same shape, ranks are from 0, and the first card is
    first. Entries beyond a pile's length do not count.
    """
    lengths = np.count_nonzero(rows, axis=1)
    # Rows have blanks in front; the kernel has them at the end.
    blanks = MOST_CARDS - lengths
    place = np.add.outer(blanks, np.arange(MOST_CARDS))
    place = np.minimum(place, MOST_CARDS - 1)
    shifted = np.take_along_axis(rows, place, axis=1)
    piles = np.maximum(shifted, 1) - 1
    return piles.astype(np.uint8), lengths.astype(np.uint8)


def _possible(rows: Rows, limit: int) -> NDArray[np.bool_]:
    """Return where rows are piles: no blank after a card, and no card too many."""
    filled = rows != 0
    before = filled[:, :-1]
    after = filled[:, 1:]
    possible = (before <= after).all(axis=1)
    possible &= filled.any(axis=1)
    counts = VALUES[rows].sum(axis=1)
    possible &= counts <= limit
    for rank in range(1, len(VALUES)):
        held = np.count_nonzero(rows == rank, axis=1)
        possible &= held <= OF_A_RANK
    return np.asarray(possible)


def random_pile(rules: PlayRules, random: Random) -> str:
    """Return the text of a random pile of the play, such as ``5 10 5``.

    Cards are dealt one by one as long as they fit, up to a random number of them.
    """
    pile: list[int] = []
    for card in random.sample(DECK, random.randint(1, MOST_CARDS)):
        if count_of([*pile, card.rank]) > rules.count_limit:
            break
        pile.append(card.rank)
    return ranks_text(pile)


def features_of(right: Breakdown) -> tuple[str, ...]:
    """Return the features of a pile: what scores, or what a wrong scorer may count.

    A feature is a property that may explain wrong answers. ``right`` is the reference
    scorer's breakdown of the pile.

    >>> from trueodds.core.rules.cribbage_play import score
    >>> features_of(score("6 4 5", PlayRules()))[:5]
    ('fifteen', 'run', 'run of 3 cards', 'run out of order', 'run of the whole pile')
    >>> "run broken by a pair" in features_of(score("4 5 5 6", PlayRules()))
    True
    """
    words = right.position.split()
    ranks = [parse_rank_name(word) for word in words]
    pile = [rank for rank in ranks if rank is not None]
    names = [] if right.lines else [NOTHING]
    for line in right.lines:
        if line.name.startswith("run"):
            cards = len(line.what.split())
            names += _run_features(pile, cards)
        else:
            names.append(line.name)
    names += _faults(pile, run="run" in names)
    names += [f"{name} as the last card" for name in rank_names(words[-1:])]
    names += [f"{name} among the cards" for name in rank_names(words)]
    names += up_to("{} cards in the pile", len(pile), 1, MOST_CARDS)
    return tuple(dict.fromkeys(names))


def _faults(pile: list[int], *, run: bool) -> list[str]:
    """Return what a wrong scorer may count, or miss, in a pile with or without a run.

    Only the last cards score. Cards before them tempt a scorer of whole hands.
    """
    *earlier, last = pile
    # The cards before the equal ones at the end.
    before = pile[: -equal_at_end(pile)]
    held = {*pile}
    count = count_of(pile)
    counts_before = [count_of(pile[:first]) for first in range(len(pile))]
    three_in_a_row = any({n, n + 1, n + 2} <= held for n in pile)
    equal_apart = False
    touching = False
    if earlier:
        *others, neighbour = earlier
        equal_apart = last in others and last != neighbour
        touching = abs(last - neighbour) == 1
    faults = {
        f"count of {count}": count != FIFTEEN,
        "run broken by a pair": not run and _broken_run(pile),
        "pair of cards that are not next to each other": equal_apart,
        "fifteen before the last card": FIFTEEN in counts_before,
        "pair not at the end of the pile": len({*before, last}) <= len(before),
        "pair before the last cards": any(a == b for a, b in pairwise(before)),
        "run not at the end of the pile": three_in_a_row and not run_at_end(pile, 3),
        "two touching ranks at the end": touching,
    }
    return [name for name, applies in faults.items() if applies]


def _run_features(pile: list[int], cards: int) -> list[str]:
    """Return the features of a run of the last cards of a pile."""
    run = pile[-cards:]
    ascending = sorted(run)
    in_order = run in (ascending, ascending[::-1])
    order = "run in order" if in_order else "run out of order"
    place = "run of the whole pile" if run == pile else "run after other cards"
    lengths = up_to("run of {} cards", cards, 3)
    return ["run", *lengths, order, place]


def rank_names(cards: Iterable[str]) -> tuple[str, ...]:
    """Return the ranks of cards, and names for ranks that scorers often misread.

    A card is text such as "KH" or "K". The names are "a face card", and "Q K A" or "K A
    2" if all three ranks are there: these are no runs.

    >>> rank_names(["KH", "QD", "AD"])
    ('K', 'Q', 'A', 'a face card', 'Q K A')
    """
    ranks = dict.fromkeys(card.rstrip(SUITS) for card in cards)
    names = [*ranks]
    if not ranks.keys().isdisjoint("JQK"):
        names.append("a face card")
    for corner in ("Q K A", "K A 2"):
        if ranks.keys() >= {*corner.split()}:
            names.append(corner)
    return tuple(names)


def _broken_run(pile: list[int]) -> bool:
    """Return True if the last cards would be a run without repeated ranks."""
    for start in range(len(pile)):
        different = list(dict.fromkeys(pile[start:]))
        if run_at_end(different, 3) == len(different):
            return True
    return False
