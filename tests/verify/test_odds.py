"""``trueodds verify odds``: tables of odds, judged to their digits."""

from collections.abc import Callable
from pathlib import Path

import pytest

import trueodds
from trueodds.core.errors import PositionError, UnknownNameError
from trueodds.core.odds import Odds
from trueodds.proofs.verify.odds import judge_table
from trueodds.reports import parts
from trueodds.reports.text.odds import View, view_output


@pytest.fixture(scope="module")
def odds() -> Odds:
    return trueodds.odds("bunco")


TABLE = """id,value
roll.bunco,0.46 %
roll.triple,2.7%
roll.mini_bunco,"0.030"
game.at_least.4,45.35512 %
roll.bunco,1 in 216
roll.mean,151/216
"""


def test_values_are_judged_to_their_digits(odds: Odds) -> None:
    rows = judge_table(TABLE, odds)
    assert [(row.verdict, row.right) for row in rows] == [
        ("true", "0.46 %"),
        ("approximate", "2.8 %"),
        ("false", "0.023"),
        ("true", "45.35512 %"),
        ("true", "1 in 216"),
        ("true", "151/216"),
    ]


@pytest.mark.parametrize("meant", ["0.46 %", "1 in 216"])
def test_a_number_without_its_unit_is_told_the_unit(odds: Odds, meant: str) -> None:
    (row,) = judge_table(f"roll.bunco,{meant.strip(' %').split()[-1]}", odds)
    assert (row.verdict, row.right) == ("false", meant)


def test_tables_of_doubles_as_programs_print_them(odds: Odds) -> None:
    """Powers of ten, and a last digit that is that of the nearest double."""
    floats = {id: odds[id].decimal for id in ("roll.mini_bunco", "game.mean")}
    floats["game.any_bunco"] = odds["game.any_bunco"].decimal
    table = "".join(f"{id},{value!r}\n" for id, value in floats.items())
    table += "roll.bunco,4.63e-3\nroll.bunco,4.62E-03\n"
    *exact, right, wrong = judge_table(table, odds)
    assert {row.verdict for row in exact} == {"true"}
    assert (right.verdict, wrong.verdict) == ("true", "approximate")
    (row,) = judge_table("roll.mini_bunco,0.023148148148148143", odds)
    assert row.verdict == "false"


@pytest.mark.parametrize(
    ("game", "label", "id"),
    [
        ("bunco", "BUNCO", "roll.bunco"),
        ("bunco", "A roll is a Bunco", "roll.bunco"),
        ("baccarat", "House edge: Banker", "bet.banker.edge"),
        ("baccarat", "The coup is a tie", "coup.tie"),
        ("baccarat", "house edge tie 8", "bet.tie_8.edge"),
    ],
)
def test_labels_name_quantities_too(game: str, label: str, id: str) -> None:
    exact = trueodds.odds(game)
    table = f"{label},{float(exact[id])!r}\n"
    (row,) = judge_table(table, exact, parts.answers(game).headlines)
    assert row.quantity
    assert (row.quantity.id, row.verdict) == (id, "true")


VIEWS = [
    View(),
    View(everything=True),
    View(everything=True, exact=True),
    View(digits=15),
    View(["*"], exact=True, plot=True),
]
OF_GAMES = {
    "bunco": ["game.total", "roll.bunco"],
    "baccarat": ["coup.cards", "bet.banker.edge"],
    "cribbage": ["show.hand", "show.hand.sd"],
    "farkle": ["turn.bank_at", "roll.3.farkle"],
}


@pytest.mark.parametrize(
    "format_", ["table", "csv", "tsv", "markdown", "latex", "json"]
)
@pytest.mark.parametrize("game", OF_GAMES)
def test_every_format_that_odds_prints_is_read_back(game: str, format_: str) -> None:
    exact = trueodds.odds(game)
    family, single = OF_GAMES[game]
    for view in (*VIEWS, View([family]), View([family], digits=20), View([single])):
        text = view_output(exact, view).text(format_)
        rows = judge_table(text, exact, parts.answers(game).headlines)
        assert {(row.verdict, row.fault) for row in rows} == {("true", "")}, view


CHANGES = {
    "roll.bunco,Bunco,1/216,": "roll.bunco,Bunco,1/215,",
    ",0.004629629629629629,": ",0.00462962962962962,",
    ",,,1,216,216.0,": ",,,2,216,216.0,",
    ",1,216,216.0,": ",1,216,215.0,",
}


@pytest.mark.parametrize("printed", CHANGES)
def test_a_changed_value_is_found_in_any_column(odds: Odds, printed: str) -> None:
    text = view_output(odds, View(["roll.bunco"])).text("csv")
    rows = judge_table(text.replace(printed, CHANGES[printed]), odds)
    assert [row.verdict == "true" for row in rows].count(False) == 1
    family = view_output(odds, View(["game.total"])).text("table")
    rows = judge_table(family.replace("97.06 %", "97.05 %"), odds)
    assert [row.right for row in rows if row.verdict != "true"] == ["97.06 %"]


def test_a_name_that_is_not_known_stops_nothing(
    trueodds_command: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text("roll.bunko,1\nroll.bunco,1/216\nroll.triple,half\nroll.mean\n")
    code, out, _ = trueodds_command("verify", "odds", "bunco", str(path))
    assert code == 1
    first, *faults = filter(None, out.splitlines())
    assert first.startswith("1 of 4 values are right")
    assert faults == [
        "not judged, line 1: bunco has no number 'roll.bunko'; did you mean roll.bunco "
        "or roll.mini_bunco?",
        "not judged, line 3: 'half' is not a number such as 0.46 %, 1 in 216, 3/8",
        "not judged, line 4: '' is not a number such as 0.46 %, 1 in 216, 3/8",
    ]


@pytest.mark.parametrize(
    ("table", "error", "fault"),
    [
        ("roll.bunko,0.46 %", UnknownNameError, "did you mean roll.bunco"),
        ("roll.bunco,half", PositionError, "line 1: 'half' is not a number"),
        ("roll.bunco,1/0", PositionError, "line 1: '1/0' is not a number"),
        ('roll.bunco,",5"', PositionError, "line 1: ',5' is not a number"),
        (f"roll.bunco,0.{'1' * 5000}", PositionError, "0.1111.* is not a number"),
        ("roll.bunco,1e-9999999", PositionError, "is not a number"),
        ("roll.bunco,1,2", PositionError, "line 1: '1; 2' is not a number"),
        ("id,value", PositionError, "no rows"),
        ("", PositionError, "no rows"),
        ("pair,crib\nA-A,5.25", UnknownNameError, "'pair', names a number of bunco"),
        ('{"schema": 1, "now": [5]}', UnknownNameError, "none of 2 .* --all"),
        ('{"a": [1}', PositionError, "not JSON"),
        ("[3]", PositionError, "not JSON"),
    ],
)
def test_what_cannot_be_judged(
    odds: Odds, table: str, error: type[Exception], fault: str
) -> None:
    with pytest.raises(error, match=fault):
        judge_table(table, odds)


def test_the_command_names_rules_and_faults(
    trueodds_command: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    code, out, _ = trueodds_command("verify", "odds", "bunco", str(path))
    assert code == 1
    assert out.startswith("4 of 6 values are right to their digits (bunco rules).\n")
    assert "0.030" in out
    assert "0.023" in out
    path.write_text("roll.bunco,0.46 %\n", encoding="utf-8-sig")
    code, out, _ = trueodds_command("verify", "odds", "bunco", str(path))
    assert (code, out.count("\n")) == (0, 1)
