"""The kernel of the play agrees with the reference scorer on all positions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.core.errors import PositionError, RulesError
from trueodds.core.kernels.cribbage_play import MOST_CARDS, score_play
from trueodds.core.rules import total_points
from trueodds.core.rules.cribbage_play import PlayRules, play_lines
from trueodds.proofs.verify.positions.cribbage_play import all_piles, packed

BY_LENGTH = [13, 169, 2197, 22603, 157605, 786550, 2981440, 8941590]


def reference_of_all(rules: PlayRules) -> np.ndarray:
    """Points of all piles by the reference, computed once for each that can differ.

    Only the count and the longest end without an equal pair, or the equal cards at the
    end, can matter; the reference scores one pile of each kind.
    """
    rows = all_piles(rules.count_limit)
    values = np.array([0, *(min(rank, 10) for rank in range(1, 14))])
    counts = values[rows].sum(axis=1)
    keys = counts.astype(np.int64)
    seen = np.zeros(len(rows), np.int64)
    going = np.ones(len(rows), bool)
    for place in range(MOST_CARDS - 1, -1, -1):
        rank = rows[:, place]
        going &= (rank > 0) & ~((seen >> rank) & 1).astype(bool)
        keys = keys * 14 + rank * going
        seen |= np.int64(1) << rank.astype(np.int64)
    alike = np.ones(len(rows), np.int64)
    same = np.ones(len(rows), bool)
    for place in range(MOST_CARDS - 2, MOST_CARDS - 5, -1):
        same &= rows[:, place] == rows[:, -1]
        alike += same
    keys = keys * 5 + alike
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    piles = ([int(rank) - 1 for rank in rows[at] if rank] for at in first)
    points = [total_points(play_lines(pile, rules)) for pile in piles]
    return np.array(points, np.uint8)[inverse]


def test_there_are_as_many_positions_as_counted_by_hand() -> None:
    rows = all_piles(31)
    lengths = np.count_nonzero(rows, axis=1)
    assert np.bincount(lengths)[1:].tolist() == BY_LENGTH
    assert len(rows) == 12_892_167


@pytest.mark.slow
def test_every_position_scores_as_the_reference_says() -> None:
    piles, lengths = packed(all_piles(31))
    assert (score_play(piles, lengths) == reference_of_all(PlayRules())).all()


rules = st.builds(
    PlayRules,
    count_limit=st.integers(15, 80),
    fifteen_points=st.integers(0, 9),
    limit_points=st.integers(0, 9),
    pair_points=st.integers(0, 9),
    three_points=st.integers(0, 9),
    four_points=st.integers(0, 9),
    least_run=st.integers(3, 8),
    run_card_points=st.integers(0, 9),
)
some_ranks = st.lists(st.integers(0, 12), min_size=1, max_size=8)


@given(st.lists(some_ranks, min_size=1), rules)
def test_kernel_agrees_with_the_reference_under_any_rules(
    piles: list[list[int]], record: PlayRules
) -> None:
    rows = np.array([[*pile, *[99] * (8 - len(pile))] for pile in piles], np.uint8)
    lengths = np.array([len(pile) for pile in piles], np.uint8)
    possible = [
        sum(min(rank + 1, 10) for rank in pile) <= record.count_limit
        and max(map(pile.count, pile)) <= 4
        for pile in piles
    ]
    points = score_play(rows[possible], lengths[possible], record)
    kept = [pile for pile, fits in zip(piles, possible, strict=True) if fits]
    reference = [total_points(play_lines(pile, record)) for pile in kept]
    assert points.tolist() == reference
    if not all(possible):
        with pytest.raises(
            PositionError, match=f"row {possible.index(False)} of piles"
        ):
            score_play(rows, lengths, record)


@pytest.mark.parametrize(
    ("pile", "length", "words"),
    [
        ([4, 4, 4, 4, 4, 0, 0, 0], 5, "5 cards of rank 5"),
        ([9, 9, 9, 9, 0, 0, 0, 0], 4, "count of 40"),
        ([13, 0, 0, 0, 0, 0, 0, 0], 1, "a rank 13"),
        ([255] * 8, 8, "a rank 255"),
        ([0] * 8, 0, "length 0"),
        ([0] * 8, 9, "length 9"),
    ],
)
def test_impossible_rows(pile: list[int], length: int, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        score_play(np.array([pile], np.uint8), np.array([length], np.uint8))


def test_wrong_arrays_and_rules() -> None:
    piles = np.zeros((2, 8), np.uint8)
    with pytest.raises(PositionError, match=r"lengths is int64 of shape \(2,\)"):
        score_play(piles, np.array([1, 2]))
    with pytest.raises(PositionError, match="piles is uint8 of shape"):
        score_play(piles[:, :7], np.array([1, 2], np.uint8))
    lengths = np.array([1, 2], np.uint8)
    with pytest.raises(RulesError, match="counts to 254"):
        score_play(piles, lengths, PlayRules(run_card_points=40))
