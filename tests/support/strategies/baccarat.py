"""Baccarat for tests: shoes and tableaux at random."""

from hypothesis import strategies as st

from trueodds.core.cards import RANKS
from trueodds.core.rules.baccarat import BaccaratRules

THIRDS = ("none", *RANKS)
"""The rows of the Banker's draws: no third card of the Player, and its ranks."""
shoes = st.lists(st.integers(0, 40), min_size=13, max_size=13).filter(
    lambda shoe: sum(shoe) > 5
)
totals = st.sets(st.integers(0, 9)).map(sorted)


def random_rules(lowest_natural: int) -> st.SearchStrategy[BaccaratRules]:
    """Return rules with any draws and a natural from this total to 10."""
    return st.builds(
        BaccaratRules.load,
        player_draws=totals,
        banker_draws=st.fixed_dictionaries(dict.fromkeys(THIRDS, totals)),
        natural=st.integers(lowest_natural, 10),
    )
