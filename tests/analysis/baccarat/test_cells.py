"""Every cell of the tableau changed alone, and the published script's differences."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies.baccarat import random_rules

import trueodds
from trueodds.analysis.baccarat.cells import Change, single_cell_changes
from trueodds.analysis.baccarat.distribution import coup_distribution
from trueodds.core.cards import RANKS, Shoe
from trueodds.core.rules.baccarat import BaccaratRules, Winner

rules = BaccaratRules.load
WINNERS: tuple[Winner, ...] = ("player", "banker", "tie")


def with_cell_changed(record: BaccaratRules, change: Change) -> BaccaratRules:
    """Return the same rules with that one decision the other way, as data."""

    def flipped(totals: tuple[int, ...]) -> list[int]:
        return sorted({*totals} ^ {change.total})

    if change.row == "player":
        return rules(record, player_draws=flipped(record.player_draws))
    rows = [RANKS[rank] for rank in change.ranks] or ["none"]
    draws = {**record.banker_draws}
    draws |= {row: tuple(flipped(draws[row])) for row in rows}
    return rules(record, banker_draws=draws)


def counts(record: BaccaratRules, shoe: Shoe) -> dict[Winner, int]:
    distribution = coup_distribution(record, shoe).map(lambda outcome: outcome.winner)
    return {winner: distribution.weight(winner) for winner in WINNERS}


shoes = st.lists(st.integers(0, 9), min_size=13, max_size=13).filter(
    lambda counts: sum(counts) > 6
)


@settings(max_examples=4, deadline=None)
@given(st.one_of(st.just(rules()), random_rules(1)), shoes, st.data())
def test_a_changed_cell_is_the_rules_with_that_cell_changed(
    record: BaccaratRules, shoe: list[int], data: st.DataObject
) -> None:
    held = Shoe(tuple(shoe))
    before = counts(record, held)
    changes = single_cell_changes(record, held)
    for change in data.draw(st.lists(st.sampled_from(changes), max_size=4)):
        after = counts(with_cell_changed(record, change), held)
        assert change.shifts == {w: after[w] - before[w] for w in WINNERS}
        assert change.counts == before


def test_least_cell_first() -> None:
    odds = trueodds.odds("baccarat")
    moved = [
        max(abs(odds[f"{cell}.{bet}"].bounds.lower) for bet in ("banker", "player"))
        for cell in dict.fromkeys(
            id.rpartition(".")[0] for id in odds if id.startswith("cell.")
        )
    ]
    assert len(moved) == 96
    assert moved == sorted(moved)


def test_coups_to_notice_a_cell_by_hand() -> None:
    odds = trueodds.odds("baccarat")
    changes = single_cell_changes(rules(), Shoe.of_decks(8))
    (change,) = (c for c in changes if (c.row, c.total) == ("A", 4))
    divergence = sum(
        Fraction(change.shifts[winner], change.deals) ** 2
        / Fraction(change.counts[winner], change.deals)
        for winner in WINNERS
    )
    # 17.4267 is the tabled noncentrality of 2 degrees of freedom, 1 % and 90 %.
    needed = odds["cell.A.4.coups"].exact
    assert needed is not None
    assert float(needed) == pytest.approx(17.4267 / float(divergence), rel=1e-5)


@pytest.mark.parametrize("preset", ["published-script", "published-script-eight-decks"])
def test_seed_script_differs_in_sixteen_cells(preset: str) -> None:
    odds = trueodds.odds("baccarat", preset)
    assert odds["tableau.cells"].exact == 16
    cells = {id for id in odds if id.startswith("tableau.cell.")}
    assert cells == {f"tableau.cell.{r}.{t}" for r in ("A", "10") for t in range(4)}
    standard = trueodds.odds("baccarat", decks=odds.rules.decks)
    for winner in WINNERS:
        difference = odds[f"coup.{winner}"].bounds.lower
        difference -= standard[f"coup.{winner}"].bounds.lower
        assert odds[f"tableau.shift.{winner}"].exact == difference


def test_punto_banco_is_punto_banco() -> None:
    odds = trueodds.odds("baccarat", decks=3)
    assert odds["tableau.cells"].exact == 0
    assert odds["tableau.shift.tie"].exact == 0


def test_player_cell_that_differs_is_told() -> None:
    odds = trueodds.odds("baccarat", player_draws=[0, 1, 2, 3, 4])
    assert odds["tableau.cells"].exact == 1
    assert "tableau.cell.player.5" in odds
