"""Typed answers: every view has the same cells, and mypy knows every call."""

import csv
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import click
import pytest
from command_list import COMMANDS
from commands import Run
from recorded_games import DEAL as DEAL_IN_WORDS

import trueodds
from trueodds.bench import Benchmark
from trueodds.core.exact.enclosure import Enclosure
from trueodds.core.exact.quantity import Quantity
from trueodds.proofs.verify.bench.scorer import Spread
from trueodds.proofs.verify.bench.timing import Mistake, Speed
from trueodds.reports.answers.odds import view_output
from trueodds.reports.kinds import Grid
from trueodds.reports.output import Answer
from trueodds.reports.text.odds import View

cribbage = trueodds.cribbage
farkle = trueodds.farkle
LOADED = {"dice": "weighted*2, fair*4"}
SHORT = {"target": 200}
BUNCO = '{"command": "trueodds odds bunco roll.bunco"}'
DEAL = "5H 5D JS QC 2D 9S"
RECORDED = "1 | 2 3 3 | 0\n1 | 1 2 3 | 4\n"


def file_of(text: str) -> str:
    """Return the name of a new file with this text."""
    with NamedTemporaryFile("w", suffix=".toml", delete=False) as file:
        file.write(text)
    return file.name


def speeds() -> Answer:
    """Return the speeds of a wrong scorer."""
    return trueodds.bench.Speeds(
        version="2",
        game="bunco",
        rule="roll",
        rules_digest="0",
        machine="Linux",
        positions=10_000,
        scorer=Speed(1000.5, 0.25),
        reference=Speed(2001.0, 0.125),
        ratios={"warm": Spread(1.5, 2.0, 2.5), "cold": Spread(2.0, 2.0, 2.0)},
        kernel_positions_per_second=1e6,
        mistake=Mistake("1 | 1 1 1", 21, 0, 3),
        exit_code=1,
    )


def gate() -> Answer:
    """Return the decisions on two benchmarks, of which one is new."""
    return trueodds.bench.Gate(
        version="2",
        base="main",
        head="HEAD",
        delta=0.1,
        clock="cpu",
        harness="head",
        family_error_rate=0.01,
        summary="HEAD against main: 1 slower, 1 new",
        benchmarks=(
            Benchmark("test_roll", "slower", 1.25, (1.125, 1.5), 8, True),
            Benchmark("test_turn", "new", None, None, 0, False),
        ),
        notes=("numpy is 1 in main and 2 in HEAD",),
        exit_code=1,
    )


def best_dice(**asked: Any) -> Answer:
    """Return the best six dice of three sets."""
    file = file_of('dice = ["fair*6", "odd", "lucky"]')
    return farkle.best_dice(inventory=file, rules="kingdom-come", **asked)


