"""What is printed as JSON fits the schema that is shipped under its name."""

import json
import shlex
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from commands import Run

from trueodds.analysis.run import odds
from trueodds.core.odds import Odds
from trueodds.core.rules.bunco import BuncoRules
from trueodds.reports.answers import compare

FOLDER = files("trueodds.reports") / "schemas"
SCHEMAS: dict[str, Any] = {
    schema["title"]: schema
    for schema in (json.loads(file.read_text("utf-8")) for file in FOLDER.iterdir())
}

DEAL = "discard '5H 5D JS QC 2D 9S'"
LOADED = "'ci=1 fair=1 fair=2 fair=2 fair=3 fair=5'"
MATCH = "farkle advise --set target=300 --score 0 --opponent 250"
BEST_DICE = "farkle best-dice --inventory {inventory} --rules kingdom-come"
COMMANDS = [
    "cite",
    "cite bunco roll.bunco",
    "cite farkle options 115233",
    "cite S1.e",
    "advise bunco race 1 18 20 0",
    "score baccarat '6 K 8 A 9 5'",
    "score cribbage '5H 5C 5S JD | 5D' --rule crib",
    "score farkle 113456 246",
    f"{DEAL} --role dealer",
    DEAL,
    f"{DEAL} --cuts",
    f"{DEAL} --role theirs --cuts --throw 2d9s",
    f"{DEAL} --with-play",
    f"{DEAL} --role pone --with-play",
    f"{DEAL} --throw 2d9s --distribution --opponent uniform",
    f"{DEAL} --role pone --throw 2d,9s --distribution",
    f"{DEAL} --score 0-5",
    f"{DEAL} --score 116 112 --role theirs",
    "cribbage win",
    "cribbage win --score 94 --opponent 86 --role theirs",
    "positions bunco --sample 3 --scored",
    "farkle options 113334 --rules blog --opening",
    "farkle options 2346",
    "farkle options 123456 --set hot_dice=false",
    "farkle advise --stake 0 --dice 6",
    "farkle advise --stake 650 --dice 3",
    "farkle advise --stake 650 --roll 1556",
    "farkle advise --stake 650 --roll 2346",
    "baccarat bets --stake 25",
    "bunco night",
    "farkle policy",
    "farkle policy --dice 'weighted, fair*5'",
    "farkle options weighted=1 fair=5 --dice 'weighted, fair*5'",
    "farkle advise --set-of-dice ci*6 --stake 300 --dice 3",
    f"{MATCH} --stake 200 --dice 2",
    f"{MATCH} --against ci*6 --stake 200 --dice 2",
    f"{MATCH} --set-of-dice 'ci, fair*5' --stake 0 --roll {LOADED}",
    f"{MATCH} --stake 0 --roll 111223",
    f"{MATCH} --stake 100 --roll 2346",
    f"{BEST_DICE} --rounding",
    f"{BEST_DICE} --for turns --target 300",
    f"{BEST_DICE} --for match --target 300",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_printed_fits(
    command: str, tmp_path: Path, trueodds_command: Run
) -> None:
    inventory = tmp_path / "dice.toml"
    inventory.write_text("[dice]\neven = 4\nodd = 3\n")
    words = shlex.split(command.format(inventory=inventory))
    code, out, err = trueodds_command(*words, "--format", "json")
    assert (code, err) == (0, "")
    assert_fits(json.loads(out))


def test_verdicts_on_files_fit(tmp_path: Path, trueodds_command: Run) -> None:
    """Of a table of odds, and of a file that is derived again."""
    table, printed = tmp_path / "table.csv", tmp_path / "odds.json"
    table.write_text("roll.bunco,0.46 %\nroll.triple,1 in 35\n")
    arguments = ["verify", "odds", "bunco", str(table), "--format", "json"]
    code, out, _ = trueodds_command(*arguments)
    assert code == 1
    assert json.loads(out)["counts"] == {"right": 1, "wrong": 1}
    assert_fits(json.loads(out))
    arguments = ["odds", "bunco", "--set", "rounds=1", "--format", "json"]
    printed.write_text(trueodds_command(*arguments)[1])
    code, out, _ = trueodds_command("reproduce", str(printed), "--format", "json")
    assert code == 0
    assert_fits(json.loads(out))


def test_a_comparison_fits() -> None:
    """Of the first quantities: all of them take long."""
    odds_by_rules = {}
    for name in ("bunco", "published-script"):
        rules = BuncoRules.load(name)
        odds_by_rules[name] = Odds(
            "bunco", rules, f"trueodds {name}", islice(odds("bunco", rules).values(), 9)
        )
    odds_by_rules["d20"] = Odds(
        "bunco", rules, "trueodds d20", islice(odds("bunco", rules).values(), 8)
    )
    assert_fits(json.loads(compare.comparison("bunco", odds_by_rules).text("json")))


def assert_fits(record: dict[str, Any]) -> None:
    """Assert that the record fits its schema, which has required keys."""
    schema = SCHEMAS[record["schema"]]
    jsonschema.validate(record, schema)
    assert schema["required"]


def test_a_quantity_is_the_same_everywhere() -> None:
    quantity = SCHEMAS["trueodds.odds/1"]["$defs"]["quantity"]
    for name in ("compare", "equilibrium"):
        assert SCHEMAS[f"trueodds.{name}/1"]["$defs"]["quantity"] == quantity
