"""Features of a hand: what the suit of a starter adds to the points of its ranks.

For a starter of suit s, the features of a hand are one number from 0 to 11. It adds up
the jack of s (0 none, ``JACK_KEPT`` or ``JACK_THROWN``), ``FLUSH`` if the four kept
cards are a flush in s, and ``THROWN`` if both thrown cards are of s. A jack kept scores
nobs for the hand, and a jack thrown scores it for the crib.
"""

from __future__ import annotations

import numpy as np

from trueodds.analysis.cribbage.deals import Array
from trueodds.core.rules.cribbage import CribbageRules

JACK_KEPT, JACK_THROWN = 1, 2
FLUSH = 3
THROWN = 6
FEATURES = 12
NUMBERS = np.arange(FEATURES)
JACK = NUMBERS % FLUSH
"""The jack of each number: 0, ``JACK_KEPT`` or ``JACK_THROWN``."""


def points_of_features(rules: CribbageRules) -> tuple[Array, Array]:
    """Return what each number scores for the hand, and for the crib: int64 (12,).

    The flush of four cards without the starter is not a feature's. Nor is a flush in
    the crib, which depends on the features of both hands.

    >>> hand, crib = points_of_features(CribbageRules.load())
    >>> int(hand[JACK_KEPT + FLUSH]), int(crib[JACK_THROWN + THROWN])
    (2, 1)
    """
    _, fifth = rules.flush_points("hand")
    hand = rules.nobs_points * (JACK == JACK_KEPT) + fifth * (NUMBERS // FLUSH % 2)
    return hand, rules.nobs_points * (JACK == JACK_THROWN)