ANSWERS: dict[str, Callable[[], Answer]] = {
    "state": lambda: trueodds.advise("bunco", "race", [1, 18, 20, 0]),
    "score": lambda: trueodds.score("farkle", "113456", "246"),
    "score crib": lambda: trueodds.score("cribbage", "2H 4H 6H 8H | 6C", rule="crib"),
    "options": lambda: farkle.options("113334"),
    "options of loaded dice": lambda: farkle.options("weighted=1 fair=5", set=LOADED),
    "options of hot dice": lambda: farkle.options("123456", rules="zilch"),
    "options of bounds": lambda: farkle.options("115", rules="zilch"),
    "no options": lambda: farkle.options("234"),
    "advise": lambda: farkle.advise([1, 5, 5, 6], stake=650, rules="box"),
    "advise without a roll": lambda: farkle.advise(stake=650, dice=3),
    "advise in a match": lambda: farkle.advise(
        "1556", stake=50, score=(150, 50), set=SHORT
    ),
    "advise in a match without a roll": lambda: farkle.advise(
        dice="4", stake=50, score=150, opponent=50, set=SHORT
    ),
    "policy": lambda: farkle.policy(rules="blog", opening=True),
    "policy with loaded dice": lambda: farkle.policy(dice="weighted*2, fair*4"),
    "thresholds": lambda: farkle.thresholds(hot_dice="roll"),
    "one threshold": lambda: farkle.thresholds(at=300, rules="box"),
    "solitaire": lambda: farkle.solitaire(set=SHORT),
    "match": lambda: farkle.match(target=200),
    "best dice": lambda: best_dice(top=2),
    "best dice alone": lambda: best_dice(purpose="turns", target=200),
    "best dice in a match": lambda: best_dice(purpose="match", target=200),
    "play": lambda: farkle.play(players=1, rolls=file_of("223446")),
    "match with loaded dice": lambda: farkle.match(dice="odd*6", set=SHORT),
    "bets": lambda: trueodds.baccarat.bets("8D 8H", shoe="A:30,8:9,10:60"),
    "bets of an hour": lambda: trueodds.baccarat.bets(stake=25),
    "night": lambda: trueodds.bunco.night(rounds=2),
    "compare": lambda: trueodds.compare("bunco", "d20", "roll", set={"rounds": 2}),
    "no difference": lambda: trueodds.compare("bunco", "roll.bunco", set={"rounds": 2}),
    "win": lambda: cribbage.win(94, 86, role="mine"),
    "perft": lambda: cribbage.perft("AH 2H 3H 4H", "5H 6D 7S 8C"),
    "review": lambda: cribbage.review(file_of("\n".join(DEAL_IN_WORDS))),
    "pairs": lambda: cribbage.table(role="pone"),
    "hands": lambda: cribbage.play.table(role="pone"),
    "claims": lambda: trueodds.claims("S1.b"),
    "no claims": lambda: trueodds.claims("S1.b", verdict=["false", "unspecified"]),
    "proofs": lambda: trueodds.prove("bunco", "roll.bunco"),
    "check": lambda: trueodds.check("missing.json", Path("other.json")),
    "models": lambda: trueodds.export("bunco"),
    "cache": trueodds.cache,
    "completion": lambda: trueodds.completion("fish"),
    "speeds": speeds,
    "gate": gate,
    "discard": lambda: trueodds.discard(DEAL, "mine", exact=True, cuts=True),
    "discard with the play": lambda: trueodds.discard(
        DEAL, "pone", with_play=True, distribution=True
    ),
    "discard of both roles": lambda: trueodds.discard(DEAL, all=True, cuts=True),
    "discard of deals": lambda: trueodds.discard([DEAL, "6H 7D 8S QC 2D 3S"], "mine"),
    "citation": lambda: trueodds.cite("baccarat", "bet.tie_8.edge", seen="KH"),
    "positions": lambda: trueodds.positions("farkle", sample=3, scored=True),
    "census": lambda: trueodds.census("bunco", set={"rounds": 1}),
    "rules": lambda: trueodds.rules(),
    "rules of a game": lambda: trueodds.rules("bunco"),
    "rules of a preset": lambda: trueodds.rules("bunco", "d20"),
    "selfcheck": trueodds.selfcheck,
    "reproduction": lambda: trueodds.reproduce(file_of(BUNCO)),
    "scorer": lambda: trueodds.verify.scorer("bunco", python=lambda position: 0),
    "simulator": lambda: trueodds.verify.simulator(
        "farkle", counts={face: 100 + face for face in range(1, 7)}, outcome="die"
    ),
    "transcript": lambda: trueodds.verify.transcript("bunco", file_of(RECORDED)),
    "odds verdict": lambda: trueodds.verify.odds("bunco", file_of("roll.bunco,0.5 %")),
    "template": lambda: trueodds.verify.adapter("node", "farkle"),
    "odds": lambda: view_output(trueodds.odds("bunco"), View(["roll"])),
}


def typed(command: click.Command) -> bool:
    """Return True for a command that is made from a typed function."""
    return "function" in vars(command)


def cells(text: str) -> list[list[str]]:
    """Return the cells of the lines of a table on a terminal."""
    return [re.split(r"  +", line.strip()) for line in text.splitlines()]


def dice_in(text: str) -> list[str]:
    """Return the names of dice such as "fair*2, odd", one by one."""
    parts = [part.partition("*") for part in text.split(", ") if part]
    return [name for name, _, number in parts for _ in range(int(number or 1))]


def same(in_json: Any, value: Any) -> bool:
    """Return True if a cell of the JSON is a value of a row."""
    if in_json == str(value).split():
        return True
    if isinstance(in_json, list):
        return sorted(in_json) == sorted(dice_in(value))
    if isinstance(in_json, str) and isinstance(value, int | float | Fraction):
        return abs(Fraction(in_json) - Fraction(value)) <= Fraction(1, 10**6)
    if isinstance(in_json, float):
        return in_json == float(value)
    if not isinstance(in_json, dict):
        return bool(in_json == value)
    if isinstance(value, Fraction):
        return Fraction(in_json["exact"]) == value
    ends = Enclosure(Fraction(in_json["lower"]), Fraction(in_json["upper"]))
    return value.lower in ends and value.upper in ends


