"""Every cell that a terminal shows is in JSON, CSV, TSV and data frames."""

import csv
import json
import re
import shlex
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from command_list import COMMANDS

from trueodds.core import games
from trueodds.reports.cli import cli
from trueodds.reports.kinds import Grid
from trueodds.reports.output import Answer

CALLS = """
odds bunco
odds bunco roll game.total --set rounds=2
odds bunco roll.bunco
odds baccarat --shoe A:1,5:2,9:2,K:3 --seen K --set bets={}
odds cribbage game
odds farkle turn.bank_at turn.mean roll.6.best --rules zilch
compare farkle box zilch
compare bunco d20 roll
compare baccarat published-script coup --seen 9C
compare cribbage show --set pair_points=3
advise bunco race 1 18 20 0
score bunco "3 | 2 3 3" "1 | 111"
score baccarat "6 K 8 A 9 5"
score cribbage "5H 5C 5S JD | 5D"
score farkle 113456 246
farkle options 113334
farkle options 115 --rules zilch
farkle advise 1556 --stake 650 --rules box
farkle advise --stake 300 --dice 3
farkle advise 1556 --set target=200 --score 150-50 --stake 50
farkle policy --rules blog --opening
farkle policy --dice "weighted*2, fair*4"
farkle thresholds --at 300
farkle solitaire --set target=200
farkle match --target 200
farkle best-dice --inventory dice.toml --rules kingdom-come
baccarat bets
baccarat bets --stake 25 --seen "KH 5D"
bunco night --rounds 2
cribbage win 94 86 --role mine
cribbage perft "5H 6D 7S 8C" "4S 4D 9H JC"
cribbage perft "5H 6D 7S 8C" "4S 4D 9H JC" --divide
cribbage table
claims S2.c
discard 5H 5D JS QC 2D 9S --role mine
discard 5H 5D JS QC 2D 9S --all --with-play
discard 5H 5D JS QC 2D 9S --cuts --role theirs --distribution
discard "5H 5D JS QC 2D 9S" --score 116 112 --role theirs
selfcheck
census bunco --set rounds=1
"""
LINES = CALLS.strip().splitlines()

SLOW = ("farkle match", "farkle solitaire", "farkle advise 1556 --set")
"""Calls that solve something for seconds."""

WITHOUT = {
    ("bench", "gate"): "it runs benchmarks of two revisions",
    ("bench", "scorer"): "it runs a program",
    ("cribbage", "certify"): "it solves for seconds",
    ("cribbage", "lead"): "it builds the tree of the play for seconds",
    ("cribbage", "play", "advise"): "it builds the tree of the play for seconds",
    ("cribbage", "play", "discards"): "it reads the shipped play for seconds",
    ("cribbage", "play", "knowledge"): "it reads the shipped play for seconds",
    ("cribbage", "review"): "it reads a file",
    ("prove",): "it derives numbers for seconds",
    ("cache",): "it lists the files of a machine",
    ("selfcheck",): "it reads all files of trueodds",
    ("advise",): "only Bunco declares its models",
    ("census",): "it is the same for all games",
    ("cite",): "it has no table",
    ("rules",): "it has no JSON",
    ("positions",): "it prints as it goes",
    ("reproduce",): "it runs the command of a file",
    ("verify", "odds"): "it reads a file",
    ("verify", "receipt"): "it reads a file",
    ("verify", "scorer"): "it runs a program",
    ("verify", "simulator"): "it runs a program",
    ("verify", "transcript"): "it reads a file",
}
"""Typed commands that no call covers."""

DERIVED = {
    "costs": "the best value minus this one",
    "opponent": "1 minus the chance to win",
    "costs_of_100": "the best chance to win minus this one",
    "number": "the number of the starters",
    **dict.fromkeys(
        ("hessel", "colvert", "rasmussen", "schell", "cribbage_pro"), "published"
    ),
    **dict.fromkeys(("average", "average_error", "largest"), "published, less exact"),
}
"""Columns that the JSON does not have: what they are made of, or that all know them."""

PIVOTED = "farkle match"
"""The call whose table has the numbers of many ids in one row."""

SUM = "or more"
"""The heading of a column whose cells are sums of another column."""

NUMBER = re.compile(
    r"(?<![\w.,])-?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+|/\d+)?(?!\w)", re.ASCII
)
AROUND = re.compile("house edge|about|1 in | to 1$")


class Facts(NamedTuple):
    """The numbers of a row of a data frame, in all forms, and its words."""

    numbers: list[float]
    words: set[str]


def answer_of(line: str) -> Answer:
    """Return the answer of a command line."""
    group: click.Command = cli
    words = shlex.split(line)
    while isinstance(group, click.Group):
        command = group.get_command(click.Context(group), words.pop(0))
        assert command is not None
        group = command
    with group.make_context("trueodds", words, **cli.context_settings) as context:
        context.params["format_"] = None
        answer: Answer = group.invoke(context)
    return answer


def number(cell: object) -> float | None:
    """Return a cell as a number, if it is one."""
    if isinstance(cell, bool) or not isinstance(cell, int | float | str | Fraction):
        return None
    try:
        return float(Fraction(cell))
    except ValueError:
        return None


