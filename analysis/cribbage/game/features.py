"""Features of a hand: what the suit of a starter adds to the points of its ranks.

For a starter of suit s, the features of a hand are one number from 0 to 11. It adds up
the jack of s (0 none, ``JACK_KEPT`` or ``JACK_THROWN``), ``FLUSH`` if the four kept
cards are a flush in s, and ``THROWN`` if both thrown cards are of s. A jack kept scores
nobs for the hand, and a jack thrown scores it for the crib.

A flush that is kept in any suit adds ``ANY_FLUSH``, whatever s is. So the features with
this mark are one number from 0 to 23.
"""

from __future__ import annotations

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.core.kernels.compiled import compiled, inlined
from trueodds.core.rules.cribbage import JACK as JACK_RANK
from trueodds.core.rules.cribbage import CribbageRules

JACK_KEPT, JACK_THROWN = 1, 2
FLUSH = 3
THROWN = 6
FEATURES = 12
ANY_FLUSH = FEATURES
MARKED = 2 * FEATURES
"""Numbers of features without the mark of a flush in any suit, and with it."""
NUMBERS = np.arange(FEATURES)
JACK = NUMBERS % FLUSH
"""The jack of each number: 0, ``JACK_KEPT`` or ``JACK_THROWN``."""
SCORE_ALONE = NUMBERS % THROWN > 0
"""True for features that score whatever the opponent's hand has."""


def points_of_features(rules: CribbageRules) -> tuple[Array, Array]:
    """Return the points of each set of features, for the hand and for the crib.

    Features are what the suit of the starter can add to the points of a six-card hand:
    a jack kept or thrown, a flush, two thrown cards of this suit. A flush kept in any
    suit belongs to them too. They are a number from 0 to 23, the sum of constants such
    as ``JACK_KEPT``, as in the example. The results are int64 (24,). A flush in the
    crib is left out, since it depends on both hands.

    >>> hand, crib = points_of_features(CribbageRules.load())
    >>> int(hand[JACK_KEPT + FLUSH + ANY_FLUSH]), int(crib[JACK_THROWN + THROWN])
    (6, 1)
    """
    four, fifth = rules.flush_points("hand")
    hand = rules.nobs_points * (JACK == JACK_KEPT) + fifth * (NUMBERS // FLUSH % 2)
    crib = rules.nobs_points * (JACK == JACK_THROWN)
    return np.concatenate([hand, hand + four]), np.concatenate([crib, crib])


@compiled
def features_of(hands: Array) -> Array:
    """Return the features of six-card hands, for a starter of each suit: int64 (n, 4).

    The features are a number from 0 to 23 (``features``). For the starter's suit s, the
    number says whether the hand keeps or throws the jack of s, keeps a flush in s or in
    any suit, and throws two cards of s. ``hands`` has six card numbers in each row: 4
    times the rank, plus the suit. The last two cards are thrown.
    """
    features = np.zeros((len(hands), 4), np.int64)
    for row in range(len(hands)):
        write_features(hands[row], features[row])
    return features


@inlined
def write_features(hand: Array, features: Array) -> None:
    """Write the features of a six-card hand, for a starter of each of the four suits.

    The features are a number from 0 to 23 for each suit, written to ``features``. For
    the starter's suit s, the number says whether the hand keeps or throws the jack of
    s, keeps a flush in s or in any suit, and throws two cards of s. ``hand`` has six
    card numbers: 4 times the rank, plus the suit. The last two cards are thrown.
    """
    suit = hand[0] & 3
    flush = suit == hand[1] & 3 == hand[2] & 3 == hand[3] & 3
    features[:] = ANY_FLUSH * flush
    features[suit] += FLUSH * flush
    if hand[4] & 3 == hand[5] & 3:
        features[hand[4] & 3] += THROWN
    for place, card in enumerate(hand):
        if card >> 2 == JACK_RANK:
            features[card & 3] += JACK_KEPT if place < 4 else JACK_THROWN
