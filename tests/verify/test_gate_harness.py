"""The regression gate runs the same benchmarks on both sides."""

from pathlib import Path

import pytest
from commands import Run
from gate_projects import Repository, valid

from trueodds.proofs.verify.bench.gate import run
from trueodds.proofs.verify.bench.gate.decision import GateDecision

WORK = """
def work(length):
    for _ in range(TIMES):
        total = sum(range(length))
    return total
"""
TEST = """
from project import work

def test_work(benchmark):
    assert benchmark(work, LENGTH) > 0
"""


@pytest.mark.parametrize(
    ("times", "length", "verdict", "delta"),
    [(2, 22_000, "slower", "0.3"), (1, 80_000, "no difference", "0.5")],
)
def test_a_changed_benchmark_hides_no_change_and_makes_none(
    times: int,
    length: int,
    verdict: str,
    delta: str,
    commit: Repository,
    local: None,
    trueodds_command: Run,
) -> None:
    """Base sums 40,000 numbers once."""
    for tag, loops, size in (("old", 1, 40_000), ("new", times, length)):
        work = WORK.replace("TIMES", str(loops))
        test = TEST.replace("LENGTH", str(size))
        commit({"project.py": work, "test_it.py": test}, tag)
    code, out, _ = trueodds_command(
        *("bench", "gate", "old", "new", "--delta", delta, "--format", "json")
    )
    result = valid(out)
    (row,) = result["benchmarks"]
    assert (row["verdict"], row["benchmark_changed"]) == (verdict, True)
    assert code == (verdict == "slower")
    assert result["notes"] == ["both sides run the benchmarks of new"]


PROJECT = """
VERSION = {version}
def work(length):
    return sum(range(length))
"""
NAMES = """
def fresh():
    return 1
"""
CONFTEST = """
import pytest

@pytest.fixture
def fixed():
    return {fixed}

@pytest.fixture
def other():
    return {version}
"""
BENCHMARKS = """
import pytest
from inputs import SIZE
from project import VERSION, {names}

OTHER = {version}

def test_same(benchmark):
    benchmark(work, 9)

@pytest.mark.parametrize("length", [1, {parameter}])
def test_parameter(benchmark, length):
    benchmark(work, length)

def test_fixture(benchmark, fixed):
    benchmark(work, fixed)

def test_helper(benchmark):
    benchmark(work, SIZE)

def test_wrong(benchmark):
    benchmark(work, 9)
    assert VERSION == 1

def test_{added}(benchmark):
    benchmark({added}, *[9][: VERSION % 2])
"""
DATA = """
from pathlib import Path
from project import work

def test_data(benchmark):
    benchmark(work, int(Path(__file__).with_name("size.txt").read_text()))
"""


def files(**values: object) -> dict[str, str]:
    """Return the files of a project with benchmarks."""
    project = PROJECT.format(**values)
    return {
        "project.py": project + NAMES * (values["added"] == "fresh"),
        "tests/conftest.py": CONFTEST.format(**values),
        "tests/inputs.py": f"SIZE = {values['size']}\n",
        "tests/bench/test_it.py": BENCHMARKS.format(**values),
        "tests/data/test_data.py": DATA,
        "tests/data/size.txt": f"{values['size']}",
    }


OLD = {"version": 1, "fixed": 3, "parameter": 5, "size": 7, "names": "work"}
NEW = {"version": 2, "fixed": 4, "parameter": 6, "size": 8, "names": "work, fresh"}


