"""The regression gate: its error rate, its forms, and what it refuses."""

import json
import random
import shutil
import sys
import venv
from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path

import pytest
from commands import Run
from gate_projects import Repository, in_folder, valid
from hypothesis import given
from hypothesis import strategies as st

from trueodds.proofs.verify.bench.gate import compared, environments, measure
from trueodds.proofs.verify.bench.gate.decision import (
    DELTA,
    FAMILY,
    decide,
    error_rate,
    schedule,
)
from trueodds.proofs.verify.bench.gate.environments import GateError
from trueodds.proofs.verify.bench.gate.run import GateRequest, GateResult, gate

LOOKS = schedule(1)
RATIOS = st.sampled_from(sorted(LOOKS)).flatmap(
    lambda n: st.lists(st.floats(0.5, 2), min_size=n, max_size=n)
)
WORK = """
def work():
    return sum(range(LENGTH))
"""
TESTS = """
from project import work

def test_work(benchmark):
    assert benchmark(work) > 0

def test_pedantic(benchmark):
    assert benchmark.pedantic(max, setup=lambda: (([3, 1],), {}), rounds=2) == 3

def test_that_is_no_benchmark():
    raise AssertionError
"""


@given(RATIOS)
def test_interval_holds_the_ratio_and_decides(ratios: list[float]) -> None:
    decision = decide(ratios, LOOKS[len(ratios)])
    assert min(ratios) <= decision.low <= decision.ratio <= decision.high <= max(ratios)
    assert (decision.word == "slower") == (decision.low > 1.1)
    assert (decision.word == "faster") == (decision.high < 1 / 1.1)


@pytest.mark.parametrize("benchmarks", [1, 4, 5, 20, 100])
def test_false_alarms_of_a_family_stay_below_the_stated_rate(benchmarks: int) -> None:
    looks = schedule(benchmarks)
    assert benchmarks * error_rate(looks) <= FAMILY
    assert max(looks) <= 48


def test_false_alarms_at_the_worst() -> None:
    """The median is the limit itself, and every look is taken."""
    drawn = random.Random(5)
    alarms = 0
    for _ in range(4000):
        ratios = [1.1 * drawn.lognormvariate(0, 0.05) for _ in range(max(LOOKS))]
        words = [decide(ratios[:n], cut).word for n, cut in LOOKS.items()]
        alarms += "slower" in words
    assert 0 < alarms / 4000 <= error_rate(LOOKS) + 0.004


class Scripted:
    """Sides whose ratios are known."""

    seconds_per_pair = 1.0

    def __init__(self, ratios: Mapping[str, Sequence[float]]) -> None:
        self.names = list(ratios)
        self._endless = {name: cycle(each) for name, each in ratios.items()}

    def pair(self, names: Sequence[str], seed: int) -> dict[str, float]:
        return {name: next(self._endless[name]) for name in names}


@pytest.mark.parametrize(
    ("ratios", "word", "pairs"),
    [
        ([1.0], "no difference", 8),
        ([1.15], "slower", 8),
        ([0.8], "faster", 8),
        ([1.15, 1.15, 1.0, *[1.15] * 20], "slower", 12),
        ([1.05, 1.15], "undecided", 48),
    ],
)
def test_pairs_are_measured_until_there_is_a_verdict(
    ratios: Sequence[float], word: str, pairs: int
) -> None:
    decision = measure.compare(Scripted({"b": ratios}), DELTA, {}, lambda _: None)["b"]
    assert (decision.word, decision.pairs) == (word, pairs)


def test_interrupted_run_is_resumed_with_its_pairs() -> None:
    kept: dict[str, list[float]] = {}

    class Interrupted(Scripted):
        def pair(self, names: Sequence[str], seed: int) -> dict[str, float]:
            if seed == 6:
                raise KeyboardInterrupt
            return super().pair(names, seed)

    with pytest.raises(KeyboardInterrupt):
        measure.compare(Interrupted({"b": [1.3]}), DELTA, kept, lambda _: None)
    assert kept == {"b": [1.3] * 5}
    decision = measure.compare(Scripted({"b": [1.2]}), DELTA, kept, lambda _: None)["b"]
    assert (decision.word, decision.low, decision.high) == ("slower", 1.2, 1.3)


