"""``trueodds verify odds``: tables of odds, judged to their digits."""

from collections.abc import Callable
from pathlib import Path

import pytest

import trueodds
from trueodds.core.errors import PositionError, UnknownNameError
from trueodds.core.odds import Odds
from trueodds.proofs.verify.odds import judge_table


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


def test_labels_name_quantities_too(odds: Odds) -> None:
    label = odds["roll.bunco"].label
    (row,) = judge_table(f"{label.upper()}, 0.0046", odds)
    assert (row.quantity.id, row.verdict) == ("roll.bunco", "true")


@pytest.mark.parametrize(
    ("table", "error", "fault"),
    [
        ("roll.bunko,0.46 %", UnknownNameError, "did you mean roll.bunco"),
        ("roll.bunco,half", PositionError, "line 1: 'half' is not a number"),
        ("roll.bunco,1/0", PositionError, "line 1: '1/0' is not a number"),
        ('roll.bunco,",5"', PositionError, "line 1: ',5' is not a number"),
        (f"roll.bunco,0.{'1' * 5000}", PositionError, "0.1111.* is not a number"),
        ("roll.bunco,1e-9999999", PositionError, "is not a number"),
        ("roll.bunco,1,2", PositionError, "line 1 has 3 cells"),
        ("id,value", PositionError, "no rows"),
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
