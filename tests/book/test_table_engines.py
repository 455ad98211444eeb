"""The engines of Farkle, baccarat and Bunco in the browser against Python."""

import random
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from javascript import EDGES, FRACTION
from msgspec import structs
from strategies.farkle import bounded_turn

from trueodds.analysis.baccarat.bets import Prices
from trueodds.analysis.baccarat.cells import single_cell_changes
from trueodds.analysis.baccarat.count import linear_counts
from trueodds.analysis.farkle.match import advise, solved
from trueodds.analysis.farkle.turn.advice import Adviser
from trueodds.analysis.run import odds as exact_odds
from trueodds.core import rulebook
from trueodds.core.cards import Shoe
from trueodds.core.errors import RulesError
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.core.rules.baccarat import BaccaratRules
from trueodds.core.rules.bunco import BuncoRules
from trueodds.core.rules.farkle import FarkleRules
from trueodds.core.rules.farkle.loaded_dice import known_dice
from trueodds.reports.html.pages.farkle.match import SolvedMatch
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
TURN = """([rules, opening, text, known]) => {
  const {farkle} = trueodds;
  try {
    const set = text ? farkle.diceSet(farkle.readDice(text, known)) : farkle.FAIR;
    const turn = farkle.turn(rules, {set, opening});
    const bankAt = turn.bankAt.map((stake, n) => [
      set.kinds.flatMap(({name}, kind) => Array(set.multisets[n][kind]).fill(name)),
      stake]);
    return {mean: turn.mean, farkle: turn.farkle, bankAt: bankAt.slice(1)};
  } catch (error) {
    return {refused: error.message};
  }
}"""
KEEPS = """([rules, positions, text, known]) => {
  const {farkle} = trueodds;
  const set = text ? farkle.diceSet(farkle.readDice(text, known)) : farkle.FAIR;
  const turn = farkle.turn(rules, {set});
  return positions.map(([roll, stake]) => {
    const dice = farkle.readRoll(roll, set);
    const options = farkle.options(turn, dice, stake);
    // The engines number the multisets of mixed dice in different orders.
    return options.map(({kept, points, left, choice, value}) => [
      kept.map(({kind, face}) => `${set.kinds[kind].name}=${face}`).sort().join(' '),
      points, text ? 0 : left, choice.action, value]);
  });
}"""
MATCH = """([match, win, last, positions]) => {
  const {farkle} = trueodds;
  return positions.map(([mine, theirs, stake, dice, status, theirStatus]) => {
    const options = {status, theirStatus};
    const turn = farkle.matchTurn({...match, win, last}, mine, theirs, options);
    const {bank, roll} = turn.choice(stake * match.unit, dice);
    return [bank, roll, turn.bankAt];
  });
}"""
DICE = {name: list(die.weights) for name, die in known_dice().items() if not die.joker}
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


def farkle_rules(number: int) -> Iterator[FarkleRules]:
    """Yield the presets, then random changes of presets."""
    rng = random.Random(18)
    presets = [rules for _, rules in every_preset()]
    yield from presets
    for _ in range(number - len(presets)):
        rules = rng.choice(presets)
        yield structs.replace(
            rules,
            singles={1: 100, 5: 50} | {rng.randint(1, 6): rng.choice((0, 50, 100))},
            straight=rng.choice((0, 1000, 1500, 3000)),
            straights=rng.choice(({}, {"12345": 500}, {"1234": 250, "23456": 700})),
            three_pairs=rng.choice((0, 750, 1500)),
            two_triplets=rng.choice((0, 2500)),
            patterns=rng.choice(({}, {"3+2": 1500}, {"2+2": 250, "1155": 600})),
            nothing=0,
            hot_dice=rng.random() < 0.7,
            minimum_to_bank=rng.choice((0, 300)),
            minimum_to_open=rng.choice((0, 500)),
        )


def test_farkle_turns_under_20_rule_sets_equal_the_exact_turns(engine: Any) -> None:
    compared = 0
    for number, rules in enumerate(farkle_rules(24)):
        opening = number % 2 == 1
        table = rulebook.to_table(rules)
        reason = None
        try:
            turn = Adviser(rules, opening=opening).turn
        except RulesError as error:
            reason = str(error).partition(" ")[0]
        played = engine.evaluate(TURN, [table, opening])
        if reason is not None:
            assert played["refused"].startswith(reason), rules
            continue
        assert played["mean"] == pytest.approx(float(turn.mean), rel=1e-12)
        assert played["farkle"] == pytest.approx(float(turn.farkle), rel=1e-12)
        thresholds = {len(dice): at for dice, at in played["bankAt"] if at is not None}
        assert thresholds == turn.bank_at
        compared += 1
    assert compared >= 20