def test_two_revisions(
    commit: Repository, local: None, trueodds_command: Run, tmp_path: Path
) -> None:
    base = commit({"project.py": WORK.replace("LENGTH", "20000"), "test_it.py": TESTS})
    extra = TESTS + "\ndef test_new(benchmark):\n    benchmark(int)\n"
    extra += "\ndef test_broken(benchmark):\n    benchmark(int)\n    assert 1 > 2\n"
    head = commit({"project.py": WORK.replace("LENGTH", "40000"), "test_it.py": extra})
    in_folder("tag", "slow")
    in_folder("checkout", "--quiet", base)
    history = tmp_path / "history"
    options = ["--delta", "0.5", "--history", str(history)]
    code, out, err = trueodds_command(
        "bench", "gate", base, "slow", *options, "--format", "json"
    )
    result = valid(out)
    assert code == 1, err
    assert "3 benchmarks: 8 to 48 pairs of processes" in err
    verdicts = {row["name"]: row["verdict"] for row in result["benchmarks"]}
    assert verdicts["test_it.py::test_work"] == "slower"
    assert next(iter(verdicts)) == "test_it.py::test_work"
    names = {name.removeprefix("test_it.py::test_") for name in verdicts}
    assert names == {"work", "pedantic", "new"}
    assert any("it fails in slow: " in note for note in result["notes"])

    page = tmp_path / "history.html"
    draw = ["bench", "history", str(history), "--out", str(page)]
    assert trueodds_command(*draw).out == f"Wrote {page}\n"
    assert "<svg" in page.read_text()
    assert json.loads(history.read_text())["commit"] == head
    code, _, err = trueodds_command(*draw)
    assert (code, "--force" in err) == (2, True)


def test_a_benchmark_that_fails_in_head_alone_is_wrong(
    commit: Repository, local: None, trueodds_command: Run
) -> None:
    commit({"project.py": WORK.replace("LENGTH", "10"), "test_it.py": TESTS})
    Path("project.py").write_text(WORK.replace("LENGTH", "1"))
    ran = trueodds_command("bench", "gate", "HEAD", ".", "-k", "work")
    assert (ran.code, ran.out.splitlines()[0]) == (1, ". against HEAD: 1 wrong")
    assert "note: test_it.py::test_work fails in .: " in ran.out


@pytest.mark.parametrize(
    ("test", "fault"),
    [
        ("import pyg", "selected by the whole project for HEAD: ModuleNotFoundError"),
        ("import", 'test_it.py", line 1 import ^ SyntaxError: invalid syntax'),
        ("def test_it(scorer_benchmark): ...", "'scorer_benchmark' not found"),
    ],
)
def test_what_is_not_installed_is_named(
    test: str, fault: str, commit: Repository, local: None, trueodds_command: Run
) -> None:
    commit({"test_it.py": test})
    ran = trueodds_command("bench", "gate", "HEAD", "HEAD")
    assert (ran.code, ran.out) == (2, "")
    assert fault in ran.err
    assert "hint: what the tests import is installed by --install" in ran.err


def test_dirty_files_are_a_side(
    commit: Repository, local: None, trueodds_command: Run
) -> None:
    commit({"project.py": WORK.replace("LENGTH", "20000"), "test_it.py": TESTS})
    Path("project.py").write_text(WORK.replace("LENGTH", "60000"))
    code, out, _ = trueodds_command(
        *("bench", "gate", "HEAD", ".", "-k", "work"),
        *("--delta", "0.5", "--format", "markdown"),
    )
    assert code == 1
    assert ". against HEAD: 1 slower" in out
    assert "| test_it.py::test_work | slower |" in " ".join(out.split())


SCORER = "import sys\nfor line in sys.stdin: print({})"


@pytest.mark.parametrize(
    ("head", "word", "code"),
    [
        ("sum(map(int, line)) if 0 else len(line.strip())", "no difference", 0),
        ("sum(range(1000)) and len(line.strip())", "slower", 1),
        ("len(line)", "wrong", 1),
    ],
)
def test_two_programs_on_the_lines_of_a_file(
    head: str,
    word: str,
    code: int,
    trueodds_command: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    few_pairs: None,
) -> None:
    monkeypatch.setattr(compared, "ROUNDS", 1)
    monkeypatch.setattr(compared, "LEAST_TIMES_COLD", 1)
    (tmp_path / "lines").write_text("12345\n" * 5000)
    for name, answer in (("base", "len(line.strip())"), ("head", head)):
        (tmp_path / name).write_text(SCORER.format(answer))
    sides = [
        f"--{side}={sys.executable} {tmp_path / side}" for side in ("base", "head")
    ]
    got, out, _ = trueodds_command(
        *("bench", "gate", *sides, "--lines", str(tmp_path / "lines")),
        *("--delta", "0.9", "--format", "json"),
    )
    assert (got, json.loads(out)["benchmarks"][0]["verdict"]) == (code, word)


LOOP = """def score(line):
    for _ in range(TIMES):
        total = sum(range(int(line)))
    return total
"""


def environment(folder: Path, times: int) -> str:
    """Make a virtual environment with the loop in it, and return its path."""
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "mine.py").write_text(LOOP.replace("TIMES", str(times)))
    return str(folder)


