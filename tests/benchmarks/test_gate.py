"""The gate: its verdicts hold their error rate, and it tells slow from alike."""

import json
import random
import runpy
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest
from gate import environments, instructions, measure
from gate.measure import MeasureError, Side, Task
from gate.verdict import LOOKS, error_rate, judge
from gate.workloads import WORKLOADS
from hypothesis import given
from hypothesis import strategies as st

HERE = Path(__file__).parent
PYTHON = Path(sys.executable)
COUNTS = st.sampled_from(sorted(LOOKS))
RATIOS = COUNTS.flatmap(lambda n: st.lists(st.floats(0.5, 2), min_size=n, max_size=n))


def script(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(HERE / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


@given(RATIOS)
def test_interval_holds_the_ratio_and_the_verdict_is_about_it(
    ratios: list[float],
) -> None:
    verdict = judge(ratios)
    assert min(ratios) <= verdict.low <= verdict.ratio <= verdict.high <= max(ratios)
    assert (verdict.word == "slower") == (verdict.low > 1.1)
    assert (verdict.word == "faster") == (verdict.high < 1 / 1.1)


@given(RATIOS)
def test_swapping_the_sides_swaps_the_verdict(ratios: list[float]) -> None:
    swapped = {"slower": "faster", "faster": "slower"}
    there, back = judge(ratios), judge([1 / ratio for ratio in ratios])
    # Rounding may differ for a bound that is the very limit.
    limits = (1.1, 1 / 1.1)
    if all(abs(b - x) > 1e-9 for b in (there.low, there.high) for x in limits):
        assert back.word == swapped.get(there.word, there.word)


def test_false_alarms_stay_below_the_stated_rate() -> None:
    """At the worst: the median is the limit itself, and every look is taken."""
    chance = random.Random(5)
    alarms = 0
    for _ in range(4000):
        ratios = [1.1 * chance.lognormvariate(0, 0.05) for _ in range(24)]
        alarms += any(judge(ratios[:look]).word == "slower" for look in LOOKS)
    assert 0 < alarms / 4000 <= error_rate() + 0.004
    assert error_rate() < 0.0126


def test_a_wide_interval_is_undecided() -> None:
    assert judge([0.8, 0.9, 1.0, 1.0, 1.1, 1.15, 1.2, 1.3]).word == "undecided"


@pytest.mark.parametrize(
    ("ratios", "word", "pairs"),
    [
        ([1.0], "no difference", 8),
        ([1.15], "slower", 8),
        ([0.8], "faster", 8),
        ([1.15, 1.15, 1.0, *[1.15] * 20], "slower", 12),
        ([1.05, 1.15], "undecided", 24),
    ],
)
def test_pairs_are_measured_until_there_is_a_verdict(
    ratios: Sequence[float], word: str, pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = (ratios[k % len(ratios)] for k in count())
    monkeypatch.setattr(measure, "ratios", lambda *_: endless)
    side = Side(PYTHON, 1)
    verdict = measure.compare(side, side, Task("bunco.reference"))
    assert (verdict.word, verdict.pairs) == (word, pairs)


def test_twice_the_work_is_slower_and_half_is_faster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(measure, "PAIR_NS", 40_000_000)
    one, two = Side(PYTHON, 100), Side(PYTHON, 200)
    task = Task("bunco.reference")
    assert measure.compare(one, two, task).word == "slower"
    assert measure.compare(two, one, task).word == "faster"


def test_compare_two_pythons() -> None:
    ran = script(
        "compare.py",
        sys.executable,
        str(PYTHON.parent.parent),
        "--workload",
        "bunco.reference",
        "--delta",
        "0.9",
    )
    assert ran.returncode == 0, ran.stderr
    assert "bunco.reference      no difference: ratio " in ran.stdout
    assert "8 process pairs" in ran.stdout


def test_workload_that_a_python_does_not_have_is_left_out() -> None:
    bare = getattr(sys, "_base_executable", sys.executable)
    ran = script("compare.py", bare, sys.executable, "--workload", "bunco.reference")
    assert "left out: No module named 'trueodds'" in ran.stdout
    assert (ran.returncode, ran.stderr) == (
        2,
        "compare.py: there is no workload that both have\n",
    )


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["HEAD"], "name two revisions"),
        (["no-such-revision", "HEAD"], "'no-such-revision' is no revision"),
        (["a", "b", "--delta", "2"], "a share between 0 and 1"),
        (["a", "b", "--workload", "chess"], "invalid choice: 'chess'"),
    ],
)
def test_bad_usage(arguments: list[str], fault: str) -> None:
    ran = script("compare.py", *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert fault in ran.stderr


def test_every_workload_is_listed() -> None:
    lines = script("compare.py", "--list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(WORKLOADS)


def test_a_python_is_not_resolved_to_the_one_it_links_to(tmp_path: Path) -> None:
    link = tmp_path / "bin" / "python"
    link.parent.mkdir()
    link.symlink_to(sys.executable)
    assert environments.python_of(str(tmp_path)) == link
    assert environments.python_of(str(link)) == link


def test_instructions_need_valgrind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MeasureError, match="valgrind is not installed"):
        instructions.ratio(Side(PYTHON, 1), Side(PYTHON, 1), "bunco.reference")


def test_slowed_is_15_percent_more_inputs() -> None:
    slowed = runpy.run_path(str(HERE / "prove_gate.py"))["slowed"]
    assert [slowed(100), slowed(100_000)] == [115, 115_000]
    with pytest.raises(AssertionError, match="no whole number"):
        slowed(1)


def test_tripwire(tmp_path: Path) -> None:
    run, baseline = tmp_path / "run.json", tmp_path / "baseline.json"

    def wire(seconds: float, cpu: str = "Z80", *options: str) -> tuple[int, str]:
        run.write_text(
            json.dumps(
                {
                    "machine_info": {"cpu": {"brand_raw": cpu}},
                    "benchmarks": [{"fullname": "a", "stats": {"min": seconds}}],
                }
            )
        )
        ran = script("tripwire.py", str(run), str(baseline), *options)
        return ran.returncode, ran.stdout + ran.stderr

    code, out = wire(1.0)
    assert (code, "no baseline yet of 1; stored in" in out) == (0, True)
    assert wire(1.9)[0] == 0
    code, out = wire(2.1)
    assert code == 1
    assert "tripped: a took 2.1 s, 2.1 times the 1 s" in out
    assert wire(2.1, "Z80", "--factor", "3")[0] == 0
    assert wire(2.1, "6502")[0] == 2
    assert wire(2.1, "6502", "--update")[0] == 0
    run.write_text("{}")
    assert script("tripwire.py", str(run), str(baseline)).returncode == 2
