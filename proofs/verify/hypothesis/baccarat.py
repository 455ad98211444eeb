"""Positions and rules of baccarat: any tableau, and one to eight decks."""

from hypothesis import strategies as st

from trueodds.core.cards import RANKS
from trueodds.core.rules.baccarat import NO_THIRD_CARD, BaccaratRules

CARDS = 6
TOTALS = st.sets(st.integers(0, 9)).map(sorted)


def positions(rules: BaccaratRules) -> st.SearchStrategy[str]:
    """The ranks of the next six cards, such as ``A A A A 2 2``."""
    copies = 4 * rules.decks
    ranks = st.lists(st.sampled_from(RANKS), min_size=CARDS, max_size=CARDS)
    return ranks.filter(
        lambda dealt: all(dealt.count(rank) <= copies for rank in dealt)
    ).map(" ".join)


def changes() -> st.SearchStrategy[dict[str, object]]:
    """Decks, naturals, and the totals on which each hand draws."""
    thirds = (NO_THIRD_CARD, *RANKS)
    return st.fixed_dictionaries(
        {
            "decks": st.integers(1, 8),
            "natural": st.integers(6, 10),
            "player_draws": TOTALS,
            "banker_draws": st.fixed_dictionaries(dict.fromkeys(thirds, TOTALS)),
        }
    )
