"""The engines of Farkle, baccarat and Bunco in the browser against Python."""

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from farkle_engine import (
    check_keeps,
    check_match,
    check_toml,
    check_turn_with_dice,
    check_turns,
    farkle_rules,
)
from javascript import EDGES, FRACTION

from trueodds.analysis.baccarat.bets import Prices
from trueodds.analysis.baccarat.cells import single_cell_changes
from trueodds.analysis.baccarat.count import linear_counts
from trueodds.analysis.run import odds as exact_odds
from trueodds.core import rulebook
from trueodds.core.cards import Shoe
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.core.rules.bunco import BuncoRules
from trueodds.reports.html.pages.farkle.turn import every_preset
from trueodds.reports.html.site import script_text

pytestmark = pytest.mark.book

ENGINES = ("common", "farkle", "baccarat", "baccarat_count", "bunco", "bunco_night")

CELLS = """([rules, shoe, cells]) => {
  const {baccarat} = trueodds;
  const tableau = baccarat.tableauOf(rules);
  const deals = baccarat.together(baccarat.countDeals(shoe));
  const before = baccarat.winnersUnder(deals, tableau);
  return cells.map(([row, total]) => {
    const columns = {player: -1, none: baccarat.NONE};
    const column = columns[row] ?? baccarat.VALUES.indexOf(row);
    const other = baccarat.flipped(tableau, column, total);
    const after = baccarat.winnersUnder(deals, other);
    return Object.fromEntries(
      Object.keys(after).map((who) => [who, after[who] - before[who]]));
  });
}"""
COUNTS = """([rules, shoe, running, dealt]) => {
  const {baccarat} = trueodds;
  const tableau = baccarat.tableauOf(rules);
  const counts = baccarat.linearCounts(baccarat.readBets(rules.bets), shoe, tableau);
  return Object.fromEntries(Object.entries(counts).map(
    ([name, count]) => [name, [count.tags, count.estimate(running, dealt)]]));
}"""
NIGHT = f"""(rules) => {{
  {FRACTION}
  const {{points, buncos}} = trueodds.bunco.night(rules);
  const exact = trueodds.bunco.exact(rules);
  return {{points, buncos, exact: Object.fromEntries(
    Object.entries(exact).map(([name, pair]) => [name, text(pair)]))}};
}}"""


@pytest.fixture
def engine(visit: Any) -> Iterator[Any]:
    """Open an empty page with the three engines, which must not complain."""
    for name in ENGINES:
        visit.page.add_script_tag(content=script_text(f"engines/{name}.js"))
    yield visit.page
    assert visit.complaints == []


def shoes(number: int) -> Iterator[Shoe]:
    """Yield full shoes, then random ones by rank and by card, some nearly empty."""
    rng = random.Random(17)
    yield Shoe.of_cards(8)
    yield Shoe.of_decks(8)
    while number := number - 1:
        decks = rng.randint(1, 8)
        most = 4 * decks if number % 2 else decks
        counts = [rng.randint(0, most) for _ in range(13 if number % 2 else 52)]
        if number % 5 == 0:
            counts = [count * (rng.random() < 0.3) for count in counts]
        counts[0] += max(0, 6 - sum(counts))
        yield Shoe(tuple(counts))


def test_baccarat_edges_of_100_shoes_equal_the_fractions_of_odds(engine: Any) -> None:
    rules = BaccaratRules.load()
    drawn = list(shoes(100))
    listed = [list(shoe.counts) for shoe in drawn]
    priced = engine.evaluate(EDGES, [rulebook.to_table(rules), listed])
    for shoe, edges in zip(drawn, priced, strict=True):
        prices = Prices(rules, shoe)
        expected = {name: str(-prices.expected(name)) for name in prices.bets}
        assert edges == expected, shoe


def test_baccarat_cells_shift_the_winners_as_in_python(engine: Any) -> None:
    rules, shoe = BaccaratRules.load(), Shoe.of_decks(6)
    changes = single_cell_changes(rules, shoe)
    cells = [[change.row, change.total] for change in changes]
    table = rulebook.to_table(rules)
    shifts = engine.evaluate(CELLS, [table, list(shoe.counts), cells])
    assert shifts == [dict(change.shifts) for change in changes]