@pytest.mark.parametrize(
    ("preset", "dice"),
    [(name, "") for name, _ in every_preset()]
    + [("kingdom-come", "weighted*2, fair*4")],
)
def test_farkle_keeps_are_ranked_as_by_advise(
    engine: Any, preset: str, dice: str
) -> None:
    rng = random.Random(19)
    rules = FarkleRules.load(preset, **({"dice": dice} if dice else {}))
    adviser = Adviser(rules)
    counts = adviser.dice.multisets[adviser.dice.whole]
    kinds = [kind for kind, count in enumerate(counts) for _ in range(count)]
    names = [kind.name for kind in adviser.dice.kinds]

    def text(roll: Iterable[tuple[int, int]]) -> str:
        return " ".join(sorted(f"{names[kind]}={face}" for kind, face in roll))

    positions = []
    for _ in range(10):
        stake = adviser.dice.unit * rng.randint(0, 40)
        number = rng.randint(1, 6) if stake else 6
        shown = [(kind, rng.randint(1, 6)) for kind in rng.sample(kinds, number)]
        positions.append((tuple(sorted(shown)), stake))
    asked = [[text(roll), stake] for roll, stake in positions]
    ranked = engine.evaluate(KEEPS, [rulebook.to_table(rules), asked, dice, DICE])
    for (roll, stake), keeps in zip(positions, ranked, strict=True):
        options = [
            (
                text(o.kept),
                o.points,
                0 if dice else o.left,
                o.choice.action,
                middle(o.choice.value),
            )
            for o in adviser.options(roll, stake)
        ]
        values = [keep[4] for keep in keeps]
        assert values == sorted(values, reverse=True)
        if dice:  # equal values may differ in the last digit
            keeps.sort()
            options.sort()
        assert [keep[:4] for keep in keeps] == [list(each[:4]) for each in options]
        values = [value for *_, value in options]
        near = 1e-11 if dice else 1e-12
        assert [keep[4] for keep in keeps] == pytest.approx(values, rel=near)


def middle(value: Fraction | Enclosure) -> float:
    """Return an exact value, or the middle of its bounds."""
    return float(value if isinstance(value, Fraction) else value.midpoint)


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
    rules = FarkleRules.load(preset)
    page = engine.evaluate(TURN, [rulebook.to_table(rules), opening, dice, DICE])
    minimum = max(rules.minimum_to_bank, rules.minimum_to_open if opening else 0)
    turn = bounded_turn(rules, dice, minimum)
    assert page["mean"] == pytest.approx(float(turn.mean.midpoint), rel=1e-11)
    assert page["farkle"] == pytest.approx(float(turn.farkle.midpoint), abs=1e-9)
    bank_at = {
        tuple(sorted(turn.dice.names(turn.dice.multisets[left]))): at
        for left, at in turn.bank_at.items()
    }
    assert {tuple(sorted(names)): at for names, at in page["bankAt"]} == bank_at


def test_farkle_rules_as_toml_are_the_same_rules(engine: Any, tmp_path: Any) -> None:
    for rules in farkle_rules(20):
        text = engine.evaluate("trueodds.farkle.toml", rulebook.to_table(rules))
        file = tmp_path / "house.toml"
        file.write_text(text, encoding="utf-8")
        loaded = FarkleRules.load(str(file))
        assert structs.replace(loaded, description=rules.description) == rules


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
    match = solved(FarkleRules.load(preset, **changes))
    facts = SolvedMatch(preset, match)
    numbers = np.frombuffer(facts.arrays, "<f8")
    space = match.space
    win, last = np.split(numbers, [space.states**2])
    last = last.reshape(facts.facts["kinds"], -1)
    rng = random.Random(20)
    positions = []
    for _ in range(50):
        mine, theirs = (rng.randrange(space.scores) for _ in range(2))
        farkles = [rng.randrange(space.statuses) for _ in range(2)]
        stake = rng.randrange(20)
        dice = rng.randint(1, 6) if stake else 6
        positions.append((mine, theirs, stake, dice, *farkles))
    advised = engine.evaluate(
        MATCH, [facts.facts, win.tolist(), last.tolist(), positions]
    )
    for position, (bank, roll, _) in zip(positions, advised, strict=True):
        mine, theirs, stake, dice, *farkles = position
        exact = advise(
            match,
            score=(mine - space.start) * space.unit,
            opponent=(theirs - space.start) * space.unit,
            stake=stake * space.unit,
            dice=dice,
            farkles=farkles[0],
            opponent_farkles=farkles[1],
        )
        assert (bank is None) == (exact.bank is None), position
        for value, bounds in ((bank, exact.bank), (roll, exact.roll)):
            if bounds is not None:
                assert bounds.lower - Fraction(1, 10**11) <= value, position
                assert value <= bounds.upper + Fraction(1, 10**11), position


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
