"""The engine of baccarat's pages against the reference: the tableau, coup by coup."""

from itertools import product

import pytest
from javascript import EDGES, evaluated

import trueodds
from trueodds.analysis.baccarat.bets import Prices
from trueodds.core import rulebook
from trueodds.core.cards import RANKS, Shoe
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.core.rules.baccarat.coup import play
from trueodds.reports.html.book import BookOptions
from trueodds.reports.html.pages.baccarat import pages

WINNERS = """([rules]) => {
  const {baccarat} = trueodds;
  const tableau = baccarat.tableauOf(rules);
  const deals = new Float64Array(10000);
  return Array.from(deals, (_, place) => {
    deals[place] = 1;
    const winners = baccarat.winnersUnder(deals, tableau);
    deals[place] = 0;
    return Object.keys(winners).find((who) => winners[who]);
  });
}"""
"""Function of rules: the winner by both totals of two cards and the next two ranks."""


@pytest.mark.parametrize("preset", ["punto-banco", "published-script-eight-decks"])
def test_every_coup_has_the_winner_of_the_reference(preset: str) -> None:
    """A ten and a second card make any total; all ten-valued ranks are as the ten."""
    rules = BaccaratRules.load(preset)
    won = evaluated(["common", "baccarat"], WINNERS, [rulebook.to_table(rules)])
    ten = 9
    coups = product(range(10), range(10), range(10), range(10))
    for winner, (player, banker, third, fourth) in zip(won, coups, strict=True):
        hands = [(total - 1) % 10 for total in (player, banker)]
        coup = play([*hands, ten, ten, third, fourth], rules)
        assert winner == coup.winner, (player, banker, third, fourth)


def test_every_bet_has_the_edge_of_the_analysis() -> None:
    """In a full shoe by rank and by card, and in one of few cards."""
    rules = BaccaratRules.load()
    shoes = [Shoe.of_cards(8), Shoe.of_decks(8), Shoe((3, 0, 1, 4, 2, 5) + (1,) * 7)]
    listed = [list(shoe.counts) for shoe in shoes]
    edges = evaluated(["common", "baccarat"], EDGES, [rulebook.to_table(rules), listed])
    for shoe, shown in zip(shoes, edges, strict=True):
        prices = Prices(rules, shoe)
        expected = {name: str(-prices.expected(name)) for name in prices.bets}
        assert shown == expected


@pytest.mark.parametrize(
    ("changes", "exact"),
    [
        ({}, True),
        ({"decks": 9}, False),
        ({"shoe": "A:9,9:9"}, False),
        ({"banker_draws.K": []}, False),
        ({f"banker_draws.{rank}": [] for rank in RANKS[9:]}, True),
    ],
)
def test_a_page_of_the_shoe_is_only_where_its_script_is_exact(
    changes: dict[str, object], exact: bool
) -> None:
    """The script has a row for all ten-valued ranks, and counts deals in floats."""
    rules = BaccaratRules.load(**changes)
    written = [*pages(trueodds.odds("baccarat", rules), BookOptions())]
    assert bool(written) == exact
    full = rules.left()
    edges = evaluated(
        ["common", "baccarat"], EDGES, [rulebook.to_table(rules), [list(full.counts)]]
    )
    prices = Prices(rules, full)
    shown = {name: str(-prices.expected(name)) for name in prices.bets}
    assert edges == [shown] or not exact