def test_baccarat_tags_and_estimates_are_those_of_the_best_count(engine: Any) -> None:
    rules, shoe = BaccaratRules.load(), Shoe.of_decks(8)
    counts = linear_counts(rules, Prices(rules, shoe))
    table = rulebook.to_table(rules)
    counted = engine.evaluate(COUNTS, [table, list(shoe.counts), 7, 100])
    assert counted.keys() == counts.keys()
    for name, (tags, estimate) in counted.items():
        assert tags == list(counts[name].tags), name
        assert estimate == pytest.approx(
            float(counts[name].estimate(7, 100)), abs=1e-12
        )


def test_farkle_turns_under_20_rule_sets_equal_the_exact_turns(engine: Any) -> None:
    assert check_turns(engine.evaluate, farkle_rules(24)) >= 20


@pytest.mark.parametrize(
    ("preset", "dice"),
    [(name, "") for name, _ in every_preset()]
    + [("kingdom-come", "weighted*2, fair*4")],
)
def test_farkle_keeps_are_ranked_as_by_advise(
    engine: Any, preset: str, dice: str
) -> None:
    check_keeps(engine.evaluate, preset, dice)


@pytest.mark.parametrize(
    ("preset", "dice", "opening"),
    [
        ("kingdom-come", "weighted, fair*5", False),
        ("kingdom-come", "aranka*2, ci*2, even*2", False),
        ("box", "10:1:1:1:1:1*3, fair*3", True),
        ("ece209-literal", "weighted*2, fair*4", False),
        ("facebook", "0:1:1:1:1:1, 2:2:2:2:2:2*5", False),
    ],
)
def test_turn_with_any_dice_equals_python(
    engine: Any, preset: str, dice: str, opening: bool
) -> None:
    check_turn_with_dice(engine.evaluate, preset, dice, opening)


def test_farkle_rules_as_toml_are_the_same_rules(engine: Any, tmp_path: Path) -> None:
    check_toml(engine.evaluate, farkle_rules(20), tmp_path)


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("ece209", {"target": 500}),
        ("box", {"target": 1000}),
        ("kingdom-come", {"target": 500}),
        ("facebook", {"target": 500, "lowest_score": -700}),
        ("zilch", {"target": 600, "hot_dice": False}),
    ],
)
def test_farkle_match_positions_lie_between_the_proved_bounds(
    engine: Any, preset: str, changes: dict[str, Any]
) -> None:
    check_match(engine.evaluate, preset, changes)


NIGHTS: list[dict[str, str]] = [
    {},
    {"tables": "1"},
    {"tables": "5", "rounds": "4"},
    {"weights": "1,1,1,1,1,2", "rounds": "3"},
    {
        "weights": "3,1,2,5,1,2",
        "rounds": "6",
        "tables": "2",
        "players_per_table": "2",
        "bunco_ends_turn": "true",
        "turn_capped": "true",
    },
    {"bunco_points": "25", "mini_bunco_ends_turn": "true", "round_points": "15"},
]


@pytest.mark.parametrize("changes", NIGHTS)
def test_bunco_nights_lie_between_the_proved_bounds(
    engine: Any, changes: dict[str, str]
) -> None:
    odds = exact_odds("bunco", None, set=changes)
    rules = odds.rules
    assert isinstance(rules, BuncoRules)
    table = rulebook.to_table(rules) | {"weights": list(rules.face_weights)}
    night = engine.evaluate(NIGHT, table)
    for tally in ("points", "buncos"):
        mean = float(odds[f"night.{tally}.mean"].bounds.midpoint)
        assert night[tally]["mean"] == pytest.approx(mean, rel=1e-12)
        distribution = night[tally]["distribution"]
        listed: list[Quantity] = odds.family(f"night.{tally}")
        assert len(listed) > 3
        for n, quantity in enumerate(listed):
            value = distribution[n] if n < len(distribution) else 0
            assert quantity.bounds.lower - Fraction(1, 10**8) <= value, quantity.id
            assert value <= quantity.bounds.upper + Fraction(1, 10**8), quantity.id
    ids = {
        "bunco": "roll.bunco",
        "miniBunco": "roll.mini_bunco",
        "rollMean": "roll.mean",
        "gameMean": "game.mean",
        "anyBunco": "game.any_bunco",
    }
    assert night["exact"] == {name: str(odds[id].exact) for name, id in ids.items()}
