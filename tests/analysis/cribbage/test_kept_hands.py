"""The joint distribution of the hands that both keep."""

from math import comb

import numpy as np
import pytest

from trueodds.analysis.cribbage.play.solving.kept_hands import (
    KEPT,
    dealt_hands,
    named_hands,
)
from trueodds.analysis.cribbage.play.solving.opponent_keeps import HANDS
from trueodds.core.rules.cribbage import CribbageRules


def test_dealt_hands_are_all_pairs_of_hands() -> None:
    hands = dealt_hands()
    assert len(HANDS) == 1820
    assert hands.total == comb(52, 4) * comb(48, 4)
    fives = HANDS.index((4, 4, 4, 4))
    assert not hands.high.any()
    assert hands.low[fives, fives] == 0
    assert hands.low[fives, HANDS.index((0, 1, 2, 3))] == 4**4
    assert sum(hands.column_sums()) == hands.total
    assert np.isclose(hands.probabilities().sum(), 1)


@pytest.mark.slow
def test_kept_hands_have_the_total_weight_of_all_deals() -> None:
    hands = named_hands(KEPT, CribbageRules.load())
    assert hands.total * 6 == 577649904471590968017000
    assert hands.total * 6 == comb(52, 6) * comb(46, 6) * 50685 * 59765 // 1
    positive = (hands.high != 0) | (hands.low != 0)
    assert int(positive.sum()) == 2_646_882
    assert sum(map(bool, hands.row_sums())) == 1624
    assert sum(map(bool, hands.column_sums())) == 1651