@pytest.fixture
def untimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give all benchmarks that pass on both sides the same verdict."""
    same = GateDecision("no difference", 1.0, 1.0, 1.0, 8)
    monkeypatch.setattr(
        run, "_measure", lambda _, compared, *rest: dict.fromkeys(compared.names, same)
    )


def verdicts(output: str) -> dict[str, tuple[str, bool]]:
    """Return the verdict on each test, and true if it changed."""
    return {
        row["name"].partition("::")[2]: (row["verdict"], row["benchmark_changed"])
        for row in valid(output)["benchmarks"]
    }


def test_a_benchmark_is_changed_if_its_own_source_is(
    commit: Repository, local: None, untimed: None, trueodds_command: Run
) -> None:
    commit(files(**OLD, added="work"), "old")
    commit(files(**NEW, added="fresh"), "new")
    ran = trueodds_command("bench", "gate", "old", "new", "--format", "json")
    assert ran.code == 1, ran.err
    assert verdicts(ran.out) == {
        "test_wrong": ("wrong", False),
        "test_same": ("no difference", False),
        "test_parameter[1]": ("no difference", True),
        "test_parameter[6]": ("no difference", True),
        "test_fixture": ("no difference", True),
        "test_helper": ("no difference", True),
        "test_data": ("no difference", True),
        "test_fresh": ("new", False),
    }
    notes = valid(ran.out)["notes"]
    it = "tests/bench/test_it.py::test_"
    assert f"{it}work is left out: only old has it" in notes
    (new,) = (note for note in notes if note.startswith(f"{it}fresh fails in old: "))
    assert "NameError: name 'fresh' is not defined" in new


def test_harness_of_base(
    commit: Repository, local: None, untimed: None, trueodds_command: Run
) -> None:
    commit(files(**OLD, added="work"), "old")
    commit(files(**NEW, added="fresh"), "new")
    options = ("--harness", "base", "-k", "parameter or fresh or wrong")
    ran = trueodds_command("bench", "gate", "old", "new", *options)
    assert ran.code == 1
    assert ran.out.startswith("new against old: 1 wrong, 2 no difference\n")
    assert "test_parameter[5]  no difference; the benchmark changed" in ran.out
    assert "note: both sides run the benchmarks of old" in ran.out
    assert "test_fresh is left out: only new has it" in ran.out


def test_new_benchmarks_alone_compare_nothing(
    commit: Repository, local: None, trueodds_command: Run
) -> None:
    commit({"project.py": "", "benchmarks/inputs.py": "SIZE = 7"}, "old")
    (new, test) = "def work(size):\n    return size\n", TEST.replace("LENGTH", "SIZE")
    test = f"from inputs import SIZE\n{test}"
    commit({"project.py": new, "benchmarks/test_it.py": test}, "new")
    code, out, _ = trueodds_command("bench", "gate", "old", "new", "--format", "json")
    assert (code, verdicts(out)) == (3, {"test_work": ("new", False)})
    assert valid(out)["summary"] == "new against old: 1 new"


def test_files_that_head_deleted_are_not_used(
    commit: Repository, local: None, untimed: None, trueodds_command: Run
) -> None:
    fails = "import pytest\n\n@pytest.fixture\ndef benchmark():\n    raise OSError\n"
    work = WORK.replace("TIMES", "1")
    test = TEST.replace("LENGTH", "9")
    commit({"project.py": work, "test_it.py": test, "conftest.py": fails}, "old")
    Path("conftest.py").unlink()
    commit({"size.txt": "9"}, "new")
    code, out, _ = trueodds_command("bench", "gate", "old", "new", "--format", "json")
    assert (code, verdicts(out)) == (0, {"test_work": ("no difference", True)})


def test_a_file_that_head_cannot_load_is_wrong(
    commit: Repository, local: None, untimed: None, trueodds_command: Run
) -> None:
    work = WORK.replace("TIMES", "1")
    test = TEST.replace("LENGTH", "9")
    commit({"project.py": work, "test_it.py": test, "test_other.py": test}, "old")
    commit({"test_it.py": f"{test}\nraise OSError\n"}, "new")
    ran = trueodds_command("bench", "gate", "old", "new")
    assert ran.code == 1, ran.out
    assert ran.out.startswith("new against old: 1 wrong, 1 no difference\n")
    assert "note: test_it.py fails in new: " in ran.out
    assert "test_it.py is left out" not in ran.out