def compare(answer: Answer, name: str, grid: Grid) -> None:
    """Compare the cells of one table in all views."""
    data = grid.data()
    frame = answer.to_pandas(name)
    assert [*frame] == [*data]
    for key, column in data.items():
        held = [cell for cell in column if cell is not None]
        assert [*frame[key].dropna()] == held
        kinds = {type(cell) for cell in column}
        if kinds in ({int}, {float}):
            assert frame[key].dtype == f"{kinds.pop().__name__}64"
    in_json = answer.record().get(name)
    for column in grid.columns:
        for place, row in enumerate(grid.rows):
            value = column.value(row) if column.key else None
            value = value.value if isinstance(value, Quantity) else value
            if isinstance(in_json, list) and column.key in in_json[place]:
                assert same(in_json[place][column.key], value)
            ends = []
            if isinstance(value, Fraction | Enclosure):
                bounds = Enclosure.around(value)
                ends = [bounds.lower, bounds.upper]
            for end in ends:
                keys = [key for key in data if key.startswith(column.key)]
                assert float(end) in [data[key][place] for key in keys]


@pytest.mark.parametrize("name", ANSWERS)
def test_every_view_has_the_same_cells(name: str) -> None:
    pytest.importorskip("pandas")
    answer = ANSWERS[name]()
    printed = cells(answer.text("table"))
    blocks = [block for block in answer.text("csv").split("\n\n") if block]
    for table, grid in answer.tables().items():
        compare(answer, table, grid)
        if not grid.rows or grid.repeats:
            continue
        rows = [*csv.DictReader(blocks.pop(0).splitlines())]
        written = [
            ["" if c is None else str(c) for c in r.values()] for r in grid.records()
        ]
        assert [[*row.values()] for row in rows] == written
    for part in answer.table():
        if not isinstance(part, str):
            for row in [part.header or part.rows[0], *part.rows]:
                assert [cell.splitlines()[0] for cell in row if cell] in printed


def test_an_enclosure_is_two_columns_and_fractions_can_be_text() -> None:
    pytest.importorskip("pandas")
    match = ANSWERS["advise in a match"]()
    frame = match.to_pandas()
    assert (frame["chance_lower"] <= frame["chance_upper"]).all()
    exact = farkle.options("113334").to_pandas(exact=True)
    assert Fraction(exact["worth"][0]) == farkle.options("113334").options[0].worth
    with pytest.raises(trueodds.TrueoddsError, match="There are: bank_at, keeps"):
        farkle.policy().to_pandas("kept")


def test_the_policy_has_its_exceptions() -> None:
    pytest.importorskip("pandas")
    policy = farkle.policy()
    keeps = policy.to_pandas("keeps")
    assert len(keeps) == len(policy.keeps) > 0
    assert keeps["least"].mean() == sum(k.least for k in policy.keeps) / len(keeps)


@pytest.mark.parametrize("path", [p for p, c in COMMANDS.items() if typed(c)])
def test_an_option_without_its_value_is_refused(
    path: tuple[str, ...], trueodds_command: Run
) -> None:
    words = [name.replace("_", "-") for name in path]
    words += ["bunco"] * (path == ("score",))
    for param in COMMANDS[path].params:
        if isinstance(param, click.Option) and not param.is_flag:
            ran = trueodds_command(*words, param.opts[0])
            assert (ran.code, "requires an argument" in ran.err) == (2, True), param


def test_a_choice_and_a_range_are_checked_by_name() -> None:
    with pytest.raises(trueodds.TrueoddsError, match=r"'mots'; did you mean most\?"):
        farkle.thresholds(keep="mots")
    with pytest.raises(trueodds.TrueoddsError, match=r"^target must be a whole"):
        farkle.match(target="200")


