"""Strategies of baccarat: any tableau, and one to eight decks."""

from hypothesis import strategies as st

from trueodds.core.cards import RANKS
from trueodds.core.rules.baccarat import NO_THIRD_CARD, BaccaratRules
from trueodds.proofs.verify.hypothesis import Strategies

CARDS = 6
TOTALS = st.sets(st.integers(0, 9)).map(sorted)


def positions(rules: BaccaratRules, rule: str | None) -> st.SearchStrategy[str]:
    """Return a strategy for the ranks of the next six cards, such as ``A A A A 2 2``.

    Low totals, in which both hands draw, are frequent. ``rule`` makes no difference.

    Raises:
        RulesError: If the shoe is not full decks, or cards were seen.
    """
    rules.require_full_decks("strategies draw from full decks")
    copies = 4 * rules.decks
    ranks = st.lists(st.sampled_from(RANKS), min_size=CARDS, max_size=CARDS)
    total = st.integers(0, 7)
    # With a K and a Q as second cards, the first cards alone make the totals.
    with_tens = st.tuples(ranks, total, total).map(
        lambda drawn: [*map(_of_total, drawn[1:]), "K", "Q", *drawn[0][4:]]
    )
    return (
        st.one_of(ranks, with_tens)
        .filter(lambda dealt: all(dealt.count(rank) <= copies for rank in dealt))
        .map(" ".join)
    )


def _of_total(total: int) -> str:
    """Return a rank that makes this total with a card of value 0."""
    return RANKS[total - 1] if total else "J"


def changes() -> st.SearchStrategy[dict[str, object]]:
    """Return a strategy for changed decks, naturals and totals on which hands draw.

    It draws new values, by field of the rules.
    """
    thirds = (NO_THIRD_CARD, *RANKS)
    return st.fixed_dictionaries(
        {
            "decks": st.integers(1, 8),
            "natural": st.integers(6, 10),
            "player_draws": TOTALS,
            "banker_draws": st.fixed_dictionaries(dict.fromkeys(thirds, TOTALS)),
        }
    )


STRATEGIES = Strategies(positions, changes)
