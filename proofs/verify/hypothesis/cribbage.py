"""Strategies of cribbage: shows, and points for all that scores."""

from hypothesis import strategies as st

from trueodds.core.cards import DECK, RANKS, Card, format_cards
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import (
    MOST_CARDS,
    OF_A_RANK,
    count_of,
    ranks_text,
)
from trueodds.proofs.verify.hypothesis import Strategies

POINTS = st.integers(0, 9)
PLAY_POINTS = (
    *("fifteen", "limit", "go", "last_card", "pair", "three", "four"),
    *("run_card", "heels"),
)

SHOW, HAND, JACK = 5, 4, RANKS.index("J")

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

    A show has four cards under rules without a starter. The rule ``play`` has piles.
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


def changes() -> st.SearchStrategy[dict[str, object]]:
    """Return a strategy for changed rules of the show and the play, by field."""
    return st.fixed_dictionaries(
        {
            "starter": st.booleans(),
            "fifteen_points": POINTS,
            "pair_points": POINTS,
            "runs": st.sampled_from(["longest", "threes"]),
            "run_card_points": POINTS,
            "two_threes_correction": POINTS,
            "flush_card_points": POINTS,
            "hand_flush": st.integers(4, 5),
            "crib_flush": st.integers(4, 5),
            "nobs_points": POINTS,
            "play": st.fixed_dictionaries(
                {
                    "count_limit": st.integers(15, 80),
                    **{f"{name}_points": POINTS for name in PLAY_POINTS},
                    "least_run": st.integers(3, 8),
                }
            ),
        }
    )


STRATEGIES = Strategies(positions, changes)