SAMPLE = """\
from fractions import Fraction
from pathlib import Path

import trueodds
from trueodds import score
from trueodds.bench import Gate, gate
from trueodds.bunco import Night, night
from trueodds.core import games
from trueodds.core.cards import parse_cards
from trueodds.core.games import find
from trueodds.core.rulebook import Rules
from trueodds.cribbage import LinesOfPlay, Written, perft, play
from trueodds.farkle import Advice, Policy, advise, options, policy
from trueodds.verify import SimulatorVerdict, scorer, simulator

for game in games.ours():
    value: int = score(game, "1").positions[0].value
score(find("farkle"), ["113456"], ("246",))
score("farkle", "1 joker", set={"jokers": "alone"}, dice="fair*6")
worth: object = options("1156", stake=300, rules="box").options[0].worth
kept: str | None = advise([1, 1, 5, 6], stake=300).keep
chance: object = advise("1156", score=(2000, 3000)).chance
both: object = advise(dice=3, stake=300, score="2000", opponent=3000).chance
when: int = policy(opening=True).bank_at["3"]
rules: Rules = policy().rules
advice: Advice = trueodds.farkle.advise("1156")
exceptions: Policy = trueodds.farkle.policy(set={"target": 5000})
wins: object = trueodds.farkle.match(target=300).quantities["match.first_player"].bounds
mean: object = trueodds.farkle.thresholds(keep="best", at=300).quantities
dice: int = trueodds.farkle.best_dice(inventory="dice.toml", purpose="turns").tied
printed: str = trueodds.farkle.play(players=1, rolls="rolls.txt").printed
edge: Fraction | None = trueodds.baccarat.bets("KH", seen=["5D"]).bets[0].edge.exact
edges: object = trueodds.baccarat.price_shoes([[32] * 13], ["banker"]).edges
exact: Fraction | None = trueodds.odds("bunco", rounds=2)["roll.bunco"].exact
for game in games.ours():
    count: int = len(trueodds.odds(game)) + len(trueodds.odds(find(game)))
both_rules: str = trueodds.compare("farkle", "box", "zilch").quantities[0].id
several: object = trueodds.compare("bunco", set=[{"rounds": 2}, {"rounds": 3}])
room: Night = night(players=16, rules="bunco")
points: tuple[int, int] = trueodds.bunco.night(rounds=2).points
lowest_win: Fraction = trueodds.cribbage.win(110, 112, role="mine").win.lower
lines: LinesOfPlay = perft("5H 6D 7S 8C", "4S 4D 9H JC", divide=True)
written: Written = play.solve(gap="0.001", iterations=50)
lowest: Fraction = trueodds.cribbage.certify().lower
proved: Fraction | None = trueodds.claims("S1.b", verdict="true").claims[0].exact
false: int = len(trueodds.claims(verdict=["false", "approximate"]).claims)
twice: object = trueodds.prove("farkle", dice="odd*6", out="a").derived[0].value
code: int = trueodds.check("a.json", numpy=True).files[0].code
cost: Fraction = trueodds.advise("bunco", "race", [1, 18, 20, 0]).actions[0].costs
speed: float = trueodds.bench.scorer("bunco", "./a").scorer.positions_per_second
decided: Gate = gate("main", "HEAD", delta=0.05, clock="wall")
models: tuple[str, ...] = trueodds.export(find("bunco"), seen="KH").lines
drn: tuple[str, ...] = trueodds.export("bunco", "turn", to="drn", out="a.drn").files
index: tuple[str, ...] = trueodds.report("bunco", find("farkle"), out=Path("a")).files
size: int = sum(trueodds.cache().bytes.values())
script: tuple[str, ...] = trueodds.completion("zsh").lines
page: tuple[str, ...] = trueodds.bench.history("runs", out="page.html").files
hand: Fraction = trueodds.discard(parse_cards("5H5DJSQC2D9S"), "mine").best.own
each: list[Fraction] = [throw.total for throw in trueodds.discard("5H5DJSQC2D9S")]
theirs: bool = trueodds.discard("5H5DJSQC2D9S", score=(110, 112))["pone"].exact
graded: object = trueodds.discard(["5H5DJSQC2D9S"], "pone", throw=["5H5D"]).to_pandas()
shares: object = trueodds.cite("farkle", "turn.mean", dice="odd*6").number
for game in games.ours():
    facts: tuple[str, ...] = trueodds.cite(game, "turn.mean").facts
    facts = trueodds.cite(find(game), "mean", rules="box", set={"target": 3}).facts
positions: tuple[tuple[str, int], ...] = trueodds.positions("farkle").positions
counts: object = trueodds.census("farkle", rules=rules, dice="odd*6").counts[50]
fields: str = trueodds.rules("farkle", "box").fields[0].meaning
remedies: list[str] = [file.remedy for file in trueodds.selfcheck().damaged]
identical: bool = trueodds.reproduce(Path("odds.json")).identical
score("poker", "1")  # wrong
trueodds.positions("farkle", sample="5")  # wrong
trueodds.positions("farkle").position  # wrong
trueodds.census("bunco", ruel="roll")  # wrong
trueodds.rules(3)  # wrong
trueodds.cite("farkle", 3)  # wrong
trueodds.cite("farkle", "turn.mean", dices="odd*6")  # wrong
trueodds.cite("farkle", "turn.mean").numbers  # wrong
trueodds.cite("bunco", "roll.bunco").number.value  # wrong
trueodds.advise("bunco", "race", 1).action  # wrong
trueodds.advise("bunco", "race").action.upper()  # wrong
trueodds.selfcheck().damages  # wrong
trueodds.reproduce()  # wrong
verdict: SimulatorVerdict = simulator("farkle", outcomes=[3, "1"], outcome="die")
near: Fraction | None = verdict.details.distance
came: int = trueodds.verify.receipt("receipt.json").details.outcomes[0].count
drawn: str = simulator("bunco", python=lambda: 6, within=0.1, limit=1000).verdict
classes: object = scorer("bunco", ["node", "a.js"], sample=9).details.kinds[0].why
checked_lines: int = trueodds.verify.transcript("farkle", "a.txt").details.checked[0][0]
stated: str = trueodds.verify.odds("bunco", "table.csv").rows[0].right
template: tuple[str, ...] = trueodds.verify.adapter("rust").lines
scorer("poker", "./a")  # wrong
scorer("bunco", python=7)  # wrong
scorer("bunco", "./a", ten="X")  # wrong
scorer("bunco", "./a").details.distance  # wrong
simulator("farkle", outcomes=3)  # wrong
simulator("farkle", outcome=6)  # wrong
simulator("farkle", ["./a"], timeout="1")  # wrong
trueodds.verify.transcripts("farkle", "a.txt")  # wrong
trueodds.verify.receipt(3)  # wrong
score("farkle", 1)  # wrong
score("farkle", "1", rules=3)  # wrong
score("farkle", "1").position  # wrong
options("1156", stake="300")  # wrong
options("1156", stakes=300)  # wrong
advise("1156", dice=3.5)  # wrong
advise("1156").chance  # wrong
advise("1156", score=2000, opponent=3000).worth  # wrong
advise("1156", score=2000, opponent=3000, opening=True)  # wrong
policy("box")  # wrong
policy(opening=1)  # wrong
trueodds.farkle.advize("1156")  # wrong
trueodds.farkle.thresholds(keep="mots")  # wrong
trueodds.farkle.thresholds(at="300")  # wrong
trueodds.farkle.match(target=300).quantity  # wrong
trueodds.farkle.best_dice()  # wrong
trueodds.farkle.best_dice(inventory="dice.toml", purpose="points")  # wrong
trueodds.farkle.play(players="1")  # wrong
trueodds.baccarat.bets(5)  # wrong
trueodds.baccarat.bets(decks=6)  # wrong
trueodds.baccarat.bests()  # wrong
trueodds.baccarat.bets().bets[0].price  # wrong
night(16)  # wrong
trueodds.odds("poker")  # wrong
trueodds.odds("bunco", progress=True)  # wrong
trueodds.compare("poker", "box")  # wrong
trueodds.compare("farkle", "box", all="yes")  # wrong
trueodds.compare("farkle", "box").rules  # wrong
trueodds.bunco.night(players="16")  # wrong
trueodds.cribbage.win(role="mne")  # wrong
trueodds.cribbage.wins()  # wrong
trueodds.cribbage.win().wins  # wrong
trueodds.claims(verdict="tru")  # wrong
trueodds.claims("S1.b").claim  # wrong
trueodds.prove("farkle", dices="odd*6")  # wrong
trueodds.prove("farkle", rule="box")  # wrong
trueodds.check(3)  # wrong
trueodds.bench.scorer("poker")  # wrong
trueodds.bench.scorer("bunco", python=len)  # wrong
trueodds.bench.history("runs")  # wrong
gate("main", "HEAD", clock="time")  # wrong
trueodds.export("bunco", "turn", to="efg")  # wrong
trueodds.report("poker")  # wrong
trueodds.report(full="yes")  # wrong
trueodds.cache("clear")  # wrong
trueodds.completion("csh")  # wrong
gate("main", "HEAD", delta="0.05")  # wrong
play.table()  # wrong
play.solve(iterations="50")  # wrong
trueodds.discard("5H5DJSQC2D9S", "mne")  # wrong
trueodds.discard("5H5DJSQC2D9S", use_cache=False)  # wrong
trueodds.discard("5H5DJSQC2D9S", throw=5)  # wrong
trueodds.discard("5H5DJSQC2D9S").best.hand  # wrong
trueodds.discard("5H5DJSQC2D9S")["pone"].worst  # wrong
"""
"""Right calls, and wrong ones."""


@pytest.mark.slow
def test_mypy_finds_the_wrong_calls_and_no_others(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    file = tmp_path / "sample.py"
    file.write_text(SAMPLE)
    run = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(file)]
    ran = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path)
    lines = SAMPLE.splitlines()
    wrong = {n for n, line in enumerate(lines, 1) if line.endswith("# wrong")}
    assert {int(n) for n in re.findall(r"sample\.py:(\d+): error", ran.stdout)} == wrong
