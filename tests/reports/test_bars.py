"""Bars of probabilities on a terminal."""

import pytest

import trueodds
from trueodds.reports.answers.odds import view_output
from trueodds.reports.text.odds import View

POINTS = [120, 75, 15, 5, 1]
"""The rolls of 216 that bring 0, 1, 2, 5 and 21 points in a roll of Bunco."""

EIGHTHS = {bar: n for n, bar in enumerate(" ▏▎▍▌▋▊▉█")}


def plotted(name: str) -> list[str]:
    odds = trueodds.odds("bunco")
    return view_output(odds, View([name], plot=True)).text("table").splitlines()


def bar(row: str) -> int:
    """Return the length of the bar in a row, in eighths of a character."""
    return sum(EIGHTHS.get(sign, 0) for sign in row.rpartition("% ")[2])


@pytest.mark.parametrize(("columns", "longest"), [(20, 10), (70, 25), (200, 40)])
def test_a_bar_is_as_long_as_its_probability_is_large(
    columns: int, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The longest takes what a row leaves of the terminal, from 10 to 40 characters."""
    monkeypatch.setenv("COLUMNS", str(columns))
    rows = [line for line in plotted("roll.points") if "%" in line]
    assert [bar(row) for row in rows] == [
        round(8 * longest * rolls / 120) for rolls in POINTS
    ]
    assert columns < 70 or max(map(len, rows)) <= columns


def test_only_probabilities_have_bars() -> None:
    (row,) = (line for line in plotted("game") if line.startswith("game.mean "))
    assert not {*row} & {*EIGHTHS} - {" "}
