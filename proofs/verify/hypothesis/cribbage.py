"""Positions and rules of cribbage: any show, and any points for what scores."""

from hypothesis import strategies as st

from trueodds.core.cards import DECK, RANKS, format_cards
from trueodds.core.rules.cribbage import CribbageRules
from trueodds.core.rules.cribbage_play import (
    MOST_CARDS,
    OF_A_RANK,
    count_of,
    ranks_text,
)

POINTS = st.integers(0, 9)
PLAY_POINTS = (
    *("fifteen", "limit", "go", "last_card", "pair", "three", "four"),
    *("run_card", "heels"),
)


def positions(rules: CribbageRules) -> st.SearchStrategy[str]:
    """A show such as ``AC AD AH AS | 2C``; four cards alone without a starter."""
    count = 5 if rules.starter else 4
    shows = st.lists(st.sampled_from(DECK), min_size=count, max_size=count, unique=True)
    return shows.map(
        lambda cards: " | ".join(
            part for part in (format_cards(cards[:4]), format_cards(cards[4:])) if part
        )
    )


def positions_of_play(rules: CribbageRules) -> st.SearchStrategy[str]:
    """A pile of the play such as ``5 10 5 5``; a card that does not fit is left out."""

    def fitting(ranks: list[int]) -> str:
        pile: list[int] = []
        for rank in ranks:
            fits = count_of([*pile, rank]) <= rules.play.count_limit
            if fits and pile.count(rank) < OF_A_RANK:
                pile.append(rank)
        return ranks_text(pile)

    ranks = st.integers(0, len(RANKS) - 1)
    return st.lists(ranks, min_size=1, max_size=MOST_CARDS).map(fitting)


def changes() -> st.SearchStrategy[dict[str, object]]:
    """Points, runs, flushes, and whether there is a starter."""
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
