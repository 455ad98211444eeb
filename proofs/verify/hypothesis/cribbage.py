"""Strategies of cribbage: shows, and points for all that scores."""

from typing import Any

from hypothesis import strategies as st

from trueodds.core.cards import DECK, RANKS, Card, format_cards
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import (
    MOST_CARDS,
    OF_A_RANK,
    PlayRules,
    count_of,
    ranks_text,
)
from trueodds.proofs.verify.hypothesis import Strategies

POINTS = st.integers(0, 9)

SHOW = 5
HAND = 4
JACK = RANKS.index("J")

suit = st.integers(0, 3)
rank = st.integers(0, len(RANKS) - 1)
suits = st.one_of(
    st.tuples(suit, suit).map(lambda two: [two[0]] * HAND + [two[1]]),
    st.lists(suit, min_size=SHOW, max_size=SHOW),
)
"""The suits of a show; a flush in the hand or of all five cards is frequent."""

ranks = st.one_of(
    st.lists(rank, min_size=SHOW, max_size=SHOW),
    st.tuples(
        st.integers(0, 8), st.lists(st.integers(0, 4), min_size=5, max_size=5)
    ).map(lambda near: [near[0] + step for step in near[1]]),
    st.lists(rank, min_size=SHOW - 1, max_size=SHOW - 1).map(
        lambda others: [JACK, *others]
    ),
)
"""The ranks of a show; jacks, and near ranks that make pairs and runs, are frequent."""


def positions(rules: CribbageRules, rule: str | None) -> st.SearchStrategy[str]:
    """Return a strategy for shows such as ``AC AD AH AS | 2C``, or for piles.

    Under rules without a starter, a show has four cards. If ``rule`` is "play", the
    positions are piles of the play, such as ``5 10 5 5``.
    """
    if rule == "play":
        return _piles(rules)
    count = SHOW if rules.starter else HAND
    plain = st.lists(st.sampled_from(DECK), min_size=count, max_size=count, unique=True)
    rich = st.builds(
        lambda *parts: list(map(Card, *parts))[:count], ranks, suits
    ).filter(lambda cards: len(set(cards)) == count)
    return st.one_of(plain, rich).map(
        lambda cards: " | ".join(
            part for part in (format_cards(cards[:4]), format_cards(cards[4:])) if part
        )
    )


def _piles(rules: CribbageRules) -> st.SearchStrategy[str]:
    """Return a strategy for piles of the play such as ``5 10 5 5``."""

    def fitting(ranks: list[int]) -> str:
        pile: list[int] = []
        for card in ranks:
            fits = count_of([*pile, card]) <= rules.play.count_limit
            if fits and pile.count(card) < OF_A_RANK:
                pile.append(card)
        return ranks_text(pile)

    return st.lists(rank, min_size=1, max_size=MOST_CARDS).map(fitting)


def _points(rules: type[CribbageRules | PlayRules]) -> dict[str, Any]:
    """Return a strategy for each field of points."""
    fields = rules.__struct_fields__
    return {name: POINTS for name in fields if name.endswith("_points")}


def changes() -> st.SearchStrategy[dict[str, object]]:
    """Return a strategy for changed rules of the show and the play.

    It draws new values, by field of the rules.
    """
    return st.fixed_dictionaries(
        {
            **_points(CribbageRules),
            "starter": st.booleans(),
            "runs": st.sampled_from(["longest", "threes"]),
            "two_threes_correction": POINTS,
            "hand_flush": st.integers(4, 5),
            "crib_flush": st.integers(4, 5),
            "play": st.fixed_dictionaries(
                {
                    **_points(PlayRules),
                    "count_limit": st.integers(15, 80),
                    "least_run": st.integers(3, 8),
                }
            ),
        }
    )


STRATEGIES = Strategies(positions, changes)
