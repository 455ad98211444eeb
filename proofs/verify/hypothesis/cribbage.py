"""Positions and rules of cribbage: any show, and any points for what scores."""

from hypothesis import strategies as st

from trueodds.core.cards import DECK, format_cards
from trueodds.core.rules.cribbage import CribbageRules

POINTS = st.integers(0, 9)


def positions(rules: CribbageRules) -> st.SearchStrategy[str]:
    """A show such as ``AC AD AH AS | 2C``; four cards alone without a starter."""
    count = 5 if rules.starter else 4
    shows = st.lists(st.sampled_from(DECK), min_size=count, max_size=count, unique=True)
    return shows.map(
        lambda cards: " | ".join(
            part for part in (format_cards(cards[:4]), format_cards(cards[4:])) if part
        )
    )


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
        }
    )