def facts(cells: Iterable[object]) -> Facts:
    held = [value for cell in cells if (value := number(cell)) is not None]
    words = " ".join(str(cell) for cell in cells if number(cell) is None)
    forms = [form for n in held for form in (n, 100 * n, *([1 / n] if n else []))]
    return Facts(forms, {*re.findall(r"[\w.,+-]+", words), *re.findall(r"\w+", words)})


def says(row: Facts, token: str) -> bool:
    """Return True if a number that people read is in the row, to its digits."""
    text = token.replace(",", "")
    digits, _, power = text.partition("e")
    places = len(digits.partition(".")[2]) - int(power or 0)
    shown = abs(float(Fraction(text)))
    near = max(1.0001 * 10.0**-places if "." in digits else 1e-9, shown / 1000)
    return token in row.words or any(abs(abs(n) - shown) <= near for n in row.numbers)


def tokens(cells: Iterable[str]) -> list[str]:
    """Return the numbers of cells that begin with a number."""
    cleaned = (AROUND.sub("", cell).strip() for cell in cells)
    return [t for c in cleaned if re.match(r"[-+\d\[]", c) for t in NUMBER.findall(c)]


def missing(line: str, answer: Answer) -> Iterator[str]:
    """Yield the rows that a terminal shows and that no data frame has."""
    rows = []
    for grid in answer.tables().values():
        cells = grid.data(exact=True).values()
        rows += [facts(row) for row in zip(*cells, strict=True)]
    words = {word for row in rows for word in row.words}
    together = Facts([n for row in rows for n in row.numbers], words)
    for part in answer.table():
        if isinstance(part, str):
            continue
        for row in part.rows:
            # The probability of N or more is the sum of those that are left.
            left = [*part.header].index(SUM) if SUM in part.header else None
            asked = tokens(cell for place, cell in enumerate(row) if place != left)
            held = [together] if line.startswith(PIVOTED) else rows
            if not any(all(says(row, token) for token in asked) for row in held):
                yield " | ".join(row)


def leaves(value: object) -> Iterator[object]:
    """Yield the single values of a JSON, and its keys."""
    if isinstance(value, dict):
        yield from value
        yield from leaves([*value.values()])
    elif isinstance(value, list):
        yield from (leaf for held in value for leaf in leaves(held))
    else:
        yield value


def only_in_frames(answer: Answer) -> Iterator[str]:
    """Yield the columns with a number that the JSON does not have."""
    texts = [str(leaf) for leaf in leaves(json.loads(answer.text("json")))]
    parts = {part for text in texts for part in (text, *text.split(","))}
    held = sorted(n for part in parts if (n := number(part)) is not None)
    for grid in answer.tables().values():
        for key, column in grid.data(exact=True).items():
            for value in filter(None, map(number, column)):
                near = abs(value) / 10**6
                place = bisect_left(held, value - near)
                if not any(n <= value + near for n in held[place : place + 1]):
                    yield re.sub("_(lower|upper|difference|exact)$", "", key)


def written(answer: Answer, format_: str) -> list[list[list[str]]]:
    """Return the tables of a CSV or TSV, as rows of cells."""
    blocks = answer.text(format_).split("\n\n")
    delimiter = "," if format_ == "csv" else "\t"
    return [[*csv.reader(b.splitlines(), delimiter=delimiter)] for b in blocks if b]


def rows_of(grid: Grid) -> list[list[str]]:
    """Return the header and the rows of a table for programs, as text."""
    data = grid.data()
    rows = zip(*data.values(), strict=True)
    return [[*data], *(["" if c is None else str(c) for c in row] for row in rows)]


@pytest.fixture(autouse=True)
def _dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dice.toml").write_text('dice = ["fair*6", "odd"]')


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=[pytest.mark.slow] * line.startswith(SLOW))
        for line in LINES
    ],
)
def test_every_cell_is_in_every_view(line: str) -> None:
    answer = answer_of(line)
    assert [*missing(line, answer)] == []
    assert {*only_in_frames(answer)} <= {*DERIVED}
    grids = [g for g in answer.tables().values() if g.rows and not g.repeats]
    assert written(answer, "csv") == written(answer, "tsv") == [*map(rows_of, grids)]
    for name, grid in answer.tables().items():
        for library in filter(find_spec, ("pandas", "polars")):
            frame = getattr(answer, f"to_{library}")(name)
            cells = {key: frame[key].to_list() for key in frame.columns}
            # A number that is missing is nan in pandas.
            held = {key: [None if c != c else c for c in cells[key]] for key in cells}
            assert held == grid.data()


def test_the_calls_are_of_all_typed_commands_and_games() -> None:
    typed = {path for path, command in COMMANDS.items() if "function" in vars(command)}
    called = {("odds",)}
    for path in typed | called:
        words = " ".join(path).replace("_", "-")
        params = {param.name: param for param in COMMANDS[path].params}
        if "format_" not in params:
            continue
        wanted = games.ours() if "game" in params and path not in WITHOUT else [""]
        for game in wanted:
            covered = any(line.startswith(f"{words} {game}".strip()) for line in LINES)
            assert covered or path in WITHOUT, (path, game)
