"""Checker of cribbage's play in certificates of trueodds, by best responses.

The certificate holds a strategy for each player and claims bounds. The bounds of the
value of the play, which is the dealer's points minus pone's, are the values of two best
responses: the dealer's to pone's strategy, and pone's to the dealer's. The bounds of a
mean enclose the points of a player when both players use the strategies. Each player
knows the ranks in his hand, the cards played, and every go.

The proof visits all histories (``cribbage_play_walk.py``). All sums are integers.
"""

from __future__ import annotations

import base64
import zlib
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from .cribbage_hands import weights_of
from .cribbage_play_rules import PONE, DeckAndRules, Moments, multisets
from .cribbage_play_walk import PARTS, Histories, StrategyParts, walk
from .cribbage_sets import read_lines, read_ranks
from .limbs import sum_of_products
from .proving import Kind
from .reading import Values, natural, refuse

NUMBERS = "value", "pone.mean", "dealer.mean"
DEALT = "play.dealt.equilibrium"
SOURCE = "hands as both strategies of the discard in the certificate keep them"
HANDS = {
    DEALT: "hands dealt at random",
    "play.equilibrium": f"{SOURCE} (called the equilibrium; not checked here)",
    "play.file.equilibrium": SOURCE,
}
MOST_STRATEGY = 240_000_000  # bytes of parts
SCORED = (
    "fifteen_points",
    "limit_points",
    "go_points",
    "last_card_points",
    "pair_points",
    "three_points",
    "four_points",
    "run_card_points",
)
DECISIONS = 3  # of a player who holds more than one card, in a hand of four


def bounds(
    game: DeckAndRules, strategy: StrategyParts
) -> dict[str, tuple[Fraction, Fraction]]:
    """Return bounds of the value of the play and of both players' mean points.

    The value is the dealer's points minus pone's. The keys are "value", "pone.mean" and
    "dealer.mean". The two bounds of a mean are equal, since it is exact. ``game`` has
    the deck, the rules and the weights of all pairs of hands, and ``strategy`` the
    strategies of both players.
    """
    # One history, without a card. Pone leads, and every hand has the whole reach, which
    # each decision of a strategy can divide by PARTS.
    zero = np.zeros(1, np.int64)
    two = np.zeros((1, 2), np.int64)
    start = Moments(
        mover=zero + PONE,
        last=zero,
        passed=zero > 0,
        counts=zero,
        pile=zero,
        points=zero,
    )
    whole = PARTS**DECISIONS
    hands = game.sets.sizes[-1]
    reach = np.full((1, hands), whole)
    begin = Histories(
        now=start,
        played=two,
        least=two,
        seen=zero,
        reach=[reach, reach],
    )
    left = [game.hand, game.hand]
    values_of_pone, values_of_dealer = walk(game, strategy, left, PONE, begin)
    if strategy.place != len(strategy.parts):
        refuse("the strategy is too long")
    # Add up over the hands of each player. The values have the opponent's reach.
    every_hand = np.ones((1, hands), np.int64)
    pone = sum_of_products(values_of_pone, every_hand)
    dealer = sum_of_products(values_of_dealer, every_hand)
    unit = game.total * whole
    value = Fraction(-pone, unit), Fraction(dealer, unit)
    # The points have the reach of both players.
    of_pone, of_dealer = strategy.points
    pone_mean = Fraction(of_pone, unit * whole)
    dealer_mean = Fraction(of_dealer, unit * whole)
    bounds = value, (pone_mean, pone_mean), (dealer_mean, dealer_mean)
    return dict(zip(NUMBERS, bounds, strict=True))


def game(rules: Values, hands: Any) -> DeckAndRules:
    """Return the deck, the rules and the weights of all pairs of hands.

    ``rules`` has the certificate's rules by name. ``hands`` is the text "dealt" for
    hands dealt at random, or else the discard strategies by which the dealer and pone
    keep their hands.
    """
    ranks = np.array(rules["ranks"])
    hand = rules["hand"]
    sets = multisets(len(ranks), hand)
    weights, total = weights_of(hands, ranks, hand)
    return DeckAndRules(ranks, hand, rules, sets, weights, total)


def read_parts(lines: Any) -> StrategyParts:
    """Read both players' strategies from zlib-compressed data in base64.

    ``lines`` is the text as a list of lines. The data are the probabilities with which
    the strategies play a card, in 4096ths, each as two bytes.
    """
    unpacker = zlib.decompressobj()
    try:
        text = read_lines(lines)
        packed = base64.b64decode(text, validate=True)
        # Do not unpack more than a right certificate has.
        content = unpacker.decompress(packed, MOST_STRATEGY)
    except (ValueError, zlib.error) as error:
        refuse(f"the strategy is damaged: {error!s:.99}")
    # A part has two bytes.
    if not unpacker.eof or unpacker.unused_data or len(content) % 2:
        refuse("the strategy is truncated or too long")
    return StrategyParts(content)


def cribbage_play(rules: Values, hands: Any, strategy: StrategyParts) -> Values:
    """Verify bounds of the value of the play, and both players' mean points.

    The value is the dealer's points minus pone's. ``rules`` has the certificate's rules
    by name. ``strategy`` has both players' strategies. ``hands`` is the text "dealt"
    for hands dealt at random, or else the discard strategies by which the dealer and
    pone keep their hands. Return the proved bounds, by quantity id.
    """
    proved = bounds(game(rules, hands), strategy)
    values = Values()
    for family in HANDS:
        # Hands are dealt at random, or kept by strategies of the discard.
        of_dealt_hands = family == DEALT
        if of_dealt_hands == (hands == "dealt"):
            for name, pair in proved.items():
                values[f"{family}.{name}"] = pair
    return values


def condition(parts: Values) -> str:
    """Return in words how the players get their hands, on which the claims depend.

    ``parts`` are the parts of the certificate by name. Only "claims" is used.
    """
    texts = []
    for family, hands in HANDS.items():
        prefix = f"{family}."
        if any(id.startswith(prefix) for id in parts["claims"]):
            texts.append(hands)
    return "; ".join(texts)


RULES = {
    "ranks": partial(read_ranks, least=2),
    "hand": partial(natural, most=DECISIONS + 1, least=1),
    "count_limit": partial(natural, most=80, least=15),
    "least_run": partial(natural, most=8, least=3),
    **dict.fromkeys(SCORED, partial(natural, most=100)),
}
DATA = {
    "hands": lambda hands: hands,  # read with the rules, by ``weights_of``
    "strategy": read_parts,
}
KIND = Kind(
    cribbage_play,
    RULES,
    DATA,
    most_bytes=48_000_000,
    looser=True,
    words=condition,
)