def counted(folder: Path, times: int) -> GateResult:
    """Compare a loop with one that is longer, with their instructions."""
    (folder / "lines").write_text("1000\n" * 10)
    return gate(
        GateRequest(
            environment(folder / "base", 1),
            environment(folder / "head", times),
            revisions=False,
            function="mine:score",
            lines=str(folder / "lines"),
            instructions=True,
        ),
        lambda line: None,
    )


def test_without_valgrind_a_note_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few_pairs: None
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    (note,) = counted(tmp_path, 1).notes
    assert note == "mine:score: instructions not counted: valgrind is not installed"


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
@pytest.mark.parametrize(("times", "low", "high"), [(1, 0.99, 1.01), (3, 2.5, 3.1)])
def test_instructions(times: int, low: float, high: float, tmp_path: Path) -> None:
    (note,) = counted(tmp_path, times).notes
    ratio = float(note.removeprefix("mine:score: ").partition(" ")[0])
    assert low < ratio < high


def test_a_wrong_function_is_wrong_before_it_is_timed(
    trueodds_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def score(roll):\n    return 1\n")
    side = str(Path(sys.executable).parent.parent)
    code, out, _ = trueodds_command(
        *("bench", "gate", "--base", side, "--head", side),
        *("--python", "mine:score", "--game", "farkle"),
    )
    assert code == 1
    assert "1 wrong" in out
    assert "note: head is wrong: " in out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["HEAD"], "name two sides"),
        (["a", "b", "--base", "c"], "name two sides"),
        (["--base", "a", "--head", "b"], "need --game or --lines"),
        (["a", "b", "--python", "m:f"], "--python needs"),
        (["a", "b", "--delta", "2"], "0<x<1"),
        (["a", "b", "--set", "dice=odd*6"], "rules need --game"),
        (["a", "b", "--game", "bunco", "--dice", "odd*6"], "is an option of farkle"),
        (["--base=a", "--head=b", "--harness=base"], "--harness needs two revisions"),
        (["no-such", "HEAD"], "'no-such' is not a revision"),
        (["HEAD", "HEAD", "-k", "nothing"], "no benchmark is selected by -knothing"),
        (["--base=/no", "--head=/no", "--tests", "."], "is neither a Python"),
        (
            ["--base=./no", "--head=./no", "--game", "bunco"],
            "cannot start './no': No such file or directory\nhint: with --game",
        ),
        (["--base=cat", "--head=cat", "--lines", "/nowhere"], "cannot read"),
        (["--base=cat", "--head=cat", "--lines", sys.executable], "is not text"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str],
    fault: str,
    commit: Repository,
    local: None,
    trueodds_command: Run,
) -> None:
    commit({"project.py": WORK.replace("LENGTH", "10"), "test_it.py": TESTS})
    code, out, err = trueodds_command("bench", "gate", *arguments)
    assert (code, out) == (2, "")
    assert fault in err


def test_failed_build_shows_its_log(commit: Repository, trueodds_command: Run) -> None:
    commit({"project.py": WORK})
    steps = "for n in $(seq 30); do echo step $n; done; echo no compiler; exit 7"
    code, _, err = trueodds_command("bench", "gate", "HEAD", "HEAD", "--install", steps)
    assert code == 2
    *shown, error = err.splitlines()
    assert shown[-20:] == [f"gate:   step {n}" for n in range(12, 31)] + [
        "gate:   no compiler"
    ]
    assert error.startswith("trueodds: error: HEAD cannot be installed (log: ")
    assert error.endswith("): no compiler")
    log = Path(error.partition("(log: ")[2].partition(")")[0])
    assert "step 1\n" in log.read_text()


def test_no_git_and_no_repository(
    commit: Repository, trueodds_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")
    code, _, err = trueodds_command("bench", "gate", "HEAD", "HEAD")
    assert (code, "not a git repository" in err) == (2, True)
    monkeypatch.setenv("PATH", "")
    code, _, err = trueodds_command("bench", "gate", "HEAD", "HEAD")
    assert (code, "git is not installed" in err) == (2, True)


def test_submodules_are_checked_out(
    commit: Repository, local: None, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for command in (["init", "--quiet"], ["commit", "--allow-empty", "--quiet", "-mx"]):
        in_folder("-C", str(other), *command)
    (other / "file").write_text("inside")
    in_folder("-C", str(other), "add", "--all")
    in_folder("-C", str(other), "commit", "--quiet", "-my")
    commit({"project.py": WORK})
    in_folder("-c", "protocol.file.allow=always", "submodule", "add", str(other), "sub")
    commit({})
    side = environments.build("HEAD", None, lambda line: None)
    assert (side.folder / "sub" / "file").read_text() == "inside"


def test_coarse_clock_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "COARSE", 0.0)
    with pytest.raises(GateError, match="the cpu clock of this machine is too coarse"):
        measure.check_clock("cpu")
