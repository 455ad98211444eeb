"""The JSON schema, the CSV columns, and commands that reproduce what they made."""

import csv
import json
import shlex
from collections.abc import Callable
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
from command_list import COMMANDS

import trueodds
from trueodds import farkle
from trueodds.core import games, rulebook
from trueodds.core.rules.farkle import FarkleRules
from trueodds.reports.answers.odds import odds_answer
from trueodds.reports.text.rules import as_toml

SCHEMA = json.loads((files("trueodds.reports") / "schemas/odds-1.json").read_text())
EVERY_PRESET = [
    (name, preset)
    for name in games.ours()
    for preset in rulebook.preset_names(games.find(name))
]


def as_json(odds: trueodds.Odds) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(odds_answer(odds).text("json"))
    return record


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_every_preset_fits_the_schema(game: str, preset: str) -> None:
    odds = trueodds.odds(game, preset)
    record = as_json(odds)
    jsonschema.validate(record, SCHEMA)
    for quantity in record["quantities"]:
        held = odds[quantity["id"]]
        if held.exact is None:
            assert Fraction(quantity["lower"]) <= held.bounds.lower
            assert Fraction(quantity["upper"]) >= held.bounds.upper
        else:
            assert Fraction(quantity["exact"]) == held.exact
            assert quantity["decimal"] == float(held.exact)
        if quantity["count"] is not None:
            share = Fraction(int(quantity["count"]), int(quantity["total"]))
            assert share == held.exact
        positive = held.unit == "probability" and held.bounds.lower > 0
        assert (quantity["one_in"] is not None) == positive


def test_schema_refuses_floats_in_place_of_fractions() -> None:
    record = as_json(trueodds.odds("bunco"))
    record["quantities"][0]["exact"] = 0.5
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(record, SCHEMA)


def test_csv_columns_are_the_json_keys() -> None:
    odds = trueodds.odds("cribbage")
    rows = list(csv.DictReader(odds_answer(odds).text("csv").splitlines()))
    quantities = as_json(odds)["quantities"]
    assert list(rows[0]) == list(quantities[0])
    assert rows == [
        {key: "" if value is None else str(value) for key, value in quantity.items()}
        for quantity in quantities
    ]


@pytest.mark.parametrize(
    ("game", "rules", "changes"),
    [
        ("bunco", None, {}),
        ("bunco", "d20", {"rounds": 2, "weights": ()}),
        pytest.param(
            *("bunco", None, {"weights": (1, 1, 1, 1, 1, 2)}), marks=pytest.mark.slow
        ),
        ("baccarat", None, {"banker_draws.A": [], "decks": 2}),
        (
            "baccarat",
            None,
            {"bets": {"odd": {"label": "Odd one", "pays": {"tie": "1/3"}}}},
        ),
        pytest.param(
            *("cribbage", "published-script", {"runs": "longest", "starter": True}),
            marks=pytest.mark.slow,
        ),
        ("farkle", "zilch", {"singles.1": 200, "hot_dice": False}),
    ],
)
def test_command_reproduces_the_odds(
    game: str,
    rules: str | None,
    changes: dict[str, object],
    trueodds_command: Callable[..., tuple[int, str, str]],
) -> None:
    for odds in (
        trueodds.odds(game, rules, set=changes),
        # A record of rules has no name: what differs from the default is stated.
        trueodds.odds(game, trueodds.odds(game, rules, set=changes).rules),
    ):
        program, *arguments = shlex.split(odds.command)
        assert program == "trueodds"
        code, out, _ = trueodds_command(*arguments)
        assert code == 0
        printed, expected = json.loads(out), as_json(odds)
        for key in ("quantities", "rules_digest", "command"):
            assert printed[key] == expected[key]


def test_command_of_an_answer_states_the_rules_of_a_record(
    trueodds_command: Callable[..., tuple[int, str, str]],
) -> None:
    rules = FarkleRules.load("box", target=200)
    for answer in (farkle.match(rules=rules), farkle.solitaire(rules=rules)):
        _, *arguments = shlex.split(answer.command)
        printed = json.loads(trueodds_command(*arguments)[1])
        assert printed["rules_digest"] == rulebook.digest("farkle", rules)


def test_digest_is_of_the_rules_and_not_of_their_description() -> None:
    bunco, script = games.find("bunco"), {"bunco_points": 25}
    named = rulebook.load(bunco, "published-script")
    assert rulebook.digest("bunco", named) == rulebook.digest(
        "bunco", rulebook.load(bunco, changes=script)
    )
    assert rulebook.digest("bunco", named) != rulebook.digest(
        "bunco", rulebook.load(bunco)
    )


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_shown_rules_read_back(game: str, preset: str, tmp_path: Path) -> None:
    column = games.find(game)
    rules = rulebook.load(column, preset)
    file = tmp_path / "shown.toml"
    file.write_text(as_toml(rules), encoding="utf-8")
    assert rulebook.load(column, file) == rules


def test_description_says_what_was_changed() -> None:
    odds = trueodds.odds("baccarat", decks=6)
    assert odds.rules.description == "punto-banco with decks = 6"
    described = trueodds.odds("baccarat", decks=6, description="Six decks")
    assert described.rules.description == "Six decks"


def test_fractions_floats_and_quotes_reproduce() -> None:
    bets = {"odd": {"label": 'An "odd" \\ one', "pays": {"tie": Fraction(1, 3)}}}
    odds = trueodds.odds("baccarat", set={"bets": bets})
    _, _, changes = odds.command.partition("--set ")
    text = shlex.split(changes)[0].removeprefix("bets=")
    again = trueodds.odds("baccarat", set={"bets": text})
    assert again.rules.bets == odds.rules.bets
    half = trueodds.odds("baccarat", set={"bets.banker.pays.banker": 0.95})
    assert half.rules.bets["banker"].pays["banker"] == Fraction(19, 20)


def test_house_rules_state_only_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('extends = "box"\nstraight = 1200\n[singles]\n5 = 0\n')
    rules = rulebook.to_table(FarkleRules.load(file))
    box = rulebook.to_table(FarkleRules.load("box"))
    assert rules == box | {
        "description": "House rules on top of box",
        "straight": 1200,
        "singles": {"1": 100, "5": 0},
    }


def test_every_command_prints_csv_and_tsv_or_neither() -> None:
    """Programs read a table as CSV or as TSV, whatever the command."""
    for path, command in COMMANDS.items():
        for param in command.params:
            if param.name == "format_" and isinstance(param.type, click.Choice):
                formats = {*param.type.choices} - {"json"}
                both = len(formats & {"csv", "tsv"}) != 1
                assert both or path == ("positions",), path


def test_the_costs_of_bets_are_one_table_of_csv() -> None:
    answer = trueodds.baccarat.bets(stake=25, hands=70)
    header, *rows = answer.text("csv").splitlines()
    assert header == "id,bet,pays,edge,win,variance,cost"
    assert len(rows) == len(answer.bets)
    assert "exact" in trueodds.baccarat.bets().text("csv").splitlines()[0]
    assert [*answer.tables()] == ["quantities", "bets"]


@pytest.mark.parametrize("score", [None, "110-112"])
def test_json_has_the_costs_that_the_terminal_shows(score: str | None) -> None:
    answer = trueodds.discard("5H 5D JS QC 2D 9S", "mine", score=score)
    key = "costs_of_100" if score else "costs"
    costs = [entry[key] for entry in answer["discards"]]
    assert costs == answer.tables()["discards"].data()[key]
    assert costs[0] == 0 < costs[-1]


def test_an_answer_names_the_scoring_rule_unless_it_is_the_default() -> None:
    hand = "5H 5C 5S JD | 5D"
    by_default = repr(trueodds.score("cribbage", hand)).splitlines()[0]
    assert by_default == f"{hand}: 29 points (six-card rules)"
    crib = repr(trueodds.score("cribbage", hand, rule="crib")).splitlines()[0]
    assert crib == f"{hand}: 29 points (six-card rules, scored as crib)"
